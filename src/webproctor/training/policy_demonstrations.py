"""Demonstrations for the policy: what oracles do, as the policy's own choices.

An oracle's actions are translated to the policy's operations and executed as such. Only an episode
that the server judges as won is a demonstration, so a wrong translation is never learned.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action, ActionResult, web
from webproctor.core.episodes import Step
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.observations import Element, View
from webproctor.core.recorder import perform_next
from webproctor.core.sessions import Session, SessionLost
from webproctor.core.tasks import Task
from webproctor.core.text_views import result_text
from webproctor.files.writing import write_atomically
from webproctor.methods.policy.operations import (
    OPERATIONS,
    Choice,
    call,
    past_action,
    without_punctuation,
)
from webproctor.methods.policy.tokens import (
    COPIED,
    PastAction,
    Situation,
    Token,
    Trace,
    span_text,
    tokenize,
)
from webproctor.training.parallel import run_episodes

_VIEWS: frozenset[View] = frozenset({"content", "elements"})
# Oracles wait and hold a little longer than the page says; they wait shorter for pages to react.
_TOLERANCE, _SHORT_WAIT = 0.5, 2.0
_MAX_SPANS = 8
_OPERATION_INDICES = {operation.name: at for at, operation in enumerate(OPERATIONS)}
_KEYS = {"Enter": "enter", "End": "end", "Control+End": "end of text"}
_PLAIN = {
    "back": "back",
    "reload": "reload",
    "list_files": "list files",
    "print_page": "print",
}


# How the texts of these operations are compared; those of others must be equal.
_NORMALIZERS: dict[str, Callable[[str], str]] = {
    "keys": lambda text: "".join(text.split()).lower(),
    "type without punctuation": without_punctuation,
}


class Untranslatable(Exception):
    """The policy has no operation for an oracle's action."""


@dataclass(frozen=True)
class DemonstratedStep:
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
    steps: tuple[DemonstratedStep, ...]


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
    episodes = [partial(demonstrate, benchmark, task) for task in tasks]
    results = await run_episodes(episodes, at_once, listen)
    collected = Collected()
    for task, result in zip(tasks, results, strict=True):
        if isinstance(result, str):
            collected.left_out[task.id] = result
        else:
            collected.demonstrations.append(result)
    return collected


async def demonstrate(benchmark: Benchmark, task: Task) -> Demonstration | str:
    """Return the demonstration of a task, or why there is none."""
    try:
        async with benchmark.session(task) as session:
            recorder = _DemonstrationRecorder(session, task)
            episode = await run_episode(task, session, benchmark.oracle(), perform=recorder.perform)
            if episode.error is None and not recorder.fault and episode.answer is not None:
                await recorder.answer(episode.answer)
    except SessionLost as lost:
        return str(lost)
    if episode.error is not None or recorder.fault:
        return recorder.fault or (episode.error.message if episode.error else "")
    if benchmark.score(task, episode).value < 1:
        return "the episode was not won"
    group = str(task.tags.get(benchmark.cluster, task.id))
    return Demonstration(task.id, group, tuple(recorder.steps))


class _DemonstrationRecorder:
    """Translates an oracle's actions, executes the translations, and records the steps."""

    def __init__(self, session: Session, task: Task) -> None:
        self.steps: list[DemonstratedStep] = []
        self.fault = ""
        self._session = session
        self._trace = Trace(task.instruction)

    async def perform(self, step: Step) -> list[ActionResult]:
        """Execute a step's actions, each as a step of its own.

        Raises:
            Untranslatable: If the policy has no operation for one of them. This ends the episode:
                an oracle that gets results of actions that were not executed may act for ever.
        """
        results: list[ActionResult] = []
        for action in step.actions:
            results.append(await self._execute(action, results[-1] if results else None))
        return results

    async def answer(self, text: str) -> None:
        """Record the answer as the last step."""
        try:
            situation, tokens, _ = await self._observe()
            self.steps.append(DemonstratedStep(situation, tuple(_copies("answer", text, tokens))))
        except Untranslatable as fault:
            self.fault = str(fault)

    async def _execute(self, action: Action, previous: ActionResult | None) -> ActionResult:
        situation, tokens, elements = await self._observe()
        try:
            offset = await self._page_offset(elements)
            choices = translate(action, tokens, elements, offset)
        except Untranslatable as fault:
            self.fault = str(fault)
            raise
        translation = call(choices[0], tokens)
        self.steps.append(DemonstratedStep(situation, tuple(choices)))
        executed = self._session.actions.parse(translation["name"], translation["arguments"])
        result = await perform_next(self._session.act, executed, previous)
        self._trace.add(past_action(choices[0], tokens), result_text(result))
        return result

    async def _observe(self) -> tuple[Situation, list[Token], Sequence[Element]]:
        observation = await self._session.peek(_VIEWS)
        situation = self._trace.situation(observation.read("content"))
        return situation, tokenize(situation), observation.read("elements")

    async def _page_offset(self, elements: Sequence[Element]) -> tuple[float, float]:
        """Return the position of the page's top left corner in the viewport."""
        for element in elements:
            if element.box is None:
                continue
            rect = await self._session.rect(web.Click(element=element.index))
            if rect is not None:
                return rect[0] - element.box.x, rect[1] - element.box.y
        return 0.0, 0.0


def translate(
    action: Action,
    tokens: Sequence[Token],
    elements: Sequence[Element],
    offset: tuple[float, float],
) -> list[Choice]:
    """Return the choices that do the same as an action, all equally right.

    Args:
        offset: The position of the page's top left corner in the viewport.

    Raises:
        Untranslatable: If there is none.
    """
    match action:
        case web.Click() if action.hold > _TOLERANCE:
            return _numbers("hold", action.hold, tokens, _target(action, tokens, elements, offset))
        case web.Click(button="left" | "right", count=1):
            name = "click" if action.button == "left" else "right-click"
            return [Choice(_OPERATION_INDICES[name], _target(action, tokens, elements, offset))]
        case web.Hover():
            return [Choice(_OPERATION_INDICES["hover"], _target(action, tokens, elements, offset))]
        case web.Type():
            target = _target(action, tokens, elements, offset)
            exact = _matching_copies("type", action.text, tokens, target)
            name = "type without punctuation"
            return exact or _copies(name, action.text, tokens, target)
        case web.Press() if action.keys in _KEYS:
            return [Choice(_OPERATION_INDICES[_KEYS[action.keys]])]
        case web.Press(times=1):
            return _copies("keys", action.keys, tokens)
        case web.Scroll() if action.down > 0 or action.right > 0:
            down, right = action.down > 0, action.right > 0
            directions = " and ".join(["down"] * down + ["right"] * right)
            return [Choice(_OPERATION_INDICES[f"scroll {directions}"])]
        case web.Wait() if action.seconds < _SHORT_WAIT:
            return [Choice(_OPERATION_INDICES["wait"])]
        case web.Wait():
            return _numbers("wait for", action.seconds, tokens)
        case web.ReadFile():
            return _copies("read file", action.file, tokens)
        case _ if action.name in _PLAIN:
            return [Choice(_OPERATION_INDICES[_PLAIN[action.name]])]
    raise Untranslatable(f"no operation does the same as {action.call()}")


def _target(
    action: web.Click | web.Hover | web.Type,
    tokens: Sequence[Token],
    elements: Sequence[Element],
    offset: tuple[float, float],
) -> int:
    """Return the index of the token of the smallest element at an action's point."""
    index = action.element
    if index is None and action.x is not None and action.y is not None:
        x, y = action.x - offset[0], action.y - offset[1]
        candidates = [
            (one.box.width * one.box.height, -one.index)
            for one in elements
            if one.box is not None
            and one.box.x <= x <= one.box.x + one.box.width
            and one.box.y <= y <= one.box.y + one.box.height
        ]
        index = -min(candidates)[1] if candidates else None
    for position, one in enumerate(tokens):
        if index is not None and one.number == index:
            return position
    raise Untranslatable(f"there is no element at the target of {action.call()}")


def _numbers(name: str, number: float, tokens: Sequence[Token], target: int = 0) -> list[Choice]:
    """Return the choices that copy a number, which may be up to `_TOLERANCE` below `number`."""
    positions = [
        position
        for position, one in enumerate(tokens)
        if one.kind in COPIED and one.amount is not None and 0 <= number - one.amount <= _TOLERANCE
    ]
    if not positions:
        raise Untranslatable(f"no word is the number {number:g}, which operation {name!r} needs")
    return [
        Choice(_OPERATION_INDICES[name], target, position, position)
        for position in positions[:_MAX_SPANS]
    ]


def _copies(name: str, text: str, tokens: Sequence[Token], target: int = 0) -> list[Choice]:
    """Return the choices that copy a text.

    Raises:
        Untranslatable: If there is none.
    """
    if found := _matching_copies(name, text, tokens, target):
        return found
    raise Untranslatable(f"the text {text[:60]!r} is not among the words")


def _matching_copies(
    name: str, text: str, tokens: Sequence[Token], target: int = 0
) -> list[Choice]:
    """Return the choices that copy a text; key combinations may differ in case and spaces."""
    normalize = _NORMALIZERS.get(name, str)
    expected = normalize(text)
    choices: list[Choice] = []
    for start, first in enumerate(tokens):
        if first.kind not in COPIED or not expected:
            continue
        for end in range(start, len(tokens)):
            if tokens[end].kind not in COPIED:
                continue
            copied = normalize(span_text(tokens[start : end + 1]))
            if tokens[end].kind != first.kind or not expected.startswith(copied):
                break
            if copied == expected:
                choices.append(Choice(_OPERATION_INDICES[name], target, start, end))
                break
    return choices[:_MAX_SPANS]


def write(path: Path, collected: Collected) -> None:
    """Write demonstrations to a file, one JSON object a line, completely or not at all."""
    lines = (json.dumps(asdict(one), ensure_ascii=False) for one in collected.demonstrations)
    write_atomically(path, "".join(f"{line}\n" for line in lines))


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


def _demonstration(data: dict[str, Any]) -> Demonstration:
    return Demonstration(data["task"], data["group"], tuple(map(_step, data["steps"])))


def _step(data: dict[str, Any]) -> DemonstratedStep:
    situation = data["situation"]
    past_actions = tuple(PastAction(**one) for one in situation.pop("past"))
    return DemonstratedStep(
        Situation(**situation, past=past_actions), tuple(Choice(**one) for one in data["choices"])
    )


def by_group(demonstrations: Sequence[Demonstration]) -> Iterator[tuple[str, list[Demonstration]]]:
    """Yield the demonstrations of each group, in alphabetical order of the groups."""
    ordered = sorted(demonstrations, key=lambda one: one.group)
    for group, found in groupby(ordered, key=lambda one: one.group):
        yield group, list(found)
