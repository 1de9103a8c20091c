"""Riddles whose answer is a number below 100: common knowledge and a little arithmetic."""

from dataclasses import dataclass
from datetime import date
from random import Random

COUNTS = {
    "days in a week": 7,
    "wheels of a tricycle": 3,
    "months in a year": 12,
    "sides of a hexagon": 6,
    "letters in the English alphabet": 26,
    "hours in a day": 24,
    "minutes in an hour": 60,
    "cards in a pack without jokers": 52,
    "squares on a chessboard": 64,
    "keys of a full-size piano": 88,
    "players of one football team on the field": 11,
    "strings of a violin": 4,
    "pips on an ordinary die, all sides together": 21,
    "black and white pieces at the start of a game of chess, together": 32,
    "degrees in a right angle": 90,
    "years in half a century": 50,
}
LEGS = {"spider": 8, "ant": 6, "horse": 4, "hen": 2, "crab": 10, "dog": 4, "bee": 6, "stool": 3}
EVENTS = {
    "people first walked on the Moon": date(1969, 7, 20),
    "the Berlin Wall was opened": date(1989, 11, 9),
    "the Titanic sank": date(1912, 4, 15),
    "the first person flew in space": date(1961, 4, 12),
    "the Chernobyl reactor exploded": date(1986, 4, 26),
    "Alexander Fleming found penicillin": date(1928, 9, 28),
    "the Second World War ended in Europe": date(1945, 5, 8),
}
ELEMENTS = {
    "carbon": 6, "oxygen": 8, "neon": 10, "sodium": 11, "aluminium": 13, "iron": 26, "copper": 29,
    "zinc": 30, "silver": 47, "tin": 50, "iodine": 53, "tungsten": 74, "platinum": 78, "gold": 79,
    "mercury": 80, "lead": 82, "radium": 88, "uranium": 92,
}  # fmt: skip


@dataclass(frozen=True)
class Riddle:
    """A question and its answer, 0 to 99."""

    text: str
    answer: int


def count(random: Random) -> Riddle:
    """How many there are of a well-known thing."""
    what = random.choice(list(COUNTS))
    return Riddle(f"the number of {what}.", COUNTS[what])


def legs(random: Random) -> Riddle:
    """The legs of several animals."""
    one, other = random.sample(list(LEGS), 2)
    few, many = random.randint(2, 3), random.randint(2, 5)
    total = few * LEGS[one] + many * LEGS[other]
    return Riddle(f"the legs of {few} {one}s and {many} {other}s, all together.", total)


def since(random: Random) -> Riddle:
    """Somebody's age when something happened."""
    event = random.choice(list(EVENTS))
    day = EVENTS[event]
    born = date(day.year - random.randint(11, 80), random.randint(1, 12), random.randint(1, 28))
    age = day.year - born.year - ((day.month, day.day) < (born.month, born.day))
    return Riddle(
        f"how many full years old somebody born on {born:%B} {born.day}, {born.year} was "
        f"on the day when {event}.",
        age,
    )


def element(random: Random) -> Riddle:
    """An atomic number."""
    what = random.choice(list(ELEMENTS))
    return Riddle(f"the atomic number of {what}.", ELEMENTS[what])
