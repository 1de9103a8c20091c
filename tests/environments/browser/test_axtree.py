"""The accessibility tree as text."""

from webproctor.core.actions.web import Click
from webproctor.environments.browser.session import WebSession


async def tree(site, browser, html: str) -> list[str]:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(html))
        return (await session.observe(frozenset({"axtree"}))).read("axtree").splitlines()


async def test_a_line_has_role_name_value_and_state(site, browser) -> None:
    lines = await tree(
        site, browser, "<button disabled>Go</button><input aria-label=Name value=Ada required>"
    )
    assert "  button 'Go' disabled" in lines
    assert "  [0] textbox 'Name' value='Ada' required" in lines


async def test_levels_and_ranges_of_0_and_1_are_numbers(site, browser) -> None:
    lines = await tree(
        site, browser, "<h1>Shop</h1><input type=range min=0 max=1 step=.1 aria-label=Sweetness>"
    )
    assert "  heading 'Shop' level=1" in lines
    assert any(line.endswith("valuemin=0 valuemax=1") for line in lines)


async def test_children_are_indented_and_generic_nodes_are_omitted(site, browser) -> None:
    lines = await tree(site, browser, "<nav><div><div><a href=#>Home</a></div></div></nav>")
    assert lines[-2:] == ["  navigation", "    [0] link 'Home'"]


async def test_a_very_deep_page_is_complete(site, browser) -> None:
    lines = await tree(site, browser, "<ul><li>" * 300 + "bottom")
    assert lines[-1].strip() == "bottom"


async def test_hidden_elements_are_omitted(site, browser) -> None:
    assert "secret" not in "\n".join(await tree(site, browser, "<p hidden>secret</p>"))


async def test_elements_have_the_indices_that_actions_use(site, browser) -> None:
    async with browser.page() as page:
        session = await WebSession.open(
            page,
            site.add("<button>1</button><button onclick='document.title=1'>Two [9]</button>"),
        )
        tree = (await session.observe(frozenset({"axtree"}))).read("axtree")
        assert "[1] button 'Two \\[9\\]'" in tree
        await session.act(Click(element=1))
        assert (await session.observe()).title == "1"
