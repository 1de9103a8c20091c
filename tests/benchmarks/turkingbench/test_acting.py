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
    made = [html.replace("name=q", f"name={name}") for name, html in controls.items()]
    return "".join(made), list(controls)


# All actions that fill in a control


async def test_a_control_that_is_not_there_is_told(open_form):
    form = await open_form("<p>")
    for action in ("text", "checkbox", "radio", "select", "range"):
        result = await form.do(action, "none", "1")
        assert (result.ok, result.message) == (False, "no form control named 'none'")


async def test_not_a_number_is_nothing_to_do(open_form):
    html, actions = named(text=TEXT, checkbox=BOXES, radio=RADIOS, range=SLIDER)
    form = await open_form(WATCH + html, *actions)
    for action in actions:
        before = await form.read(action)
        result = await form.do(action, action, "nan")
        assert result.ok
        assert "unchanged" in result.message
        assert await form.read(action) == before
    assert await form.ask("seen") == []


async def test_any_name_will_do(open_form):
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


async def test_any_name_may_be_asked_for_in_vain(open_form):
    form = await open_form(TEXT, "q")
    for name in ("", "*", "]", "a\rb", "a\fb", "a\0b", "#99"):
        assert (await form.do("text", name, "x")).message == (f"no form control named {name!r}")


async def test_a_number_without_an_integer_is_not_among_the_choices(open_form):
    html, actions = named(checkbox=BOXES, radio=RADIOS, select=LIST)
    form = await open_form(html, *actions)
    for action in actions:
        for value in ("1e999", "infinity", f"{10**400}"):
            assert not (await form.do(action, action, value)).ok


async def test_half_a_surrogate_pair_in_a_name_is_replaced(open_form):
    form = await open_form(TEXT, "q")
    assert (await form.do("text", "\ud800", "x")).message == ("no form control named '\ufffd'")


# Text


@pytest.mark.parametrize("html", [TEXT, AREA])
async def test_text_replaces_what_was_there(open_form, html: str):
    form = await open_form(html, "q")
    result = await form.do("text", "q", "after")
    assert (result.ok, result.message) == (True, "typed 'after' into 'q'")
    assert await form.read() == ["after"]
    assert await form.ask("document.querySelector('[name=q]').value") == "after"


async def test_text_is_typed_key_by_key(open_form):
    form = await open_form(WATCH + "<input name=q>", "q")
    await form.do("text", "q", "abc")
    assert await form.ask("seen") == ["input true a", "input true ab", "input true abc"]


@pytest.mark.parametrize(("html", "of"), [(TEXT, "getAttribute('value')"), (AREA, "innerHTML")])
async def test_text_goes_into_the_markup_too(open_form, html: str, of: str):
    form = await open_form(html, "q")
    await form.do("text", "q", "after")
    assert await form.ask(f"document.querySelector('[name=q]').{of}") == "after"


async def test_text_of_several_lines_is_typed_into_a_text_area(open_form):
    form = await open_form(AREA, "q")
    await form.do("text", "q", "one\ntwo\n\nthree")
    assert await form.read() == ["one\ntwo\n\nthree"]


async def test_a_line_break_in_a_text_box_does_not_lose_the_page(open_form):
    form = await open_form(f"<form action='/gone'>{TEXT}<input type=submit></form>", "q")
    assert (await form.do("text", "q", "one\ntwo")).ok
    assert await form.ask("document.querySelector('[name=q]').value") == "onetwo"


async def test_an_empty_value_leaves_the_text(open_form):
    form = await open_form(TEXT, "q")
    for value in ("", None, 0, False):
        assert (await form.do("text", "q", value)).ok
        assert await form.read() == ["before"]


async def test_a_number_is_typed_as_python_writes_it(open_form):
    form = await open_form(TEXT, "q")
    for value, text in ((5, "5"), (4.0, "4.0"), (True, "True")):
        await form.do("text", "q", value)
        assert await form.read() == [text]


async def test_text_typed_twice_is_not_doubled(open_form):
    form = await open_form(TEXT, "q")
    await form.do("text", "q", "first")
    await form.do("text", "q", "second")
    assert await form.read() == ["second"]


async def test_text_that_cannot_be_seen_is_not_typed(open_form):
    hidden = {"a": "type=hidden", "b": "style='display: none'", "c": "hidden"}
    inputs = [f"<input name={name} value=before {how}>" for name, how in hidden.items()]
    form = await open_form("".join(inputs), *hidden)
    for name in hidden:
        result = await form.do("text", name, "after")
        assert (result.ok, result.message) == (False, f"'{name}' is not displayed")
        assert await form.read(name) == ["before"]


async def test_text_under_something_else_is_typed_all_the_same(open_form):
    form = await open_form(f"{TEXT}<div style='position: fixed; inset: 0'></div>", "q")
    assert (await form.do("text", "q", "after")).ok
    assert await form.ask("document.querySelector('[name=q]').value") == "after"


async def test_text_on_a_list_chooses_what_begins_with_it(open_form):
    options = ["", "Amber", "Beige", "Bronze", "Blue", "Black coffee"]
    listed = "".join(f"<option value={n}>{text}" for n, text in enumerate(options))
    expected = {"B": "2", "blue": "4", "Black c": "5"}
    lists = [f"<select name='{typed}'>{listed}</select>" for typed in expected]
    form = await open_form("".join(lists), *expected)
    for typed, chosen in expected.items():
        assert (await form.do("text", typed, typed)).ok
        assert await form.read(typed) == [chosen]


async def test_text_on_a_list_is_not_added_to_that_before(open_form):
    form = await open_form("<select name=q><option>Amber<option>Blue<option>Bronze</select>", "q")
    for text in ("Br", "A", "Bl"):
        await form.do("text", "q", text)
        assert (await form.read())[0].startswith(text)


@pytest.mark.parametrize("kind", ["radio", "checkbox"])
async def test_text_on_a_choice_clicks_it_and_overwrites_its_value(open_form, kind: str):
    form = await open_form(f"<input type={kind} name=q value=1>", "q")
    assert (await form.do("text", "q", "mine")).ok
    assert await attribute(form) == "mine"
    assert await form.read() == ["mine"]


async def test_text_on_a_slider_is_refused(open_form):
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
        "".join(f"<input name={kept} value=before {more}>" for kept, more in keep.items()), *keep
    )
    for kept in keep:
        result = await form.do("text", kept, "abcde")
        assert not result.ok
        assert result.message == f"typed 'abcde' into {kept!r}, which now contains {kept!r}"
        assert await form.ask(f"document.querySelector('[name={kept}]').value") == kept
        assert await form.read(kept) == [kept]


async def test_text_that_no_option_starts_with_is_a_failure(open_form):
    form = await open_form("<select name=q><option>Amber<option>Blue</select>", "q")
    result = await form.do("text", "q", "Zinc")
    assert (result.ok, result.message) == (
        False,
        "no option of 'q' starts with 'Zinc': 'Amber' is chosen",
    )
