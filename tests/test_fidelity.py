"""docs/fidelity.md: complete, up to date, and with commands that are accepted."""

import contextlib
import csv
import re
import shlex

import click
import pytest
from repository import ROOT, script

from webproctor.cli import command

SCRIPT = script("write_fidelity")
LINES = [line for _, lines, _ in SCRIPT.PAPERS for line in lines()]


def test_the_page_is_up_to_date_with_the_script() -> None:
    page = (ROOT / "docs/fidelity.md").read_text(encoding="utf-8")
    assert page == "\n".join(SCRIPT.page()).rstrip() + "\n"


@pytest.mark.parametrize("benchmark", ["webgames", "turkingbench", "mind2web", "realwebassist"])
def test_every_published_result_is_on_the_page(benchmark: str) -> None:
    path = ROOT / f"src/webproctor/benchmarks/{benchmark}/published.csv"
    with path.open(encoding="utf-8", newline="") as file:
        keys = ("model", "method", "planner", "grounder", "metric")
        wanted = [[row[key] for key in keys if row.get(key)] for row in csv.DictReader(file)]
    texts = [f"{line.row} {line.figures}" for line in LINES]
    missing = [row for row in wanted if not any(all(part in one for part in row) for one in texts)]
    assert wanted
    assert not missing


def test_a_row_without_a_command_has_a_reason() -> None:
    assert all(line.command or line.note for line in LINES)


def test_every_command_is_accepted() -> None:
    for line in dict.fromkeys(line.command for line in LINES if line.command):
        _parse(command, "webproctor", shlex.split(line))


def test_every_command_in_a_note_is_accepted() -> None:
    commands = {one for line in LINES for one in re.findall("`webproctor ([^`]+)`", line.note)}
    assert commands
    for line in commands:
        # Notes leave out options that are required, such as --out.
        with contextlib.suppress(click.MissingParameter):
            _parse(command, "webproctor", shlex.split(line))


def test_whisper_weights_for_transformers_are_named_with_their_owner() -> None:
    page = "\n".join(SCRIPT.page())
    named = re.findall(r"--recogniser ([\w-]+):(\S+?)[ `]", page)
    assert named
    assert all("/" in weights for name, weights in named if name == "whisper")


@pytest.mark.parametrize("transcript", ["whisper-large-v3", "whisper-large-v3+noise"])
def test_only_noisy_transcripts_are_created_with_noise(transcript: str) -> None:
    [line] = [one for one in LINES if one.row.endswith(f", {transcript}")]
    assert ("--snr" in line.note) == transcript.endswith("noise")


def _parse(of: click.Command, name: str, arguments: list[str]) -> None:
    if isinstance(of, click.Group):
        first, *rest = arguments
        found = of.get_command(click.Context(of, info_name=name), first)
        assert found is not None, arguments
        _parse(found, first, rest)
    else:
        of.make_context(name, list(arguments))
