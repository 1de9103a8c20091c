"""The replay: carries out a model's recorded answers, field by field, as the original did."""

from collections.abc import Mapping

from webproctor.actions import Action, Misread, form
from webproctor.benchmarks.turkingbench.predictions import Predictions, parse_action
from webproctor.benchmarks.turkingbench.session import PageSession
from webproctor.episodes import RecordedSession, Turn
from webproctor.tasks import Task

# The paper's variants of taking a screenshot, as the one action that they are here.
_SCREENSHOTS: Mapping[str, dict[str, object]] = {
    "take_screenshot": {"target": "view"},
    "take_page_screenshots": {"target": "page"},
    "take_full_screenshot": {"target": "page"},
    "take_element_screenshot": {"target": "element"},
    "take_element_screenshot_with_border": {"target": "element", "border": True},
}
# Fetched a library that no other action needs.
_NO_OPS = ("load_jquery",)


class Replay:
    """Answers that a model gave, by task name and row, then by field."""

    def __init__(self, predictions: Predictions) -> None:
        self._predictions = predictions

    async def run(self, task: Task, session: RecordedSession) -> None:
        page = session.unwrapped
        assert isinstance(page, PageSession)
        answers = self._predictions.get((str(task.tags["task"]), int(task.tags["row"])), {})
        for field in page.fields:
            text = answers.get(field["name"])
            if text is None:
                continue
            if any(element.visible for element in await page.look_up([field["name"]])):
                await carry_out(session, text)


async def carry_out(
    session: RecordedSession, text: str, *, usage: dict[str, float] | None = None
) -> bool:
    """Do what one answer says until it fails: the rest of a failed answer never ran.

    Args:
        text: The answer, actions as the paper's models write them. It is read, never executed.
        usage: What the answer cost.

    Returns:
        Whether all of it could be read and done.
    """
    parsed = parse_action(text)
    spent = usage or {}
    for call in parsed.calls:
        if call.name in _NO_OPS:
            continue
        action = _action(call.name, call.arguments)
        [result] = await session.turn(Turn(actions=[action], thought=text, usage=spent))
        spent = {}
        if not result.ok:
            return False
    if parsed.error:
        wrong = Misread(asked="answer", fault=parsed.error)
        await session.turn(Turn(actions=[wrong], thought=text, usage=spent))
    return not parsed.error


def _action(name: str, arguments: Mapping[str, object]) -> Action:
    if name in _SCREENSHOTS:
        given = {key: value for key, value in arguments.items() if key == "input_name"}
        return form.form.parse("take_screenshot", given | _SCREENSHOTS[name])
    return form.form.read(name, arguments)
