"""Tests of the form actions: the original harness's rules, with real input events."""

import pytest
from benchmarks.turkingbench.controls import (
    AREA,
    BOXES,
    LIST,
    RADIOS,
    SLIDER,
    TEXT,
    WATCH,
    attribute,
)


def named(**controls: str) -> tuple[str, list[str]]:
    """Return the HTML of controls `q`, each with a name of its own, and the names."""
    renamed = [html.replace("name=q", f"name={name}") for name, html in controls.items()]
    return "".join(renamed), list(controls)


# All actions that fill in a control


async def test_a_missing_control_is_an_error_result(open_form):
    form = await open_form("<p>")
    for action in ("text", "checkbox", "radio", "select", "range"):
        result = await form.do(action, "none", "1")
        assert (result.ok, result.message) == (False, "no form control named 'none'")


async def test_nan_leaves_every_control_unchanged(open_form):
    html, actions = named(text=TEXT, checkbox=BOXES, radio=RADIOS, range=SLIDER)
    form = await open_form(WATCH + html, *actions)
    for action in actions:
        before = await form.read(action)
        result = await form.do(action, action, "nan")
        assert result.ok
        assert "unchanged" in result.message
        assert await form.read(action) == before
    assert await form.ask("seen") == []


async def test_controls_with_special_characters_in_the_name_are_found(open_form):
    odd = (
        "a b",
        'say "yes"',
        "it's",
        "x[0].y",
        "back\\slash",
        "#3",
        "#",
        "é",
        "a:b>c~d",
        "line\nbreak",
    )
    escaped = [name.replace('"', "&quot;") for name in odd]
    form = await open_form("".join(f'<input name="{name}">' for name in escaped), *odd)
    for name in odd:
        assert (await form.do("text", name, f"found {name!r}")).ok
        assert await form.read(name) == [f"found {name!r}"]


async def test_a_name_that_matches_no_control_is_an_error_result(open_form):
    form = await open_form(TEXT, "q")
    for name in ("", "*", "]", "a\rb", "a\fb", "a\0b", "#99"):
        assert (await form.do("text", name, "x")).message == (f"no form control named {name!r}")


async def test_a_value_that_overflows_matches_no_option(open_form):
    html, actions = named(checkbox=BOXES, radio=RADIOS, select=LIST)
    form = await open_form(html, *actions)
    for action in actions:
        for value in ("1e999", "infinity", f"{10**400}"):
            assert not (await form.do(action, action, value)).ok


async def test_a_lone_surrogate_in_a_name_is_replaced(open_form):
    form = await open_form(TEXT, "q")
    assert (await form.do("text", "\ud800", "x")).message == ("no form control named '\ufffd'")


# Text


@pytest.mark.parametrize("html", [TEXT, AREA])
async def test_text_replaces_the_old_value(open_form, html: str):
    form = await open_form(html, "q")
    result = await form.do("text", "q", "after")
    assert (result.ok, result.message) == (True, "typed 'after' into 'q'")
    assert await form.read() == ["after"]
    assert await form.ask("document.querySelector('[name=q]').value") == "after"


async def test_text_is_typed_with_key_events(open_form):
    form = await open_form(WATCH + "<input name=q>", "q")
    await form.do("text", "q", "abc")
    assert await form.ask("seen") == ["input true a", "input true ab", "input true abc"]


@pytest.mark.parametrize(("html", "of"), [(TEXT, "getAttribute('value')"), (AREA, "innerHTML")])
async def test_text_is_also_written_to_the_markup(open_form, html: str, of: str):
    form = await open_form(html, "q")
    await form.do("text", "q", "after")
    assert await form.ask(f"document.querySelector('[name=q]').{of}") == "after"


async def test_text_with_several_lines_is_typed_into_a_text_area(open_form):
    form = await open_form(AREA, "q")
    await form.do("text", "q", "one\ntwo\n\nthree")
    assert await form.read() == ["one\ntwo\n\nthree"]


async def test_a_line_break_in_a_text_box_does_not_submit_the_form(open_form):
    form = await open_form(f"<form action='/gone'>{TEXT}<input type=submit></form>", "q")
    assert (await form.do("text", "q", "one\ntwo")).ok
    assert await form.ask("document.querySelector('[name=q]').value") == "onetwo"


async def test_an_empty_value_leaves_the_text_unchanged(open_form):
    form = await open_form(TEXT, "q")
    for value in ("", None, 0, False):
        assert (await form.do("text", "q", value)).ok
        assert await form.read() == ["before"]


async def test_a_number_is_typed_in_python_notation(open_form):
    form = await open_form(TEXT, "q")
    for value, text in ((5, "5"), (4.0, "4.0"), (True, "True")):
        await form.do("text", "q", value)
        assert await form.read() == [text]


async def test_typing_text_twice_does_not_duplicate_it(open_form):
    form = await open_form(TEXT, "q")
    await form.do("text", "q", "first")
    await form.do("text", "q", "second")
    assert await form.read() == ["second"]


async def test_text_is_not_typed_into_a_hidden_control(open_form):
    hidden = {"a": "type=hidden", "b": "style='display: none'", "c": "hidden"}
    inputs = [f"<input name={name} value=before {how}>" for name, how in hidden.items()]
    form = await open_form("".join(inputs), *hidden)
    for name in hidden:
        result = await form.do("text", name, "after")
        assert (result.ok, result.message) == (False, f"'{name}' is not displayed")
        assert await form.read(name) == ["before"]


async def test_text_is_typed_into_a_covered_control(open_form):
    form = await open_form(f"{TEXT}<div style='position: fixed; inset: 0'></div>", "q")
    assert (await form.do("text", "q", "after")).ok
    assert await form.ask("document.querySelector('[name=q]').value") == "after"


async def test_typing_on_a_list_selects_the_option_with_that_prefix(open_form):
    options = ["", "Amber", "Beige", "Bronze", "Blue", "Black coffee"]
    listed = "".join(f"<option value={n}>{text}" for n, text in enumerate(options))
    expected = {"B": "2", "blue": "4", "Black c": "5"}
    lists = [f"<select name='{typed}'>{listed}</select>" for typed in expected]
    form = await open_form("".join(lists), *expected)
    for typed, chosen in expected.items():
        assert (await form.do("text", typed, typed)).ok
        assert await form.read(typed) == [chosen]


async def test_typing_on_a_list_starts_a_new_prefix_each_time(open_form):
    form = await open_form("<select name=q><option>Amber<option>Blue<option>Bronze</select>", "q")
    for text in ("Br", "A", "Bl"):
        await form.do("text", "q", text)
        assert (await form.read())[0].startswith(text)


@pytest.mark.parametrize("kind", ["radio", "checkbox"])
async def test_typing_on_a_checkbox_or_radio_button_clicks_it_and_replaces_its_value(
    open_form, kind: str
):
    form = await open_form(f"<input type={kind} name=q value=1>", "q")
    assert (await form.do("text", "q", "mine")).ok
    assert await attribute(form) == "mine"
    assert await form.read() == ["mine"]


async def test_typing_on_a_slider_is_refused(open_form):
    form = await open_form(SLIDER, "q")
    result = await form.do("text", "q", "70")
    assert (result.ok, result.message) == (
        False,
        "'q' is a slider, not a text box: use modify_range",
    )
    assert await form.read() == ["50"]


async def test_text_that_the_control_does_not_keep_is_a_failure(open_form):
    keep = {
        "abc": "maxlength=3",
        "before": "readonly",
        "ABCDE": "oninput='this.value = this.value.toUpperCase()'",
    }
    form = await open_form(
        "".join(f"<input name={kept} value=before {more}>" for kept, more in keep.items()),
        *keep,
    )
    for kept in keep:
        result = await form.do("text", kept, "abcde")
        assert not result.ok
        assert result.message == f"typed 'abcde' into {kept!r}, which now contains {kept!r}"
        assert await form.ask(f"document.querySelector('[name={kept}]').value") == kept
        assert await form.read(kept) == [kept]


async def test_text_that_matches_no_option_is_a_failure(open_form):
    form = await open_form("<select name=q><option>Amber<option>Blue</select>", "q")
    result = await form.do("text", "q", "Zinc")
    assert (result.ok, result.message) == (
        False,
        "no option of 'q' starts with 'Zinc': 'Amber' is chosen",
    )
