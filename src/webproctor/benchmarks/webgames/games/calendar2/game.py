"""Advanced Calendar: calculate with the times of a week's events.

All answers are checked at once; play and page are shared with Calendar Comprehension.
"""

from dataclasses import replace
from functools import partial

from webproctor.benchmarks.webgames.materials import questions
from webproctor.benchmarks.webgames.materials.calendar import Calendar, Level, puzzle, variants
from webproctor.benchmarks.webgames.play import Game

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


_variants = partial(variants, "calendar2", "Advanced Calendar", _GOAL)

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
