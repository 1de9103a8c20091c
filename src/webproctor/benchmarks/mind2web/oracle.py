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
            page = steps.current_page()
            accepted = {candidate.id for candidate in page.step.positives}
            indices = [
                number
                for number, candidate in enumerate(page.candidates)
                if candidate.id in accepted
            ]
            await session.act(_action(page.step, steps.value(), indices[0]) if indices else Wait())


def _action(step: Step, value: str, element: int) -> Action:
    match step.operation.op:
        case "TYPE":
            return Type(element=element, text=value)
        case "SELECT":
            return SelectOption(element=element, option=value)
        case _:
            return Click(element=element)
