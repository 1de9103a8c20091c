"""Actions on dialogs, tabs, held keys and buttons, and the end of the task; in one page."""

from collections.abc import Awaitable, Callable

import pytest

from webproctor.core.actions import Action, web
from webproctor.core.episodes import Episode, Step
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation, View
from webproctor.core.tasks import Task
from webproctor.environments.browser import Browser
from webproctor.environments.browser.dispatch import HANDLERS
from webproctor.environments.browser.session import WebSession

Show = Callable[[str], Awaitable[WebSession]]
ELEMENTS: frozenset[View] = frozenset({"elements"})


async def message_of(session: WebSession, action: Action) -> str:
    return (await session.act(action)).message


def test_every_action_of_the_set_has_a_handler() -> None:
    assert set(web.web.actions) <= set(HANDLERS)


# Dialogs

ASK = "<button onclick=\"document.title = prompt('Name?', 'nobody')\">Ask</button>"


@pytest.mark.parametrize(
    ("answer", "note", "title"),
    [
        (web.HandleDialog(accept=True, text="Ada"), "was accepted with 'Ada'", "Ada"),
        (web.HandleDialog(accept=True), "was accepted with 'nobody'", "nobody"),
        (web.HandleDialog(accept=False), "was dismissed", "null"),
    ],
)
async def test_a_dialog_gets_the_answer_given_in_advance(
    show: Show, answer: web.HandleDialog, note: str, title: str
) -> None:
    session = await show(ASK)
    assert (await message_of(session, answer)).startswith("the next dialog will be ")
    message = await message_of(session, web.Click(element=0))
    assert (
        message == f"clicked button 'Ask'; a prompt dialog opened with the text 'Name?' and {note}"
    )
    assert await session.page.run("document.title") == title


async def test_each_answer_is_for_one_dialog(show: Show) -> None:
    session = await show(
        "<button onclick=\"document.title = [confirm('1'), confirm('2'), confirm('3')]\">Ask"
    )
    await session.act(web.HandleDialog(accept=False))
    assert "dialog 2 from now" in await message_of(session, web.HandleDialog(accept=True))
    await session.act(web.Click(element=0))
    assert await session.page.run("document.title") == "false,true,true"


async def test_a_beforeunload_dialog_can_be_dismissed_to_stay_on_the_page(show: Show, site) -> None:
    session = await show("<input>")
    await session.page.run("void (onbeforeunload = (event) => event.preventDefault())")
    await session.act(web.Type(element=0, text="a"))
    here = session.page.url
    await session.act(web.HandleDialog(accept=False))
    result = await session.act(web.Navigate(url=site.add("<p>Other")))
    assert (result.ok, session.page.url) == (False, here)
    assert "a dialog asked whether to leave the page and was dismissed" in result.message
    await session.page.run("void (onbeforeunload = null)")


async def test_every_action_that_leaves_a_page_can_be_stopped_by_its_dialog(
    browser: Browser, site
) -> None:
    asking = "<input><script>onbeforeunload = (event) => event.preventDefault()</script>"
    here, other = site.add(asking), site.add("<p>Other")
    async with browser.page() as page:
        session = await WebSession.open(page, other)
        for url in (here, other):
            await session.act(web.Navigate(url=url))
        await session.act(web.Back())
        await session.observe(ELEMENTS)
        await session.act(web.Type(element=0, text="a"))
        for leave in (web.Reload(), web.Back(), web.Forward(), web.Navigate(url=other)):
            await session.act(web.HandleDialog(accept=False))
            result = await session.act(leave)
            assert (result.ok, result.page_changed, page.url) == (False, False, here)
            kept = "a dialog asked whether to leave the page and was dismissed"
            assert result.message == f"the page was not left; {kept}"


# Held keys and buttons

WATCH = """
const kinds = ['mousedown', 'mousemove', 'mouseup', 'keydown', 'keyup'];
window.log = [];
for (const kind of kinds)
  addEventListener(kind, (event) => log.push([kind, event.key ?? event.buttons, event.shiftKey]));
"""


async def test_keys_stay_down_until_released(show: Show) -> None:
    session = await show("<input><button>Here</button>")
    await session.page.run(f"(() => {{ {WATCH} }})()")
    await session.act(web.Focus(element=0))
    await session.act(web.KeyDown(keys="Shift"))
    await session.act(web.Type(text="ab"))
    await session.act(web.Click(element=1))
    await session.act(web.Focus(element=0))
    assert await message_of(session, web.KeyUp(keys="shift")) == "released shift"
    await session.act(web.Press(keys="End"))
    await session.act(web.Type(text="c"))
    log = await session.page.run("log")
    assert ["mousedown", 1, True] in log
    assert [one[1:] for one in log if one[0] == "keydown"] == [
        ["Shift", True], ["A", True], ["B", True], ["End", False], ["c", False],
    ]  # fmt: skip
    assert await session.page.run("document.querySelector('input').value") == "ABc"
    assert await message_of(session, web.KeyUp(keys="Shift")) == "Shift is not held down"


async def test_a_button_stays_down_while_the_mouse_moves(show: Show) -> None:
    session = await show("<button>Here</button>")
    await session.page.run(f"(() => {{ {WATCH} }})()")
    await session.act(web.MouseDown(element=0))
    await session.act(web.MoveMouse(path=[[300, 300]]))
    assert await message_of(session, web.MouseUp()) == "the left button is up at (300, 300)"
    log = dict.fromkeys(tuple(one[:2]) for one in await session.page.run("log"))
    assert list(log)[-3:] == [("mousedown", 1), ("mousemove", 1), ("mouseup", 0)]


async def test_a_drag_to_an_unreachable_target_releases_the_button(show: Show) -> None:
    session = await show("<button>Here</button>")
    await session.page.run(f"(() => {{ {WATCH} }})()")
    assert "outside the view" in await message_of(session, web.Drag(element=0, to_x=5000, to_y=9))
    log = dict.fromkeys(tuple(one[:2]) for one in await session.page.run("log"))
    assert list(log) == [("mousemove", 0), ("mousedown", 1), ("mouseup", 0)]


DRAGGED = """<div id=box onclick=""
style="position: absolute; left: 100px; top: 100px; width: 40px; height: 40px"
onmousedown="window.onmousemove = (event) => {
  box.style.left = event.clientX - 20 + 'px';
  box.style.top = Math.min(event.clientY, 300) - 20 + 'px' }"
onmouseup="window.onmousemove = null">x"""


async def test_an_element_is_dragged_to_a_position(show: Show) -> None:
    session = await show(DRAGGED)
    result = await session.act(web.Position(element=0, x=420, y=220))
    assert (result.ok, result.message.endswith("is at (420, 220)")) == (True, True), result.message
    result = await session.act(web.Position(element=0, x=420, y=500))
    assert (result.ok, result.message.endswith("is at (420, 300)")) == (False, True)


# Tabs and the page


async def test_a_tab_is_opened_at_an_address(show: Show, site) -> None:
    session = await show("<p>First")
    other = site.add("<title>Other</title>")
    assert await message_of(session, web.NewTab(url=other)) == f"opened {other} in tab 1"
    assert ((await session.observe()).title, len(session.tabs)) == ("Other", 2)
    await session.act(web.CloseTab())
    assert await message_of(session, web.NewTab()) == "opened tab 1, which is empty"
    await session.act(web.CloseTab())
    assert (await session.observe()).url == session.tabs[0].url


async def test_no_tab_is_opened_for_an_address_outside_the_task(show: Show) -> None:
    session = await show("<p>Here")
    assert "cannot be" in await message_of(session, web.NewTab(url="http://example.com/"))
    assert len(session.tabs) == 1


async def test_the_content_of_the_page_is_returned(show: Show) -> None:
    session = await show("<div style='height: 5000px'>Top</div><p>Bottom</p>")
    result = await session.act(web.ExtractPageContent())
    assert result.message == f"the text of {(await session.observe()).title!r} ({session.page.url})"
    assert (result.data or "").split() == ["Top", "Bottom"]


class Reporter:
    """An agent that reports at its first step that the task cannot be done."""

    reads: frozenset[View] = frozenset()

    def act(self, observation: Observation) -> Step:
        return Step(actions=[web.ReportInfeasible(reason="there is no form"), web.Wait()])


async def test_reporting_a_task_as_infeasible_ends_the_episode_with_the_reason_as_its_answer(
    site, browser: Browser
) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add("<p>Nothing"))
        task = Task(id="one", benchmark="pages", instruction="Fill in the form.", actions="web")
        episode: Episode = await run_episode(task, session, Reporter())
    assert (episode.answer, episode.outcome) == ("there is no form", "scored")
    assert [one.ok for one in episode.steps[0].results] == [True, False]
    assert episode.evidence["infeasible"] == "there is no form"
