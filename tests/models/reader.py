"""A scripted model that reads observations and has no knowledge of specific games.

Its rules are those of a person: type the text under the heading of a copy task, press the button
that says so, click the small shape that stands out in the screenshot. For the games that it solves,
observations contain enough information.
"""

import io
import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np
from PIL import Image

from webproctor.core.llm import Call, Message, Reply, Tool

Act = tuple[str, dict[str, Any]]
_NAME = r'"((?:\\.|[^"\\])*)"'
_ELEMENT = re.compile(
    rf'(?<!\\)\[(\d+) ([a-z]+(?: (?:input|area))?)(?: {_NAME})?((?:"(?:\\.|[^"])*"|[^\]"])*)\]'
)
_LABEL = re.compile(rf" label {_NAME}")
_PASSWORD = re.compile(r"[Pp]assword is[\s|]+(\w+(?:-\w+)+)")


@dataclass
class Seen:
    """A parsed view.

    Attributes:
        task: The instruction.
        elements: Number, kind and label of each element.
        text: The readable text.
        picture: The screenshot, if one was sent: height x width x 3, 0 to 255.
        results: The results of the last calls.
    """

    task: str
    elements: list[tuple[int, str, str]]
    text: str
    picture: np.ndarray | None
    results: list[str]

    def find(self, kind: str = "", label: str = "") -> list[int]:
        """Return the numbers of the elements of a kind whose label matches."""
        return [
            number
            for number, sort, name in self.elements
            if kind in sort and re.search(label, name, re.IGNORECASE)
        ]


Rule = Callable[[Seen, int], list[Act] | None]


def see(messages: Sequence[Message]) -> Seen:
    """Parse the latest view of a conversation."""
    system, now = messages[0].text, messages[-1]
    task = system.partition("The task\n")[2]
    parts = re.split(r"^(Content|Tabs|Your plan:)$", now.text, flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    content = sections.get("Content", "")
    elements = [
        (
            int(found[1]),
            found[2],
            label[1] if (label := _LABEL.search(found[4])) else found[3] or "",
        )
        for found in _ELEMENT.finditer(content)
    ]
    picture = None
    if now.images:
        picture = np.asarray(Image.open(io.BytesIO(now.images[0])).convert("RGB")).astype(int)
    results = [one.text for one in messages if one.role == "tool"]
    return Seen(task, elements, content, picture, results)


# ---- Rules; the first one with an action applies. `tried` is the number of earlier steps.


def by_text(seen: Seen, tried: int) -> list[Act] | None:
    """Act on text alone: copy, compute, press keys, print, wait."""
    field = next(iter(seen.find("text")), None)
    check = next(iter(seen.find("button", "check|log in|verify|submit")), None)
    pressed: list[Act] = [] if check is None else [("click", {"element": check})]
    if "today's date" in seen.task and field is not None:
        today = datetime.now(UTC).strftime("%Y-%m-%d")
        return [("type", {"element": field, "text": today}), *pressed]
    if copied := re.search(r"The text\n *(.+?)\n *\[\d", seen.text, re.DOTALL):
        return [("type", {"element": field, "text": copied[1].strip()}), *pressed]
    if keys := re.search(r"^ *(\w+(?: \+ \w+)+)$", seen.text, re.MULTILINE):
        return [("press", {"keys": keys[1].replace(" ", ""), "hold": 0.3})]
    if digits := re.search(r"code is\s+(\d{4,})", seen.text):
        return [("click", {"element": field}), ("type", {"text": digits[1]})]
    if "Print this page" in seen.task:
        printed = re.findall(r"\b[A-Z0-9]{4,}(?:-[A-Z0-9]+)*\b", "\n".join(seen.results))
        if not printed:
            return [("print_page", {})]
        return [("type", {"element": field, "text": printed[-1], "clear": True}), *pressed]
    if waits := re.search(r"[Ww]ait at least (\d+) seconds", seen.text):
        return [("wait", {"seconds": int(waits[1]) + 0.5}), ("reload", {})]
    if found := re.search(r"Scroll (down|to the right)", seen.task):
        way = "down" if found[1] == "down" else "right"
        region = seen.find("region")
        over = {"element": region[0]} if region else {}
        return [("scroll", {way: 20_000, **over})]
    return _from_file(seen)


def _from_file(seen: Seen) -> list[Act] | None:
    """Download a file, read it, and type its values into the fields of their labels."""
    link = seen.find("link", "download")
    if not link:
        return None
    text = "\n".join(seen.results)
    if name := re.search(r"'([\w.-]+)' was downloaded", text):
        values = dict(re.findall(r"^(\w[\w ]*?)\s*[:=]\s*(\S+)\s*$", text, re.MULTILINE))
        values = {key.lower().replace(" ", ""): value for key, value in values.items()}
        if not values:
            return [("read_file", {"file": name[1]})]
        acts: list[Act] = [
            ("type", {"element": number, "text": values[label.lower().replace(" ", "")]})
            for number, kind, label in seen.elements
            if "input" in kind and label.lower().replace(" ", "") in values
        ]
        return [*acts, *(("click", {"element": one}) for one in seen.find("button", "log in"))]
    return [("click", {"element": link[0]})]


def by_marks(seen: Seen, tried: int) -> list[Act] | None:
    """Act on the elements' numbers and names."""
    if "ight-click" in seen.task and seen.elements:
        return [("click", {"element": seen.elements[-1][0], "button": "right"})]
    if held := [
        (number, float(wanted[1]))
        for number, _, label in seen.elements
        if (wanted := re.search(r"[Hh]old for ([\d.]+) s", label))
    ]:
        number, seconds = held[0]
        return [("click", {"element": number, "hold": seconds + 0.2})]
    if files := seen.find("file input"):
        names = [
            line for line in "\n".join(seen.results).splitlines() if re.fullmatch(r"\S+\.\w+", line)
        ]
        return (
            [("upload", {"element": files[0], "files": names[:1]})]
            if names
            else [("list_files", {})]
        )
    if closing := seen.find("button", "^close “"):
        return [("click", {"element": closing[-1]})]
    if pressing := seen.find("button", r"^press|^\d$"):
        return [("click", {"element": pressing[-1]})]
    return None


def by_points(seen: Seen, tried: int) -> list[Act] | None:
    """Act on pixels alone."""
    if seen.picture is None:
        return None
    if "small square" in seen.task and (spot := _centre(_stands_out(seen.picture))):
        return [("click", {"x": spot[0], "y": spot[1]})]
    if "blue disc" in seen.task:
        blue, orange = _coloured(seen.picture, "blue"), _coloured(seen.picture, "orange")
        disc, box = _centre(_largest(blue)), _centre(_largest(orange))
        if disc and box:
            return [("drag", {"x": disc[0], "y": disc[1], "to_x": box[0], "to_y": box[1]})]
    return None


def _coloured(picture: np.ndarray, colour: str) -> np.ndarray:
    red, green, blue = picture[..., 0], picture[..., 1], picture[..., 2]
    if colour == "blue":
        return (blue > 150) & (red < 110) & (blue - green > 60)
    return (red > 200) & (green > 90) & (green < 190) & (blue < 90)


def _stands_out(picture: np.ndarray) -> np.ndarray:
    """Return pixels of one strong colour that only occurs in a small filled rectangle."""
    away = np.abs(picture - np.median(picture.reshape(-1, 3), axis=0)).max(axis=2)
    codes = (picture // 8) @ np.array([1024, 32, 1])
    kinds, counts = np.unique(codes[away > 90], return_counts=True)
    for kind in kinds[np.argsort(-counts)]:
        mask = codes == kind
        rows, columns = np.nonzero(mask)
        area = (np.ptp(rows) + 1) * (np.ptp(columns) + 1)
        if 9 <= len(rows) <= 400 and len(rows) == area:
            return mask
    return np.zeros(codes.shape, bool)


def _largest(mask: np.ndarray, cell: int = 8) -> np.ndarray:
    """Return the largest connected part of a mask, computed on cells."""
    height, width = (size // cell * cell for size in mask.shape)
    cells = mask[:height, :width].reshape(height // cell, cell, width // cell, cell).any((1, 3))
    left = {(int(row), int(column)) for row, column in zip(*np.nonzero(cells), strict=True)}
    best: set[tuple[int, int]] = set()
    while left:
        part, edge = set(), [left.pop()]
        while edge:
            row, column = edge.pop()
            part.add((row, column))
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            edge += near & left
            left -= near
        best = max(best, part, key=len)
    kept = np.zeros(mask.shape, bool)
    for row, column in best:
        kept[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell] = True
    return kept & mask


def _centre(mask: np.ndarray) -> tuple[float, float] | None:
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return None
    return float((columns.min() + columns.max()) / 2), float((rows.min() + rows.max()) / 2)


@dataclass
class Reader:
    """The model.

    Attributes:
        rules: Its rules.
        steps: Number of requests to act.
    """

    rules: Sequence[Rule] = (by_text, by_marks, by_points)
    steps: int = 0
    _numbers: itertools.count = field(default_factory=itertools.count)

    async def generate(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, tool_choice: Any = "auto"
    ) -> Reply:
        return self.answer(messages, tool_choice != "none")

    def answer(self, messages: Sequence[Message], acting: bool) -> Reply:
        """Return the reply; without tools, a plan."""
        if not acting:
            return Reply(text="Look, act, look again.")
        seen = see(messages)
        self.steps += 1
        if found := _PASSWORD.search(seen.text):
            return self._calls([("done", {"answer": found[1]})])
        for rule in self.rules:
            if acts := rule(seen, self.steps - 1):
                return self._calls(acts)
        return self._calls([("done", {})])

    def _calls(self, acts: Sequence[Act]) -> Reply:
        calls = [Call(f"call-{next(self._numbers)}", name, given) for name, given in acts]
        return Reply(text="", calls=tuple(calls), usage={"calls": 1})
