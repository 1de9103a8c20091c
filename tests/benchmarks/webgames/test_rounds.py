"""Consecutive correct rounds: counted for the episode, not for one load of the page."""

from pathlib import Path

import pytest
from per_change import first

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.play import Play, ScriptedEvidence
from webproctor.core.actions import web


def test_enough_consecutive_correct_answers_complete_the_rounds() -> None:
    play = Play(None, ScriptedEvidence())
    assert not rounds.count_correct(play, 2)
    assert rounds.count_correct(play, 2)


def test_a_wrong_answer_is_a_miss_and_restarts_the_rounds() -> None:
    evidence = ScriptedEvidence()
    play = Play(None, evidence)
    rounds.count_correct(play, 2)
    rounds.count_wrong(play)
    assert evidence.episode["misses"] == 1
    assert rounds.round_data(play, 2) == {"number": 2, "round": 1, "rounds": 2}
    assert not rounds.count_correct(play, 2)


def test_reloading_the_page_keeps_the_round() -> None:
    evidence = ScriptedEvidence()
    rounds.count_wrong(Play(None, evidence))
    rounds.count_correct(Play(None, evidence), 2)
    assert rounds.round_data(Play(None, evidence), 2) == {"number": 2, "round": 2, "rounds": 2}


@pytest.mark.parametrize(
    ("id", "presses"),
    first(
        ("stock-market", ["#ticker", "button.primary"]),
        ("webgl-text", ["#name", "button.primary"]),
        ("slider-symphony-easy", ["#check"]),
        ("robo-check", ["[data-id=human]", "#verify"]),
        ("pixel-copy-easy", [".cell"]),
        count=2,
    ),
)
async def test_a_double_click_answers_one_round(
    executable: Path, id: str, presses: list[str]
) -> None:
    """Press elements, type an `x`, and double-click the last element."""
    async with WebGames([suite.entries()[id]], clock="virtual") as games:
        [task] = games.tasks()
        async with games.session(task) as session:
            for selector in presses:
                [element, *_] = await session.page.call("elements.seen", selector)
                box = element["box"]
                x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
                is_last = selector == presses[-1]
                await session.act(web.Click(x=x, y=y, count=2 if is_last else 1))
                if not is_last:
                    await session.act(web.Press(keys="x"))
            assert session.game_session.misses == 1
