"""Advanced Calendar: calculate with the times of a week's events.

All answers are checked at once; play and page are shared with Calendar Comprehension.
"""

from collections.abc import Mapping
from dataclasses import replace

from webproctor.benchmarks.webgames.materials import questions
from webproctor.benchmarks.webgames.materials.calendar import Calendar, Level, puzzle
from webproctor.benchmarks.webgames.play import Game, Variant, VariantName

_GOAL = "Study the week and answer all questions about its times. Days begin and end as shown."

_EASY = Level(
    (questions.event_length, questions.is_on_day, questions.last_event, questions.end_of_last)
)
_BASE = Level(
    (
        questions.free_minutes,
        questions.earliest_slot,
        questions.gap_between_events,
        questions.hours_on_day,
    )
)
_HARD = Level(
    (
        questions.free_minutes,
        questions.latest_slot,
        questions.minutes_on_two_days,
        questions.day_with_most_time,
        questions.hours_on_day,
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
    # The last published question of the hard variant asks for a day and its hours at once; here
    # these are two questions.
    published=_variants(
        Level((questions.event_length, questions.is_on_day), feedback=True),
        Level(
            (questions.free_minutes, questions.earliest_slot, questions.gap_between_events),
            feedback=True,
        ),
        replace(_HARD, feedback=True),
    ),
    puzzle=puzzle,
    play=Calendar,
    minimum_actions=lambda puzzle: len(puzzle.questions) + 1,
    tries=3,
)
