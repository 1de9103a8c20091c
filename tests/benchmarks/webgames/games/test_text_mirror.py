"""Text mirror: a wrong copy is counted, and the line of the first difference is returned."""

from random import Random

from webproctor.benchmarks.webgames.games.text_mirror.game import GAME, Mirror, puzzle
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence


def test_a_wrong_copy_is_counted_and_its_line_is_returned() -> None:
    play = Mirror(puzzle(Random(1), GAME.variants["easy"].level), ScriptedEvidence())
    first, _, last = play.puzzle.text.split("\n")
    assert play.check(text=f"{first}\n?\n{last}") == {"wrong": True, "line": 2}
    assert play.evidence.episode[MISSES] == 1
    assert play.check(text=play.puzzle.text)["won"]


def test_the_trailing_newline_of_the_published_program_must_be_copied() -> None:
    play = Mirror(puzzle(Random(1), GAME.published["hard"].level), ScriptedEvidence())
    text = play.puzzle.text
    assert text.endswith("\n")
    assert play.check(text=text.removesuffix("\n")) == {"wrong": True}
    assert play.check(text=text)["won"]


def test_a_trailing_newline_after_the_default_program_does_not_count() -> None:
    level = GAME.variants["hard"].level
    for end in ("", "\n"):
        play = Mirror(puzzle(Random(1), level), ScriptedEvidence())
        assert play.check(text=play.puzzle.text + end)["won"]
