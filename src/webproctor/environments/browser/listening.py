"""Listeners to the events of Playwright that last as long as an episode."""

from collections.abc import Callable
from typing import Any

from webproctor.environments.browser.devtools import Channel


class Listeners:
    """The listeners of one page. Their exceptions fail the page: see `Channel.contained`."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._added: list[tuple[Any, str, Callable[..., object]]] = []

    def add(self, source: Any, event: str, listener: Callable[..., object]) -> Callable[[], None]:
        """Call a function for every event of a context or tab; return what removes it."""
        added = source, event, self._channel.contained(listener)
        self._added.append(added)
        source.on(event, added[2])

        def remove() -> None:
            if added in self._added:
                self._added.remove(added)
                source.remove_listener(event, added[2])

        return remove

    def remove(self) -> None:
        """Remove all of them."""
        for source, event, listener in self._added:
            source.remove_listener(event, listener)
        self._added.clear()
