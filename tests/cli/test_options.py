"""Options that were given and have no effect are errors; defaults and presets are accepted."""

from typing import Any

import click
import pytest

from webproctor.cli.compare import command as compare
from webproctor.cli.data import command as data
from webproctor.cli.judge import command as judge
from webproctor.cli.mcp import command as mcp
from webproctor.cli.rank import command as rank
from webproctor.cli.run import command as run
from webproctor.cli.sweep import command as sweep
from webproctor.cli.train_policy import command as train_policy
from webproctor.core.errors import UserError

_POLICY = "webgames --out policy"
_GTA1 = "realwebassist --agent grounder --grounder gta1"


def _parse(command: click.Group, line: str) -> dict[str, Any]:
    """Parse the arguments of a subcommand, without running it."""
    name, *arguments = line.split()
    found = command.get_command(click.Context(command), name)
    assert found is not None
    return found.make_context(name, arguments).params


@pytest.mark.parametrize(
    ("command", "line", "option"),
    [
        (run, "mind2web --agent mindact --shots 3", "--shots"),
        (run, "mind2web --agent mindact --group-size 5", "--group-size"),
        (run, "mind2web --agent mindact --ranker bm25 --scores s.json", "--ranker"),
        (run, "mind2web --agent mindact --device cuda", "--device"),
        (run, "mind2web --sample-seed 0", "--sample-seed"),
        (run, "mind2web --equivalence-box target", "--equivalence-box"),
        (run, "webgames --agent web --text-only --screenshots 1", "--screenshots"),
        (run, "webgames --site http://127.0.0.1 --tasks-file t --clock real", "--clock"),
        (run, "webgames --think-ms 0", "--think-ms"),
        (run, "turkingbench --agent form --picture field", "--picture"),
        (run, "turkingbench --agent form --encoding full --window paper", "--window"),
        (run, "turkingbench --agent form --example-field a/b", "--example-field"),
        (run, "webgames --agent replay --predictions p --epoch 1", "--epoch"),
        (run, f"{_GTA1} --guided", "--guided"),
        (run, f"{_GTA1} --no-guided", "--no-guided"),
        (run, f"{_GTA1} --wording scripts", "--wording"),
        (run, f"{_GTA1} --rounding scripts", "--rounding"),
        (run, f"{_GTA1} --device cuda", "--device"),
        (run, f"{_GTA1} --served-as x", "--served-as"),
        (run, "realwebassist --agent grounder --grounder gui-actor --server http://x", "--server"),
        (rank, "mind2web --device cuda", "--device"),
        (data, "mind2web --check . --to x", "--to"),
        (mcp, "webgames --resume", "--resume"),
        (train_policy, f"{_POLICY} --rounds 0 --rollouts 4", "--rollouts"),
    ],
)
def test_an_option_that_was_given_and_has_no_effect_is_refused(
    command: click.Group, line: str, option: str
) -> None:
    with pytest.raises(UserError, match=f"^{option} has no effect with"):
        _parse(command, line)


@pytest.mark.parametrize(
    ("command", "line", "option"),
    [
        (compare, "one two --json --format latex", "--format"),
        (judge, "run --judge model --model mockllm/model --port 8080", "--port"),
    ],
)
def test_an_option_without_effect_is_refused_by_commands_without_a_benchmark(
    command: click.Command, line: str, option: str
) -> None:
    with pytest.raises(UserError, match=f"^{option} has no effect with"):
        command.make_context("command", line.split())


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (run, "mind2web --agent mindact --predictor llm --shots 0 --group-size 3"),
        (run, "mind2web --agent mindact --preset paper --scores s.json"),
        (run, "turkingbench --agent form --preset paper"),
        (run, "realwebassist --agent grounder --grounder gta1 --preset paper"),
        (run, "realwebassist --agent grounder --grounder os-atlas --wording scripts"),
        (run, "realwebassist --agent planner --grounder gta1 --wording scripts"),
        (run, "grounding --agent grounder --grounder qwen3-vl --guided"),
        (sweep, "mind2web --agent mindact --over predictor=llm --shots 2"),
        (train_policy, f"{_POLICY} --rounds 1 --rollouts 4"),
    ],
)
def test_options_with_an_effect_and_those_of_presets_are_accepted(
    command: click.Group, line: str
) -> None:
    assert _parse(command, line)
