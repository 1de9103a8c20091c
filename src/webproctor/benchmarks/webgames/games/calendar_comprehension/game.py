"""Calendar Comprehension: answer questions about the events of a week."""

from webproctor.benchmarks.webgames.materials import questions as ask
from webproctor.benchmarks.webgames.materials.calendar import Calendar, Level, puzzle
from webproctor.benchmarks.webgames.play import Game, Variant

_GOAL = "Study the week and answer all questions about its events."

GAME = Game(
    family="calendar-comprehension",
    icon="📆",
    skills=("reading", "vision"),
    variants={
        "easy": Variant(
            "calendar-comprehension-easy",
            "Calendar Comprehension (Easy)",
            _GOAL,
            "easy",
            Level((ask.events_on_day, ask.is_there, ask.last_event, ask.earliest_start)),
        ),
        "base": Variant(
            "calendar-comprehension",
            "Calendar Comprehension",
            _GOAL,
            "medium",
            Level(
                (
                    ask.events_on_day,
                    ask.day_of_longest,
                    ask.starts_at,
                    ask.length_of,
                    ask.of_length,
                )
            ),
        ),
        "hard": Variant(
            "calendar-comprehension-hard",
            "Calendar Comprehension (Hard)",
            _GOAL,
            "hard",
            Level(
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
            ),
        ),
    },
    puzzle=puzzle,
    play=Calendar,
    minimum_actions=lambda puzzle: len(puzzle.questions) + 1,
    tries=3,
)
