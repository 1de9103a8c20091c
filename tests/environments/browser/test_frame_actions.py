"""Actions on elements in frames of other origins."""

import json

import pytest
from conftest import Site
from environments.browser.boxed import (
    ASK,
    FAR,
    PRESS,
    SEEN,
    Show,
    boxed,
    content,
    labels,
)
from environments.browser.forms import READ, controls
from environments.browser.forms import page as form
from per_change import every

from webproctor.core.actions import web
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession

# Shows `$HTML`, a frame, and waits until it has loaded.
SHOW = """new Promise((done) => {
    document.body.innerHTML = $HTML;
    document.querySelector('iframe').onload = () => done(1);
})"""

# Where elements are


@pytest.mark.parametrize(
    "transform", every(2, ["none", "scale(.5)", "scale(1.5)", "translate(30px, 20px)"])
)
async def test_an_element_of_a_transformed_frame_is_where_it_is_drawn(
    show: Show, transform: str
) -> None:
    style = f"transform: {transform}; transform-origin: 0 0; border: 5px solid; padding: 7px"
    session = await show(
        boxed("<br>" + boxed(PRESS, f"style='{style}'"), f"style='{style}' width=400 height=400")
    )
    [button] = (await session.observe(SEEN)).read("elements")
    assert button.box is not None
    await session.act(
        web.Click(x=button.box.x + button.box.width / 2, y=button.box.y + button.box.height / 2)
    )
    assert '"pressed"' in await content(session)
    await session.act(web.Click(x=button.box.x + 2, y=button.box.y + 2))
    await session.act(web.Click(element=0))
    box = await session.rect(web.Click(element=0))
    assert box is not None
    assert box[0] == pytest.approx(button.box.x, abs=1)


SCROLLED = {
    "in its document": boxed(FAR + PRESS),
    "in the page": FAR + boxed(PRESS),
    "in both": FAR + boxed(FAR + PRESS, "height=100"),
    "in a long frame": FAR + boxed(FAR + PRESS, "height=1800"),
    "sideways": boxed(f"<div style='margin-left: 3000px'>{PRESS}</div>"),
    "in nested frames": FAR + boxed(FAR + boxed(FAR + PRESS)),
}


@pytest.mark.parametrize("page", every(2, SCROLLED.values()), ids=SCROLLED)
async def test_an_element_of_a_frame_is_scrolled_into_view(show: Show, page: str) -> None:
    session = await show(page)
    [button] = (await session.observe(SEEN)).read("elements")
    assert not button.view
    result = await session.act(web.Click(element=0))
    assert result.message.startswith("clicked button 'Press'")
    [button] = (await session.observe(SEEN)).read("elements")
    assert (button.label, button.view) == ("pressed", True)


COVER = "<div style='position: fixed; inset: 0; background: white'>Dialog</div>"


@pytest.mark.parametrize(
    "page",
    [
        boxed(PRESS) + COVER,
        boxed(PRESS + COVER),
        boxed(boxed(PRESS) + COVER),
        boxed(PRESS, "hidden"),
        boxed(PRESS, "style='opacity: 0'"),
        boxed(PRESS, "style='position: absolute; left: -900px'"),
        boxed(PRESS, "style='pointer-events: none'"),
        f"<div style='overflow: hidden; height: 5px'>{boxed(PRESS)}</div>",
    ],
)
async def test_elements_of_a_covered_or_hidden_frame_have_no_marks(show: Show, page: str) -> None:
    assert await labels(await show(page)) == []


async def test_an_element_is_clicked_where_its_frame_is_not_covered(show: Show) -> None:
    bar = "<div style='position: fixed; inset: 0 auto 0 0; width: 200px; background: red'></div>"
    wide = "<button style='width: 350px' onclick='this.textContent = `pressed`'>Press</button>"
    session = await show(boxed(wide) + bar)
    assert await labels(session) == ["Press"]
    await session.act(web.Click(element=0))
    assert await labels(session) == ["pressed"]


async def test_an_element_that_the_page_covers_later_cannot_be_clicked(show: Show) -> None:
    session = await show(boxed(PRESS))
    await session.page.run(f'void document.body.insertAdjacentHTML("beforeend", `{COVER}`)')
    result = await session.act(web.Click(element=0))
    assert result.message == "button 'Press' (element 0) is covered by another element"


async def test_a_modal_dialog_of_the_page_makes_a_frame_inert(show: Show) -> None:
    session = await show(boxed(PRESS) + "<dialog><button>Close</button></dialog>")
    await session.page.run("document.querySelector('dialog').showModal()")
    assert await labels(session) == ["Close"]


# Actions


@pytest.mark.exhaustive
async def test_random_forms_in_frames_contain_what_was_entered(
    browser: Browser, site: Site
) -> None:
    files = ["a.txt", "b.csv", "c.png"]
    async with browser.page() as page:
        for name in files:
            (page.folder / name).write_text(name, encoding="utf-8")
        session = await WebSession.open(page, site.add("<title>Page</title><body>"))
        answering = f"<script>onmessage = () => parent.postMessage({READ}, '*')</script>"
        for seed in range(6):
            shown = list(controls(seed, files, 8))
            await page.run(SHOW.replace("$HTML", json.dumps(boxed(form(shown) + answering))))
            listed = (await session.observe(SEEN)).read("elements")
            numbers = {one.label: one.index for one in listed}
            for control in shown:
                for action in control.actions(numbers.__getitem__):
                    result = await session.act(action)
                    assert result.ok, (control.html, result.message)
            held = await page.run(ASK)
            assert list(held.values()) == [control.value for control in shown]


async def test_text_is_typed_into_the_field_of_a_frame_that_has_the_focus(show: Show) -> None:
    session = await show("<input aria-label=Outer>" + boxed("<input aria-label=Inner readonly>"))
    assert await labels(session) == ["Outer", "Inner"]
    assert (await session.act(web.Focus(element=1))).ok
    result = await session.act(web.Type(text="a"))
    assert result.message == "typed 1 characters, but the field is read-only and holds ''"
    assert (await session.act(web.Type(element=0, text="b"))).ok
    assert (await session.act(web.Type(text="c"))).message == "typed 1 characters"
    assert '[0 text input "Outer" value "bc" focused]' in await content(session)


async def test_a_mouse_button_is_pressed_and_released_at_elements_of_a_frame(show: Show) -> None:
    ends = "<p onmousedown='this.textContent += 1'>A</p><p onmouseup='this.textContent += 2'>B</p>"
    session = await show(boxed(ends))
    assert (await session.act(web.Drag(element=0, to_element=1))).ok
    assert await labels(session) == ["A1", "B2"]


@pytest.mark.parametrize(
    "change",
    [
        "frame.remove()",
        "frame.srcdoc = '<p>Other'",
        "frame.src = 'about:blank', frame.removeAttribute('srcdoc')",
        "frame.hidden = true",
    ],
)
async def test_an_element_of_a_frame_that_is_gone_is_no_longer_on_the_page(
    show: Show, change: str
) -> None:
    session = await show(boxed(PRESS, "id=frame") + boxed(PRESS))
    await session.page.run(f"void ({change})")
    await session.wait_until_idle()
    result = await session.act(web.Click(element=0))
    reasons = (
        "element 0 is no longer on the page; observe the page again",
        "button 'Press' (element 0) is covered by another element",
    )
    assert result.message == reasons[change.endswith("hidden = true")]
    assert (await session.act(web.Click(element=1))).ok


async def test_a_field_that_is_removed_with_its_frame_is_no_longer_on_the_page(show: Show) -> None:
    field = "<input onkeydown='parent.postMessage(1, `*`)'>"
    session = await show(boxed(field))
    await session.page.run(
        "void (removed = new Promise((resolve) => { onmessage = resolve; })"
        ".then(() => document.querySelector('iframe').remove()))"
    )
    assert (await session.act(web.Type(element=0, text="a"))).ok
    await session.page.run("removed")  # The message can arrive after the last key.
    assert await labels(session) == []
