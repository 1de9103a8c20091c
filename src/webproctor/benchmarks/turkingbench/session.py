"""Live sessions on one crowdsourcing page."""

import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from webproctor.benchmarks.turkingbench.acting import HANDLERS
from webproctor.core.actions import Action, ActionResult, form
from webproctor.core.observations import Element, Observation, View
from webproctor.core.sessions import Rect, Session, SessionLost
from webproctor.core.text_views import elements_text
from webproctor.core.tokens import truncate
from webproctor.environments.browser import Page
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.tree import dom

# Token limit of each half of the view `content`: fields, and the page's text.
_CONTENT_TOKENS = 20_000
LIBRARY = Path(__file__).with_name("fields.js")
_REOPENED = Path(__file__).with_name("reopened.js")
_STOPPED = "the page did not answer in time, so its scripts were stopped"
_CRASHED = "the page has crashed after a script; the task has ended"

T = TypeVar("T")


class PageSession(Session):
    """A session on one page of the benchmark.

    The agent can run scripts in the page. If one keeps the page from answering, it is stopped; if
    one crashes the page, the episode ends without answers.

    Attributes:
        fields: The scored fields found on the loaded page: name, type and visibility, in the order
            in which they should be filled in.
        page: The live page.
    """

    actions = form.form

    def __init__(
        self, page: Page, source: str, fields: list[dict[str, Any]], show_names: bool
    ) -> None:
        self.fields = fields
        self.page = page
        self._source = source
        self._show_names = show_names
        self._scripts = 0
        self._crashed = False
        # The fields immediately before the agent's first script.
        self._before_scripts: list[dict[str, Any]] = []

    @classmethod
    async def open(
        cls, page: Page, url: str, source: str, field_names: list[str], *, names: bool
    ) -> "PageSession":
        """Load a page and find its fields.

        Args:
            source: The page's HTML as served.
            field_names: Names of the scored fields.
            names: Whether the agent gets these names.

        Raises:
            SessionLost: If the page cannot be loaded.
        """
        await page.open(url, LIBRARY)
        return cls(page, source, await page.call("fields.find", field_names), names)

    @property
    def over(self) -> bool:
        return self._crashed

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        return await self._answering(lambda: self._observe(reads))

    async def _answering(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something with the page; again if a script of the agent had to be stopped for it.

        Raises:
            SessionLost: If the page does not answer for another reason, or the browser died.
        """
        try:
            return await work()
        except SessionLost as lost:
            if not self._hangs(lost):
                raise
            await self.page.send("Runtime.terminateExecution")
            return await work()

    def _hangs(self, lost: SessionLost) -> bool:
        """Whether a script of the agent may keep the page from answering."""
        return self._scripts > 0 and lost.cause == "page hangs"

    async def _observe(self, reads: frozenset[View]) -> Observation:
        page, views = self.page, await self.page.call("webproctor.pageInfo")
        if reads & {"elements", "content"}:
            names = [field["name"] for field in self.fields] if self._show_names else None
            elements = await page.call("fields.list", names)
            views["elements"] = tuple(Element(**element) for element in elements)
        if "html" in reads:
            views["html"] = await page.call("webproctor.html")
        if reads & {"text", "content"}:
            views["text"] = await page.call("webproctor.text")
        if "content" in reads:
            elements = elements_text(views["elements"], _CONTENT_TOKENS)
            views["content"] = f"{elements}\n\n{truncate(views['text'], _CONTENT_TOKENS)}"
        if "dom" in reads:
            views["dom"] = await dom(page)
        if "screenshot" in reads:
            views["screenshot"] = await page.screenshot()
        if "tabs" in reads:
            views["tabs"] = (views["title"],)
        return Observation(**views)

    async def look_up(self, names: Sequence[str]) -> list[Element]:
        """Return the current state of those of the fields that exist, without labels and boxes."""
        return [Element(**found) for found in await self.page.call("fields.look_up", names)]

    async def act(self, action: Action) -> ActionResult:
        if isinstance(action, form.GetHtml):
            return ActionResult(ok=True, message="the page's source", data=self._source)
        if isinstance(action, form.ExecuteJsCommand):
            if not self._scripts:
                self._before_scripts = await self.page.call("fields.read", self.fields)
            self._scripts += 1
        try:
            async with self.page.recorder.step(action):
                return await HANDLERS[type(action)](self.page, action)
        except SessionLost as lost:
            if self._hangs(lost):
                await self.page.send("Runtime.terminateExecution")
                return ActionResult(ok=False, message=_STOPPED)
            self._crashed = self._scripts > 0 and lost.cause == "page crashed"
            if self._crashed:
                return ActionResult(ok=False, message=_CRASHED, page_changed=True)
            raise

    async def target(self, action: Action) -> int | None:
        """Return the backend node id of an action's target control, or None.

        For checkboxes with the same name it is the one with the action's first value.
        """
        name, value = getattr(action, "input_name", ""), getattr(action, "input_value", "")
        if not name:
            return None
        first = str(value).partition("|")[0]
        return await self.page.node(f"fields.at({json.dumps(name)}, {json.dumps(first)})")

    async def rect(self, action: Action) -> Rect | None:
        """Return the box of an action's target in the viewport, in CSS pixels, or None."""
        node = await self.target(action)
        return await self.page.rect(node) if node is not None else None

    @property
    def noted(self) -> dict[str, list[Any]]:
        """Refused requests and page errors, which are recorded but not shown to the agent."""
        return {"refused": self.page.guard.refused, "error": self.page.errors}

    async def evidence(self) -> dict[str, Any]:
        page = self.page
        if self._crashed:
            fields = _without_answers(self.fields)
        else:
            fields = await self._answering(lambda: page.call("fields.read", self.fields))
            await page.catch_up()
        if self._scripts and not self._crashed:
            # The agent could have hidden fields that it did not answer, and revealed fields whose
            # correct answer is the one that they have.
            for field, before in zip(fields, self._before_scripts, strict=True):
                revealed = field["visible"] and field["type"] != "hidden"
                answered = field["values"] != before["values"]
                field["visible"] = before["visible"] or (revealed and answered)
        return {
            "fields": fields,
            "refused": page.guard.refused,
            "mirrored": page.guard.mirrored,
            "errors": page.errors,
            "dialogs": page.dialogs,
            "scripts": self._scripts,
        }


class WebPageSession(WebSession):
    """A session on one page of the benchmark for agents that act by elements, pixels or DevTools.

    Its evidence has the same fields as that of `PageSession`, read from the page's final state.

    Attributes:
        fields: The scored fields found on the loaded page, as in `PageSession`.
    """

    fields: list[dict[str, Any]]
    _form: Page

    @classmethod
    async def begin(cls, page: Page, url: str, field_names: list[str]) -> "WebPageSession":
        """Load a page and find its fields; the arguments are those of `PageSession.open`.

        Raises:
            SessionLost: If the page cannot be loaded.
        """
        session = await cls.open(page, url, libraries=[LIBRARY])
        assert isinstance(session, WebPageSession)
        session._form, session.fields = page, await page.call("fields.find", field_names)
        await page.call("fields.countScripted")
        # The agent can leave the page and open it again.
        script = {"source": _REOPENED.read_text(encoding="utf-8"), "worldName": page.world_name}
        await page.send("Page.addScriptToEvaluateOnNewDocument", script)
        return session

    async def look_up(self, names: Sequence[str]) -> list[Element]:
        """Return the current state of those of the fields that exist, without labels and boxes."""
        return [Element(**found) for found in await self._form.call("fields.look_up", names)]

    async def evidence(self) -> dict[str, Any]:
        if self._form in self.tabs:
            fields = await self._form.call("fields.read", self.fields)
        else:  # The agent has closed the form's tab.
            fields = _without_answers(self.fields)
        evidence = await super().evidence()
        return evidence | {"fields": fields, "mirrored": self._form.guard.mirrored}


def _without_answers(fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the fields of a form that is no longer open."""
    return [field | {"visible": False, "values": []} for field in fields]
