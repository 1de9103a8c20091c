"""Text Mirror: copy a text exactly as shown. The server compares the copy with the text."""

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

_SUBJECTS = (
    "The baker",
    "A sailor",
    "My neighbour",
    "The old judge",
    "A quick fox",
    "The jazz band",
)
_VERBS = ("packed", "lost", "painted", "found", "sold", "mixed up", "counted")
_OBJECTS = ("five dozen jugs", "a velvet box", "six blue kites", "the wrong keys", "nine oxen")
_ADVERBIALS = ("quietly", "at once", "by mistake", "with great zeal", "before dawn", "in the rain")
_EXCLAMATIONS = ("Never mind", "How vexing", "So be it", "Just in time", "Quite odd")
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
    parts = (_SUBJECTS, _VERBS, _OBJECTS, _ADVERBIALS)
    return " ".join(random.choice(part) for part in parts) + "."


def _lines(random: Random) -> str:
    return "\n".join(f"{random.choice(_SUBJECTS)} {random.choice(_VERBS)} it." for _ in range(3))


def _prose(random: Random) -> str:
    def paragraph() -> str:
        sentences = [_sentence(random) for _ in range(5)]
        exclamation, speaker = random.choice(_EXCLAMATIONS), random.choice(_SUBJECTS).lower()
        sentences.insert(2, f'"{exclamation}!" said {speaker};')
        return " ".join(sentences)

    return f"{paragraph()}\n\n{paragraph()}"


def _code(random: Random) -> str:
    function, items, total = random.sample(_NAMES, 3)
    small, large = random.randint(10, 99), random.randint(100, 999)
    return "\n".join(
        [
            "/**",
            f" * {_sentence(random)}",
            " *",
            f" * Marks: . , ; : ! ? @ # $ % ^ & * ( ) [ ] < > | ~ _ = + - {small}",
            " */",
            f"function {function}({items}, {total} = {small}) {{",
            f'  const path = "C:\\\\{items}\\\\{total}\\n";',
            f"  if ({items} <= {total} && !path) {{",
            f"    return `${{{items}}}: ${{path}}`;",
            "  }",
            f"  for (let i = 0; i < {large}; i++) {{",
            f"    {total} += {items}[i] ?? '\\t';",
            "  }",
            f"  // {_sentence(random)}",
            f"  return {{ {function}: {total}, '{items}': [{small}, {large}] }};",
            "}",
            "",
            f"console.log({function}('a\\'b', {large} % {small}));",
        ]
    )


class Mirror(Play[Puzzle]):
    """Compares the copy with the text; the reply may name the line of the first difference."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"text": self.puzzle.text}

    @message
    def check(self, text: str) -> Reply:
        """Check the copy."""
        level, original, copy = self.puzzle.level, self.puzzle.text, text.replace("\r\n", "\n")
        if (copy if level.newline else _trimmed(copy, level.kind)) == original:
            return self.win()
        self.miss()
        lines = zip(original.split("\n"), copy.split("\n"), strict=False)
        line = next((n for n, (a, b) in enumerate(lines) if a != b), copy.count("\n"))
        return {"wrong": True} | ({"line": line + 1} if level.feedback else {})


def _trimmed(copy: str, kind: str) -> str:
    """Remove invisible white space: a line break at the end of code, or all around other text."""
    return copy.removesuffix("\n") if kind == "code" else copy.strip()


_VARIANTS: Mapping[VariantName, Variant[Level]] = {
    "easy": Variant(
        "text-mirror-easy", "Text Mirror (Easy)", "Copy the short text.", "easy", Level("lines")
    ),
    "base": Variant("text-mirror", "Text Mirror", "Copy the text exactly.", "easy", Level("prose")),
    "hard": Variant(
        "text-mirror-hard",
        "Text Mirror (Hard)",
        "Copy the program exactly, character by character, including the spaces at the beginning "
        "of lines.",
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
