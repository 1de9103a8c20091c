"""Live pages as trees with candidates that actions can refer to by number."""

from conftest import Site

from webproctor.core.actions.web import Click, SelectOption, Type
from webproctor.core.dom import Dom, name, text, to_xml
from webproctor.core.observations import View
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.targets import target

FORM = (
    "<h1>Order</h1><input id=city name=city><select name=size><option>Small<option>Large</select>"
    "<button onclick='document.title = city.value'>Send</button>"
)
DOM: frozenset[View] = frozenset({"dom"})


def number(dom: Dom, called: str) -> int:
    """Return the element number of the candidate with this name."""
    names = [name(dom.tree, place) for place in dom.candidates]
    return dom.elements[names.index(called)]


async def test_candidates_are_acted_on_by_index(site: Site, browser: Browser) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(FORM))
        dom = (await session.observe(DOM)).read("dom")
        assert (await session.act(Type(element=number(dom, "city"), text="Bath"))).ok
        dom = (await session.observe(DOM)).read("dom")
        # The new tree contains the typed text.
        assert 'input_value="Bath"' in to_xml(dom.tree)
        assert (await session.act(Click(element=number(dom, "Send")))).ok
        assert (await session.observe()).title == "Bath"


async def test_an_option_of_a_list_is_selected_by_index(site: Site, browser: Browser) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(FORM))
        dom = (await session.observe(DOM)).read("dom")
        act = SelectOption(element=number(dom, "size"), option="Large")
        assert (await session.act(act)).ok
        assert await page.call("(() => document.querySelector('select').value)") == "Large"


async def test_candidate_indices_follow_those_of_the_marks(site: Site, browser: Browser) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(FORM))
        both: frozenset[View] = frozenset({"dom", "elements"})
        seen = await session.observe(both)
        marks, dom = seen.read("elements"), seen.read("dom")
        assert dom.elements[0] == len(marks)
        assert (await session.act(Type(element=marks[0].index, text="a"))).ok
        assert (await session.act(Type(element=number(dom, "city"), text="b"))).ok


async def test_non_ascii_text_is_kept_on_live_pages(site: Site, browser: Browser) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add("<p>Español 日本</p>"))
        assert text((await session.observe(DOM)).read("dom").tree) == "Español 日本"


async def test_elements_in_a_frame_can_be_acted_on(site: Site, browser: Browser) -> None:
    inner = "<button onclick='top.document.title = 1'>Inside</button>"
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(f'<iframe srcdoc="{inner}"></iframe>'))
        dom = (await session.observe(DOM)).read("dom")
        assert (await session.act(Click(element=number(dom, "Inside")))).ok
        assert (await session.observe()).title == "1"


async def test_the_target_node_of_an_action_is_found(site: Site, browser: Browser) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(FORM))
        dom = (await session.observe(DOM)).read("dom")
        place = next(one for one in dom.candidates if dom.tree.tags[one] == "button")
        node = int(dom.tree.attributes[place]["backend_node_id"])
        assert await target(page, Click(element=number(dom, "Send"))) == node
        box = await page.call(
            "(() => document.querySelector('button').getBoundingClientRect().toJSON())"
        )
        assert await target(page, Click(x=box["x"] + 5, y=box["y"] + 5)) == node
