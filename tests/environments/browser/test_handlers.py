"""Mouse and keyboard: trusted input events, as from a person."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.environments.browser import Page
from webproctor.environments.browser.keyboard import (
    ALT,
    CONTROL,
    META,
    MODIFIERS,
    SHIFT,
    hold,
    press,
    strokes,
)

# Records every event of these kinds, as text, in `seen`.
WATCH = """<script>
    const seen = [];
    const watch = (kinds, tell) => kinds.forEach((kind) => addEventListener(kind,
        (e) => seen.push([kind, ...tell(e), e.isTrusted].join(' ')), true));
    watch(['keydown', 'keypress', 'keyup'], (e) => [e.key, e.code]);
    watch(['mousedown', 'mouseup', 'click', 'input', 'change'], (e) => [e.target.id]);
</script>"""
NAMED = ["Enter", "Tab", "Escape", "Backspace", "Delete", "Home", "End", "PageUp", "PageDown"]
NAMED += ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Insert", "F1", "F12"]


async def reach(page: Page, selector: str) -> dict[str, float] | None:
    return await page.call(f"(() => webproctor.reach(document.querySelector('{selector}')))")


async def click(page: Page, selector: str) -> None:
    point = await reach(page, selector)
    assert point is not None, f"nothing to click at {selector}"
    await page.click(point["x"], point["y"])


async def typed(page: Page, text: str) -> str:
    """Return the value of a text area after typing a text into it."""
    await page.run("document.querySelector('textarea').value = ''")
    await page.run("document.querySelector('textarea').focus()")
    await page.type(text)
    return await page.run("document.querySelector('textarea').value")


# Mouse


async def test_a_click_fires_trusted_events(open_page):
    page = await open_page(WATCH + "<button id=b type=button>Press</button>")
    await click(page, "#b")
    assert await page.run("seen") == ["mousedown b true", "mouseup b true", "click b true"]


async def test_a_click_on_a_checkbox_fires_input_and_change(open_page):
    page = await open_page(WATCH + "<input type=checkbox id=b>")
    await click(page, "#b")
    kinds = [event.split()[0] for event in await page.run("seen")]
    assert kinds == ["mousedown", "mouseup", "click", "input", "change"]
    assert await page.run("document.querySelector('#b').checked") is True


async def test_two_clicks_in_a_row_are_not_a_double_click(open_page):
    page = await open_page(WATCH + "<input type=checkbox id=b ondblclick='seen.push(\"double\")'>")
    await click(page, "#b")
    await click(page, "#b")
    assert "double" not in await page.run("seen")
    assert await page.run("document.querySelector('#b').checked") is False


async def test_a_click_is_complete_when_it_returns(open_page):
    page = await open_page("<button id=b onclick='document.title += 1'>Press</button>")
    for _ in range(20):
        await click(page, "#b")
    assert await page.run("document.title") == "1" * 20


async def test_an_element_below_the_fold_is_scrolled_to(open_page):
    page = await open_page(f"{WATCH}<div style='height: 3000px'></div><button id=b>Press</button>")
    await click(page, "#b")
    assert "click b true" in await page.run("seen")


async def test_an_element_in_a_scrolling_container_is_scrolled_to(open_page):
    page = await open_page(f"""{WATCH}<div style='height: 100px; overflow: auto'>
        <div style='height: 3000px'></div><button id=b>Press</button></div>""")
    await click(page, "#b")
    assert "click b true" in await page.run("seen")


async def test_a_half_covered_element_is_clicked_where_it_is_visible(open_page):
    page = await open_page(f"""{WATCH}<button id=b style='width: 200px'>Press</button>
        <div style='position: absolute; left: 80px; top: 0; width: 500px; height: 300px'>""")
    await click(page, "#b")
    assert "click b true" in await page.run("seen")


async def test_a_covered_control_is_clicked_through_its_label(open_page):
    page = await open_page(f"""{WATCH}<label for=b>Choose</label><p style='position: relative'>
        <input type=radio id=b><span style='position: absolute; inset: 0'>x</span></p>""")
    await click(page, "#b")
    assert await page.run("document.querySelector('#b').checked") is True


async def test_a_control_covered_by_its_own_label_is_clicked(open_page):
    page = await open_page("""<label style='position: relative; display: inline-block'>
        <input type=radio id=b style='position: absolute; opacity: 0'><b>Choose this</b></label>""")
    await click(page, "#b")
    assert await page.run("document.querySelector('#b').checked") is True


async def test_a_control_without_size_is_clicked_through_its_label(open_page):
    page = await open_page("<label><input type=radio id=b style='display: none'>Choose</label>")
    await click(page, "#b")
    assert await page.run("document.querySelector('#b').checked") is True


async def test_a_link_in_a_label_is_not_followed(open_page):
    page = await open_page("""<label><input type=checkbox id=b style='display: none'>
        <a href='#elsewhere'>all of the label is a link</a></label>""")
    assert await reach(page, "#b") is None


async def test_another_control_in_a_label_is_not_clicked(open_page):
    page = await open_page("""<label style='display: inline-block; width: 300px'>
        <input id=b type=checkbox style='display: none'>
        <input id=t style='width: 300px; height: 60px'></label>""")
    assert await reach(page, "#b") is None


@pytest.mark.parametrize(
    "html",
    [
        "<input id=b style='display: none'>",
        "<p style='display: none'><input id=b></p>",
        "<input id=b><div style='position: fixed; inset: 0'></div>",
        "<input id=b style='pointer-events: none'>",
    ],
)
async def test_an_unreachable_element_is_not_clicked(open_page, html: str):
    page = await open_page(html)
    assert await reach(page, "#b") is None


async def test_an_element_in_a_shadow_root_is_clicked(open_page):
    page = await open_page("""<div id=host></div><script>
        const shadow = host.attachShadow({mode: 'open'});
        shadow.innerHTML = "<button onclick='document.title = 1'>Press</button>";
    </script>""")
    button = "document.querySelector('#host').shadowRoot.querySelector('button')"
    point = await page.call(f"(() => webproctor.reach({button}))")
    await page.click(point["x"], point["y"])
    assert await page.run("document.title") == "1"


# Keyboard


async def test_a_key_press_fires_trusted_events(open_page):
    page = await open_page(WATCH + "<textarea></textarea>")
    await typed(page, "a")
    keys = [event for event in await page.run("seen") if event.startswith("key")]
    assert keys == ["keydown a KeyA true", "keypress a KeyA true", "keyup a KeyA true"]


async def test_a_character_has_the_key_and_code_of_its_key_press(open_page):
    page = await open_page(WATCH + "<textarea></textarea>")
    for text, key, code in (
        ("A", "A", "KeyA"),
        ("7", "7", "Digit7"),
        (" ", " ", "Space"),
        ("\n", "Enter", "Enter"),
        ("/", "/", "Slash"),
        ("?", "?", "Slash"),
        ("%", "%", "Digit5"),
    ):
        assert await typed(page, text) == text
        assert f"keydown {key} {code} true" in await page.run("seen")


async def test_any_text_can_be_typed(open_page):
    page = await open_page("<textarea></textarea>")
    for text in (
        'Hello, World! It\'s 100% "fine" & <b>so</b>; a|b_c-d@e.f/g\\h{i}[j](k)~`^#$*+=?:',
        "Größe, señor, naïve, Ελληνικά, русский",
        "日本語と中文、한국어",
        "عربي עברית",
        "👍🏽 👩‍👩‍👧 \U0001d4b3",
        unicodedata.normalize("NFD", "é"),
        "two\nlines\n\nand more",
        "  blanks  ",
        "“quotes” \u2013 dash … \u00a0 \u200b",
    ):
        assert await typed(page, text) == text


async def test_any_line_break_is_one_press_of_enter(open_page):
    page = await open_page("<textarea></textarea>")
    assert await typed(page, "a\r\nb\rc\nd") == "a\nb\nc\nd"


async def test_long_text_arrives_complete_and_in_order(open_page):
    page = await open_page("<textarea></textarea>")
    text = " ".join(map(str, range(200)))
    assert await typed(page, text) == text


async def test_control_a_and_backspace_clear_a_field(open_page):
    page = await open_page("<textarea></textarea>")
    await typed(page, "something")
    await page.press("a", modifiers=CONTROL)
    await page.press("Backspace")
    assert await page.run("document.querySelector('textarea').value") == ""


async def test_tab_moves_the_focus(open_page):
    page = await open_page("<input id=first><input id=second>")
    await click(page, "#first")
    await page.press("Tab")
    assert await page.run("document.activeElement.id") == "second"


async def test_arrow_keys_change_the_selected_radio_button(open_page):
    page = await open_page("<input type=radio name=r id=a checked><input type=radio name=r id=b>")
    await click(page, "#a")
    await page.press("ArrowRight")
    assert await page.run("document.querySelector('#b').checked") is True


async def test_modifiers_are_held(open_page):
    page = await open_page("""<script>onkeydown = (e) => {
        document.title = [e.key, e.ctrlKey, e.altKey, e.metaKey, e.shiftKey] }</script>""")
    await page.press("ArrowUp", modifiers=CONTROL | SHIFT)
    assert await page.run("document.title") == "ArrowUp,true,false,false,true"
    await page.press("x", modifiers=ALT | META)
    assert await page.run("document.title") == "x,false,true,true,false"


@pytest.mark.parametrize("key", NAMED)
def test_a_named_key_is_pressed_and_released(key: str):
    down, up = press(key)
    assert (down["key"], up["key"], up["type"]) == (key, key, "keyUp")
    assert down["type"] == ("keyDown" if key in ("Enter", "Tab") else "rawKeyDown")


@pytest.mark.parametrize("key", ["enter", "Hyper", "ab"])
def test_an_unknown_key_is_an_error(key: str):
    with pytest.raises(KeyError, match=key):
        list(press(key))


@pytest.mark.parametrize("modifier", [ALT, CONTROL, META])
def test_a_key_with_a_modifier_inserts_no_text(modifier: int):
    down, _ = press("a", modifier)
    assert down["type"] == "rawKeyDown"
    assert "text" not in down


@pytest.mark.parametrize(
    ("keys", "inserted", "code"),
    [("Shift+1", "!", "Digit1"), ("Shift+/", "?", "Slash"), ("Shift+a", "A", "KeyA")],
)
def test_shift_changes_a_key_as_on_a_us_keyboard(keys: str, inserted: str, code: str):
    (shift, key), _ = hold(keys)
    assert shift["code"] == "ShiftLeft"
    assert (key["key"], key["text"], key["code"]) == (inserted, inserted, code)


def test_shift_inserts_a_capital_letter():
    down, _ = press("A", SHIFT)
    assert (down["text"], down["modifiers"]) == ("A", MODIFIERS["Shift"])


@given(st.text())
def test_each_character_of_a_text_is_one_key_press(text: str):
    written = [event["text"] for event in strokes(text) if event["type"] == "keyDown"]
    assert "".join(written) == re.sub("\r\n?|\n", "\r", text)
