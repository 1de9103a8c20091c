"""`webproctor speech`: transcribe spoken instructions with noise; measure word error rates."""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from webproctor.cli.model_options import model_and_budget, model_options
from webproctor.cli.options import (
    AgentCommand,
    ConditionalOption,
    PerBenchmark,
    agent_settings_of,
    as_json,
    named_option,
    option,
    parallel_only_if,
    pop_settings,
)
from webproctor.cli.sweep import run_sweep
from webproctor.core import factories, registry
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf
from webproctor.core.intervals import UNKNOWN
from webproctor.core.scores import Cell, Table
from webproctor.files.folders import make_folder
from webproctor.methods.speech.errors import NORMALISERS
from webproctor.methods.speech.transcribing import ErrorRate, transcribe

CLEAN = "clean"
_SPOKEN_TEXT = "as said"


_WITH_NOISE = OnlyIf(
    "with --snr {snr}", lambda its: any(one.strip() != CLEAN for one in its["snr"].split(","))
)
_WITH_AGENT = OnlyIf("without --agent", lambda its: its["agent"] is not None)


def _command(benchmark: str) -> click.Command:
    settings = factories.settings(registry.factory("benchmarks", benchmark))

    @click.option(
        "--recogniser",
        default="faster-whisper",
        show_default=True,
        help="faster-whisper[:MODEL], whisper:MODEL, pocketsphinx, pocketsphinx:open or "
        "path/file.py:NAME.",
    )
    @click.option(
        "--snr",
        default=CLEAN,
        show_default=True,
        help="Signal-to-noise ratios in dB, such as clean,20,10,5,0; clean: no noise.",
    )
    @click.option(
        "--noise",
        cls=ConditionalOption,
        only_if=_WITH_NOISE,
        default="babble",
        show_default=True,
        help="white, babble, typing, an audio file, or FOLDER[:TYPE] of recordings.",
    )
    @click.option(
        "--normaliser",
        default="english",
        show_default=True,
        type=click.Choice(NORMALISERS),
        help="Text normalisation before words are compared.",
    )
    @click.option(
        "--seed",
        cls=ConditionalOption,
        only_if=_WITH_NOISE,
        default=0,
        show_default=True,
        help="Seed of the noise.",
    )
    @click.option("--recogniser-device", default="", help="Device of the recogniser, such as cuda.")
    @click.option("--keep-audio", is_flag=True, help="Keep the clips with added noise.")
    @named_option(
        "--agent",
        "agents",
        default=None,
        help="Also run this agent with every transcript: {names} or path/file.py:NAME.",
    )
    @parallel_only_if(_WITH_AGENT)
    @click.option("--out", type=click.Path(path_type=Path), help="Output folder.")
    @as_json
    def speech(**values: Any) -> int:
        model, budget = model_and_budget(values)
        benchmark_settings = pop_settings(values, settings)
        speech_names = [param.name for param in speech_options if param.name]
        options = {name: values.pop(name) for name in speech_names}
        if benchmark_settings.get("transcripts"):
            raise UserError("--transcripts cannot be given: this command writes the transcripts.")
        if options["agent"] is None and model is not None:
            raise UserError("--model is the model of an agent: add --agent, or remove --model.")
        folder = options["out"] or Path("runs") / f"{benchmark}-speech"
        make_folder(folder)
        ratios = _ratios(options["snr"])
        rates = transcribe(
            registry.companion(benchmark, "clips").clips(benchmark_settings.get("data")),
            options["recogniser"],
            ratios,
            folder,
            participants=benchmark_settings.get("participant") or (),
            noise=options["noise"],
            seed=options["seed"],
            normaliser=options["normaliser"],
            device=options["recogniser_device"],
            keep_audio=options["keep_audio"],
            progress=lambda line: None if options["as_json"] else click.echo(line, err=True),
        )
        if options["agent"] is None:
            return _show_rates(rates, options, folder)
        if not options["as_json"]:
            _show_rates(rates, options, folder)
        return run_sweep(
            benchmark,
            options["agent"],
            "transcripts",
            {_SPOKEN_TEXT: None, **{label: folder / f"{label}.json" for label in ratios}},
            settings=benchmark_settings,
            agent_settings=agent_settings_of(values),
            model=model,
            budget=budget,
            parallel=options["parallel"],
            out=folder,
            print_json=options["as_json"],
            value_metrics={_SPOKEN_TEXT: {"WER": 0.0}}
            | {label: {"WER": rate.wer} for label, rate in rates.items()},
        )

    help_text = f"Transcribe the spoken instructions of {benchmark}."
    click_command = click.command(benchmark, cls=AgentCommand, help=help_text)(speech)
    speech_options = list(click_command.params)
    click_command.params = [*map(option, settings), *click_command.params, *model_options()]
    return click_command


def _ratios(snr: str) -> dict[str, float | None]:
    """Parse `--snr` into ratios by label; None for no noise."""
    ratios: dict[str, float | None] = {}
    for part in snr.split(","):
        label = part.strip().removesuffix("dB").strip()
        if label == CLEAN:
            ratios[CLEAN] = None
            continue
        try:
            ratio = float(label)
        except ValueError:
            ratio = math.nan
        if not math.isfinite(ratio):
            raise UserError(f"--snr {snr}: give numbers in dB or `clean`, separated by commas.")
        ratios[f"{label}-dB"] = ratio
    return ratios


def _show_rates(rates: Mapping[str, ErrorRate], options: dict[str, Any], folder: Path) -> int:
    """Print and plot the word error rates; return the exit status."""
    from webproctor.cli import show
    from webproctor.report.plots import draw_curves

    name = next(iter(rates.values())).recogniser
    plot = folder / "wer.svg"
    draw_curves(
        plot,
        [label.removesuffix("-dB") for label in rates],
        {name: [rate.wer for rate in rates.values()]},
        x_label=f"signal-to-noise ratio in dB ({options['noise']})",
        y_label=f"word error rate ({options['normaliser']})",
        bands={name: [rate.interval or (rate.wer, rate.wer) for rate in rates.values()]},
    )
    if options["as_json"]:
        conditions = {label: asdict(rate) for label, rate in rates.items()}
        click.echo(json.dumps({"folder": str(folder), "plot": str(plot), "conditions": conditions}))
        return 0
    rows: list[list[Cell]] = [
        [
            label,
            rate.wer,
            *(rate.interval or UNKNOWN),
            rate.substitutions,
            rate.deletions,
            rate.insertions,
            rate.words,
        ]
        for label, rate in rates.items()
    ]
    columns = ["condition", "WER %", "95% from", "to", "subst.", "deleted", "inserted", "words"]
    title = f"{name}, noise {options['noise']}, normaliser {options['normaliser']}"
    show.table(Table(title=title, columns=columns, rows=rows), Console())
    click.echo(f"Transcripts: {folder}\nPlot: {plot}")
    return 0


command = PerBenchmark(
    "speech",
    _command,
    needs="clips",
    help="Transcribe spoken instructions, and measure the word error rate.",
)
