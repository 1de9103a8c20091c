"""Solve both calendar games: read the week from the page, then answer each question."""

import re

from webproctor.benchmarks.webgames.materials.week import DAYS, Event, Week, clock
from webproctor.benchmarks.webgames.player import OracleError, Player
from webproctor.core.actions import Action, web

_EVENT = re.compile(r"(.+?) (\d\d):(\d\d) \u2013 (\d\d):(\d\d)")


async def read_week(player: Player) -> Week:
    """Read the week from the page: one column per day, titles and times in the blocks."""
    columns = await player.see(".day")
    hours = await player.see(".hours > div")
    events = []
    for block in await player.see(".event"):
        match = _EVENT.fullmatch(block.text)
        if match is None:
            raise OracleError(f"event cannot be parsed: {block.text!r}")
        day = max(n for n, column in enumerate(columns) if column.box.x <= block.centre[0])
        title, *numbers = match.groups()
        from_hour, from_minute, to_hour, to_minute = map(int, numbers)
        events.append(Event(day, 60 * from_hour + from_minute, 60 * to_hour + to_minute, title))
    first = int(hours[0].text[:2])
    events.sort(key=lambda event: (event.day, event.start))
    return Week(events, first, first + len(hours))


def answer(week: Week, question: str) -> str:
    """Return the answer to a question of any kind.

    Raises:
        OracleError: If the kind of question is unknown.
    """
    # The days, events and times that the question names, in this order; a day as a list of events.
    days = [week.on(DAYS.index(name)) for name in re.findall("|".join(DAYS), question)]
    titles = re.findall("“(.+?)”", question)
    named = [event for title in titles for event in week.events if event.title == title]
    times = [60 * int(h) + int(m) for h, m in re.findall(r"(\d\d):(\d\d)", question)]
    totals = [_total_minutes(week.on(day)) for day in range(len(DAYS))]
    match question:
        case q if q.startswith("How many events are on"):
            return str(len(days[0]))
        case q if q.startswith("Is “"):
            return "yes" if named[0] in days[0] else "no"
        case q if q.startswith("On which day is the longest"):
            return DAYS[max(week.events, key=lambda event: event.minutes).day]
        case q if q.startswith("How many events begin"):
            return str(sum(event.start == times[0] for event in week.events))
        case q if q.startswith("How many minutes does"):
            return str(named[0].minutes)
        case q if q.startswith("How many events take exactly"):
            [minutes] = map(int, re.findall(r"exactly (\d+)", q))
            return str(sum(event.minutes == minutes for event in week.events))
        case q if q.startswith("How many hours do"):
            return f"{_total_minutes(days[0]) / 60:g}"
        case q if q.startswith("Which event is the last"):
            return days[0][-1].title
        case q if q.startswith("At what time does the last"):
            return clock(days[0][-1].end)
        case q if q.startswith("Which events are on"):
            return ", ".join(event.title for event in days[0])
        case q if q.startswith("At what time does the first"):
            return clock(days[0][0].start)
        case q if q.startswith("Which day has the most"):
            return DAYS[max(range(len(DAYS)), key=lambda day: len(week.on(day)))]
        case q if q.startswith("On which day do events take the most"):
            return DAYS[totals.index(max(totals))]
        case q if q.startswith("How many minutes of"):
            return str(times[1] - times[0] - _total_minutes(days[0]))
        case q if q.startswith("What is the earliest"):
            return clock(min(_meeting_starts(days[0], named[0].end, 60 * week.last)))
        case q if q.startswith("What is the latest"):
            return clock(max(_meeting_starts(days[0], 60 * week.first, times[0])))
        case q if q.startswith("How many minutes are there"):
            return str(named[1].start - named[0].end)
        case q if q.startswith("How many minutes do"):
            return str(sum(map(_total_minutes, days)))
    raise OracleError(f"unknown kind of question: {question!r}")


def _total_minutes(events: list[Event]) -> int:
    return sum(event.minutes for event in events)


def _meeting_starts(day: list[Event], start: int, end: int) -> list[int]:
    """Return every minute between start and end at which 45 free minutes begin."""
    return [
        minute
        for minute in range(start, end - 44)
        if all(event.end <= minute or event.start >= minute + 45 for event in day)
    ]


async def solve(player: Player) -> None:
    week = await read_week(player)
    labels = [field.label for field in await player.see(".answer")]
    x, y = await player.point(".answer")
    actions: list[Action] = [web.Click(x=x, y=y)]
    for label in labels:
        question = re.sub(r"^\d+\. | \([^)]*\)$", "", label)
        actions += [web.Type(text=answer(week, question)), web.Press(keys="Tab")]
    await player.act(*actions[:-1], web.Press(keys="Enter"))
