"""Text mirror: a wrong copy is counted, and the line of the first difference is told."""

from random import Random

from webproctor.benchmarks.webgames.games.text_mirror.game import GAME, Mirror, puzzle
from webproctor.benchmarks.webgames.play import MISSES, ScriptedEvidence


def test_a_wrong_copy_is_counted_and_its_line_is_told() -> None:
    play = Mirror(puzzle(Random(1), GAME.variants["easy"].level), ScriptedEvidence())
    first, _, last = play.puzzle.text.split("\n")
    assert play.check(text=f"{first}\n?\n{last}") == {"line": 2}
    assert play.evidence.episode[MISSES] == 1
    assert play.check(text=play.puzzle.text)["won"]
