"""Questions about a week, with their answer keys, and a comparison that ignores spelling variants.

Each function of type `Ask` generates one kind of question and raises `Ambiguous` if the week has no
single correct answer to it.
"""

import re
from collections.abc import Callable
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
    """A question, the form of its answer, and the only correct answer."""

    text: str
    form: Form
    key: str


class Ambiguous(Exception):
    """The week has no single correct answer to this question."""


Ask = Callable[[Random, Week], Question]


def same(form: Form, key: str, answer: str) -> bool:
    """Return whether an answer equals the key, ignoring case, whitespace and formats of times."""
    return _plain(form, answer) == _plain(form, key)


def _plain(form: Form, text: str) -> str:
    text = " ".join(text.lower().split()).strip(" .")
    if form == "number":
        found = re.match(r"-?\d+(?:\.\d+)?", text)
        return f"{float(found[0]):g}" if found else text
    if form == "time":
        found = re.fullmatch(r"(\d{1,2})[:.h](\d{2})\s*(am|pm|a\.m|p\.m)?", text)
        if not found:
            return text
        hours = int(found[1])
        half = (found[3] or "").replace(".", "")
        hours += 12 if half == "pm" and hours < 12 else -12 if half == "am" and hours == 12 else 0
        return f"{hours:02}:{found[2]}"
    if form == "titles":
        return ",".join(part.strip() for part in text.split(","))
    return {"y": "yes", "n": "no"}.get(text, text) if form == "yesno" else text


def _only(values: list[int], best: Callable[[list[int]], int]) -> int:
    """Return the index of the best value.

    Raises:
        Ambiguous: If several values are equally good.
    """
    wanted = best(values)
    if values.count(wanted) != 1:
        raise Ambiguous
    return values.index(wanted)


def _day(random: Random) -> tuple[int, str]:
    day = random.randrange(len(DAYS))
    return day, DAYS[day]


def events_on_day(random: Random, week: Week) -> Question:
    day, name = _day(random)
    return Question(f"How many events are on {name}?", "number", str(len(week.on(day))))


def is_there(random: Random, week: Week) -> Question:
    event = random.choice(list(week.events))
    day = random.choice([event.day, (event.day + random.randint(1, 4)) % 5])
    key = "yes" if day == event.day else "no"
    return Question(f"Is “{event.title}” on {DAYS[day]}?", "yesno", key)


def day_of_longest(random: Random, week: Week) -> Question:
    lengths = [event.minutes for event in week.events]
    event = week.events[_only(lengths, max)]
    return Question("On which day is the longest event?", "day", DAYS[event.day])


def starts_at(random: Random, week: Week) -> Question:
    start = random.choice([event.start for event in week.events])
    count = sum(event.start == start for event in week.events)
    return Question(f"How many events begin at {clock(start)}?", "number", str(count))


def length_of(random: Random, week: Week) -> Question:
    event = random.choice(list(week.events))
    return Question(f"How many minutes does “{event.title}” take?", "number", str(event.minutes))


def of_length(random: Random, week: Week) -> Question:
    minutes = random.choice((30, 60, 90))
    count = sum(event.minutes == minutes for event in week.events)
    return Question(f"How many events take exactly {minutes} minutes?", "number", str(count))


def hours_on_day(random: Random, week: Week) -> Question:
    day, name = _day(random)
    hours = sum(event.minutes for event in week.on(day)) / 60
    return Question(
        f"How many hours do the events on {name} take together?", "number", f"{hours:g}"
    )


def last_event(random: Random, week: Week) -> Question:
    day, name = _day(random)
    return Question(f"Which event is the last on {name}?", "title", week.on(day)[-1].title)


def end_of_last(random: Random, week: Week) -> Question:
    day, name = _day(random)
    key = clock(week.on(day)[-1].end)
    return Question(f"At what time does the last event on {name} end?", "time", key)


def events_in_order(random: Random, week: Week) -> Question:
    day, name = _day(random)
    key = ", ".join(event.title for event in week.on(day))
    return Question(f"Which events are on {name}, from first to last?", "titles", key)


def earliest_start(random: Random, week: Week) -> Question:
    day, name = _day(random)
    key = clock(week.on(day)[0].start)
    return Question(f"At what time does the first event on {name} begin?", "time", key)


def busiest_day(random: Random, week: Week) -> Question:
    counts = [len(week.on(day)) for day in range(len(DAYS))]
    return Question("Which day has the most events?", "day", DAYS[_only(counts, max)])


def day_with_most_time(random: Random, week: Week) -> Question:
    spent = [sum(one.minutes for one in week.on(day)) for day in range(len(DAYS))]
    return Question("On which day do events take the most time?", "day", DAYS[_only(spent, max)])


def free_minutes(random: Random, week: Week) -> Question:
    day, name = _day(random)
    free = 60 * (week.last - week.first) - sum(event.minutes for event in week.on(day))
    return Question(
        f"How many minutes of {name} between {clock(60 * week.first)} and {clock(60 * week.last)} "
        "are free?",
        "number",
        str(free),
    )


def earliest_slot(random: Random, week: Week) -> Question:
    day, name = _day(random)
    after = random.choice(week.on(day)[:-1])
    start = _free_from(week, day, after.end, 45)
    return Question(
        f"What is the earliest time on {name} after “{after.title}” at which a meeting of 45 "
        "minutes could begin?",
        "time",
        clock(start),
    )


def latest_slot(random: Random, week: Week) -> Question:
    day, name = _day(random)
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


def _free_from(week: Week, day: int, start: int, minutes: int) -> int:
    for event in week.on(day):
        if event.end > start and event.start < start + minutes:
            start = event.end
    if start + minutes > 60 * week.last:
        raise Ambiguous
    return start


def gap(random: Random, week: Week) -> Question:
    day, name = _day(random)
    events = week.on(day)
    first, second = _neighbours(random, events)
    return Question(
        f"How many minutes lie on {name} between the end of “{first.title}” and the start of "
        f"“{second.title}”?",
        "number",
        str(second.start - first.end),
    )


def _neighbours(random: Random, events: list[Event]) -> tuple[Event, Event]:
    place = random.randrange(len(events) - 1)
    return events[place], events[place + 1]


def minutes_on_two_days(random: Random, week: Week) -> Question:
    first, second = sorted(random.sample(range(len(DAYS)), 2))
    total = sum(event.minutes for day in (first, second) for event in week.on(day))
    return Question(
        f"How many minutes do the events on {DAYS[first]} and {DAYS[second]} take together?",
        "number",
        str(total),
    )


def asked(random: Random, week: Week, kinds: list[Ask]) -> tuple[Question, ...] | None:
    """Return one question of each kind, or None if one of them is ambiguous for this week."""
    try:
        return tuple(kind(random, week) for kind in kinds)
    except Ambiguous:
        return None
