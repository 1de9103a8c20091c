"""A page that another program opened with Playwright."""

import asyncio
from collections.abc import Iterable
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from webproctor.environments.browser.devtools import (
    Channel,
    DevToolsError,
    Listener,
    answer_or_empty,
)
from webproctor.environments.browser.document import LIBRARY, Document
from webproctor.environments.browser.session import LIBRARIES

_TIMEOUT = 30.0


class ForeignPage(Document):
    """A page of another program's browser, for observations only.

    Args:
        session: A DevTools session of the page.
    """

    def __init__(self, session: CDPSession) -> None:
        super().__init__(_PlaywrightChannel(session), _TIMEOUT, (LIBRARY, *LIBRARIES))


class _PlaywrightChannel(Channel):
    """DevTools commands through Playwright's driver."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session

    async def send(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        try:
            return await self._session.send(method, parameters or {})
        except PlaywrightError as error:
            raise DevToolsError(str(error)) from error

    async def send_commands(
        self,
        commands: Iterable[tuple[str, dict[str, Any]]],
        *,
        persistent: bool = False,
        ignored_error: str = "",
    ) -> list[dict[str, Any]]:
        answers = (answer_or_empty(self.send(*command), ignored_error) for command in commands)
        return list(await asyncio.gather(*answers))

    async def send_all(self, method: str, all_parameters: Iterable[dict[str, Any]]) -> None:
        for parameters in all_parameters:
            await self.send(method, parameters)

    def on(self, event: str, listener: Listener) -> None:
        self._session.on(event, self.wrap_listener(listener))

    def check(self) -> None:
        """Playwright reports a crashed page at the next command."""

    def fail(self, error: Exception) -> None:
        raise error
