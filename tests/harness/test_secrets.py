"""Tests that keys and passwords are redacted everywhere in a run's folder."""

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from in_memory import MEMORY, answers
from inspect_ai.log import read_eval_log
from models.server import Fault, ModelServer

from webproctor.core.errors import UserError
from webproctor.harness.models import ModelSettings
from webproctor.harness.runs import run
from webproctor.report.page import write_report

Start = Callable[[ModelServer], int]
PASSWORD, KEY, VARIABLE = "planted-password", "sk-planted0123456789abcdef", "planted by its name"


def places(folder: Path, secret: str) -> list[str]:
    """Return the occurrences of a secret in a folder's files, with context."""
    found = []
    for part in contents(folder).split("\n\n"):
        at = part.find(secret)
        if at >= 0:
            found.append(part[:80] + " ... " + part[max(0, at - 200) : at + 60])
    return found


def contents(folder: Path) -> str:
    """Return the content of all files in a folder, including packed logs."""
    parts = []
    for path in folder.rglob("*"):
        if path.suffix == ".eval" and zipfile.is_zipfile(path):
            parts.append(f"{path.name}: {read_eval_log(str(path)).model_dump_json()}")
        elif path.is_file():
            parts.append(f"{path.name}: {path.read_bytes().decode('utf-8', 'replace')}")
    return "\n\n".join(parts)


def test_api_keys_of_models_are_not_stored(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOCAL_API_KEY", VARIABLE)
    echo = Fault(status=400, message=f"bad key {KEY} of {VARIABLE}, password={PASSWORD}")
    port = start(ModelServer(answers, always=echo))
    model = ModelSettings(
        name="openai-api/loopback/scripted",
        base_url=f"http://me:{PASSWORD}@127.0.0.1:{port}/v1",
        arguments={"api_key": KEY},
        retries=1,
    )
    folder = tmp_path / "run"
    done = run(MEMORY, "web", model=model, folder=folder, limit=1)
    write_report(done)
    kept = contents(folder)
    assert "bad key" in kept
    assert f"127.0.0.1:{port}" in kept
    for secret in (PASSWORD, KEY, VARIABLE):
        assert places(folder, secret) == []


@pytest.mark.exhaustive
def test_credentials_in_an_address_are_needed_again_to_resume(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOPBACK_BASE_URL", "http://127.0.0.1:1/v1")
    server = ModelServer(answers, always=Fault(status=500, message="not now"))
    port = start(server)
    model = ModelSettings(
        name="openai-api/loopback/scripted",
        base_url=f"http://me:{PASSWORD}@127.0.0.1:{port}/v1",
        arguments={"api_key": KEY},
        retries=0,
    )
    how: Any = {"limit": 1, "folder": tmp_path / "run"}
    run(MEMORY, "web", model=model, **how)
    server.always = None
    elsewhere = model.model_copy(update={"base_url": None})
    with pytest.raises(UserError, match="give the whole address again with --base-url") as refused:
        run(MEMORY, "web", model=elsewhere, resume=True, **how)
    assert PASSWORD not in str(refused.value)
    count = len(server.requests)
    assert run(MEMORY, "web", model=model, resume=True, **how).complete
    assert len(server.requests) > count
    assert places(tmp_path / "run", PASSWORD) == []


def test_secrets_in_a_command_are_not_stored(tmp_path: Path, executable: Path) -> None:
    folder = tmp_path / "run"
    done = run(
        "webgames",
        "external",
        settings={"task": ("date",)},
        agent_settings={"command": f"/bin/true --api-key {PASSWORD} {KEY}"},
        folder=folder,
    )
    write_report(done)
    kept = contents(folder)
    assert "/bin/true --api-key" in kept
    for secret in (PASSWORD, KEY):
        assert places(folder, secret) == []
    again = {"command": f"/bin/true --api-key {PASSWORD} {KEY}"}
    resumed = run(
        "webgames",
        "external",
        settings={"task": ("date",)},
        agent_settings=again,
        folder=folder,
        resume=True,
    )
    assert resumed.complete == done.complete
