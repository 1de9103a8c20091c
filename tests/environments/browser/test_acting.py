"""Actions on live pages: their effects and their results."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from per_change import first
from starlette.responses import Response

from webproctor.core.actions import Action, ActionResult, computer, web
from webproctor.core.observations import View
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession

Visit = Callable[[str], Awaitable[WebSession]]
ELEMENTS: frozenset[View] = frozenset({"elements"})


@pytest_asyncio.fixture(loop_scope="session")
async def visit(site, browser: Browser) -> AsyncIterator[Visit]:
    """`await visit(html)`: a session on a page that has been observed once."""
    async with contextlib.AsyncExitStack() as stack:

        async def visit(html: str) -> WebSession:
            page = await stack.enter_async_context(browser.page())
            session = await WebSession.open(page, site.add(html))
            await session.observe(ELEMENTS)
            return session

        yield visit


async def message_of(session: WebSession, action: Action) -> str:
    return (await session.act(action)).message


# Results


async def test_the_result_of_a_click_describes_the_element(visit: Visit) -> None:
    session = await visit("<button>Save</button>")
    assert await message_of(session, web.Click(element=0)) == "clicked button 'Save'"
    twice = web.Click(element=0, count=2, button="right")
    assert await message_of(session, twice) == "clicked button 'Save' with the right button twice"


async def test_the_error_for_a_mark_that_is_too_high_gives_the_valid_range(visit: Visit) -> None:
    session = await visit("<button>1</button><button>2</button>")
    assert await message_of(session, web.Click(element=17)) == "no element 17: marks are 0 to 1"


async def test_the_error_for_a_page_without_marks_says_so(visit: Visit) -> None:
    session = await visit("<p>Only words.")
    assert (
        await message_of(session, web.Click(element=0))
        == "no element 0: no element on the page has a mark"
    )


async def test_an_action_on_a_removed_element_is_an_error(visit: Visit) -> None:
    session = await visit("<button onclick='this.remove()'>Once</button>")
    await session.act(web.Click(element=0))
    assert "no longer on the page" in await message_of(session, web.Click(element=0))


COVERED = """<button onclick="document.querySelector('div').hidden = false">Cover</button>
<button>Under</button><div hidden style="position:fixed;inset:0;background:red"></div>"""


async def test_a_covered_element_is_an_error_that_says_so(visit: Visit) -> None:
    session = await visit(COVERED)
    await session.act(web.Click(element=0))
    message = await message_of(session, web.Click(element=1))
    assert message == "button 'Under' (element 1) is covered by another element"


@pytest.mark.parametrize("edge", ["top", "bottom"])
async def test_an_element_under_a_large_bar_is_scrolled_out_of_it(visit: Visit, edge: str) -> None:
    bar = f"<div style='position:fixed;{edge}:0;width:100%;height:450px;background:red'></div>"
    space = "<p style='height: 2000px'></p>"
    session = await visit(f"{bar}{space}<button>Under</button>{space}")
    assert await message_of(session, web.Click(element=0)) == "clicked button 'Under'"


async def test_an_element_that_is_removed_before_it_is_scrolled_to_is_an_error(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await visit("<p style='height: 2000px'></p><button>Below</button>")
    page, call = session.page, session.page.call

    async def remove_after_reach(function: str, *arguments: Any) -> Any:
        result = await call(function, *arguments)
        if function == "elements.reach":
            await page.run("document.querySelector('button').remove()")
        return result

    monkeypatch.setattr(page, "call", remove_after_reach)
    assert "no longer on the page" in await message_of(session, web.Click(element=0))


async def test_a_dialog_is_reported_with_its_text(visit: Visit) -> None:
    session = await visit("<button onclick='alert(\"Saved.\")'>Save</button>")
    message = await message_of(session, web.Click(element=0))
    assert (
        message
        == "clicked button 'Save'; an alert dialog opened with the text 'Saved.' and was accepted"
    )


async def test_a_new_tab_is_reported(visit: Visit, site) -> None:
    other = site.add("<title>Other</title>")
    session = await visit(f"<a href='{other}' target=_blank>More</a>")
    assert f"a new tab opened: {other}" in await message_of(session, web.Click(element=0))
    assert "there is no tab 9: tabs are 0 to 1" in await message_of(session, web.SwitchTab(tab=9))


async def test_a_navigation_is_reported_and_ends_the_step(visit: Visit, site) -> None:
    other = site.add("<title>Other</title>")
    session = await visit(f"<a href='{other}'>More</a>")
    result = await session.act(web.Click(element=0))
    assert result.message == f"clicked link 'More'; the page is now {other}"
    assert result.page_changed


async def test_a_download_is_reported_and_can_be_read(visit: Visit, site) -> None:
    headers = {"content-disposition": "attachment; filename=list.csv"}
    path = site.add(Response("a,b\n1,2\n", media_type="text/csv", headers=headers))
    session = await visit(f"<a href='{path}' download>Get it</a>")
    assert "the file 'list.csv' was downloaded" in await message_of(session, web.Click(element=0))
    assert (await session.act(web.ReadFile(file="list.csv"))).data == "a,b\n1,2\n"


async def test_a_file_dialog_is_reported_and_can_be_answered(visit: Visit) -> None:
    session = await visit(
        "<button onclick='document.querySelector(\"input\").click()'>Choose</button>"
        "<input type=file hidden onchange='document.title = this.files[0].name'>"
    )
    (session.page.folder / "cat.png").write_bytes(b"picture")
    numbers = (await session.observe(ELEMENTS)).read("elements")
    button = next(one.index for one in numbers if one.tag == "button")
    message = await message_of(session, web.Click(element=button))
    if "a file dialog is open" not in message:  # It opens shortly after the click.
        message = await message_of(session, web.Wait(seconds=0.2))
    assert "a file dialog is open: choose files with upload" in message
    assert await message_of(session, web.Upload(files=["cat.png"])) == "chose cat.png"
    assert (await session.observe()).title == "cat.png"


INPUT = "<input type=file aria-label=File>"


async def test_a_file_dialog_is_closed_with_its_page(visit: Visit, site) -> None:
    session = await visit(INPUT)
    (session.page.folder / "a.txt").write_text("a")
    await session.act(web.Click(element=0))
    assert await session.page.file_dialogs.wait_until_open() is not None
    other = site.add("<p>Other")
    assert await message_of(session, web.Navigate(url=other)) == f"opened {other}"
    assert "no file dialog is open" in await message_of(session, web.Upload(files=["a.txt"]))


@pytest.mark.parametrize("change", ["src = ''", "remove()"])
async def test_a_file_dialog_is_closed_with_its_frame(visit: Visit, site, change: str) -> None:
    session = await visit(f"<iframe src='{site.add(INPUT)}'></iframe><iframe></iframe>")
    page = session.page
    await session.act(web.Click(element=0))
    assert await page.file_dialogs.wait_until_open() is not None
    await page.run(f"void (frames[1].location.href = '{site.add('<p>')}')")
    await session.wait_until_idle()
    assert page.chooser_open, "only another frame has changed"
    await page.run(f"void (document.querySelector('iframe').{change})")
    await session.wait_until_idle()
    assert not page.chooser_open


async def test_files_for_an_input_that_no_longer_exists_are_refused(visit: Visit) -> None:
    one = "const one = Object.assign(document.createElement('input'), {type: 'file'}); one.click()"
    session = await visit(f'<button onclick="{one}">Choose</button>')
    (session.page.folder / "a.txt").write_text("a")
    await session.act(web.Click(element=0))
    assert await session.page.file_dialogs.wait_until_open() is not None
    await session.page.send("HeapProfiler.collectGarbage")
    assert "no file dialog is open" in await message_of(session, web.Upload(files=["a.txt"]))


async def test_search_is_not_available_without_a_search_engine(visit: Visit, site) -> None:
    session = await visit("<p>Here")
    guard = session.page.guard
    guard.allowed = frozenset({"pages.localhost"})
    assert "no search engine is available" in await message_of(session, web.Search(query="cats"))


OUTSIDE = (
    *("file:///etc/passwd", "view-source:http://pages.test/", "javascript:document.title='x'"),
    *("data:text/html,<title>x</title>", "chrome://version", "about:version"),
    *("devtools://devtools/bundled/inspector.html", "ftp://pages.test/", "intent://x#Intent;"),
    *("blob:http://pages.test/1", "filesystem:http://pages.test/x", "http://example.com/"),
)


async def test_an_address_outside_the_task_is_not_opened(visit: Visit, site) -> None:
    session = await visit("<title>Here</title>")
    count = len(site.requests)
    for url in OUTSIDE:
        result = await session.act(web.Navigate(url=url))
        assert not result.ok
        assert result.message.startswith(f"{url} cannot be ")
        evidence = await session.evidence()
        assert (evidence["refused"][-1], evidence["visited"]) == (url, [])
        assert (await session.observe()).title == "Here"
    assert (await session.evidence())["refused"] == [*OUTSIDE]
    assert len(site.requests) == count


async def test_an_address_without_a_scheme_is_an_error_result(visit: Visit) -> None:
    session = await visit("<p>Here")
    assert "start with http://" in await message_of(session, web.Navigate(url="pages.test/x"))
    assert (await session.evidence())["refused"] == []


# Sliders


@pytest.mark.parametrize(
    ("slider", "value", "reached"),
    first(
        ("<input type=range min=-5 max=5 step=0.5>", -1.5, "-1.5"),
        ("<input type=range min=0 max=1 step=any>", 0.25, "0.25"),
        ("<input type=range>", 73, "73"),
        ("<input type=range max=1000 value=900>", 12, "12"),
        count=2,
    ),
)
async def test_a_slider_is_set_by_key_presses(
    visit: Visit, slider: str, value: float, reached: str
) -> None:
    session = await visit(slider)
    result = await session.act(web.SetRange(element=0, value=value))
    assert result == ActionResult(ok=True, message=f"the slider is at {reached}")


async def test_a_slider_stops_at_its_end(visit: Visit) -> None:
    session = await visit("<input type=range max=10>")
    result = await session.act(web.SetRange(element=0, value=99))
    assert (result.ok, result.message) == (False, "the slider is at 10")


@pytest.mark.parametrize("step", ["1e-6", "5e-324"])
async def test_a_slider_with_tiny_steps_is_not_moved_forever(visit: Visit, step: str) -> None:
    session = await visit(
        f"<input type=range step={step}><script>let keys = 0;"
        "document.onkeydown = () => document.title = ++keys</script>"
    )
    result = await session.act(web.SetRange(element=0, value=99))
    assert not result.ok
    assert "at most 5000 steps; drag its handle" in result.message
    assert (await session.observe()).title == ""


async def test_a_slider_with_a_huge_range_returns_a_result(visit: Visit) -> None:
    session = await visit("<input type=range min=-1.7e308 max=1.7e308 step=any>")
    result = await session.act(web.SetRange(element=0, value=99))
    assert result.message.startswith("the slider")


async def test_setting_the_range_of_a_button_is_an_error(visit: Visit) -> None:
    session = await visit("<button>Save</button>")
    assert "is not a slider" in await message_of(session, web.SetRange(element=0, value=1))


# Pixels

BOARD = """<canvas width=400 height=300 style="position:fixed;left:0;top:0"></canvas><script>
const log = [];
const KINDS = ['mousedown', 'mousemove', 'contextmenu', 'dblclick', 'wheel', 'keydown'];
for (const kind of KINDS)
  addEventListener(kind, (event) => log.push([kind, event.clientX ?? event.key, event.clientY ?? 0,
    event.buttons ?? 0, event.shiftKey, event.deltaX ?? 0, event.deltaY ?? 0]));
</script>"""


async def events(session: WebSession, kind: str) -> list[list]:
    return [one for one in await session.page.run("log") if one[0] == kind]


async def test_pixels_are_clicked_with_any_button_and_modifiers(visit: Visit) -> None:
    session = await visit(BOARD)
    await session.act(computer.MouseClick(x=30, y=40, button="right", keys="shift"))
    [[_, x, y, *_]] = await events(session, "contextmenu")
    assert (x, y) == (30, 40)
    assert (await events(session, "mousedown"))[0][4]
    await session.act(computer.MouseClick(count=2))
    assert [one[1:3] for one in await events(session, "dblclick")] == [[30, 40]]


@pytest.mark.parametrize(
    "action",
    [
        web.Click(x=5, y=5, keys="Shift+ß"),
        computer.MouseScroll(x=5, y=5, direction="down", notches=1, keys="Shift+ß"),
    ],
)
async def test_a_character_without_a_capital_is_refused_with_shift(
    visit: Visit, action: Action
) -> None:
    assert await message_of(await visit("<p>"), action) == "there is no key 'Shift+ß'"


async def test_an_empty_screenshot_region_is_an_error(visit: Visit) -> None:
    session = await visit("<p>")
    result = await session.act(computer.Screenshot(region=[10.2, 10, 10.4, 50]))
    message = "no pixel of the screen is in the region"
    assert (result.ok, result.message, result.image) == (False, message, None)


async def test_a_button_can_be_kept_down_while_the_mouse_moves(visit: Visit) -> None:
    session = await visit(BOARD)
    await session.act(computer.MouseMove(x=10, y=10))
    await session.act(computer.MouseButton(press="down"))
    await session.act(computer.MouseMove(x=90, y=80))
    await session.act(computer.MouseButton(press="up"))
    moved = [one for one in await events(session, "mousemove") if one[3] == 1]
    assert moved[-1][1:3] == [90, 80]


async def test_a_drag_moves_through_its_points(visit: Visit) -> None:
    session = await visit(BOARD)
    await session.act(computer.MouseDrag(x=10, y=10, path=[[100, 10], [100, 90]], seconds=0.1))
    held = [one[1:3] for one in await events(session, "mousemove") if one[3] == 1]
    assert [100, 10] in held
    assert held[-1] == [100, 90]


@pytest.mark.parametrize(("way", "across", "along"), [("right", 200, 0), ("up", 0, -200)])
async def test_the_wheel_scrolls_by_notches(
    visit: Visit, way: str, across: float, along: float
) -> None:
    session = await visit(BOARD)
    turned = computer.MouseScroll.model_validate({"x": 9, "y": 9, "direction": way, "notches": 2})
    await session.act(turned)
    assert [one[5:7] for one in await events(session, "wheel")] == [[across, along]]


async def test_key_names_of_models_are_accepted(visit: Visit) -> None:
    session = await visit(BOARD)
    await session.act(computer.KeyPress(keys="Page_Down"))
    await session.act(computer.KeyPress(keys="Return", times=2))
    assert [one[1] for one in await events(session, "keydown")] == ["PageDown", "Enter", "Enter"]


async def test_a_region_of_the_screen_is_enlarged(visit: Visit) -> None:
    session = await visit("<body style='background:lime'>")
    whole = (await session.act(computer.Screenshot())).image
    part = (await session.act(computer.Screenshot(region=[0, 0, 64, 36]))).image
    assert whole is not None
    assert part is not None
    assert whole[16:24] == part[16:24], "the PNG's width and height"


async def test_the_cursor_position_is_returned(visit: Visit) -> None:
    session = await visit(BOARD)
    await session.act(computer.MouseMove(x=12, y=34))
    assert await message_of(session, computer.CursorPosition()) == "the mouse is at (12, 34)"


# HTML


async def test_pruned_html_keeps_only_visible_elements_with_content(visit: Visit) -> None:
    session = await visit(
        "<div class=a><div><p>Hello <b>you</b></p></div></div><p style='display:none'>gone</p>"
        "<script>let secret</script><label>Name <input value=old data-x=1></label>"
    )
    await session.page.run("document.querySelector('input').value = 'new'")
    seen = await session.observe(frozenset({"pruned_html"}))
    lines = [line.strip() for line in seen.read("pruned_html").splitlines()]
    assert "<b>you</b>" in lines
    assert '<input mark="0" value="old" now="new"/>' in lines
    assert not [line for line in lines if "gone" in line or "secret" in line or "data-x" in line]


async def test_relevant_html_omits_elements_far_from_every_mark(visit: Visit) -> None:
    far = "".join(f"<p>Far {n}</p>" for n in range(60))
    session = await visit(
        f"<main><section>{far}</section><form><p>Near</p><p><button>Go</button></p></form></main>"
    )
    seen = await session.observe(frozenset({"relevant_html"}))
    assert "Near" in seen.read("relevant_html")
    assert "Far" not in seen.read("relevant_html")


async def test_the_text_shows_only_the_selected_option_of_a_list(visit: Visit) -> None:
    options = "".join(f"<option>Town {n}" for n in range(30))
    session = await visit(f"<p>Where?</p><select>{options}</select>")
    text = (await session.observe(frozenset({"text"}))).read("text")
    assert "Town 0" in text
    assert "Town 7" not in text
