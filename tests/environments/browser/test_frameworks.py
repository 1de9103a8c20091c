"""Pages of front-end frameworks: nearly all targets have marks, and few other elements."""

import pytest
from environments.browser.framework_pages import CASES, count, responses
from per_change import every, first

from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession


@pytest.mark.parametrize("name", every(4, CASES))
async def test_targets_of_a_framework_are_marked(name: str, site, browser: Browser) -> None:
    for path, response in responses(name).items():
        site.add(response, f"/{name}/{path}")
    async with browser.page() as page:
        counted = await count(page, site.url(f"/{name}/{CASES[name].page}.html"))
    assert counted.targets >= 15
    assert counted.found >= 0.95 * counted.targets, counted.missed
    assert len(counted.false) <= 0.05 * counted.marks, counted.false


# Ways in which a page can change the probe's answer.
ANSWERS = (
    '{"roots": [[-1, -1, 6]], "found": [[0, "item", "click", 0, null], [9, 0, "click", 0, null]], '
    '"sources": ["e => {}"]}',
    "",
    "null",
    '{"roots": [], "found": 1, "sources": []}',
)


@pytest.mark.parametrize("answer", first(*ANSWERS, count=2))
async def test_a_page_that_tampers_with_the_probe_still_has_marks(
    answer: str, site, browser: Browser
) -> None:
    script = f"JSON.stringify = () => {answer!r}; document.onclick = (e) => e.target;"
    url = site.add(f"<title>t</title><button>press</button><p>text</p><script>{script}</script>")
    async with browser.page() as page:
        session = await WebSession.open(page, url)
        elements = (await session.observe(frozenset({"elements"}))).read("elements")
    assert [one.tag for one in elements] == ["button"]


async def test_handlers_in_frames_and_shadow_roots_are_found(site, browser: Browser) -> None:
    inner = "<p>text</p><i>target</i><script>document.querySelector('i').$$click = () => 1;"
    listening = "document.addEventListener('click', (e) => e.target['$$' + e.type]?.());"
    frame = site.add(f"<title>t</title>{inner}{listening}</script>")
    url = site.add(
        f"<title>t</title><iframe src='{frame}'></iframe><div></div><script>"
        "const root = document.querySelector('div').attachShadow({mode: 'open'});"
        "root.innerHTML = '<p>text</p><b>target</b>'; root.lastChild.$$click = () => 1;"
        f"{listening}</script>"
    )
    async with browser.page() as page:
        session = await WebSession.open(page, url)
        elements = (await session.observe(frozenset({"elements"}))).read("elements")
    assert [one.tag for one in elements] == ["i", "b"]
