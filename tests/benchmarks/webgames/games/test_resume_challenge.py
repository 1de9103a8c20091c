"""Resume detective: the page knows what is asked for, the file alone holds the answers."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.resume_challenge.game import FILE, Detective, puzzle
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence


@pytest.fixture
def play() -> Detective:
    play = Detective(puzzle(Random(3), None), ScriptedEvidence())
    play.view("")
    return play


def test_all_facts_win_whatever_their_capitals_and_blanks(play: Detective) -> None:
    assert play.submit(facts={k: f" {v.upper()} " for k, v in play.puzzle.facts.items()})["won"]


def test_one_wrong_fact_is_named_and_is_a_miss(play: Detective) -> None:
    assert play.submit(facts=play.puzzle.facts | {"phone": "112"}) == {"wrong": ["phone"]}
    assert play.evidence.episode[MISSES] == 1


def test_the_only_file_is_the_resume(play: Detective) -> None:
    file = play.file(FILE)
    assert file is not None
    assert file.body.startswith(b"%PDF")
    assert play.file("answers.json") is None
