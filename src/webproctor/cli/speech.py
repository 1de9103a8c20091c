"""`webproctor speech`: transcribe spoken instructions with noise; measure word error rates."""

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from webproctor.cli.model_options import model_and_budget, model_options
from webproctor.cli.options import (
    AgentCommand,
    PerBenchmark,
    agent_settings_of,
    as_json,
    named_option,
    option,
    parallel_option,
    pop_settings,
)
from webproctor.cli.sweep import run_sweep
from webproctor.core import factories, registry
from webproctor.core.errors import UserError
from webproctor.core.intervals import UNKNOWN
from webproctor.core.scores import Cell, Table
from webproctor.files.folders import make_folder
from webproctor.methods.speech import audio, errors, transcripts
from webproctor.methods.speech.noise import Noise
from webproctor.methods.speech.recognisers import recogniser as make_recogniser

CLEAN = "clean"
_SPOKEN_TEXT = "as said"


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
        default="babble",
        show_default=True,
        help="white, babble, typing, an audio file, or FOLDER[:TYPE] of recordings.",
    )
    @click.option(
        "--normaliser",
        default="english",
        show_default=True,
        type=click.Choice(errors.NORMALISERS),
        help="Text normalisation before words are compared.",
    )
    @click.option("--seed", default=0, show_default=True, help="Seed of the noise.")
    @click.option("--recogniser-device", default="", help="Device of the recogniser, such as cuda.")
    @click.option("--keep-audio", is_flag=True, help="Keep the clips with added noise.")
    @named_option(
        "--agent", "agents", default=None, help="Also run this agent with every transcript."
    )
    @parallel_option
    @click.option("--out", type=click.Path(path_type=Path), help="Output folder.")
    @as_json
    def speech(**values: Any) -> int:
        model, budget = model_and_budget(values)
        benchmark_settings = pop_settings(values, settings)
        speech_names = [param.name for param in speech_options if param.name]
        options = {name: values.pop(name) for name in speech_names}
        folder = options["out"] or Path("runs") / f"{benchmark}-speech"
        make_folder(folder)
        conditions = _conditions(options["snr"])
        results = _transcribe(benchmark, benchmark_settings, conditions, options, folder)
        if options["agent"] is None:
            return _show_results(results, options, folder)
        if benchmark_settings.get("transcripts"):
            raise UserError("--transcripts cannot be given: this command writes the transcripts.")
        if not options["as_json"]:
            _show_results(results, options, folder)
        return run_sweep(
            benchmark,
            options["agent"],
            "transcripts",
            {_SPOKEN_TEXT: None, **{label: folder / f"{label}.json" for label in conditions}},
            settings=benchmark_settings,
            agent_settings=agent_settings_of(values),
            model=model,
            budget=budget,
            parallel=options["parallel"],
            out=folder,
            print_json=options["as_json"],
            value_metrics={_SPOKEN_TEXT: {"WER": 0.0}}
            | {label: {"WER": result["wer"]} for label, result in results.items()},
        )

    help_text = f"Transcribe the spoken instructions of {benchmark}."
    click_command = click.command(benchmark, cls=AgentCommand, help=help_text)(speech)
    speech_options = list(click_command.params)
    click_command.params = [*map(option, settings), *click_command.params, *model_options()]
    return click_command


def _conditions(snr: str) -> dict[str, float | None]:
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


def _transcribe(
    benchmark: str,
    benchmark_settings: dict[str, Any],
    conditions: dict[str, float | None],
    options: dict[str, Any],
    folder: Path,
) -> dict[str, dict[str, Any]]:
    """Transcribe the participants' clips in every condition; write a file of transcripts for each.

    The recogniser's sentences and the other speakers in the noise are those of all participants, so
    that a clip is transcribed in the same way whichever participants are selected.

    Args:
        benchmark_settings: The benchmark's settings.
    """
    clips = registry.companion(benchmark, "clips").clips(benchmark_settings.get("data"))
    sentences = list(dict.fromkeys(clip.text for clip in clips))
    indices = _clip_indices(clips, benchmark_settings.get("participant") or ())
    texts = [clips[index].text for index in indices]
    recogniser = make_recogniser(options["recogniser"], sentences, options["recogniser_device"])
    has_noise = any(snr is not None for snr in conditions.values())
    sounds = {
        index: audio.read(clips[index].path)
        for index in (range(len(clips)) if has_noise else indices)
    }
    results: dict[str, dict[str, Any]] = {}
    for label, snr in conditions.items():
        if not options["as_json"]:
            click.echo(f"{recogniser.name}: {label}", err=True)
        transcribed_texts, details = [], []
        for index in indices:
            clip = clips[index]
            sound, noise_details = _with_noise(index, clips, sounds, snr, options)
            if options["keep_audio"]:
                clip_path = folder / label / str(clip.participant) / f"{clip.number}.flac"
                clip_path.parent.mkdir(parents=True, exist_ok=True)
                audio.write(clip_path, sound)
            transcribed_texts.append(recogniser.transcribe(sound))
            details.append({"participant": clip.participant, "number": clip.number} | noise_details)
        error_counts = errors.word_errors(texts, transcribed_texts, options["normaliser"])
        results[label] = _result(recogniser.name, snr, error_counts, options)
        transcripts.write(
            folder / f"{label}.json",
            {
                (clips[index].participant, clips[index].number): text
                for index, text in zip(indices, transcribed_texts, strict=True)
            },
            results[label]
            | {
                "clips": [
                    clip_details | asdict(counts)
                    for clip_details, counts in zip(details, error_counts, strict=True)
                ]
            },
        )
    return results


def _result(
    recogniser: str,
    snr: float | None,
    error_counts: Sequence[errors.WordErrors],
    options: dict[str, Any],
) -> dict[str, Any]:
    """Return the word error rate of a condition, and how it was measured.

    Args:
        recogniser: Name of the recogniser.
        snr: Signal-to-noise ratio in dB; None for no noise.
        error_counts: The errors of each clip.
    """
    return {
        "recogniser": recogniser,
        "noise": None if snr is None else options["noise"],
        "snr": snr,
        "normaliser": options["normaliser"],
        "wer": errors.word_error_rate(error_counts),
        "interval": errors.interval(error_counts),
        **{
            kind: sum(getattr(counts, kind) for counts in error_counts)
            for kind in ("substitutions", "deletions", "insertions", "words")
        },
    }


def _clip_indices(clips: Sequence[Any], participants: Collection[int]) -> list[int]:
    """Return the indices of the clips of these participants; of all clips if none is named.

    Raises:
        UserError: If a participant has no clips.
    """
    existing = dict.fromkeys(clip.participant for clip in clips)
    if missing := sorted(set(participants) - set(existing)):
        raise UserError(
            f"--participant {missing[0]}: has no clips. The participants are: "
            f"{', '.join(map(str, existing))}."
        )
    return [
        index
        for index, clip in enumerate(clips)
        if not participants or clip.participant in participants
    ]


def _with_noise(
    index: int,
    clips: Sequence[Any],
    sounds: Mapping[int, audio.Samples],
    snr: float | None,
    options: dict[str, Any],
) -> tuple[audio.Samples, dict[str, Any]]:
    """Return a clip with noise, and which noise it is; the clip itself if `snr` is None."""
    if snr is None:
        return sounds[index], {}
    clip = clips[index]
    # Babble is mixed from other participants.
    others = [
        sound
        for other_index, sound in sounds.items()
        if clips[other_index].participant != clip.participant
    ]
    seed = f"{options['seed']}/{clip.participant}/{clip.number}"
    mixed = Noise(options["noise"], others or [*sounds.values()]).over(sounds[index], snr, seed)
    return mixed.samples, {"noise": mixed.noise, "offset": mixed.offset, "seed": mixed.seed}


def _show_results(results: dict[str, dict[str, Any]], options: dict[str, Any], folder: Path) -> int:
    """Print and plot the word error rates."""
    from webproctor.cli import show
    from webproctor.report.plots import draw_curves

    name = next(iter(results.values()))["recogniser"]
    plot = folder / "wer.svg"
    draw_curves(
        plot,
        [label.removesuffix("-dB") for label in results],
        {name: [result["wer"] for result in results.values()]},
        x_label=f"signal-to-noise ratio in dB ({options['noise']})",
        y_label=f"word error rate ({options['normaliser']})",
        bands={name: [result["interval"] or (result["wer"],) * 2 for result in results.values()]},
    )
    if options["as_json"]:
        click.echo(json.dumps({"folder": str(folder), "plot": str(plot), "conditions": results}))
        return 0
    rows: list[list[Cell]] = [
        [
            label,
            result["wer"],
            *(result["interval"] or UNKNOWN),
            result["substitutions"],
            result["deletions"],
            result["insertions"],
            result["words"],
        ]
        for label, result in results.items()
    ]
    columns = ["condition", "WER %", "95% from", "to", "subst.", "deleted", "inserted", "words"]
    title = f"{name}, noise {options['noise']}, normaliser {options['normaliser']}"
    show.table(Table(title=title, columns=columns, rows=rows), Console())
    click.echo(f"Transcripts: {folder}\nPlot: {plot}")
    return 0


command = PerBenchmark(
    "speech", _command, needs="clips", help="Transcribe spoken instructions with noise."
)
