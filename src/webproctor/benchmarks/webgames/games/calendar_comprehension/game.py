"""Calendar Comprehension: answer questions about the events of a week."""

from collections.abc import Mapping
from dataclasses import replace

from webproctor.benchmarks.webgames.materials import questions as ask
from webproctor.benchmarks.webgames.materials.calendar import Calendar, Level, puzzle
from webproctor.benchmarks.webgames.play import Game, Variant, VariantName

_GOAL = "Study the week and answer all questions about its events."

_EASY = Level((ask.events_on_day, ask.is_there, ask.last_event, ask.earliest_start))
_BASE = Level((ask.events_on_day, ask.day_of_longest, ask.starts_at, ask.length_of, ask.of_length))
_HARD = Level(
    (
        ask.hours_on_day,
        ask.last_event,
        ask.end_of_last,
        ask.of_length,
        ask.events_in_order,
        ask.earliest_start,
        ask.busiest_day,
    ),
    first=8,
    last=19,
)


def _variants(easy: Level, base: Level, hard: Level) -> Mapping[VariantName, Variant[Level]]:
    id, title = "calendar-comprehension", "Calendar Comprehension"
    return {
        "easy": Variant(f"{id}-easy", f"{title} (Easy)", _GOAL, "easy", easy),
        "base": Variant(id, title, _GOAL, "medium", base),
        "hard": Variant(f"{id}-hard", f"{title} (Hard)", _GOAL, "hard", hard),
    }


GAME = Game(
    family="calendar-comprehension",
    icon="📆",
    skills=("reading", "vision"),
    variants=_variants(_EASY, _BASE, _HARD),
    published=_variants(
        Level((ask.events_on_day, ask.is_there), feedback=True),
        replace(_BASE, feedback=True),
        replace(_HARD, feedback=True),
    ),
    puzzle=puzzle,
    play=Calendar,
    minimum_actions=lambda puzzle: len(puzzle.questions) + 1,
    tries=3,
)
