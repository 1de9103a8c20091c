"""Exactly the interactive elements are marked, on a page with hand-made cases."""

import re
from pathlib import Path

import pytest
import pytest_asyncio
from conftest import Site

from webproctor.core.actions import web
from webproctor.core.observations import Element
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession

CASES = (Path(__file__).parent / "marks.html").read_text(encoding="utf-8")
WANTED = {
    case: want == "yes" for want, case in re.findall(r'data-want="(\w+)" data-case="(.*?)"', CASES)
}
# The case of each element of the last list, through frames and shadow roots.
_CASES = """((count) => Array.from({length: count}, (_, index) => {
  let node = elements.at(index);
  while (!node.closest?.('section')) {
    node = node.getRootNode().host ?? node.ownerDocument.defaultView.frameElement;
  }
  return node.closest('section').dataset.case;
}))"""


@pytest_asyncio.fixture(loop_scope="session")
async def session(site, browser: Browser):
    async with browser.page() as page:
        yield await WebSession.open(page, site.add(CASES))


async def marks_by_case(session: WebSession) -> dict[str, list[Element]]:
    elements = (await session.observe(frozenset({"elements"}))).read("elements")
    found: dict[str, list[Element]] = {case: [] for case in WANTED}
    for element, case in zip(elements, await session.page.call(_CASES, len(elements)), strict=True):
        found[case].append(element)
    return found


async def test_exactly_the_targets_have_marks(session: WebSession) -> None:
    found = await marks_by_case(session)
    assert len(WANTED) >= 80
    missed = [case for case, want in WANTED.items() if want and not found[case]]
    beside = [case for case, want in WANTED.items() if not want and found[case]]
    assert not missed
    assert not beside, [found[case] for case in beside]


async def test_a_target_has_one_mark(session: WebSession) -> None:
    several = {
        "delegated by closest in a list",
        "delegated by tag name",
        "delegated to whatever is hit",
        "scrolled out inside a box",
    }
    found = await marks_by_case(session)
    assert not {case for case, marks in found.items() if len(marks) > 1} - several


async def test_an_element_outside_the_viewport_is_listed_as_not_in_view(
    session: WebSession,
) -> None:
    found = await marks_by_case(session)
    assert not found["far below"][0].view
    assert found["button"][0].view


async def test_a_second_observation_gives_the_same_marks(session: WebSession) -> None:
    first = await session.observe(frozenset({"elements"}))
    assert (await session.observe(frozenset({"elements"}))).elements == first.elements


async def test_an_element_in_view_is_reached_by_its_mark(session: WebSession) -> None:
    elements = (await session.observe(frozenset({"elements"}))).read("elements")
    for element in elements:
        if element.view:
            reached = await session.page.call("elements.reach", element.index)
            assert "hidden" not in reached, element


async def test_an_element_out_of_view_is_scrolled_to(session: WebSession) -> None:
    found = await marks_by_case(session)
    for case in ("far below", "button in a frame far below"):
        index = found[case][0].index
        await session.page.run("scrollTo(0, 0)")
        assert (await session.page.call("elements.reach", index))["hidden"], case
        shown = await session.page.call("elements.show", index)
        assert 0 < shown["y"] < 720, case
        assert "hidden" not in await session.page.call("elements.reach", index)


async def test_marks_are_drawn_on_the_screenshot(session: WebSession) -> None:
    seen = await session.observe(frozenset({"marked_screenshot", "screenshot"}))
    assert seen.read("marked_screenshot") != seen.read("screenshot")
    assert seen.read("elements")


async def test_repeated_observations_give_the_same_number_of_marks(session: WebSession) -> None:
    counts = {len(await session.page.marks.find()) for _ in range(12)}
    assert len(counts) == 1


async def test_a_document_that_has_just_replaced_another_has_marks(
    site: Site, browser: Browser
) -> None:
    script = "document.querySelector('button').addEventListener('click', () => {})"
    listening = f"<button>Now</button><script>{script}</script>"
    async with browser.page() as page:
        await WebSession.open(page, site.add(listening))
        assert len(await page.marks.find()) == 1
        await page.go("to", url=site.add(listening))
        assert len(await page.marks.find()) == 1


MODAL = """<button onclick="document.querySelector('dialog').showModal()">Open</button>
<dialog><button>Yes</button><x-slot><template shadowrootmode=open><slot></slot></template>
<button>Slotted</button></x-slot></dialog><div style="height: 3000px"></div><button>Far</button>"""


async def test_a_modal_dialog_makes_all_other_elements_inert(browser: Browser, site) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(MODAL))
        await session.observe(frozenset({"elements"}))
        await session.act(web.Click(element=0))
        found = (await session.observe(frozenset({"elements"}))).read("elements")
    assert [one.label for one in found] == ["Yes", "Slotted"]


async def test_the_label_of_a_control_in_a_disabled_fieldset_has_no_mark(browser, site) -> None:
    label = "<label>News <input type=checkbox style='opacity: 0'></label>"
    async with browser.page() as page:
        url = site.add(f"{label}<fieldset disabled>{label}</fieldset>")
        session = await WebSession.open(page, url)
        found = (await session.observe(frozenset({"elements"}))).read("elements")
    assert len(found) == 1


async def tags(browser: Browser, url: str) -> list[str]:
    async with browser.page() as page:
        session = await WebSession.open(page, url)
        return [
            one.tag for one in (await session.observe(frozenset({"elements"}))).read("elements")
        ]


HANDLER = "onmousedown='1'"
# A checkbox over all of the box that the page draws for it, as in many libraries of components.
BOX = f"""<span {HANDLER} style="position: relative; display: inline-block; width: 20px;
height: 20px"><input type=checkbox style="position: absolute; inset: 0; width: 100%;
height: 100%; margin: 0; opacity: 0"></span>"""


@pytest.mark.parametrize(
    ("page", "marked"),
    [
        (f"<label>{BOX} Agree</label>", ["label"]),
        (f"<label for=name {HANDLER}>Name</label> <input id=name>", ["input"]),
        (f"<div style='height: 3000px'>Top</div>{BOX}", ["input"]),
        (f"<div style='padding: 10px' {HANDLER}><input style='width: 100%'></div>", ["input"]),
        (f"<section role=combobox><div {HANDLER}>Food</div></section>", ["section"]),
        # Both do something of their own.
        (f"<div style='padding: 10px' {HANDLER}><button>Buy</button></div>", ["div", "button"]),
    ],
)
async def test_a_control_its_label_and_its_wrapper_have_one_mark(
    browser: Browser, site, page: str, marked: list[str]
) -> None:
    assert await tags(browser, site.add(f"<body>{page}")) == marked
