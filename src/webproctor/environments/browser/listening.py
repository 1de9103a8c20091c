"""Listeners to the notices of a context that last as long as an episode."""

from collections.abc import Callable

from webproctor.environments.browser.devtools import Channel
from webproctor.environments.browser.notices import Notices


class Listeners:
    """The listeners of one page. Their exceptions fail the page: see `Channel.wrap_listener`."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._added: list[tuple[Notices, str, Callable[..., object]]] = []

    def add(self, source: Notices, name: str, listener: Callable[..., object]) -> None:
        """Call a function for every notice of a name."""
        added = source, name, self._channel.wrap_listener(listener)
        self._added.append(added)
        source.on(name, added[2])

    def remove(self) -> None:
        """Remove all of them."""
        for source, name, listener in self._added:
            source.remove_listener(name, listener)
        self._added.clear()
