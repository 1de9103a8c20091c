"""The random baseline: performs random valid actions."""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from pydantic import PositiveInt

from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action, form, web
from webproctor.core.episodes import Step
from webproctor.core.observations import Element, Observation, View

_WORDS = ("yes", "no", "maybe", "good", "bad", "many", "a person", "the answer", "it depends")
# Texts for the types of text fields, in HTML's notation.
_TEXTS = {
    **dict.fromkeys(("text", "textarea", "search", "password"), _WORDS),
    "number": ("0", "1", "7", "42", "100"),
    "tel": ("555-0100", "555-0199"),
    "email": ("one@example.com", "two@example.com"),
    "url": ("https://example.com/", "https://example.org/page"),
    "date": ("2024-01-01", "2024-05-31", "2025-12-24"),
    "time": ("00:00", "09:30", "23:59"),
    "datetime-local": ("2024-01-01T00:00", "2024-05-31T23:59"),
    "month": ("2024-01", "2024-05"),
    "week": ("2024-W01", "2024-W22"),
    "color": ("#000000", "#ff8800"),
}


class RandomFormFiller:
    """Fills in every control: the visible ones in one step, those that they revealed in another."""

    reads: frozenset[View] = frozenset({"elements"})

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = Random(seed)
        self._filled: set[int] = set()

    async def act(self, observation: Observation) -> Step:
        if observation.step == 0:
            # Seeded by the page, so an episode does not depend on earlier ones.
            self._random = Random(f"{self._seed}:{observation.url}")
            self._filled = set()
        new = [
            element
            for element in observation.read("elements")
            if element.visible and element.index not in self._filled
        ]
        self._filled |= {element.index for element in new}
        return Step(actions=[act for one in new if (act := self.fill(one))], done=not new)

    def fill(self, element: Element) -> Action | None:
        """Return a random input for a control; None if it takes no input."""
        name, options = element.name or f"#{element.index}", element.options
        match element.type:
            case "radio" if options:
                return form.ModifyRadio(input_name=name, input_value=self._random.choice(options))
            case "select" if options:
                return form.ModifySelect(input_name=name, input_value=self._random.choice(options))
            case "checkbox" if options:
                ticked = [option for option in options if self._random.random() < 0.5]
                return form.ModifyCheckbox(input_name=name, input_value="|".join(ticked))
            case "range":
                value = self._random.randint(0, 100)
                return form.ModifyRange(input_name=name, input_value=value)
            case kind if kind in _TEXTS:
                value = self._random.choice(_TEXTS[kind])
                return form.ModifyText(input_name=name, input_value=value)
        return None


_KEYS = ("Enter", "Tab", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "End", "a")


class RandomVisitor:
    """Clicks, types, presses keys and scrolls at random, then answers a random word."""

    reads: frozenset[View] = frozenset({"elements"})
    ACTIONS_PER_STEP = 3

    def __init__(self, seed: int, max_steps: int) -> None:
        self._seed = seed
        self._max_steps = max_steps
        self._random = Random(seed)

    async def act(self, observation: Observation) -> Step:
        if observation.step == 0:
            self._random = Random(f"{self._seed}:{observation.title}")
        if observation.step == self._max_steps:
            return Step(done=True, answer=self._random.choice(_WORDS))
        elements, size = observation.read("elements"), (observation.width, observation.height)
        return Step(actions=[self.do(elements, size) for _ in range(self.ACTIONS_PER_STEP)])

    def do(self, elements: Sequence[Element], size: tuple[int, int]) -> Action:
        """Return a random action on a page with these elements and a viewport of this size."""
        chance, choose = self._random.random(), self._random.choice
        if elements and chance < 0.6:
            element = choose(elements)
            if element.options:
                return web.SelectOption(element=element.index, option=choose(element.options))
            if element.type in _TEXTS:
                return web.Type(element=element.index, text=choose(_TEXTS[element.type]))
            if element.type == "range":
                return web.SetRange(element=element.index, value=self._random.randint(0, 100))
            return web.Click(element=element.index)
        if chance < 0.75:
            x, y = (self._random.uniform(0, length - 1) for length in size)
            return web.Click(x=x, y=y)
        if chance < 0.9:
            return web.Press(keys=choose(_KEYS))
        return web.Scroll(down=choose((-600, 600, 1200)))


class RandomPointer:
    """Clicks a uniformly random point of every screenshot."""

    reads: frozenset[View] = frozenset({"screenshot"})

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = Random(seed)

    async def act(self, observation: Observation) -> Step:
        observation.read("screenshot")
        if observation.step == 0:
            self._random = Random(f"{self._seed}:{observation.instruction}")
        x = self._random.uniform(0, observation.width)
        y = self._random.uniform(0, observation.height)
        return Step(actions=[web.Click(x=x, y=y)])


def random(
    benchmark: Benchmark,
    *,
    seed: Annotated[int, "Seed of the random actions."] = 0,
    max_steps: Annotated[
        PositiveInt, "Maximum number of steps on web pages, before the one that answers."
    ] = 8,
) -> RandomFormFiller | RandomVisitor | RandomPointer:
    """Performs random actions: the score of an agent that guesses."""
    if "elements" in benchmark.lacks:
        return RandomPointer(seed)
    if any(task.actions == "form" for task in benchmark.tasks()):
        return RandomFormFiller(seed)
    return RandomVisitor(seed, max_steps)
