"""The oracle: does at every step what the annotator did."""

from webproctor.actions import Action
from webproctor.actions.web import Click, SelectOption, Type, Wait
from webproctor.benchmarks.mind2web.records import Step
from webproctor.benchmarks.mind2web.session import StepsSession
from webproctor.episodes import RecordedSession
from webproctor.tasks import Task


class Oracle:
    """Looks the answer up; where the data accepts no element, it waits."""

    async def run(self, task: Task, session: RecordedSession) -> None:
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
