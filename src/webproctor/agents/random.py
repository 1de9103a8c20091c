"""The random baseline: does something that is allowed with what it sees."""

from collections.abc import Sequence
from random import Random
from typing import Annotated

from webproctor.actions import Action, form, web
from webproctor.benchmarks import Benchmark
from webproctor.episodes import Turn
from webproctor.observations import Element, Observation, View

_WORDS = ("yes", "no", "maybe", "good", "bad", "many", "a person", "the answer", "it depends")


class RandomFormFiller:
    """Fills in every control: a turn for those that can be seen, another for those it revealed."""

    reads: frozenset[View] = frozenset({"elements"})

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = Random(seed)
        self._filled: set[int] = set()

    async def act(self, observation: Observation) -> Turn:
        if observation.turn == 0:
            # The page decides, so that an episode does not depend on those before it.
            self._random = Random(f"{self._seed}:{observation.url}")
            self._filled = set()
        new = [
            element
            for element in observation.read("elements")
            if element.visible and element.index not in self._filled
        ]
        self._filled |= {element.index for element in new}
        return Turn(actions=[act for one in new if (act := self.fill(one))], done=not new)

    def fill(self, element: Element) -> Action | None:
        """Something to enter into a control; None where nothing can be entered."""
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
            case "text" | "textarea":
                value = self._random.choice(_WORDS)
                return form.ModifyText(input_name=name, input_value=value)
        return None


_KEYS = ("Enter", "Tab", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "End", "a")


class RandomVisitor:
    """Clicks, types, presses keys and scrolls about for some turns, then answers any word."""

    reads: frozenset[View] = frozenset({"elements"})
    ACTIONS_PER_TURN = 3

    def __init__(self, seed: int, turns: int) -> None:
        self._seed = seed
        self._turns = turns
        self._random = Random(seed)

    async def act(self, observation: Observation) -> Turn:
        if observation.turn == 0:
            self._random = Random(f"{self._seed}:{observation.title}")
        if observation.turn == self._turns:
            return Turn(done=True, answer=self._random.choice(_WORDS))
        elements = observation.read("elements")
        return Turn(actions=[self.do(elements) for _ in range(self.ACTIONS_PER_TURN)])

    def do(self, elements: Sequence[Element]) -> Action:
        """Something that can be done on a page with these elements."""
        chance, choose = self._random.random(), self._random.choice
        if elements and chance < 0.6:
            element = choose(elements)
            if element.options:
                return web.SelectOption(element=element.index, option=choose(element.options))
            if element.type in ("text", "textarea", "search", "number"):
                return web.Type(element=element.index, text=choose(_WORDS))
            return web.Click(element=element.index)
        if chance < 0.75:
            return web.Click(x=self._random.uniform(0, 1279), y=self._random.uniform(0, 719))
        if chance < 0.9:
            return web.Press(keys=choose(_KEYS))
        return web.Scroll(down=choose((-600, 600, 1200)))


class RandomPointer:
    """Clicks a point of every screenshot, any with the same chance."""

    reads: frozenset[View] = frozenset({"screenshot"})

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = Random(seed)

    async def act(self, observation: Observation) -> Turn:
        observation.read("screenshot")
        if observation.turn == 0:
            self._random = Random(f"{self._seed}:{observation.instruction}")
        x = self._random.uniform(0, observation.width)
        y = self._random.uniform(0, observation.height)
        return Turn(actions=[web.Click(x=x, y=y)])


def random(
    benchmark: Benchmark,
    *,
    seed: Annotated[int, "Seed of its choices."] = 0,
    turns: Annotated[int, "Turns before it gives up, where it roams about on web pages."] = 8,
) -> RandomFormFiller | RandomVisitor | RandomPointer:
    """What chance alone earns."""
    if "elements" in getattr(benchmark, "lacks", frozenset()):
        return RandomPointer(seed)
    if any(task.actions == "form" for task in benchmark.tasks()):
        return RandomFormFiller(seed)
    return RandomVisitor(seed, turns)
