"""Verify challenge: codes are images, and reloading the page does not bring one back."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.benchmark import webgames
from webproctor.benchmarks.webgames.games.verify_challenge.game import (
    GAME,
    TRIES_PER_CODE,
    Verify,
    code,
    puzzle,
)
from webproctor.benchmarks.webgames.leaks import find_facts
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence
from webproctor.core.actions import web


def new_play(evidence: ScriptedEvidence) -> Verify:
    play = Verify(puzzle(Random(1), GAME.variants["base"].level), evidence)
    play.view("")
    return play


def test_the_code_wins_in_lower_case() -> None:
    play = new_play(ScriptedEvidence())
    assert play.check(text=code(play.puzzle, 0).lower())["won"]


def test_a_code_is_replaced_for_the_episode_after_too_many_wrong_tries() -> None:
    evidence = ScriptedEvidence()
    play = new_play(evidence)
    replies = [play.check(text="?") for _ in range(TRIES_PER_CODE)]
    assert [reply["replaced"] for reply in replies] == [False] * (TRIES_PER_CODE - 1) + [True]
    assert evidence.episode[MISSES] == TRIES_PER_CODE
    reloaded = new_play(evidence)
    assert reloaded.file("code-1.png") is not None
    assert reloaded.file("code-2.png") is None
    assert reloaded.check(text=code(reloaded.puzzle, 1))["won"]


def test_the_page_does_not_receive_the_code() -> None:
    play = new_play(ScriptedEvidence())
    assert GAME.hidden is not None
    assert not find_facts(f"{play.view('')} {play.new_code()}", GAME.hidden(play.puzzle))


@pytest.mark.usefixtures("executable")
async def test_a_code_that_is_inserted_at_once_wins() -> None:
    benchmark = webgames(task=("verify-challenge",), clock="virtual")
    [task] = benchmark.tasks()
    async with benchmark, benchmark.session(task) as session:
        session_code = code(session.game_session.puzzle, 0)
        while await session.page.run("document.activeElement.id") != "code":
            await session.act(web.Press(keys="Tab"))
        inserted = len(session.inputs)
        await session.act(web.InsertText(text=session_code))
        assert [event.detail for event in session.inputs[inserted:]] == [session_code]
        await session.act(web.Press(keys="Enter"))
        assert session.game_session.password is not None
        assert session.game_session.faults == []


@pytest.mark.usefixtures("executable")
async def test_a_double_click_checks_a_code_once_and_requests_one_new_code() -> None:
    benchmark = webgames(task=("verify-challenge",), clock="virtual")
    [task] = benchmark.tasks()
    async with benchmark, benchmark.session(task) as session:
        observation = await session.observe(frozenset({"elements"}))
        marks = {element.label: element.index for element in observation.read("elements")}
        field = next(index for label, index in marks.items() if label.startswith("Code ("))
        await session.act(web.Type(element=field, text="WRONG9"))
        await session.act(web.Click(element=marks["Verify"], count=2))
        await session.act(web.Click(element=marks["New code"], count=2))
        stored = session.game_session.stored
        assert (stored[MISSES], stored["code"]) == (1, 1)
