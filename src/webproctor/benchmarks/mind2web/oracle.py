"""The oracle: repeats the annotator's action at every step."""

from webproctor.benchmarks.mind2web.records import Step
from webproctor.benchmarks.mind2web.session import StepsSession
from webproctor.core.actions import Action
from webproctor.core.actions.web import Click, SelectOption, Type, Wait
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task


class Oracle:
    """An agent that performs the annotated action, or waits if a step accepts no element."""

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        steps = session.unwrapped
        assert isinstance(steps, StepsSession)
        while not steps.over:
            shown = steps.shown()
            accepted = {one.id for one in shown.step.positives}
            right = [number for number, one in enumerate(shown.candidates) if one.id in accepted]
            await session.act(_action(shown.step, steps.value(), right[0]) if right else Wait())


def _action(step: Step, value: str, element: int) -> Action:
    match step.operation.op:
        case "TYPE":
            return Type(element=element, text=value)
        case "SELECT":
            return SelectOption(element=element, option=value)
        case _:
            return Click(element=element)
