"""`webproctor train policy`: train the policy on a benchmark's tasks."""

import asyncio
import json
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from webproctor.benchmarks import load_benchmark
from webproctor.cli.disk import writing_to
from webproctor.cli.numbers import SEED, Integer, Number
from webproctor.cli.options import (
    ConditionalOption,
    PerBenchmark,
    SettingsCommand,
    as_json,
    option,
    pop_settings,
)
from webproctor.core import factories, registry
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf
from webproctor.files.folders import lock_folder
from webproctor.run.preparation import has_salt

_COUNT = Integer(1)


_IN_ROUNDS = OnlyIf("with --rounds {rounds}", lambda its: its["rounds"] > 0)


def _train_command(benchmark: str) -> click.Command:
    factory = registry.factory("benchmarks", benchmark)
    settings = factories.settings(factory)

    @click.option(
        "--out", required=True, type=click.Path(path_type=Path), help="Folder for the policy."
    )
    @click.option(
        "--demonstrations-per-family",
        "demonstrations",
        default=12,
        show_default=True,
        type=_COUNT,
        help="Oracle episodes to imitate, per family.",
    )
    @click.option(
        "--updates", default=400, show_default=True, type=_COUNT, help="Updates of imitation."
    )
    @click.option(
        "--batch-size", default=16, show_default=True, type=_COUNT, help="Steps per update."
    )
    @click.option(
        "--learning-rate",
        "rate",
        default=1e-3,
        show_default=True,
        type=Number(0),
        help="Learning rate of imitation.",
    )
    @click.option(
        "--rounds",
        default=4,
        show_default=True,
        type=Integer(0),
        help="Rounds of reinforcement learning; 0 for imitation alone.",
    )
    @click.option(
        "--tasks-per-family",
        cls=ConditionalOption,
        only_if=_IN_ROUNDS,
        default=2,
        show_default=True,
        type=_COUNT,
        help="New tasks of a round, per family.",
    )
    @click.option(
        "--rollouts",
        cls=ConditionalOption,
        only_if=_IN_ROUNDS,
        default=4,
        show_default=True,
        type=Integer(2),
        help="Episodes per task and round.",
    )
    @click.option(
        "--max-steps",
        default=25,
        show_default=True,
        type=_COUNT,
        help="Maximum steps of an episode.",
    )
    @click.option(
        "--passes",
        cls=ConditionalOption,
        only_if=_IN_ROUNDS,
        default=3,
        show_default=True,
        type=_COUNT,
        help="Passes over a round's steps.",
    )
    @click.option(
        "--rl-learning-rate",
        cls=ConditionalOption,
        only_if=_IN_ROUNDS,
        default=2e-4,
        show_default=True,
        type=Number(0),
        help="Learning rate of a round's updates.",
    )
    @click.option(
        "--imitation-weight",
        cls=ConditionalOption,
        only_if=_IN_ROUNDS,
        default=0.3,
        show_default=True,
        type=Number(0),
        help="Weight of the demonstrations' loss in the rounds.",
    )
    @click.option("--width", default=64, show_default=True, type=_COUNT, help="Embedding size.")
    @click.option("--layers", default=3, show_default=True, type=_COUNT, help="Encoder layers.")
    @click.option("--device", default="cpu", show_default=True, help="PyTorch device.")
    @click.option(
        "--threads", default=1, show_default=True, type=_COUNT, help="PyTorch's CPU threads."
    )
    @click.option(
        "--parallel", default=2, show_default=True, type=_COUNT, help="Parallel episodes."
    )
    @click.option(
        "--policy-seed", default=0, show_default=True, type=SEED, help="Seed of the training."
    )
    @click.option("--resume", is_flag=True, help="Resume an interrupted training in --out.")
    @as_json
    def train(
        out: Path,
        demonstrations: int,
        width: int,
        layers: int,
        device: str,
        threads: int,
        parallel: int,
        policy_seed: int,
        resume: bool,
        as_json: bool,
        **values: Any,
    ) -> int:
        if find_spec("torch") is None:
            raise UserError("the policy needs PyTorch: pip install 'webproctor[models]'.")
        import torch  # pyright: ignore

        from webproctor.methods.policy.network import Config
        from webproctor.training.policy import PolicySettings
        from webproctor.training.policy_run import recorded_salt, train_policy

        benchmark_settings = pop_settings(values, settings)
        if resume and has_salt(factory, benchmark_settings) and (salt := recorded_salt(out)):
            benchmark_settings["salt"] = benchmark_settings["salt"] or salt
        benchmark_object = load_benchmark(benchmark, **benchmark_settings)
        torch.set_num_threads(threads)
        with lock_folder(out), writing_to(out, lambda: "repeat the command with --resume."):
            training = train_policy(
                benchmark_object,
                out,
                PolicySettings(**values, seed=policy_seed),
                demonstrations=demonstrations,
                config=Config(width=width, layers=layers),
                device=device,
                at_once=parallel,
                resume=resume,
                listen=lambda line: click.echo(line, err=True),
            )
            result = asyncio.run(training)
        if as_json:
            click.echo(json.dumps(asdict(result)))
            return 0
        click.echo(
            f"{sum(result.demonstrations.values())} demonstrations of "
            f"{len(result.demonstrations)} families; {len(result.left_out)} tasks without one. "
            f"Loss {result.losses[-1]:.3f}."
        )
        for number, round_result in enumerate(result.rounds, 1):
            click.echo(
                f"Round {number}: {round_result.won} of {round_result.episodes} episodes won."
            )
        click.echo(f"The policy: {out}")
        return 0

    help_text = "Train by imitation of the oracle, then by reinforcement learning."
    click_command = click.command(benchmark, cls=SettingsCommand, help=help_text)(train)
    click_command.params = [*map(option, settings), *click_command.params]
    return click_command


command = PerBenchmark("policy", _train_command, help="Train a policy that acts on web pages.")
