"""A live session on one crowdsourcing page."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from webproctor.actions import Action, ActionResult, ActionSet, form
from webproctor.benchmarks.turkingbench.acting import HANDS
from webproctor.browser import Page
from webproctor.browser.tree import dom
from webproctor.observations import Element, Observation, View

LIBRARY = Path(__file__).with_name("fields.js")


class PageSession:
    """One page of the benchmark, open in a browser of its own.

    Attributes:
        fields: The fields that are asked for, found on the page when it had loaded: name, type and
            visibility, in the order in which they are to be filled in.
        page: The live page.
    """

    actions: ActionSet = form.form

    def __init__(self, page: Page, source: str, fields: list[dict[str, Any]], names: bool) -> None:
        self.fields = fields
        self.page = page
        self._source = source
        self._names = names
        self._scripts = 0

    @classmethod
    async def open(
        cls, page: Page, url: str, source: str, asked: list[str], *, names: bool
    ) -> "PageSession":
        """Load a page and find its fields.

        Args:
            source: The page's HTML as the server gives it.
            asked: Names of the fields that are scored.
            names: Whether the agent is told those names.

        Raises:
            SessionLost: If the page cannot be loaded.
        """
        await page.open(url, LIBRARY)
        return cls(page, source, await page.call("fields.find", asked), names)

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        page, seen = self.page, await self.page.call("webproctor.look")
        if "elements" in reads:
            asked = [field["name"] for field in self.fields] if self._names else None
            listed = await page.call("fields.list", asked)
            seen["elements"] = tuple(Element(**one) for one in listed)
        if "html" in reads:
            seen["html"] = await page.call("webproctor.html")
        if "text" in reads:
            seen["text"] = await page.call("webproctor.text")
        if "dom" in reads:
            seen["dom"] = await dom(page)
        if "screenshot" in reads:
            seen["screenshot"] = await page.screenshot()
        if "tabs" in reads:
            seen["tabs"] = (seen["title"],)
        return Observation(**seen)

    async def look_up(self, names: Sequence[str]) -> list[Element]:
        """Those fields that are there, as they are now, without labels and boxes."""
        return [Element(**found) for found in await self.page.call("fields.look_up", names)]

    async def act(self, action: Action) -> ActionResult:
        if isinstance(action, form.GetHtml):
            return ActionResult(ok=True, message="the page's source", data=self._source)
        self._scripts += isinstance(action, form.ExecuteJsCommand)
        async with self.page.recorder.step(self.page.playwright, action):
            return await HANDS[type(action)](self.page, action)

    async def target(self, action: Action) -> int | None:
        """The backend node id of the control that an action is aimed at, if it is at one.

        Of boxes of one name it is the one of the first value that is asked for.
        """
        name, value = getattr(action, "input_name", ""), getattr(action, "input_value", "")
        if not name:
            return None
        first = str(value).partition("|")[0]
        return await self.page.node(f"fields.at({json.dumps(name)}, {json.dumps(first)})")

    async def place(self, action: Action) -> tuple[float, float, float, float] | None:
        """Where in the view the element is that an action names, in CSS pixels."""
        node = await self.target(action)
        return await self.page.place(node) if node is not None else None

    @property
    def noted(self) -> dict[str, list[Any]]:
        """What pages did that the agent is not told."""
        return {"refused": self.page.guard.refused, "error": self.page.errors}

    async def evidence(self) -> dict[str, Any]:
        page = self.page
        fields = await page.call("fields.read", self.fields)
        await page.catch_up()
        return {
            "fields": fields,
            "refused": page.guard.refused,
            "mirrored": page.guard.mirrored,
            "errors": page.errors,
            "dialogs": page.dialogs,
            "scripts": self._scripts,
        }
