"""Advanced Calendar: calculate with the times of a week's events."""

from collections.abc import Mapping
from dataclasses import replace

from webproctor.benchmarks.webgames.materials import questions as ask
from webproctor.benchmarks.webgames.materials.calendar import Calendar, Level, puzzle
from webproctor.benchmarks.webgames.play import Game, Variant, VariantName

_GOAL = "Study the week and answer all questions about its times. Days begin and end as shown."

_EASY = Level((ask.length_of, ask.is_there, ask.last_event, ask.end_of_last))
_BASE = Level((ask.free_minutes, ask.earliest_slot, ask.gap, ask.hours_on_day))
_HARD = Level(
    (
        ask.free_minutes,
        ask.latest_slot,
        ask.minutes_on_two_days,
        ask.day_with_most_time,
        ask.hours_on_day,
    ),
    first=8,
    last=19,
)


def _variants(easy: Level, base: Level, hard: Level) -> Mapping[VariantName, Variant[Level]]:
    id, title = "calendar2", "Advanced Calendar"
    return {
        "easy": Variant(f"{id}-easy", f"{title} (Easy)", _GOAL, "easy", easy),
        "base": Variant(id, title, _GOAL, "medium", base),
        "hard": Variant(f"{id}-hard", f"{title} (Hard)", _GOAL, "hard", hard),
    }


GAME = Game(
    family="calendar2",
    icon="📅",
    skills=("reading", "sums"),
    variants=_variants(_EASY, _BASE, _HARD),
    # The last published question asks for a day and its hours at once; here these are two.
    published=_variants(
        Level((ask.length_of, ask.is_there), feedback=True),
        Level((ask.free_minutes, ask.earliest_slot, ask.gap), feedback=True),
        replace(_HARD, feedback=True),
    ),
    puzzle=puzzle,
    play=Calendar,
    minimum_actions=lambda puzzle: len(puzzle.questions) + 1,
    tries=3,
)
