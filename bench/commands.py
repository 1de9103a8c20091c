"""Record the DevTools commands of an episode, to send them again."""

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any

from webproctor.environments.browser.devtools import DevTools

# DevTools commands that are sent without waiting in between: method and parameters of each.
Commands = list[tuple[str, dict[str, Any]]]


@contextlib.contextmanager
def recording() -> Iterator[list[Commands]]:
    """Record the commands that webproctor sends to pages inside the block.

    The commands of one list were sent without waiting in between.
    """
    sent: list[Commands] = []
    send = DevTools.send

    async def record(
        self: DevTools, session: str | None, commands: Iterable[tuple[str, dict[str, Any]]]
    ) -> list[dict[str, Any]]:
        listed = list(commands)
        if session is not None and not listed[0][0].startswith("Fetch."):
            sent.append(listed)
        return await send(self, session, listed)

    DevTools.send = record
    try:
        yield sent
    finally:
        DevTools.send = send


def on_page(sent: list[Commands]) -> list[Commands]:
    """Return the commands after the creation of the isolated world, when the page has loaded.

    Raises:
        ValueError: If the document was replaced, so that there are several isolated worlds.
    """
    created = [n for n, [(method, _), *_] in enumerate(sent) if method.endswith("IsolatedWorld")]
    if len(created) != 1:
        raise ValueError(f"an episode had {len(created)} documents instead of one")
    return sent[created[0] + 1 :]
