"""The replay: carries out a model's recorded answers, field by field, as the original did."""

from collections.abc import Mapping

from webproctor.actions import Action, BadAction, form
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
                await self._field(session, text)

    async def _field(self, session: RecordedSession, text: str) -> None:
        """Do what one answer says until it fails: the rest of a failed answer never ran."""
        parsed = parse_action(text)
        for call in parsed.calls:
            if call.name in _NO_OPS:
                continue
            try:
                action = _action(call.name, call.arguments)
            except BadAction as error:
                await session.turn(Turn(thought=f"{text}\n\nnot done: {error}"))
                return
            [result] = await session.turn(Turn(actions=[action], thought=text))
            if not result.ok:
                return
        if parsed.error:
            await session.turn(Turn(thought=f"{text}\n\nnot done: {parsed.error}"))


def _action(name: str, arguments: Mapping[str, object]) -> Action:
    if name in _SCREENSHOTS:
        given = {key: value for key, value in arguments.items() if key == "input_name"}
        return form.form.parse("take_screenshot", given | _SCREENSHOTS[name])
    return form.form.parse(name, arguments)
