"""The text of a page, with the parts that the browser has not rendered yet."""

from collections.abc import Awaitable, Callable

import pytest
from conftest import Site
from starlette.responses import Response

from webproctor.core.actions import web
from webproctor.core.observations import View
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession

Show = Callable[[str], Awaitable[WebSession]]
TEXT: frozenset[View] = frozenset({"text"})
SPACE = "<div style='height: 5000px'>Top</div>"
LATER = "content-visibility: auto; contain-intrinsic-size: 1px 500px"
PART = """<h2>Head</h2><p>One <b>bold</b> word<br>and a line</p><ul><li>First<li>Second</ul>
<table><tr><td>1<td>2<tr><td>3<td>4</table><p hidden>secret</p><script>secret</script>
<details><summary>More</summary>secret</details><div style='visibility: hidden'>secret</div>"""


@pytest.mark.parametrize(
    "page",
    [
        f"{SPACE}<style>section {{ {LATER} }}</style><section>{PART}</section>",
        f"{SPACE}<section style='{LATER}'>{PART}</section>",
        f"{SPACE}<section style='{LATER}'><div style='{LATER}'>{PART}</div></section>",
    ],
    ids=["style sheet", "style attribute", "nested"],
)
async def test_a_part_that_is_not_rendered_yet_reads_like_a_rendered_one(
    show: Show, page: str
) -> None:
    rendered = (await (await show(f"{SPACE}<section>{PART}</section>")).observe(TEXT)).read("text")
    assert (await (await show(page)).observe(TEXT)).read("text") == rendered


async def test_the_extracted_content_contains_parts_that_are_not_rendered_yet(show: Show) -> None:
    session = await show(f"{SPACE}<p style='{LATER}'>Far below</p>")
    assert "Far below" in ((await session.act(web.ExtractPageContent())).data or "")


async def test_content_that_is_never_rendered_is_omitted(show: Show) -> None:
    session = await show("<div style='content-visibility: hidden'>secret</div>")
    seen = await session.observe(frozenset({"text", "content"}))
    assert "secret" not in seen.read("text") + seen.read("content")


async def test_a_drawing_has_its_text(browser: Browser, site: Site) -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">Chapter</text></svg>'
    async with browser.page() as page:
        url = site.add(Response(drawing, media_type="image/svg+xml"))
        session = await WebSession.open(page, url)
        assert (await session.observe(TEXT)).read("text") == "Chapter"
