"""Demonstrations for the policy: what oracles do, as the policy's own choices.

An oracle's actions are translated to the policy's operations and executed as such. Only an episode
that the server judges as won is a demonstration, so that a wrong translation is never learned.
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action, ActionResult, web
from webproctor.core.episodes import Turn
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.observations import Element, View
from webproctor.core.recorder import perform_next
from webproctor.core.sessions import Session
from webproctor.core.tasks import Task
from webproctor.core.text_views import result_text
from webproctor.methods.policy.operations import OPERATIONS, Choice, bare, call, past
from webproctor.methods.policy.tokens import (
    COPIED,
    Past,
    Situation,
    Token,
    Trace,
    span_text,
    tokens,
)

_VIEWS: frozenset[View] = frozenset({"content", "elements"})
# Oracles wait and hold a little longer than the page says; they wait shorter for pages to react.
_NEAR, _SHORT = 0.5, 2.0
_MOST_SPANS = 8
_NAMES = {operation.name: at for at, operation in enumerate(OPERATIONS)}
_KEYS = {"Enter": "enter", "End": "end", "Control+End": "end of text"}
_PLAIN = {
    "back": "back",
    "reload": "reload",
    "list_files": "list files",
    "print_page": "print",
}


# How the texts of these operations are compared; those of others must be equal.
_LOOSELY: dict[str, Callable[[str], str]] = {
    "keys": lambda text: "".join(text.split()).lower(),
    "type without punctuation": bare,
}


class Untranslatable(Exception):
    """The policy has no operation for an oracle's action."""


@dataclass(frozen=True)
class Step:
    """A step of a demonstration: what the policy sees, and all choices that are equally right."""

    situation: Situation
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Demonstration:
    """A won episode.

    Attributes:
        task: The task's id.
        group: The task's family, or its id in a benchmark without families.
    """

    task: str
    group: str
    steps: tuple[Step, ...]


@dataclass
class Collected:
    """Demonstrations, and why episodes of other tasks are not among them."""

    demonstrations: list[Demonstration] = field(default_factory=list[Demonstration])
    left_out: dict[str, str] = field(default_factory=dict[str, str])


async def collect(
    benchmark: Benchmark,
    tasks: Sequence[Task],
    *,
    at_once: int = 2,
    listen: Callable[[int], None] | None = None,
) -> Collected:
    """Run the oracle at each task and return the demonstrations, in the order of the tasks.

    Args:
        benchmark: The benchmark, entered.
        at_once: Episodes at the same time.
        listen: Called with the number of finished episodes after each one.
    """
    slots, done = asyncio.Semaphore(at_once), 0

    async def one(task: Task) -> Demonstration | str:
        nonlocal done
        async with slots:
            made = await demonstrate(benchmark, task)
        done += 1
        if listen is not None:
            listen(done)
        return made

    found = Collected()
    for task, made in zip(tasks, await asyncio.gather(*map(one, tasks)), strict=True):
        if isinstance(made, str):
            found.left_out[task.id] = made
        else:
            found.demonstrations.append(made)
    return found


async def demonstrate(benchmark: Benchmark, task: Task) -> Demonstration | str:
    """Return the demonstration of a task, or why there is none."""
    async with benchmark.session(task) as session:
        scribe = _Scribe(session, task)
        episode = await run_episode(task, session, benchmark.oracle(), perform=scribe.perform)
        if episode.error is None and not scribe.fault and episode.answer is not None:
            await scribe.answer(episode.answer)
    if episode.error is not None or scribe.fault:
        return scribe.fault or (episode.error.message if episode.error else "")
    if benchmark.score(task, episode).value < 1:
        return "the episode was not won"
    group = str(task.tags.get(benchmark.cluster, task.id))
    return Demonstration(task.id, group, tuple(scribe.steps))


class _Scribe:
    """Translates an oracle's actions, executes the translations, and records the steps."""

    def __init__(self, session: Session, task: Task) -> None:
        self.steps: list[Step] = []
        self.fault = ""
        self._session = session
        self._trace = Trace(task.instruction)

    async def perform(self, turn: Turn) -> list[ActionResult]:
        """Execute a turn's actions, each as a step of its own.

        Raises:
            Untranslatable: If the policy has no operation for one of them. This ends the episode:
                an oracle that gets results of actions that were not executed may act for ever.
        """
        results: list[ActionResult] = []
        for action in turn.actions:
            results.append(await self._one(action, results[-1] if results else None))
        return results

    async def answer(self, text: str) -> None:
        """Record the answer as the last step."""
        try:
            situation, seen, _ = await self._seen()
            self.steps.append(Step(situation, tuple(_copies("answer", text, seen))))
        except Untranslatable as fault:
            self.fault = str(fault)

    async def _one(self, action: Action, before: ActionResult | None) -> ActionResult:
        situation, seen, elements = await self._seen()
        try:
            offset = await self._scrolled(elements)
            choices = translated(action, seen, elements, offset)
        except Untranslatable as fault:
            self.fault = str(fault)
            raise
        made = call(choices[0], seen)
        self.steps.append(Step(situation, tuple(choices)))
        acted = self._session.actions.parse(made["name"], made["arguments"])
        result = await perform_next(self._session.act, acted, before)
        self._trace.acted(past(choices[0], seen), result_text(result))
        return result

    async def _seen(self) -> tuple[Situation, list[Token], Sequence[Element]]:
        observation = await self._session.peek(_VIEWS)
        situation = self._trace.situation(observation.read("content"))
        return situation, tokens(situation), observation.read("elements")

    async def _scrolled(self, elements: Sequence[Element]) -> tuple[float, float]:
        """Return the position of the page's top left corner in the viewport."""
        for element in elements:
            if element.box is None:
                continue
            rect = await self._session.rect(web.Click(element=element.index))
            if rect is not None:
                return rect[0] - element.box.x, rect[1] - element.box.y
        return 0.0, 0.0


def translated(
    action: Action, seen: Sequence[Token], elements: Sequence[Element], offset: tuple[float, float]
) -> list[Choice]:
    """Return the choices that do the same as an action, all equally right.

    Args:
        offset: The position of the page's top left corner in the viewport.

    Raises:
        Untranslatable: If there is none.
    """
    match action:
        case web.Click() if action.hold > _NEAR:
            return _numbers("hold", action.hold, seen, _target(action, seen, elements, offset))
        case web.Click(button="left" | "right", count=1):
            name = "click" if action.button == "left" else "right-click"
            return [Choice(_NAMES[name], _target(action, seen, elements, offset))]
        case web.Hover():
            return [Choice(_NAMES["hover"], _target(action, seen, elements, offset))]
        case web.Type():
            target = _target(action, seen, elements, offset)
            exact = _copied("type", action.text, seen, target)
            name = "type without punctuation"
            return exact or _copies(name, action.text, seen, target)
        case web.Press() if action.keys in _KEYS:
            return [Choice(_NAMES[_KEYS[action.keys]])]
        case web.Press(times=1):
            return _copies("keys", action.keys, seen)
        case web.Scroll() if action.down > 0 or action.right > 0:
            down, right = action.down > 0, action.right > 0
            ways = " and ".join(["down"] * down + ["right"] * right)
            return [Choice(_NAMES[f"scroll {ways}"])]
        case web.Wait() if action.seconds < _SHORT:
            return [Choice(_NAMES["wait"])]
        case web.Wait():
            return _numbers("wait for", action.seconds, seen)
        case web.ReadFile():
            return _copies("read file", action.file, seen)
        case _ if action.name in _PLAIN:
            return [Choice(_NAMES[_PLAIN[action.name]])]
    raise Untranslatable(f"no operation does the same as {action.call()}")


def _target(
    action: web.Click | web.Hover | web.Type,
    seen: Sequence[Token],
    elements: Sequence[Element],
    offset: tuple[float, float],
) -> int:
    """Return the index of the token of the smallest element at an action's point."""
    index = action.element
    if index is None and action.x is not None and action.y is not None:
        x, y = action.x - offset[0], action.y - offset[1]
        hit = [
            (one.box.width * one.box.height, -one.index)
            for one in elements
            if one.box is not None
            and one.box.x <= x <= one.box.x + one.box.width
            and one.box.y <= y <= one.box.y + one.box.height
        ]
        index = -min(hit)[1] if hit else None
    for at, one in enumerate(seen):
        if index is not None and one.number == index:
            return at
    raise Untranslatable(f"there is no element at the target of {action.call()}")


def _numbers(name: str, number: float, seen: Sequence[Token], target: int = 0) -> list[Choice]:
    """Return the choices that copy a number that is not more than `_NEAR` below another one."""
    near = [
        at
        for at, one in enumerate(seen)
        if one.kind in COPIED and one.amount is not None and 0 <= number - one.amount <= _NEAR
    ]
    if not near:
        raise Untranslatable(f"no word is the number {number:g}, which operation {name!r} needs")
    return [Choice(_NAMES[name], target, at, at) for at in near[:_MOST_SPANS]]


def _copies(name: str, text: str, seen: Sequence[Token], target: int = 0) -> list[Choice]:
    """Return the choices that copy a text.

    Raises:
        Untranslatable: If there is none.
    """
    if found := _copied(name, text, seen, target):
        return found
    raise Untranslatable(f"the text {text[:60]!r} is not among the words")


def _copied(name: str, text: str, seen: Sequence[Token], target: int = 0) -> list[Choice]:
    """Return the choices that copy a text; key combinations may differ in case and spaces."""
    alike = _LOOSELY.get(name, str)
    wanted = alike(text)
    found: list[Choice] = []
    for start, first in enumerate(seen):
        if first.kind not in COPIED or not wanted:
            continue
        for end in range(start, len(seen)):
            if seen[end].kind not in COPIED:
                continue
            said = alike(span_text(seen[start : end + 1]))
            if seen[end].kind != first.kind or not wanted.startswith(said):
                break
            if said == wanted:
                found.append(Choice(_NAMES[name], target, start, end))
                break
    return found[:_MOST_SPANS]


def write(path: Path, collected: Collected) -> None:
    """Write demonstrations to a file, one JSON object a line."""
    with path.open("w", encoding="utf-8") as file:
        for one in collected.demonstrations:
            file.write(json.dumps(asdict(one), ensure_ascii=False) + "\n")


def read(path: Path) -> list[Demonstration]:
    """Read the demonstrations that `write` has written.

    Raises:
        UserError: If the file has another format.
    """
    try:
        with path.open(encoding="utf-8") as file:
            return [_demonstration(json.loads(line)) for line in file]
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(f"{path}: not a file of demonstrations: {error}") from error


def _demonstration(told: dict[str, Any]) -> Demonstration:
    return Demonstration(told["task"], told["group"], tuple(map(_step, told["steps"])))


def _step(told: dict[str, Any]) -> Step:
    said = told["situation"]
    before = tuple(Past(**one) for one in said.pop("past"))
    return Step(Situation(**said, past=before), tuple(Choice(**one) for one in told["choices"]))


def by_group(demonstrations: Sequence[Demonstration]) -> Iterator[tuple[str, list[Demonstration]]]:
    """Yield the demonstrations of each group, in alphabetical order of the groups."""
    ordered = sorted(demonstrations, key=lambda one: one.group)
    for group, found in groupby(ordered, key=lambda one: one.group):
        yield group, list(found)
