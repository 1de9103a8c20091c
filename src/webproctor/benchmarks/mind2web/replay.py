"""Replay stored predictions step by step."""

from collections.abc import Mapping

from webproctor.benchmarks.mind2web.scoring import Prediction
from webproctor.benchmarks.mind2web.session import StepsSession
from webproctor.core.actions import Action
from webproctor.core.actions.arguments import MAX_COORDINATE
from webproctor.core.actions.web import Click, SelectOption, Type, Wait
from webproctor.core.episodes import Step
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.scores import answer_coverage
from webproctor.core.tasks import Task


class Replay:
    """An agent that performs stored predictions; it waits at steps without one.

    A prediction for an element that is not a candidate becomes a click or typing outside the page,
    which has no element either; a selection becomes typing. The step's notes have the prediction
    itself, which is scored.

    Args:
        predictions: The predictions by key of the step.
        steps: The number of steps of the run.

    Attributes:
        coverage: How many of the steps have a prediction.
    """

    def __init__(self, predictions: Mapping[str, Prediction], steps: int) -> None:
        self._predictions = predictions
        self.coverage = answer_coverage("steps", steps, len(predictions))

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        steps = session.unwrapped
        assert isinstance(steps, StepsSession)
        while not steps.over:
            page = steps.current_page()
            predicted = self._predictions.get(page.step.key, Prediction())
            ids = [candidate.id for candidate in page.candidates]
            index = ids.index(predicted.element) if predicted.element in ids else None
            notes = {"prediction": predicted.model_dump(exclude={"pool"})}
            await session.step(Step(actions=[_action(predicted, index)], notes=notes))


def _action(predicted: Prediction, element: int | None) -> Action:
    if element is None:
        outside = float(-MAX_COORDINATE)
        match predicted.op:
            case "TYPE" | "SELECT":
                return Type(x=outside, y=outside, text=predicted.value)
            case "CLICK":
                return Click(x=outside, y=outside)
            case _:
                return Wait()
    match predicted.op:
        case "TYPE":
            return Type(element=element, text=predicted.value)
        case "SELECT":
            return SelectOption(element=element, option=predicted.value)
        case _:
            return Click(element=element)
