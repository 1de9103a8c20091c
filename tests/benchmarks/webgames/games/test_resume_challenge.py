"""Resume detective: the page has the questions; only the file has the answers."""

from random import Random

import pytest

from webproctor.benchmarks.webgames.games.resume_challenge.game import FILE, ResumeDetective, puzzle
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence


@pytest.fixture
def play() -> ResumeDetective:
    play = ResumeDetective(puzzle(Random(3), None), ScriptedEvidence())
    play.view("")
    return play


def test_correct_facts_win_regardless_of_case_and_spaces(play: ResumeDetective) -> None:
    assert play.submit(facts={k: f" {v.upper()} " for k, v in play.puzzle.facts.items()})["won"]


def test_a_wrong_fact_is_named_and_counted_as_a_miss(play: ResumeDetective) -> None:
    assert play.submit(facts=play.puzzle.facts | {"phone": "112"}) == {"wrong": ["phone"]}
    assert play.evidence.episode[MISSES] == 1


def test_the_only_file_is_the_resume(play: ResumeDetective) -> None:
    file = play.file(FILE)
    assert file is not None
    assert file.body.startswith(b"%PDF")
    assert play.file("answers.json") is None
