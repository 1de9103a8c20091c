"""Tests of `webproctor dump`."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Program = Callable[..., subprocess.CompletedProcess[str]]

TASK = ("turkingbench", "--task", "Headline rewriting", "--instances", "1")


@pytest.mark.usefixtures("executable")
def test_json_lists_what_was_written(program: Program, tmp_path: Path):
    done = program("dump", *TASK, "--out", "here", "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary == {
        "file": "here/demonstrations.jsonl",
        "instances": 1,
        "fields": len(json.loads((tmp_path / summary["file"]).read_text())["fields"]),
        "left_out": [],
    }


@pytest.mark.usefixtures("executable")
def test_output_lists_written_and_skipped_instances(program: Program, tmp_path: Path):
    task = tmp_path / "tasks" / "Only"
    task.mkdir(parents=True)
    (task / "template.html").write_text("<textarea name=q></textarea>")
    (task / "batch.csv").write_text("text,Answer.q\nx,a < b\n")
    done = program("dump", "turkingbench", "--data", ".", "--split", "all", "--out", "here")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "here/demonstrations.jsonl: 0 instances with 0 fields",
        "Left out because the oracle did not solve them: 1",
        "  Only/0: 80.0 %, no worker's answers get the full score",
    ]


@pytest.mark.usefixtures("executable")
def test_screenshots_and_states_are_written_on_request(program: Program, tmp_path: Path):
    program("dump", *TASK, "--out", "here", "--include-screenshots", "--states", "--parallel", "1")
    assert {path.name for path in (tmp_path / "here").iterdir()} == {
        "demonstrations.jsonl", "images", "states"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["turkingbench", "--split", "test", "--out", "here"], "--allow-test"),
        (["turkingbench", "--split", "train"], "--out"),
        (["turkingbench", "--out", "here", "--parallel", "0"], "--parallel"),
        (["turkinbench", "--out", "here"], "no benchmark 'turkinbench'"),
    ],
)
def test_user_errors_are_printed(program: Program, arguments: list[str], message: str):
    done = program("dump", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
