"""Transcripts replace the instructions, and their provenance is recorded."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.benchmarks.realwebassist.clips import clips
from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.cli import command
from webproctor.core.errors import UserError
from webproctor.methods.speech import transcripts


def test_transcripts_survive_writing_and_reading(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    texts = {(1, 1): "go", (1, 2): "stop", (12, 1): "é"}
    transcripts.write(path, texts, {"recogniser": "ear"})
    assert transcripts.read(path) == texts
    assert json.loads(path.read_text())["recogniser"] == "ear"


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"transcripts": {"a": {}, "1": {"x": "y"}}}'])
def test_an_invalid_transcripts_file_is_a_user_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.json"
    path.write_text(text)
    with pytest.raises(UserError, match=r"not a transcripts file|is not JSON"):
        transcripts.read(path)


@pytest.mark.parametrize("text", ["null", '["go", "on"]', '[{"start": 0, "text": "go"}]'])
def test_a_transcript_that_is_not_a_text_is_a_user_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.json"
    path.write_text(f'{{"transcripts": {{"3": {{"2": {text}}}}}}}')
    with pytest.raises(UserError, match=r"participant 3, instruction 2: .* must be a text"):
        transcripts.read(path)


def test_every_instruction_has_a_clip() -> None:
    steps = Dataset(SAMPLE).steps
    assert len(clips()) == len({(step.participant, step.utterance) for step in steps})


def test_a_missing_clip_is_a_user_error(tmp_path: Path) -> None:
    folder = tmp_path / "1"
    folder.mkdir()
    named = folder / "questions_with_task_updated.json"
    named.write_bytes((SAMPLE / "1" / named.name).read_bytes())
    with pytest.raises(UserError, match="found 0 audio files for 20 instructions"):
        clips(tmp_path)


@pytest.fixture
def heard(tmp_path: Path) -> Path:
    texts = {(clip.participant, clip.number): f"heard {clip.number}" for clip in clips()}
    path = tmp_path / "heard.json"
    transcripts.write(path, texts, {})
    return path


async def test_transcripts_also_replace_instructions_in_the_history(heard: Path) -> None:
    benchmark = realwebassist(transcripts=heard, past=1)
    task = benchmark.tasks()[0]
    async with benchmark.session(task) as session:
        assert (await session.observe()).instruction == "heard 1"
        from webproctor.core.actions.web import Wait

        await session.act(Wait())
        seen = await session.observe()
    assert seen.instruction == "heard 2"
    assert seen.history is not None
    assert seen.history[0].startswith("Instruction: heard 1\n")


def test_transcripts_are_part_of_the_condition(heard: Path) -> None:
    assert realwebassist(transcripts=heard).condition != realwebassist().condition


def test_transcripts_without_an_instruction_are_a_user_error(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    transcripts.write(path, {(1, 1): "go"}, {})
    with pytest.raises(UserError, match="no instruction 2 of participant 1"):
        realwebassist(transcripts=path)


@pytest.mark.exhaustive
def test_the_command_writes_transcripts_rates_and_a_plot(tmp_path: Path) -> None:
    pytest.importorskip("pocketsphinx", reason="needs the extra `speech`")
    arguments = ["speech", "realwebassist", "--recogniser", "pocketsphinx", "--snr", "clean,5"]
    given = [*arguments, "--out", str(tmp_path), "--agent", "noisy-oracle", "--json"]
    outcome = CliRunner().invoke(command, given, standalone_mode=False)
    assert outcome.exception is None, outcome.output
    summary = json.loads(outcome.stdout)
    rates = {point["value"]: point["figures"]["WER"] for point in summary["points"]}
    assert list(rates) == ["as said", "clean", "5-dB"]
    assert rates["clean"] <= 0.05 < 0.3 < rates["5-dB"]
    kept = json.loads((tmp_path / "5-dB.json").read_text())
    assert kept["normaliser"] == "english"
    assert {"noise", "offset", "seed", "reference", "hypothesis"} <= kept["clips"][0].keys()
    assert (tmp_path / "sweep.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["--snr", "loud"], "give numbers in dB or `clean`"),
        (["--recogniser", "parrot"], "no recogniser 'parrot'"),
        (["--noise", "thunder", "--snr", "5"], "noise 'thunder'"),
    ],
)
def test_invalid_arguments_are_user_errors(more: list[str], what: str, tmp_path: Path) -> None:
    arguments = ["speech", "realwebassist", "--recogniser", "pocketsphinx", "--out", str(tmp_path)]
    with pytest.raises(UserError, match=what):
        CliRunner().invoke(
            command, [*arguments, *more], standalone_mode=False, catch_exceptions=False
        )


def test_a_benchmark_without_speech_says_so() -> None:
    with pytest.raises(UserError, match="webgames has no spoken instructions"):
        CliRunner().invoke(
            command, ["speech", "webgames"], standalone_mode=False, catch_exceptions=False
        )
