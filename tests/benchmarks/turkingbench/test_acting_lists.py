"""Tests of the form actions on lists and sliders, and of actions that do not fill in a control."""

import asyncio
import struct

import pytest

from webproctor.benchmarks.turkingbench import acting

# Records input and change events of controls as text in `seen`.
WATCH = """<script>const seen = []; for (const kind of ['input', 'change'])
    addEventListener(kind, (e) => seen.push([kind, e.isTrusted, e.target.value].join(' ')), true);
</script>"""
LIST = """<select name=q><option value=a>Apple<option value=b disabled>Bread<option value=4>Four
    <optgroup label=More><option value=c>Cake</optgroup>
    <optgroup label=Gone disabled><option value=d>Date</optgroup>
    <option value=e style='display: none'>Egg<option value=f>Fig</select>"""
OPTIONS = "its options are ['a', 'b', '4', 'c', 'd', 'e', 'f']"


def slider(name: str = "q", /, **attributes: str) -> str:
    given = " ".join(f"{name}={value}" for name, value in attributes.items())
    return f"<input type=range name={name} {given}>"


async def position(form) -> str:
    return await form.ask("document.querySelector('[name=q]').value")


def size(png: bytes | None) -> tuple[int, int]:
    """Return width and height of a PNG in pixels."""
    assert png is not None
    return struct.unpack(">II", png[16:24])


# Lists


async def test_an_option_is_selected_by_value(open_form):
    form = await open_form(LIST, "q")
    for value in ("4", 4, 4.0, "4.0"):
        for chosen in (value, "f"):
            assert (await form.do("select", "q", chosen)).ok
            assert await form.read() == ["f" if chosen == "f" else "4"]


async def test_selecting_an_option_fires_one_trusted_change(open_form):
    form = await open_form(WATCH + LIST, "q")
    for value in ("f", "a", "c", "4"):
        await form.do("select", "q", value)
        assert await form.ask("seen.splice(0)") == [f"input true {value}", f"change true {value}"]


async def test_an_already_selected_option_is_left_unchanged(open_form):
    form = await open_form(WATCH + LIST, "q")
    result = await form.do("select", "q", "a")
    assert (result.ok, result.message) == (True, "'a' is already selected in 'q'")
    assert await form.ask("seen") == []


async def test_a_missing_option_is_an_error_result(open_form):
    form = await open_form(LIST.replace("value=4", "value=x"), "q")
    for value in ("z", "", "Apple", None, 4.5):
        result = await form.do("select", "q", value)
        assert not result.ok
        assert result.message.endswith(OPTIONS.replace("'4'", "'x'"))
        assert await form.read() == ["a"]


async def test_an_option_that_cannot_be_selected_is_an_error_result(open_form):
    form = await open_form(LIST, "q")
    for value in ("b", "d", "e"):
        result = await form.do("select", "q", value)
        assert not result.ok
        assert result.message == f"the option '{value}' of 'q' cannot be selected"
        assert await form.read() == ["a"]


async def test_an_option_in_a_group_is_selected_but_not_read(open_form):
    form = await open_form(LIST, "q")
    assert (await form.do("select", "q", "c")).ok
    assert await position(form) == "c"
    assert await form.read() == []


async def test_the_first_of_several_options_with_the_same_value_is_selected(open_form):
    form = await open_form(
        "<select name=q><option>-<option value=1>one<option value=1>uno</select>", "q"
    )
    await form.do("select", "q", 1)
    assert await form.ask("document.querySelector('select').selectedIndex") == 1


async def test_an_option_is_found_among_many(open_form):
    form = await open_form("<select name=q></select>", "q")
    fill = "for (let n = 0; n < 200; n++) document.querySelector('select').add(new Option(n, n)); 0"
    await form.ask(fill)
    for value in (199, 3):
        await form.do("select", "q", value)
        assert await form.read() == [str(value)]


async def test_a_list_without_an_initial_selection_can_be_used(open_form):
    form = await open_form(LIST, "q")
    await form.ask("document.querySelector('select').selectedIndex = -1")
    assert await form.read() == []
    await form.do("select", "q", "4")
    assert await form.read() == ["4"]


async def test_a_hidden_list_is_an_error_result(open_form):
    form = await open_form(f"<p hidden>{LIST}</p>", "q")
    result = await form.do("select", "q", "4")
    assert (result.ok, result.message) == (False, "'q' is not displayed")
    assert await form.read() == ["a"]


async def test_a_covered_list_is_used_by_keyboard(open_form):
    form = await open_form(f"{WATCH}{LIST}<div style='position: fixed; inset: 0'></div>", "q")
    await form.do("select", "q", "f")
    assert await form.ask("seen") == ["input true f", "change true f"]


@pytest.mark.parametrize("kind", ["size=3", "multiple"])
async def test_an_option_of_an_expanded_list_is_clicked(open_form, kind: str):
    form = await open_form(WATCH + LIST.replace("<select", f"<select {kind}"), "q")
    assert (await form.do("select", "q", "f")).ok
    assert await form.ask("seen") == ["input true f", "change true f"]
    assert await form.read() == ["f"]


async def test_options_added_when_another_list_changes_are_found(open_form):
    form = await open_form(
        """<select name=p onchange="q.add(new Option('new', 'n'))"><option>1<option>2</select>
        <select name=q id=q><option>old</select>""",
        "p",
        "q",
    )
    await form.do("select", "p", "2")
    assert (await form.do("select", "q", "n")).ok
    assert await form.read() == ["n"]


async def test_a_text_box_is_not_a_list(open_form):
    form = await open_form("<input name=q>", "q")
    assert (await form.do("select", "q", "1")).message == "no form control named 'q'"


# Sliders


async def test_a_slider_can_be_set_to_every_step(open_form):
    form = await open_form(slider(min="0", max="100"), "q")
    for value in (0, 1, 37, 50, 63.0, 99, "100"):
        assert (await form.do("range", "q", value)).ok
        assert float(await position(form)) == float(value or 0)
        assert await form.read() == [str(value)]


async def test_sliders_with_other_ranges_and_steps_can_be_set(open_form):
    sliders = {
        "negative": ({"min": "-10", "max": "10"}, -3),
        "small": ({"min": "0", "max": "1", "step": ".05"}, 0.35),
        "large": ({"min": "100", "max": "200", "step": "25"}, 175),
        "many": ({"min": "0", "max": "10000"}, 1234),
        "default": ({}, 73),
        "narrow": ({"min": "1", "max": "5", "style": "width:20px"}, 4),
    }
    fields = [slider(name, **attributes) for name, (attributes, _) in sliders.items()]
    form = await open_form(WATCH + "".join(fields), *sliders)
    for name, (_, value) in sliders.items():
        await form.do("range", name, value)
        assert [float(text) for text in await form.read(name)] == [value]
        assert float(await form.ask(f"document.getElementsByName('{name}')[0].value")) == value
        last = (await form.ask("seen"))[-1]
        assert last.startswith(("input true", "change true"))
        assert float(last.split()[2]) == value


async def test_a_slider_is_not_set_outside_its_range(open_form):
    form = await open_form(WATCH + slider(min="0", max="100", value="7"), "q")
    for value in (140, -5, "1e3"):
        result = await form.do("range", "q", value)
        assert (result.ok, result.message) == (False, f"'q' goes from 0 to 100: {value} is outside")
        assert await form.read() == ["7"]
    assert await form.ask("seen") == []


async def test_a_value_between_two_steps_is_rounded_to_the_nearest(open_form):
    form = await open_form(slider(min="0", max="10"), "q")
    result = await form.do("range", "q", 3.4)
    assert (result.ok, result.message) == (True, "set 'q' to 3, its step next to 3.4")
    assert await position(form) == "3"
    assert await form.read() == ["3"]


@pytest.mark.parametrize("style", ["direction: rtl", "writing-mode: vertical-lr; direction: rtl"])
async def test_a_slider_with_another_direction_is_set(open_form, style: str):
    form = await open_form(slider(min="0", max="20", style=f"'{style}'"), "q")
    assert (await form.do("range", "q", 3)).ok
    assert await position(form) == "3"


async def test_a_slider_without_steps_is_set_as_precisely_as_the_mouse_allows(open_form):
    form = await open_form(slider(min="0", max="1", step="any"), "q")
    assert (await form.do("range", "q", 0.25)).ok
    assert float(await position(form)) == pytest.approx(0.25, abs=0.02)


async def test_a_slider_that_the_page_moves_back_is_a_failure(open_form):
    back = "oninput='this.value=5'"
    form = await open_form(f"<input type=range name=q min=0 max=10 value=5 {back}>", "q")
    result = await form.do("range", "q", 9)
    assert (result.ok, result.message) == (False, "'q' is at 5, not at 9")


async def test_other_controls_are_not_sliders(open_form):
    controls = {
        "text": "<input name=text value=old>",
        "textarea": "<textarea name=textarea>old</textarea>",
        "radio": "<input type=radio name=radio value=old checked>",
        "select": "<select name=select><option>old</select>",
        "hidden": "<input type=hidden name=hidden value=old>",
    }
    form = await open_form("".join(controls.values()), *controls)
    for kind in controls:
        result = await form.do("range", kind, 5)
        assert (result.ok, result.message) == (
            False,
            f"{kind!r} is a {kind} control, not a slider",
        )
        assert await form.read(kind) == ["old"]


async def test_a_slider_is_not_set_to_text(open_form):
    form = await open_form(slider(value="7"), "q")
    for value in ("much", "", "5%"):
        result = await form.do("range", "q", value)
        assert (result.ok, result.message) == (False, f"{value!r} is not a number: 'q' is a slider")
        assert await form.read() == ["7"]


async def test_a_slider_is_not_set_to_infinity(open_form):
    form = await open_form(slider(value="7"), "q")
    for value in ("inf", f"{10**400}", "1e999"):
        assert not (await form.do("range", "q", value)).ok
        assert await form.read() == ["7"]


async def test_an_empty_value_leaves_the_slider_unchanged(open_form):
    form = await open_form(slider(value="7"), "q")
    for value in (None, "None"):
        assert (await form.do("range", "q", value)).ok
        assert await form.read() == ["7"]


async def test_a_hidden_slider_is_not_set(open_form):
    form = await open_form(f"<p hidden>{slider(value='7')}</p>", "q")
    result = await form.do("range", "q", 12)
    assert (result.ok, result.message) == (False, "'q' is not displayed")
    assert await form.read() == ["7"]


# Actions that do not fill in a control


async def test_scrolling_moves_a_control_to_the_centre_of_the_viewport(open_form):
    form = await open_form(
        "<p style='height: 3000px'></p><input name=q><p style='height: 3000px'></p>", "q"
    )
    assert (await form.act("scroll_to_element", input_name="q")).message == "scrolled to 'q'"
    middle = "(({ top, bottom }) => (top + bottom) / 2 / innerHeight)"
    middle += "(document.querySelector('input').getBoundingClientRect())"
    assert await form.ask(middle) == pytest.approx(0.5, abs=0.01)


async def test_an_existing_control_is_found_at_once(open_form):
    form = await open_form("<input name=q>", "q")
    assert (await form.act("wait_for_element", input_name="q")).message == "found 'q'"


@pytest.mark.parametrize("how", ["append(made)", "firstChild.replaceWith(made)"])
async def test_a_control_that_is_added_later_is_waited_for(open_form, how: str):
    form = await open_form("<body><p></p>")
    await form.ask("var made = Object.assign(document.createElement('input'), {name: 'q'}); 0")
    await form.ask(f"setTimeout(() => document.body.{how}, 50); 0")
    assert (await form.act("wait_for_element", input_name="q")).ok


async def test_waiting_for_a_missing_control_ends(open_form, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(acting, "WAIT_MS", 60)
    form = await open_form("<p>")
    result = await form.act("wait_for_element", input_name="q")
    assert (result.ok, result.message) == (False, "no form control named 'q'")


async def test_waiting_longer_than_the_page_timeout_does_not_lose_the_session(
    open_form, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(acting, "WAIT_MS", 1500)
    form = await open_form("<p>")
    monkeypatch.setattr(form.page, "_timeout", 1.0)
    assert not (await form.act("wait_for_element", input_name="q")).ok


async def test_a_maximized_window_has_the_size_of_the_screen(open_form):
    form = await open_form("<p>")
    result = await form.act("maximize_window")
    assert result.message == "resized the window to 1920 x 1080 pixels"
    assert await form.ask("[innerWidth, innerHeight]") == [1920, 1080]


async def test_the_value_of_a_script_is_json(open_form):
    form = await open_form("<title>T</title>")
    values = {"1 + 1": "2", "document.title": '"T"', "({a: [null]})": '{"a": [null]}', "": "null"}
    for command, data in values.items():
        result = await form.act("execute_js_command", command=command)
        assert (result.ok, result.message, result.data) == (True, "the script ran", data)


async def test_a_failed_script_is_an_error_result(open_form):
    form = await open_form("<p>")
    faults = {"throw new Error('no')": "Error: no", "nothing()": "ReferenceError", "window": "JSON"}
    for command, why in faults.items():
        result = await form.act("execute_js_command", command=command)
        assert not result.ok
        assert result.message.startswith("the script failed: ")
        assert why in result.message


async def test_the_html_is_the_original_source(open_form):
    form = await open_form("<title>T</title><input name=q value=before>", "q")
    await form.do("text", "q", "after")
    assert (await form.act("get_html")).data == "<title>T</title><input name=q value=before>"


@pytest.mark.parametrize(("target", "expected"), [("view", (1280, 720)), ("page", (1280, 2000))])
async def test_a_screenshot_shows_the_viewport_or_the_page(
    open_form, target: str, expected: tuple[int, int]
):
    form = await open_form("<!doctype html><body style='margin: 0; height: 2000px'>")
    result = await form.act("take_screenshot", target=target)
    assert result.message == f"took a screenshot of the {target}"
    assert size(result.image) == expected


async def test_a_screenshot_can_show_one_control(open_form):
    form = await open_form(
        """<!doctype html><p style='height: 3000px'></p>
        <input name=q style='box-sizing: border-box; width: 120px; height: 30px'>""",
        "q",
    )
    result = await form.act("take_screenshot", target="element", input_name="q")
    assert size(result.image) == (120, 30)


async def test_a_border_is_drawn_only_for_the_screenshot(open_form):
    form = await open_form("<input name=q>", "q")
    look = {"input_name": "q", "target": "view"}
    plain = await form.act("take_screenshot", **look)
    bordered = await form.act("take_screenshot", **look, border=True)
    again = await form.act("take_screenshot", **look)
    assert plain.image == again.image != bordered.image
    assert await form.ask("document.querySelector('input').style.outline") == ""


@pytest.mark.parametrize(
    ("html", "message"),
    [("<p>", "no form control named 'q'"), ("<input name=q hidden>", "is not displayed")],
)
async def test_a_control_without_a_size_is_an_error_result(open_form, html: str, message: str):
    form = await open_form(html, "q")
    result = await form.act("take_screenshot", target="element", input_name="q")
    assert not result.ok
    assert message in result.message


async def test_concurrent_actions_on_two_pages_do_not_interfere(open_form):
    first, second = await open_form("<input name=q>", "q"), await open_form("<input name=q>", "q")
    await asyncio.gather(first.do("text", "q", "one " * 20), second.do("text", "q", "two " * 20))
    assert (await first.read(), await second.read()) == (["one " * 20], ["two " * 20])
