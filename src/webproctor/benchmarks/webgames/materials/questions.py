"""Questions about a week with their correct answers, and the check of an answer.

Each function of type `QuestionGenerator` generates one kind of question.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from webproctor.benchmarks.webgames.materials.week import DAYS, Event, Week, clock

Form = Literal["number", "day", "time", "yesno", "title", "titles"]
FORMS: dict[Form, str] = {
    "number": "a number",
    "day": "a day of the week",
    "time": "HH:MM",
    "yesno": "yes or no",
    "title": "the name of the event",
    "titles": "names, separated by commas, in order",
}


@dataclass(frozen=True)
class Question:
    """A question.

    Attributes:
        text: The question.
        form: The form of its answer.
        key: The correct answer.
    """

    text: str
    form: Form
    key: str


class Ambiguous(Exception):
    """The week has no single correct answer to this question."""


QuestionGenerator = Callable[[Random, Week], Question]
"""Generates one kind of question; raises `Ambiguous`."""


def is_correct(question: Question, answer: str) -> bool:
    """Return whether an answer is correct, ignoring case, whitespace and formats of times."""
    return _normalised(question.form, answer) == _normalised(question.form, question.key)


def _normalised(form: Form, text: str) -> str:
    text = " ".join(text.lower().split()).strip(" .")
    if form == "number":
        number = re.match(r"-?\d+(?:\.\d+)?", text)
        return f"{float(number[0]):g}" if number else text
    if form == "time":
        time = re.fullmatch(r"(\d{1,2})[:.h](\d{2})\s*(am|pm|a\.m|p\.m)?", text)
        if not time:
            return text
        hours = int(time[1])
        half = (time[3] or "").replace(".", "")
        hours += 12 if half == "pm" and hours < 12 else -12 if half == "am" and hours == 12 else 0
        return f"{hours:02}:{time[2]}"
    if form == "titles":
        return ",".join(part.strip() for part in text.split(","))
    return {"y": "yes", "n": "no"}.get(text, text) if form == "yesno" else text


def _index_of_maximum(values: list[int]) -> int:
    """Return the index of the highest value.

    Raises:
        Ambiguous: If it occurs more than once.
    """
    highest = max(values)
    if values.count(highest) != 1:
        raise Ambiguous
    return values.index(highest)


def _random_day(random: Random) -> tuple[int, str]:
    day = random.randrange(len(DAYS))
    return day, DAYS[day]


def events_on_day(random: Random, week: Week) -> Question:
    day, name = _random_day(random)
    return Question(f"How many events are on {name}?", "number", str(len(week.on(day))))


def is_on_day(random: Random, week: Week) -> Question:
    event = random.choice(list(week.events))
    day = random.choice([event.day, (event.day + random.randint(1, 4)) % 5])
    key = "yes" if day == event.day else "no"
    return Question(f"Is “{event.title}” on {DAYS[day]}?", "yesno", key)


def day_of_longest(random: Random, week: Week) -> Question:
    lengths = [event.minutes for event in week.events]
    event = week.events[_index_of_maximum(lengths)]
    return Question("On which day is the longest event?", "day", DAYS[event.day])


def count_starting_at(random: Random, week: Week) -> Question:
    start = random.choice([event.start for event in week.events])
    count = sum(event.start == start for event in week.events)
    return Question(f"How many events begin at {clock(start)}?", "number", str(count))


def event_length(random: Random, week: Week) -> Question:
    event = random.choice(list(week.events))
    return Question(f"How many minutes does “{event.title}” take?", "number", str(event.minutes))


def count_of_length(random: Random, week: Week) -> Question:
    minutes = random.choice((30, 60, 90))
    count = sum(event.minutes == minutes for event in week.events)
    return Question(f"How many events take exactly {minutes} minutes?", "number", str(count))


def hours_on_day(random: Random, week: Week) -> Question:
    day, name = _random_day(random)
    hours = sum(event.minutes for event in week.on(day)) / 60
    return Question(
        f"How many hours do the events on {name} take together?", "number", f"{hours:g}"
    )


def last_event(random: Random, week: Week) -> Question:
    day, name = _random_day(random)
    return Question(f"Which event is the last on {name}?", "title", week.on(day)[-1].title)


def end_of_last(random: Random, week: Week) -> Question:
    day, name = _random_day(random)
    key = clock(week.on(day)[-1].end)
    return Question(f"At what time does the last event on {name} end?", "time", key)


def events_in_order(random: Random, week: Week) -> Question:
    day, name = _random_day(random)
    key = ", ".join(event.title for event in week.on(day))
    return Question(f"Which events are on {name}, from first to last?", "titles", key)


def start_of_first(random: Random, week: Week) -> Question:
    day, name = _random_day(random)
    key = clock(week.on(day)[0].start)
    return Question(f"At what time does the first event on {name} begin?", "time", key)


def busiest_day(random: Random, week: Week) -> Question:
    counts = [len(week.on(day)) for day in range(len(DAYS))]
    return Question("Which day has the most events?", "day", DAYS[_index_of_maximum(counts)])


def day_with_most_time(random: Random, week: Week) -> Question:
    totals = [sum(event.minutes for event in week.on(day)) for day in range(len(DAYS))]
    busiest = DAYS[_index_of_maximum(totals)]
    return Question("On which day do events take the most time?", "day", busiest)


def free_minutes(random: Random, week: Week) -> Question:
    day, name = _random_day(random)
    free = 60 * (week.last - week.first) - sum(event.minutes for event in week.on(day))
    return Question(
        f"How many minutes of {name} between {clock(60 * week.first)} and {clock(60 * week.last)} "
        "are free?",
        "number",
        str(free),
    )


def earliest_slot(random: Random, week: Week) -> Question:
    day, name = _random_day(random)
    after = random.choice(week.on(day)[:-1])
    start = _first_free(week, day, after.end, 45)
    return Question(
        f"What is the earliest time on {name} after “{after.title}” at which a meeting of 45 "
        "minutes could begin?",
        "time",
        clock(start),
    )


def latest_slot(random: Random, week: Week) -> Question:
    day, name = _random_day(random)
    end = 60 * week.last
    for event in reversed(week.on(day)):
        if end - event.end >= 45:
            break
        end = min(end, event.start)
    else:
        raise Ambiguous
    return Question(
        f"What is the latest time on {name} at which a meeting of 45 minutes could begin that ends "
        f"by {clock(60 * week.last)}?",
        "time",
        clock(end - 45),
    )


def _first_free(week: Week, day: int, start: int, minutes: int) -> int:
    """Return the first minute of a day, from `start` on, at which this many minutes are free.

    Raises:
        Ambiguous: If there is none.
    """
    for event in week.on(day):
        if event.end > start and event.start < start + minutes:
            start = event.end
    if start + minutes > 60 * week.last:
        raise Ambiguous
    return start


def gap_between_events(random: Random, week: Week) -> Question:
    day, name = _random_day(random)
    events = week.on(day)
    first, second = _consecutive(random, events)
    return Question(
        f"How many minutes are there on {name} between the end of “{first.title}” and the start of "
        f"“{second.title}”?",
        "number",
        str(second.start - first.end),
    )


def _consecutive(random: Random, events: list[Event]) -> tuple[Event, Event]:
    index = random.randrange(len(events) - 1)
    return events[index], events[index + 1]


def minutes_on_two_days(random: Random, week: Week) -> Question:
    first, second = sorted(random.sample(range(len(DAYS)), 2))
    total = sum(event.minutes for day in (first, second) for event in week.on(day))
    return Question(
        f"How many minutes do the events on {DAYS[first]} and {DAYS[second]} take together?",
        "number",
        str(total),
    )


def generate_questions(
    random: Random, week: Week, kinds: Sequence[QuestionGenerator]
) -> tuple[Question, ...] | None:
    """Return one question of each kind, or None if one of them is ambiguous for this week."""
    try:
        return tuple(kind(random, week) for kind in kinds)
    except Ambiguous:
        return None
