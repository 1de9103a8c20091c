"""A page that another program opened with Playwright."""

import asyncio
from collections.abc import Iterable
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from webproctor.environments.browser.devtools import Channel, DevToolsError, Listener
from webproctor.environments.browser.document import LIBRARY, Document
from webproctor.environments.browser.session import LIBRARIES

_TIMEOUT = 30.0


class ForeignPage(Document):
    """A page of another program's browser, for observations only.

    Args:
        driver: A DevTools session of the page.
    """

    def __init__(self, driver: CDPSession) -> None:
        super().__init__(_Driven(driver), _TIMEOUT, (LIBRARY, *LIBRARIES))


class _Driven(Channel):
    """DevTools commands through Playwright's driver."""

    def __init__(self, driver: CDPSession) -> None:
        self._driver = driver

    async def send(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        try:
            return await self._driver.send(method, parameters or {})
        except PlaywrightError as error:
            raise DevToolsError(str(error)) from error

    async def ask(
        self, commands: Iterable[tuple[str, dict[str, Any]]], *, lasting: bool = False
    ) -> list[dict[str, Any]]:
        return list(await asyncio.gather(*(self.send(*command) for command in commands)))

    async def send_all(self, method: str, every: Iterable[dict[str, Any]]) -> None:
        for parameters in every:
            await self.send(method, parameters)

    def on(self, event: str, listener: Listener) -> None:
        self._driver.on(event, self.contained(listener))

    def check(self) -> None:
        """Playwright reports a crashed page at the next command."""

    def fail(self, fault: Exception) -> None:
        raise fault
