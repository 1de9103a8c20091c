"""The replay agent: executes a model's recorded answers, field by field, like the original."""

from collections.abc import Mapping

from webproctor.benchmarks.turkingbench.answers import parse_action
from webproctor.benchmarks.turkingbench.predictions import Predictions
from webproctor.benchmarks.turkingbench.session import PageSession
from webproctor.core.actions import Action, InvalidAction, form
from webproctor.core.episodes import Step
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.scores import Table
from webproctor.core.tasks import Task

# Arguments of `take_screenshot` for each of the paper's screenshot actions.
_SCREENSHOTS: Mapping[str, dict[str, object]] = {
    "take_screenshot": {"target": "view"},
    "take_page_screenshots": {"target": "page"},
    "take_full_screenshot": {"target": "page"},
    "take_element_screenshot": {"target": "element"},
    "take_element_screenshot_with_border": {"target": "element", "border": True},
}
# Loads a library that no other action needs.
_NO_OPS = ("load_jquery",)


class Replay:
    """An agent that executes recorded answers, given by task name and row, then by field.

    Attributes:
        coverage: What the answers cover of the selected instances; None if that is unknown.
    """

    def __init__(self, predictions: Predictions, coverage: Table | None = None) -> None:
        self._predictions = predictions
        self.coverage = coverage

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        page = session.unwrapped
        assert isinstance(page, PageSession)
        answers = self._predictions.get((str(task.tags["task"]), int(task.tags["row"])), {})
        for field in page.fields:
            text = answers.get(field["name"])
            if text is None:
                continue
            if any(element.visible for element in await page.look_up([field["name"]])):
                await execute_answer(session, text)


async def execute_answer(
    session: EpisodeRecorder, text: str, *, usage: dict[str, float] | None = None
) -> str:
    """Execute the actions of one answer, one in each step, up to the first failure.

    An answer without actions is recorded as a step too.

    Args:
        text: The answer, with actions in the paper's format. It is parsed, never executed as code.
        usage: The model usage of the answer.

    Returns:
        Why it was not executed completely; "" if it was.
    """
    parsed = parse_action(text)
    actions = [
        _action(call.name, call.arguments) for call in parsed.calls if call.name not in _NO_OPS
    ]
    if parsed.error:
        actions.append(InvalidAction(asked="answer", fault=parsed.error))
    if not actions:
        await session.step(Step(thought=text, usage=usage or {}))
    for number, action in enumerate(actions):
        step_usage = usage or {} if number == 0 else {}
        [result] = await session.step(Step(actions=[action], thought=text, usage=step_usage))
        if not result.ok:
            return result.message
    return ""


def _action(name: str, arguments: Mapping[str, object]) -> Action:
    if name in _SCREENSHOTS:
        named = {key: value for key, value in arguments.items() if key == "input_name"}
        return form.form.read("take_screenshot", named | _SCREENSHOTS[name])
    return form.form.read(name, arguments)
