"""`webproctor speech`: transcribe spoken instructions with noise; measure word error rates."""

import json
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
    agents_own,
    as_json,
    option,
    parallel_option,
    split,
)
from webproctor.cli.sweep import run_sweep
from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.core.intervals import UNKNOWN
from webproctor.core.scores import Table
from webproctor.files.folders import make_folder
from webproctor.methods.speech import audio, errors, transcripts
from webproctor.methods.speech.noise import Noise
from webproctor.methods.speech.recognisers import recogniser as make_recogniser

CLEAN = "clean"
_SAID = "as said"


def _command(benchmark: str) -> click.Command:
    settings = registry.settings(registry.factory("benchmarks", benchmark))

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
    @click.option("--listen-on", default="", help="Device of the recogniser, such as cuda.")
    @click.option("--keep-audio", is_flag=True, help="Keep the clips with added noise.")
    @click.option("--agent", default=None, help="Also run this agent with every transcript.")
    @parallel_option
    @click.option("--out", type=click.Path(path_type=Path), help="Output folder.")
    @as_json
    def speech(**values: Any) -> int:
        model, budget = model_and_budget(values)
        own = split(values, settings)
        mine = [param.name for param in speech_options if param.name]
        given = {name: values.pop(name) for name in mine}
        folder = given["out"] or Path("runs") / f"{benchmark}-speech"
        make_folder(folder)
        conditions = _conditions(given["snr"])
        heard = _listen(benchmark, own, conditions, given, folder)
        if given["agent"] is None:
            return _show(heard, given, folder)
        if own.get("transcripts"):
            raise UserError("--transcripts cannot be given: this command writes the transcripts.")
        if not given["as_json"]:
            _show(heard, given, folder)
        return run_sweep(
            benchmark,
            given["agent"],
            "transcripts",
            {_SAID: None, **{label: folder / f"{label}.json" for label in conditions}},
            settings=own,
            agent_settings=agents_own(values),
            model=model,
            budget=budget,
            parallel=given["parallel"],
            out=folder,
            machine=given["as_json"],
            known={_SAID: {"WER": 0.0}}
            | {label: {"WER": told["wer"]} for label, told in heard.items()},
        )

    about = f"Transcribe the spoken instructions of {benchmark}."
    parsed = click.command(benchmark, cls=AgentCommand, help=about)(speech)
    speech_options = list(parsed.params)
    parsed.params = [*map(option, settings), *parsed.params, *model_options()]
    return parsed


def _conditions(snr: str) -> dict[str, float | None]:
    """Parse `--snr` into ratios by label; None for no noise."""
    found: dict[str, float | None] = {}
    for part in snr.split(","):
        label = part.strip().removesuffix("dB").strip()
        try:
            found[CLEAN if label == CLEAN else f"{label}-dB"] = (
                None if label == CLEAN else float(label)
            )
        except ValueError as error:
            raise UserError(
                f"--snr {snr}: give numbers in dB or `clean`, separated by commas."
            ) from error
    return found


def _listen(
    benchmark: str,
    own: dict[str, Any],
    conditions: dict[str, float | None],
    given: dict[str, Any],
    folder: Path,
) -> dict[str, dict[str, Any]]:
    """Transcribe the participants' clips in every condition; write a file of transcripts for each.

    The recogniser's sentences and the other speakers in the noise are those of all participants, so
    that a clip is transcribed in the same way whichever participants are selected.

    Args:
        own: The benchmark's settings.
    """
    clips = registry.companion(benchmark, "clips").clips(own.get("data"))
    sentences = list(dict.fromkeys(clip.text for clip in clips))
    chosen = _chosen(clips, own.get("participant") or ())
    texts = [clips[place].text for place in chosen]
    listener = make_recogniser(given["recogniser"], sentences, given["listen_on"])
    noisy = any(snr is not None for snr in conditions.values())
    sounds = {
        place: audio.read(clips[place].path) for place in (range(len(clips)) if noisy else chosen)
    }
    told: dict[str, dict[str, Any]] = {}
    for label, snr in conditions.items():
        if not given["as_json"]:
            click.echo(f"{listener.name}: {label}", err=True)
        words, details = [], []
        for place in chosen:
            clip = clips[place]
            sound, about = _spoilt(place, clips, sounds, snr, given)
            if given["keep_audio"]:
                kept = folder / label / str(clip.participant) / f"{clip.number}.flac"
                kept.parent.mkdir(parents=True, exist_ok=True)
                audio.write(kept, sound)
            words.append(listener.hear(sound))
            details.append({"participant": clip.participant, "number": clip.number} | about)
        counted = errors.word_errors(texts, words, given["normaliser"])
        told[label] = {
            "recogniser": listener.name,
            "noise": None if snr is None else given["noise"],
            "snr": snr,
            "normaliser": given["normaliser"],
            "wer": errors.word_error_rate(counted),
            "interval": errors.interval(counted),
            **{
                kind: sum(getattr(one, kind) for one in counted)
                for kind in ("substitutions", "deletions", "insertions", "words")
            },
        }
        transcripts.write(
            folder / f"{label}.json",
            {
                (clips[place].participant, clips[place].number): text
                for place, text in zip(chosen, words, strict=True)
            },
            told[label]
            | {"clips": [of | asdict(one) for of, one in zip(details, counted, strict=True)]},
        )
    return told


def _chosen(clips: Sequence[Any], participants: Collection[int]) -> list[int]:
    """Return the indices of the clips of these participants; of all clips if none is named.

    Raises:
        UserError: If a participant has no clips.
    """
    there = dict.fromkeys(clip.participant for clip in clips)
    if missing := sorted(set(participants) - set(there)):
        raise UserError(
            f"--participant {missing[0]}: has no clips. The participants are: "
            f"{', '.join(map(str, there))}."
        )
    return [
        place
        for place, clip in enumerate(clips)
        if not participants or clip.participant in participants
    ]


def _spoilt(
    place: int,
    clips: Sequence[Any],
    sounds: Mapping[int, audio.Samples],
    snr: float | None,
    given: dict[str, Any],
) -> tuple[audio.Samples, dict[str, Any]]:
    """Return a clip with noise, and which noise it is; the clip itself if `snr` is None."""
    if snr is None:
        return sounds[place], {}
    clip = clips[place]
    # Babble is mixed from other participants.
    others = [sound for one, sound in sounds.items() if clips[one].participant != clip.participant]
    seed = f"{given['seed']}/{clip.participant}/{clip.number}"
    mixed = Noise(given["noise"], others or [*sounds.values()]).over(sounds[place], snr, seed)
    return mixed.samples, {"noise": mixed.noise, "offset": mixed.offset, "seed": mixed.seed}


def _show(heard: dict[str, dict[str, Any]], given: dict[str, Any], folder: Path) -> int:
    """Print and plot the word error rates."""
    from webproctor.cli import show
    from webproctor.report.plots import draw_curves

    name = next(iter(heard.values()))["recogniser"]
    plot = folder / "wer.svg"
    draw_curves(
        plot,
        [label.removesuffix("-dB") for label in heard],
        {name: [of["wer"] for of in heard.values()]},
        across=f"signal-to-noise ratio in dB ({given['noise']})",
        up=f"word error rate ({given['normaliser']})",
        bands={name: [of["interval"] or (of["wer"],) * 2 for of in heard.values()]},
    )
    if given["as_json"]:
        click.echo(json.dumps({"folder": str(folder), "plot": str(plot), "conditions": heard}))
        return 0
    rows: list[list[str | int | float | None]] = [
        [
            label,
            of["wer"],
            *(of["interval"] or UNKNOWN),
            of["substitutions"],
            of["deletions"],
            of["insertions"],
            of["words"],
        ]
        for label, of in heard.items()
    ]
    columns = ["condition", "WER %", "95% from", "to", "subst.", "deleted", "inserted", "words"]
    title = f"{name}, noise {given['noise']}, normaliser {given['normaliser']}"
    show.table(Table(title=title, columns=columns, rows=rows), Console())
    click.echo(f"Transcripts: {folder}\nPlot: {plot}")
    return 0


command = PerBenchmark(
    "speech", _command, needs="clips", help="Transcribe spoken instructions with noise."
)
