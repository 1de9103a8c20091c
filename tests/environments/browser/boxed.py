"""Frames whose document has an origin of its own."""

import html
from collections.abc import Awaitable, Callable

from webproctor.core.observations import View
from webproctor.environments.browser.session import WebSession

Show = Callable[[str], Awaitable[WebSession]]
SEEN: frozenset[View] = frozenset({"elements", "content"})
ALL: frozenset[View] = frozenset(
    {"elements", "content", "text", "axtree", "pruned_html", "relevant_html", "dom"}
)
PRESS = '<p>Words</p><button onclick="this.textContent = `pressed`">Press</button>'


# A space that is higher than the viewport.
FAR = "<div style='height: 1500px'></div>"
# Sends a message to the first frame, and returns the data of its answer.
ASK = """new Promise((done) => {
    onmessage = ({ data }) => done(data);
    frames[0].postMessage('', '*');
})"""


def inline(markup: str) -> str:
    """Return the attribute of a frame with a document."""
    return f"srcdoc='{html.escape(markup)}'"


def boxed(
    markup: str, attributes: str = "width=500 height=300", sandbox: str = "allow-scripts"
) -> str:
    """Return a frame whose document has an origin of its own."""
    return f"<iframe sandbox='{sandbox}' {inline(markup)} {attributes}></iframe>"


async def labels(session: WebSession) -> list[str]:
    return [one.label for one in (await session.observe(SEEN)).read("elements")]


async def content(session: WebSession) -> str:
    return (await session.observe(SEEN)).read("content")
