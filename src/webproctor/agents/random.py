"""The random baseline: fills in every control it sees with something that would be allowed."""

from random import Random
from typing import Annotated

from webproctor.actions import Action, form
from webproctor.benchmarks import Benchmark
from webproctor.episodes import Turn
from webproctor.observations import Element, Observation, View

_WORDS = ("yes", "no", "maybe", "good", "bad", "many", "a person", "the answer", "it depends")


class RandomAgent:
    """One turn for all the controls that can be seen, another for those that this revealed."""

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


def random(
    benchmark: Benchmark, *, seed: Annotated[int, "Seed of its choices."] = 0
) -> RandomAgent:
    """What chance alone earns."""
    return RandomAgent(seed)
