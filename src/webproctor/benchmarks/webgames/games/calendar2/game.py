"""Advanced Calendar: calculate with the times of a week's events."""

from webproctor.benchmarks.webgames.materials import questions as ask
from webproctor.benchmarks.webgames.materials.calendar import Calendar, Level, puzzle
from webproctor.benchmarks.webgames.play import Game, Variant

_GOAL = "Study the week and answer all questions about its times. Days begin and end as shown."

GAME = Game(
    family="calendar2",
    icon="📅",
    skills=("reading", "sums"),
    variants={
        "easy": Variant(
            "calendar2-easy",
            "Advanced Calendar (Easy)",
            _GOAL,
            "easy",
            Level((ask.length_of, ask.is_there, ask.last_event, ask.end_of_last)),
        ),
        "base": Variant(
            "calendar2",
            "Advanced Calendar",
            _GOAL,
            "medium",
            Level((ask.free_minutes, ask.earliest_slot, ask.gap, ask.hours_on_day)),
        ),
        "hard": Variant(
            "calendar2-hard",
            "Advanced Calendar (Hard)",
            _GOAL,
            "hard",
            Level(
                (
                    ask.free_minutes,
                    ask.latest_slot,
                    ask.minutes_on_two_days,
                    ask.day_with_most_time,
                    ask.hours_on_day,
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
