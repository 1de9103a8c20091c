"""Calendar Comprehension: answer questions about the events of a week.

All answers are checked at once; play and page are shared with Advanced Calendar.
"""

from dataclasses import replace
from functools import partial

from webproctor.benchmarks.webgames.materials import questions
from webproctor.benchmarks.webgames.materials.calendar import Calendar, Level, puzzle, variants
from webproctor.benchmarks.webgames.play import Game

_GOAL = "Study the week and answer all questions about its events."

_EASY = Level(
    (questions.events_on_day, questions.is_on_day, questions.last_event, questions.start_of_first)
)
_BASE = Level(
    (
        questions.events_on_day,
        questions.day_of_longest,
        questions.count_starting_at,
        questions.event_length,
        questions.count_of_length,
    )
)
_HARD = Level(
    (
        questions.hours_on_day,
        questions.last_event,
        questions.end_of_last,
        questions.count_of_length,
        questions.events_in_order,
        questions.start_of_first,
        questions.busiest_day,
    ),
    first=8,
    last=19,
)


_variants = partial(variants, "calendar-comprehension", "Calendar Comprehension", _GOAL)

GAME = Game(
    family="calendar-comprehension",
    icon="📆",
    skills=("reading", "vision"),
    variants=_variants(_EASY, _BASE, _HARD),
    published=_variants(
        Level((questions.events_on_day, questions.is_on_day), feedback=True),
        replace(_BASE, feedback=True),
        replace(_HARD, feedback=True),
    ),
    puzzle=puzzle,
    play=Calendar,
    minimum_actions=lambda puzzle: len(puzzle.questions) + 1,
    tries=3,
)
