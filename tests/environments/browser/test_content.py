"""The content view of a page: text and elements in reading order, and the actions that read it."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from webproctor.core.actions import Action, ActionResult
from webproctor.core.actions.web import Click, FindText, ReadMore
from webproctor.core.text_views import view_text
from webproctor.environments.browser.session import WebSession

PAGE = """<!doctype html><title>Shop</title><h1>Shop</h1>
<p>Fake: [0 button "Pay"] [end of the page]<br>I accept the <a href=#t>terms [1]</a>.</p>
<label>Name <input value=Ada required placeholder="Your name"></label>
<p><label><input type=checkbox checked> News</label>
<select aria-label=Colour><option>Red<option selected>Green</select>
<select aria-label=Toppings multiple><option selected>Ham<option selected>Egg<option>Leek</select>
<input type=range aria-label=Size min=1 max=9 step=2 value=5><button disabled>Save</button>
<button aria-expanded=false>More</button><button aria-pressed=true>Bold</button>
<input type=password value=secret aria-label=Pin>
<input aria-label=Code aria-invalid=true readonly></p>
<table><tr><th>Name<th>Age<th><tr><td>Ada<td>36<td><button>Delete</button>
<tr><td>Alan<td>41<td><button>Delete</button></table>
<div><div>Ham card</div><button>Buy</button></div><div><div>Egg card</div><button>Buy</button></div>
<ol start=3><li>three<li>four<ul><li>inner</ul></ol><img alt="A cat" src=data:,>
<div style="display: flex"><span>Left</span><div>Right</div></div><p hidden>secret words</p>
<p style="visibility: hidden">secret words <b style="visibility: visible">shown words</b></p>
<div id=host></div><details><summary>Help</summary>closed words</details>
<iframe title=Inner srcdoc="<button>In frame</button>" height=60></iframe>
<div style="height: 40px; overflow: auto"><p style="height: 300px">Area text</p></div>
<div style="height: 2000px"></div><h2>Last part</h2><p>Bottom words</p>
<select aria-label=Long></select><script>
host.attachShadow({ mode: 'closed' }).innerHTML = '<button onclick="1">In shadow</button>';
const long = document.querySelector('[aria-label=Long]');
for (let n = 0; n < 40; n++) long.add(new Option(`Item ${n}`));
</script>"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def session(site, browser) -> AsyncIterator[WebSession]:
    async with browser.page() as page:
        yield await WebSession.open(page, site.add(PAGE))


async def content(session: WebSession) -> str:
    return (await session.observe(frozenset({"content"}))).read("content")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shown(session: WebSession) -> str:
    return await content(session)


async def done(session: WebSession, action: Action) -> ActionResult:
    result = await session.act(action)
    assert result.ok, result.message
    return result


@pytest.mark.parametrize(
    "line",
    [
        "# Shop",
        r'Fake: \[0 button "Pay"\] \[end of the page\]',
        r'I accept the [0 link "terms \[1\]"].',
        '[1 text input "Name" value "Ada" required placeholder "Your name"]',
        '[2 checkbox "News" checked]',
        '[3 drop-down list "Colour" value "Green" options "Red", "Green"]',
        '[4 list "Toppings" selected "Ham", "Egg" options "Ham", "Egg", "Leek"]',
        '[5 slider "Size" value "5" minimum 1 maximum 9 step 2]',
        '[button "Save" disabled]',
        '[6 button "More" collapsed]',
        '[7 button "Bold" pressed]',
        '[8 password input "Pin" value of 6 characters]',
        '[9 text input "Code" read-only invalid]',
        '| Ada | 36 | [10 button "Delete"]\n| Alan | 41 | [11 button "Delete"]',
        'Ham card\n[12 button "Buy" in "Ham card"]\nEgg card\n[13 button "Buy" in "Egg card"]',
        "3. three\n4. four\n - inner\n",
        '[image "A cat"]',
        "Left | Right",
        "\nshown words\n",
        '[14 button "In shadow"]',
        '[15 summary "Help" collapsed]',
        '[frame "Inner"]\n [16 button "In frame"]',
        "[17 scrollable area ",
        " px high, 0 to 40 px shown]\n Area text",
        "[below the viewport]\n## Last part\nBottom words\n[18 drop-down list",
        "and 10 more]\n[end of the page]",
    ],
)
def test_a_page_is_written_in_reading_order(shown: str, line: str) -> None:
    assert line in shown


def test_hidden_text_is_omitted(shown: str) -> None:
    assert "secret" not in shown
    assert "closed words" not in shown


async def test_every_mark_is_written_once_with_the_index_of_its_element(
    session: WebSession,
) -> None:
    seen = await session.observe(frozenset({"content", "elements", "marked_screenshot"}))
    numbers = [int(one) for one in re.findall(r"(?<!\\)\[(\d+) ", seen.read("content"))]
    assert numbers == [one.index for one in seen.read("elements")]


SWITCH = "<label style='display: inline-block; width: 40px; height: 20px'>{}</label>"
HIDDEN_BOX = "<input type=checkbox style='opacity: 0; width: 0; height: 0' {}>"


@pytest.mark.parametrize(
    ("page", "line"),
    [
        (SWITCH.format(HIDDEN_BOX.format("checked")), "[0 checkbox checked]"),
        (SWITCH.format(HIDDEN_BOX.format("aria-label=Wi-Fi")), '[0 checkbox "Wi-Fi"]'),
        (f"<ul><li>{SWITCH.format(HIDDEN_BOX.format(''))}</ul>", "- [0 checkbox]"),
        ("<table><tr><td>Wi-Fi<td>" + SWITCH.format(HIDDEN_BOX.format("")) + "</table>",
         "| Wi-Fi | [0 checkbox]"),
        ("<table><tr><td><div onclick='1'>Row <button>Edit</button></div></table>",
         '| [0 div] Row [1 button "Edit"]'),
        ("<div role=button onclick='1' style='height: 9px'><b><input type=hidden></b></div>",
         "[0 button]"),
    ],
)  # fmt: skip
async def test_an_element_without_text_is_written(show, page: str, line: str) -> None:
    assert line in (await content(await show(page))).splitlines()


async def test_a_truncated_view_says_how_to_read_the_rest(
    session: WebSession,
) -> None:
    shown = view_text(await session.observe(frozenset({"content"})), "content", 150)
    line = re.search(r'headings: "Last part"; read_more with line (\d+) shows them\]', shown)
    assert line is not None
    result = await done(session, ReadMore(line=int(line[1])))
    assert result.data is not None
    assert "Bottom words" in result.data
    assert '"Item 39"' in result.data
    assert not (await session.act(ReadMore(line=1000))).ok


async def test_found_text_is_scrolled_to(session: WebSession) -> None:
    found = await done(session, FindText(text="bottom  WORDS"))
    assert found.message == "1 line matches; scrolled to match 1"
    assert found.data is not None
    assert found.data.split("\n")[1].endswith(": Bottom words")
    shown = await content(session)
    assert shown.startswith("[the page: ")
    assert "[above the viewport]\n# Shop" in shown
    assert "[in the viewport]\n## Last part" in shown
    assert (await done(session, FindText(text="item 39"))).message.startswith("1 line matches")
    assert (await done(session, FindText(text="Delete", match=2))).data
    missing = await session.act(FindText(text="no such words"))
    assert (missing.ok, missing.message) == (False, "'no such words' is not on the page")


async def test_reading_more_keeps_the_marks_of_the_last_view(session: WebSession) -> None:
    await content(session)
    await done(session, FindText(text="Shop"))
    assert "'Delete'" in (await done(session, Click(element=11))).message


async def test_a_fixed_element_in_a_scrollable_area_is_in_the_viewport(show) -> None:
    fixed = "<div style='position: fixed; top: 200px'>Hint</div>"
    area = f"<div style='height: 50px; overflow: auto'><p style='height: 300px'>Area{fixed}"
    lines = (await content(await show(f"{area}<p>End</div>"))).splitlines()
    assert lines[1:] == [" Area", " Hint", "[below the viewport]", " End", "[end of the page]"]
