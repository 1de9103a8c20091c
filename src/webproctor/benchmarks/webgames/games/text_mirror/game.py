"""Text Mirror: copy a text exactly as shown."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from webproctor.benchmarks.webgames.play import (
    Game,
    Play,
    Reply,
    Variant,
    VariantName,
    message,
)

_WHO = ("The baker", "A sailor", "My neighbour", "The old judge", "A quick fox", "The jazz band")
_DID = ("packed", "lost", "painted", "found", "sold", "mixed up", "counted")
_WHAT = ("five dozen jugs", "a velvet box", "six blue kites", "the wrong keys", "nine oxen")
_HOW = ("quietly", "at once", "by mistake", "with great zeal", "before dawn", "in the rain")
_SAID = ("Never mind", "How vexing", "So be it", "Just in time", "Quite odd")
_NAMES = ("total", "count", "value", "score", "width", "queue", "index")


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        kind: The kind of text: `lines`, `prose` or `code`.
        newline: Whether the text ends with a line break, which cannot be seen but must be copied.
        feedback: Whether the reply names the line of the first difference.
    """

    kind: str
    newline: bool = False
    feedback: bool = True


@dataclass(frozen=True)
class Puzzle:
    level: Level
    text: str


def puzzle(random: Random, level: Level) -> Puzzle:
    text = {"lines": _lines, "prose": _prose, "code": _code}[level.kind](random)
    return Puzzle(level, f"{text}\n" if level.newline else text)


def _sentence(random: Random) -> str:
    who, did, what, how = (random.choice(some) for some in (_WHO, _DID, _WHAT, _HOW))
    return f"{who} {did} {what} {how}."


def _lines(random: Random) -> str:
    return "\n".join(f"{random.choice(_WHO)} {random.choice(_DID)} it." for _ in range(3))


def _prose(random: Random) -> str:
    def paragraph() -> str:
        said = [_sentence(random) for _ in range(5)]
        said.insert(2, f'"{random.choice(_SAID)}!" said {random.choice(_WHO).lower()};')
        return " ".join(said)

    return f"{paragraph()}\n\n{paragraph()}"


def _code(random: Random) -> str:
    one, two, three = random.sample(_NAMES, 3)
    number, other = random.randint(10, 99), random.randint(100, 999)
    return "\n".join(
        [
            "/**",
            f" * {_sentence(random)}",
            " *",
            f" * Marks: . , ; : ! ? @ # $ % ^ & * ( ) [ ] < > | ~ _ = + - {number}",
            " */",
            f"function {one}({two}, {three} = {number}) {{",
            f'  const path = "C:\\\\{two}\\\\{three}\\n";',
            f"  if ({two} <= {three} && !path) {{",
            f"    return `${{{two}}}: ${{path}}`;",
            "  }",
            f"  for (let i = 0; i < {other}; i++) {{",
            f"    {three} += {two}[i] ?? '\\t';",
            "  }",
            f"  // {_sentence(random)}",
            f"  return {{ {one}: {three}, '{two}': [{number}, {other}] }};",
            "}",
            "",
            f"console.log({one}('a\\'b', {other} % {number}));",
        ]
    )


class Mirror(Play[Puzzle]):
    """Compares the text on the server; the reply may name the line of the first difference."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"text": self.puzzle.text}

    @message
    def check(self, text: str) -> Reply:
        """Check the text."""
        wanted, given = self.puzzle.text, text.replace("\r\n", "\n")
        level = self.puzzle.level
        # A line break at the end is invisible, so it counts only if the level says so.
        end = "" if level.newline else "\n"
        if (given.removesuffix(end) if level.kind == "code" else given.strip()) == wanted:
            return self.win()
        lines = zip(wanted.split("\n"), given.split("\n"), strict=False)
        same = next((n for n, (a, b) in enumerate(lines) if a != b), given.count("\n"))
        self.miss()
        return {"wrong": True} | ({"line": same + 1} if level.feedback else {})


_VARIANTS: Mapping[VariantName, Variant[Level]] = {
    "easy": Variant(
        "text-mirror-easy", "Text Mirror (Easy)", "Copy the short text.", "easy", Level("lines")
    ),
    "base": Variant("text-mirror", "Text Mirror", "Copy the text exactly.", "easy", Level("prose")),
    "hard": Variant(
        "text-mirror-hard",
        "Text Mirror (Hard)",
        "Copy the program exactly, character by character, blanks at the beginning of lines "
        "included.",
        "hard",
        Level("code"),
    ),
}

GAME = Game(
    family="text-mirror",
    icon="📝",
    skills=("typing", "reading"),
    variants=_VARIANTS,
    published={
        name: replace(variant, level=replace(variant.level, feedback=False, newline=name == "hard"))
        for name, variant in _VARIANTS.items()
    },
    puzzle=puzzle,
    play=Mirror,
    minimum_actions=lambda puzzle: 2,
    # Each line of the easy text is one of 42, and the reply names the wrong line.
    tries=15,
)
