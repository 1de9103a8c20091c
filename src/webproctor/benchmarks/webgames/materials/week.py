"""A working week in a calendar: events from Monday to Friday that do not overlap."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
# Lengths of events in minutes; more common ones are listed more often.
_LENGTHS = (30, 30, 60, 60, 60, 90, 90, 120)
TITLES = (
    "Budget review",
    "Bug triage",
    "Client call",
    "Coaching",
    "Code review",
    "Contract talks",
    "Customer visit",
    "Data workshop",
    "Demo rehearsal",
    "Design critique",
    "Field trip",
    "Hiring panel",
    "Interview",
    "Kick-off",
    "Lecture",
    "Market report",
    "Mentoring",
    "Newsletter",
    "Onboarding",
    "Photo session",
    "Planning",
    "Press briefing",
    "Quality check",
    "Retrospective",
    "Road map",
    "Sales forum",
    "Security drill",
    "Site inspection",
    "Stand-up",
    "Supplier meeting",
    "Team breakfast",
    "Test run",
    "Training",
    "Translation",
    "Vendor demo",
    "Writing hour",
)


@dataclass(frozen=True)
class Event:
    """An event.

    Attributes:
        day: Its index, 0 for Monday.
        start, end: Minutes of the day, on the half hour.
    """

    day: int
    start: int
    end: int
    title: str

    @property
    def minutes(self) -> int:
        """Its length."""
        return self.end - self.start


@dataclass(frozen=True)
class Week:
    """A week of a calendar.

    Attributes:
        events: In chronological order.
        first, last: The calendar begins and ends at these hours.
    """

    events: Sequence[Event]
    first: int
    last: int

    def on(self, day: int) -> list[Event]:
        """Return the events of one day, earliest first."""
        return [event for event in self.events if event.day == day]

    def view(self) -> dict[str, Any]:
        """Return the data for a calendar page."""
        events = [[event.day, event.start, event.end, event.title] for event in self.events]
        return {"days": DAYS, "events": events, "first": self.first, "last": self.last}


def week(random: Random, *, first: int, last: int, lunch: bool = False) -> Week:
    """Generate a week with three to five events per day, each with a unique title.

    Args:
        first, last: The calendar begins and ends at these hours.
        lunch: Whether one day has an event titled `Team lunch`, from 12:00 to 13:00.
    """
    titles = random.sample(TITLES, len(TITLES))
    events: list[Event] = []
    lunch_day = random.randrange(len(DAYS)) if lunch else None
    for day in range(len(DAYS)):
        day_events = [Event(day, 720, 780, "Team lunch")] if day == lunch_day else []
        count = random.randint(3, 5)
        while len(day_events) < count:
            length = random.choice(_LENGTHS)
            start = random.randrange(60 * first, 60 * last - length + 1, 30)
            if all(start >= event.end or start + length <= event.start for event in day_events):
                day_events.append(Event(day, start, start + length, titles.pop()))
        events += sorted(day_events, key=lambda event: event.start)
    return Week(events, first, last)


def clock(minutes: int) -> str:
    """Format minutes of the day as HH:MM."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
