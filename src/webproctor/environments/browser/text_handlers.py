"""Handlers of the actions of the `web` set that read the page's text."""

from webproctor.core import content
from webproctor.core.actions import ActionResult, web
from webproctor.core.text_views import RESULT_TOKENS
from webproctor.environments.browser import frame_tree
from webproctor.environments.browser.dispatch import ActionFailed, done, handler
from webproctor.environments.browser.handlers import PRESS, pause
from webproctor.environments.browser.session import WebSession

# Maximum number of matches that are listed.
_MAX_MATCHES = 10
# Tokens left for the note after a part of the text.
_NOTE = 200


@handler(web.FindText)
async def find_text(session: WebSession, action: web.FindText) -> ActionResult:
    text = await frame_tree.content(session.page)
    matches = content.find_lines(text, action.text)
    if not matches:
        raise ActionFailed(f"{action.text!r} is not on the page")
    if action.match > len(matches):
        raise ActionFailed(f"there is no match {action.match}: {len(matches)} lines match")
    chosen = matches[action.match - 1]
    shown = await frame_tree.show_line(session.page, chosen.number - 1)
    await pause(session, PRESS)
    listed = matches[action.match - 1 :][:_MAX_MATCHES]
    lines = "1 line matches" if len(matches) == 1 else f"{len(matches):,} lines match"
    scroll_note = f"scrolled to match {action.match}" if shown else "the page has changed since"
    range_note = (
        f"; matches {action.match} to {action.match - 1 + len(listed)} with the lines around them"
    )
    return done(
        f"{lines}; {scroll_note}{range_note if len(matches) > 1 else ''}",
        data="\n\n".join(content.context_lines(text, one, action.text) for one in listed),
    )


@handler(web.ReadMore)
async def read_more(session: WebSession, action: web.ReadMore) -> ActionResult:
    text = await frame_tree.content(session.page)
    count = len(content.parse(text).lines)
    if action.line > count:
        raise ActionFailed(f"there is no line {action.line}: the page has {count:,} lines")
    text_part = content.lines_from(text, action.line, RESULT_TOKENS - _NOTE)
    return done(f"the page's text from line {action.line} of {count:,}", data=text_part)
