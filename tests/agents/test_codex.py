"""Usage of the requests of Codex, read from its session files."""

import json
import os
from pathlib import Path

import pytest

from webproctor.agents.codex import CodexUsage
from webproctor.environments.isolation.removal import remove

Tokens = tuple[int, int, int]
Event = tuple[Tokens, Tokens]


def write(home: Path, name: str, *events: Event) -> None:
    """Write a session file of events: the tokens of all requests, and of the last one.

    Tokens are those of the input, of its cached part, and of the output.
    """
    folder = home / "sessions/2026/01/31"
    folder.mkdir(parents=True, exist_ok=True)
    kinds = ("input_tokens", "cached_input_tokens", "output_tokens")
    lines: list[object] = [{"type": "event_msg", "payload": {"type": "token_count", "info": None}}]
    for event in events:
        total, last = (dict(zip(kinds, tokens, strict=True)) for tokens in event)
        info = {"total_token_usage": total, "last_token_usage": last}
        lines.append({"type": "event_msg", "payload": {"type": "token_count", "info": info}})
    (folder / f"rollout-{name}.jsonl").write_text("\n".join(map(json.dumps, lines)))


def reported(home: Path) -> list[Tokens]:
    used = CodexUsage(home, "openai/gpt-5").reported()
    assert {(one.model, one.requests) for one in used} == {("openai/gpt-5", 1)}
    return [(one.input_tokens, one.cached_input_tokens, one.output_tokens) for one in used]


def test_an_event_that_is_written_twice_is_counted_once(tmp_path: Path) -> None:
    first, second = (1000, 0, 100), (1200, 900, 100)
    both = (2200, 900, 200)
    # After a compaction, the last usage is only an estimate of the context.
    compacted = (0, 0, 0)
    write(
        tmp_path,
        "a",
        *((first, first), (first, first), (both, second), (both, second), (both, compacted)),
    )
    assert reported(tmp_path) == [first, second]


def test_requests_with_the_same_usage_are_each_counted(tmp_path: Path) -> None:
    one, two = (1000, 0, 100), (2000, 0, 200)
    write(tmp_path, "a", (one, one), (two, one))
    write(tmp_path, "b", (one, one))
    assert reported(tmp_path) == [one, one, one]


def test_requests_after_a_full_context_window_are_counted(tmp_path: Path) -> None:
    one, none = (1000, 0, 100), (0, 0, 0)
    write(tmp_path, "a", (one, one), (none, none), (one, one))
    assert reported(tmp_path) == [one, one]


def test_deeply_nested_folders_of_the_program_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a", ((1000, 0, 100), (1000, 0, 100)))
    monkeypatch.chdir(tmp_path / "sessions")
    for _ in range(2000):
        Path("d").mkdir()
        os.chdir("d")
    monkeypatch.chdir(tmp_path)
    try:
        assert reported(tmp_path) == [(1000, 0, 100)]
    finally:  # Pytest cannot remove them.
        remove(tmp_path / "sessions")
