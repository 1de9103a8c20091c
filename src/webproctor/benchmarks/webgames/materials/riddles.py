"""Riddles about general knowledge and simple arithmetic; the answer is a number below 100."""

from dataclasses import dataclass
from datetime import date
from random import Random

# Well-known counts, all different: the chance of guessing a pair of answers is 1 in 1,800.
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
    "days in a fortnight": 14,
    "sides of an octagon": 8,
    "sides of a pentagon": 5,
    "players of one baseball team on the field": 9,
    "pawns at the start of a game of chess, together": 16,
    "tiles of a set of dominoes up to double six": 28,
    "days in April": 30,
    "days in October": 31,
    "holes of a full-size golf course": 18,
    "cents in a quarter of a dollar": 25,
    "minutes in a quarter of an hour": 15,
    "inches in a yard": 36,
    "chromosomes in an ordinary human cell": 46,
    "cards of one suit in a pack": 13,
    "years in three quarters of a century": 75,
    "degrees in half a right angle": 45,
    "hours in two days": 48,
    "fingers and thumbs of both hands": 10,
    "years in two decades": 20,
    "pairs of chromosomes in an ordinary human cell": 23,
    "days in February of a leap year": 29,
    "syllables of a haiku": 17,
    "days in five weeks": 35,
    "hours in three days": 72,
    "hours in four days": 96,
    "books of the New Testament": 27,
    "minutes in two thirds of an hour": 40,
}
# Nothing whose legs people count differently, such as crabs (with claws?) and stools.
LEGS = {"spider": 8, "ant": 6, "horse": 4, "hen": 2, "cow": 4, "dog": 4, "bee": 6, "tripod": 3}
EVENTS = {
    "people first walked on the Moon": date(1969, 7, 20),
    "the Berlin Wall was opened": date(1989, 11, 9),
    "the Titanic sank": date(1912, 4, 15),
    "the first person flew in space": date(1961, 4, 12),
    "the Chernobyl reactor exploded": date(1986, 4, 26),
    "the airship Hindenburg burned": date(1937, 5, 6),
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
    """Ask for a well-known count."""
    name = random.choice(list(COUNTS))
    return Riddle(f"the number of {name}.", COUNTS[name])


def legs(random: Random) -> Riddle:
    """Ask for the total number of legs of animals or things of two kinds."""
    first, second = random.sample(list(LEGS), 2)
    first_count, second_count = random.randint(2, 3), random.randint(2, 5)
    total = first_count * LEGS[first] + second_count * LEGS[second]
    text = f"the legs of {first_count} {first}s and {second_count} {second}s, all together."
    return Riddle(text, total)


def age_at_event(random: Random) -> Riddle:
    """Ask for a person's age at an event."""
    event = random.choice(list(EVENTS))
    day = EVENTS[event]
    year = day.year - random.randint(11, 80)
    birthday = day
    # Not on the day of the event or the next one: elsewhere, it was the next day already.
    while 0 <= (birthday - day).days <= 1:
        birthday = date(day.year, random.randint(1, 12), random.randint(1, 28))
    birth = birthday.replace(year=year)
    age = day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
    return Riddle(
        f"the age, in full years, of a person born on {birth:%B} {birth.day}, {birth.year} on the "
        f"day when {event}.",
        age,
    )


def atomic_number(random: Random) -> Riddle:
    """Ask for an atomic number."""
    name = random.choice(list(ELEMENTS))
    return Riddle(f"the atomic number of {name}.", ELEMENTS[name])
