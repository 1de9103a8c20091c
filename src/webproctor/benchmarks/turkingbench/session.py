"""Live sessions on one crowdsourcing page."""

import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from PIL import Image

from webproctor.benchmarks.turkingbench.acting import HANDLERS
from webproctor.core.actions import Action, ActionResult, form
from webproctor.core.dom import Tree, dom_of
from webproctor.core.observations import Element, Observation, View
from webproctor.core.pictures import encoded
from webproctor.core.sessions import Rect, Session, SessionLost
from webproctor.core.text_views import elements_text
from webproctor.core.tokens import truncate
from webproctor.environments.browser import Page
from webproctor.environments.browser.emulation import Viewport
from webproctor.environments.browser.hanging import stop_scripts
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.timeouts import PageHangs
from webproctor.environments.browser.tree import dom

# Token limit of each half of the view `content`: fields, and the page's text.
_CONTENT_TOKENS = 20_000
LIBRARY = Path(__file__).with_name("fields.js")
_REOPENED = Path(__file__).with_name("reopened.js")
_STOPPED = "the page did not answer in time, so its scripts were stopped"
_UNUSABLE = "the page has crashed or hangs after a script; the task has ended"
# Causes of a loss after which only the page, not its browser, has failed.
_CAUSES = frozenset({"page hangs", "page crashed", "page closed", "page"})
# Maximum number of times that something is tried with a page whose scripts hang.
_ATTEMPTS = 2

T = TypeVar("T")


class PageSession(Session):
    """A session on one page of the benchmark.

    The agent can run scripts in the page. If one keeps the page from answering, it is stopped. If
    that does not help, or one crashes the page, the episode ends without answers.

    Attributes:
        fields: The scored fields found on the loaded page: name, type and visibility, in the order
            in which they should be filled in.
        absent: The names that the loaded page has no field of.
        page: The live page.
    """

    actions = form.form

    def __init__(
        self,
        page: Page,
        source: str,
        fields: list[dict[str, Any]],
        show_names: bool,
        absent: Sequence[str] = (),
    ) -> None:
        self.fields = fields
        self.absent = absent
        self.page = page
        self._source = source
        self._show_names = show_names
        self._scripts = 0
        self._unusable = False
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
        fields = await page.call("fields.find", field_names)
        return cls(page, source, fields, names, _absent(field_names, fields))

    @property
    def over(self) -> bool:
        return self._unusable

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        observation = await self._answering(lambda: self._observe(reads))
        return observation or _empty(self.page, reads)

    async def _answering(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Do something with the page; again if a script of the agent had to be stopped for it.

        Returns:
            None if the agent has made the page unusable.

        Raises:
            SessionLost: If the page fails before the first script of the agent, or the browser
                died.
        """
        for _ in range(_ATTEMPTS):
            if self._unusable:
                return None
            try:
                return await work()
            except SessionLost as lost:
                await self._stop(lost)
        self._unusable = True
        return None

    async def _stop(self, lost: SessionLost) -> None:
        """Stop the scripts of a page that hangs; note if that is not possible.

        Raises:
            SessionLost: If the cause is not a script of the agent.
        """
        if not (self._scripts and lost.cause in _CAUSES):
            raise lost
        hangs = isinstance(lost, PageHangs)
        self._unusable = not (hangs and await stop_scripts(self.page))

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
        found = await self._answering(lambda: self.page.call("fields.look_up", names))
        return [Element(**one) for one in found or ()]

    async def act(self, action: Action) -> ActionResult:
        if isinstance(action, form.GetHtml):
            return ActionResult(ok=True, message="the page's source", data=self._source)
        if self._unusable:
            return ActionResult(ok=False, message=_UNUSABLE, page_changed=True)
        try:
            if isinstance(action, form.ExecuteJsCommand):
                if not self._scripts:
                    self._before_scripts = await self.page.call("fields.read", self.fields)
                self._scripts += 1
            async with self.page.recorder.step(action):
                return await HANDLERS[type(action)](self.page, action)
        except SessionLost as lost:
            await self._stop(lost)
        message = _UNUSABLE if self._unusable else _STOPPED
        return ActionResult(ok=False, message=message, page_changed=self._unusable)

    async def target(self, action: Action) -> int | None:
        """Return the backend node id of an action's target control, or None.

        For checkboxes with the same name it is the one with the action's first value.
        """
        name, value = getattr(action, "input_name", ""), getattr(action, "input_value", "")
        if not name:
            return None
        first = str(value).partition("|")[0]
        expression = f"fields.at({json.dumps(name)}, {json.dumps(first)})"
        return await self._answering(lambda: self.page.node(expression))

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
        fields = await self._answering(lambda: page.call("fields.read", self.fields))
        if fields is None:
            fields = _without_answers(self.fields)
        elif self._scripts:
            await page.catch_up()
            # The agent could have hidden fields that it did not answer, and revealed fields whose
            # correct answer is the one that they have.
            for field, before in zip(fields, self._before_scripts, strict=True):
                revealed = field["visible"] and field["type"] != "hidden"
                answered = field["values"] != before["values"]
                field["visible"] = before["visible"] or (revealed and answered)
        return {
            "fields": fields,
            "late": await self._answering(lambda: page.call("fields.present", self.absent)) or [],
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
        absent: The names that the loaded page has no field of.
    """

    fields: list[dict[str, Any]]
    absent: list[str]
    _form: Page

    @classmethod
    async def begin(cls, page: Page, url: str, field_names: list[str]) -> Self:
        """Load a page and find its fields; the arguments are those of `PageSession.open`.

        Raises:
            SessionLost: If the page cannot be loaded.
        """
        session = await cls.open(page, url, libraries=[LIBRARY])
        session._form, session.fields = page, await page.call("fields.find", field_names)
        session.absent = _absent(field_names, session.fields)
        await page.call("fields.countScripted")
        # The agent can leave the page and open it again.
        script = {"source": _REOPENED.read_text(encoding="utf-8"), "worldName": page.world_name}
        await page.send("Page.addScriptToEvaluateOnNewDocument", script)
        return session

    async def look_up(self, names: Sequence[str]) -> list[Element]:
        """Return the current state of those of the fields that exist, without labels and boxes."""
        found = await self._answering(lambda: self._form.call("fields.look_up", names))
        return [Element(**one) for one in found]

    async def _read_fields(self) -> tuple[list[dict[str, Any]], list[str]]:
        """Return the fields, and the names of those that were added later."""
        if self._form.tab.closed.is_set():
            return _without_answers(self.fields), []
        fields = await self._form.call("fields.read", self.fields)
        return fields, await self._form.call("fields.present", self.absent)

    async def evidence(self) -> dict[str, Any]:
        fields, late = await self._answering(self._read_fields)
        evidence = await super().evidence()
        mirrored = self._form.guard.mirrored
        return evidence | {"fields": fields, "late": late, "mirrored": mirrored}


def _empty(page: Page, reads: frozenset[View]) -> Observation:
    """Return the observation of a page that shows nothing any more."""
    size = page.viewport or Viewport()
    views: dict[str, Any] = {"html": "", "text": "", "content": "", "elements": (), "tabs": ("",)}
    views["dom"] = dom_of(Tree(["html"], [{}], [""], [-1], [1]), [])
    views["screenshot"] = encoded(Image.new("RGB", (size.width, size.height), "white"))
    read_views = {view: views[view] for view in reads & views.keys()}
    return Observation(url=page.url, width=size.width, height=size.height, **read_views)


def _absent(names: Sequence[str], fields: Sequence[dict[str, Any]]) -> list[str]:
    found = {field["name"] for field in fields}
    return [name for name in names if name not in found]


def _without_answers(fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the fields of a form that is no longer open."""
    return [field | {"visible": False, "values": []} for field in fields]
