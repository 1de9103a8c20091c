"""Key Combo: recorded keys that are down at the same time, and no others."""

from pathlib import Path

import pytest

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.games.key_combo.game import Combo
from webproctor.benchmarks.webgames.play import ScriptedEvidence

KEYS = ["Control", "Alt", "Shift", "F"]


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> Combo:
    return Combo(("Control", "Alt", "Shift", "f"), evidence)


def press(evidence: ScriptedEvidence, *keys: str) -> None:
    for key in keys:
        evidence.record("key", detail=key)


def test_all_keys_at_once_win(play: Combo, evidence: ScriptedEvidence) -> None:
    press(evidence, *KEYS)
    assert play.pressed(keys=KEYS)["won"]


def test_a_key_too_many_does_not_win(play: Combo, evidence: ScriptedEvidence) -> None:
    press(evidence, *KEYS, "g")
    assert play.pressed(keys=[*KEYS, "G"]) == {}


def test_keys_one_after_another_do_not_win(play: Combo, evidence: ScriptedEvidence) -> None:
    for key in KEYS:
        press(evidence, key)
        evidence.record("keyup", detail=key)
    assert play.pressed(keys=KEYS) == {}


def test_a_key_that_was_released_in_another_window_does_not_count(
    play: Combo, evidence: ScriptedEvidence
) -> None:
    press(evidence, "Tab", *KEYS)
    assert play.pressed(keys=KEYS)["won"]


def key(name: str, code: str, *, down: bool = True) -> dict[str, str]:
    return {"type": "rawKeyDown" if down else "keyUp", "key": name, "code": code}


@pytest.mark.parametrize(
    "before",
    [
        [],
        # The name of a key changes when Shift is released first.
        [key("!", "Digit1"), key("1", "Digit1", down=False)],
    ],
)
async def test_keys_are_known_under_all_their_names(
    executable: Path, before: list[dict[str, str]]
) -> None:
    entry = suite.entries()["key-combo-hard"]
    async with (
        WebGames([entry], clock="virtual") as games,
        games.session(games.tasks()[0]) as session,
    ):
        letter = session.game_session.puzzle[-1].upper()
        # Linux calls Alt "Meta" while Shift is held.
        combination = [
            key("Shift", "ShiftLeft"),
            {**key("Meta", "AltLeft"), "modifiers": 9},
            key("Control", "ControlLeft"),
            key(letter, f"Key{letter}"),
        ]
        for event in [*before, *combination]:
            await session.page.send("Input.dispatchKeyEvent", event)
        await session.wait_until_idle()
        assert session.game_session.password is not None
