"""Record the DevTools commands of an episode, to send them again."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from webproctor.environments.browser.devtools import DevTools

# DevTools commands that are sent without waiting in between: method and parameters of each.
Commands = list[tuple[str, dict[str, Any]]]


@dataclass(frozen=True)
class Sent:
    """Commands that were sent to a page without waiting in between, and their results.

    Attributes:
        session: The DevTools session of the page.
    """

    session: str
    commands: Commands
    answers: list[dict[str, Any]]


@contextlib.contextmanager
def recording() -> Iterator[list[Sent]]:
    """Record the commands that webproctor sends to pages inside the block."""
    sent: list[Sent] = []
    send = DevTools.send

    async def record(
        self: DevTools,
        session: str | None,
        commands: Iterable[tuple[str, dict[str, Any]]],
        *,
        ignored_error: str = "",
    ) -> list[dict[str, Any]]:
        one = Sent(session or "", list(commands), [])
        if session is not None and one.commands and not one.commands[0][0].startswith("Fetch."):
            sent.append(one)
        answers = await send(self, session, one.commands, ignored_error=ignored_error)
        one.answers.extend(answers)
        return answers

    DevTools.send = record
    try:
        yield sent
    finally:
        DevTools.send = send


# Commands that open or set up a tab, which the replay does itself.
_OPENING = (
    *("Emulation.", "Log.", "Page.enable", "Page.getFrameTree", "Page.navigate"),
    *("Page.setFontFamilies", "Network.enable", "Network.setExtraHTTPHeaders"),
    *("Runtime.runIfWaitingForDebugger", "Target."),
)


def _own(commands: Commands) -> Commands:
    """Return the commands without those that open or set up a tab."""
    kept = [one for one in commands if not one[0].startswith(_OPENING)]
    return [one for one in kept if "ServiceWorkerContainer" not in one[1].get("source", "")]


def of_page(sent: Sequence[Sent]) -> tuple[list[Sent], list[Sent]]:
    """Return the commands to the page before and after the creation of the isolated world, when
    the page has loaded.

    Raises:
        ValueError: If the document was replaced, so that there are several isolated worlds.
    """
    created = [one for one in sent if one.commands[0][0].endswith("IsolatedWorld")]
    if len(created) != 1:
        raise ValueError(f"an episode had {len(created)} documents instead of one")
    mine = [one for one in sent if one.session == created[0].session]
    at = next(number for number, one in enumerate(mine) if one is created[0])
    before = [replace(one, commands=own) for one in mine[:at] if (own := _own(one.commands))]
    return before, mine[at + 1 :]


def on_page(sent: Sequence[Sent]) -> list[Commands]:
    """Return the commands after the page has loaded.

    Raises:
        ValueError: If the document was replaced, so that there are several isolated worlds.
    """
    return [one.commands for one in of_page(sent)[1]]
