"""Actions on form controls, whose results have the new value; in one page."""

from collections.abc import Awaitable, Callable

import pytest

from webproctor.core.actions import Action, ActionResult, web
from webproctor.core.observations import View
from webproctor.environments.browser.session import WebSession

Show = Callable[[str], Awaitable[WebSession]]
ELEMENTS: frozenset[View] = frozenset({"elements"})


async def act(session: WebSession, action: Action) -> tuple[bool, str]:
    result: ActionResult = await session.act(action)
    return result.ok, result.message


async def held(session: WebSession) -> str:
    return await session.page.run("document.querySelector('input, textarea, select').value")


# Text


async def test_typing_into_a_slider_with_the_focus_is_a_failure(show: Show) -> None:
    session = await show("<input type=range value=20>")
    await session.act(web.Focus(element=0))
    message = "typed 2 characters, but a slider takes no text; it is at '20'"
    assert await act(session, web.Type(text="70")) == (False, message)


@pytest.mark.parametrize(
    ("field", "text", "ending"),
    [
        ("<input maxlength=5>", "abcdefgh", ", but the field now holds 'abcde'"),
        ("<input readonly value=old>", "new", ", but the field is read-only and holds 'old'"),
        ("<input type=number>", "many", ", but the field now holds ''"),
        ("<input type=number>", "1,5", ", but the field now holds '15'"),
        ("<input oninput='this.value = \"\"'>", "abc", ", but the field now holds ''"),
    ],
)
async def test_text_that_a_field_does_not_accept_is_a_failure(
    show: Show, field: str, text: str, ending: str
) -> None:
    ok, message = await act(await show(field), web.Type(element=0, text=text))
    assert not ok
    assert message == f"typed {len(text)} characters into {message.split(' into ')[1]}"
    assert message.endswith(ending)


async def test_a_hidden_field_of_a_terminal_is_not_judged_by_its_value(show: Show) -> None:
    session = await show(
        "<div onclick='this.lastChild.focus()'>$ <textarea style='position: absolute; opacity: 0' "
        "onkeypress='this.parentNode.firstChild.data += event.key; return false'></textarea></div>"
    )
    ok, message = await act(session, web.Type(element=0, text="ls"))
    assert (ok, message) == (True, "typed 2 characters into div '$'")
    assert await session.page.run("document.querySelector('div').textContent") == "$ ls"


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("<input oninput='this.value = this.value.toUpperCase()'>", "abc", "ABC"),
        ("<input oninput='this.value = this.value.replace(/^(\\d{3})(?=\\d)/, \"$1-\")'>",
         "1234", "123-4"),
        ("<input type=number>", "+1,500", "1500"),
    ],
)  # fmt: skip
async def test_a_value_that_the_page_formats_is_reported(
    show: Show, field: str, text: str, value: str
) -> None:
    session = await show(field)
    ok, message = await act(session, web.Type(element=0, text=text))
    assert (ok, await held(session)) == (True, value)
    assert message.endswith(f"; the field now holds {value!r}")


@pytest.mark.parametrize(
    ("before", "handler", "text", "value"),
    [
        ("", "'+1 ' + this.value.replace('+1 ', '')", "555", "+1 555"),
        ("+1 444", "'+1 ' + this.value.replace('+1 ', '')", "555", "+1 555"),
        ("", "this.value === 'Be' ? 'Berlin' : this.value", "Be", "Berlin"),
    ],
    ids=["prefix", "replaced after a prefix", "completion"],
)
async def test_a_text_to_which_the_page_adds_is_reported(
    show: Show, before: str, handler: str, text: str, value: str
) -> None:
    session = await show(f'<input value="{before}" oninput="this.value = {handler}">')
    ok, message = await act(session, web.Type(element=0, text=text, clear=True))
    assert (ok, await held(session)) == (True, value)
    assert message.endswith(f"; the field now holds {value!r}")


async def test_a_text_that_the_page_takes_on_enter_is_not_a_failure(show: Show) -> None:
    session = await show('<input onkeydown=\'if (event.key === "Enter") this.value = ""\'>')
    ok, message = await act(session, web.Type(element=0, text="hello\n"))
    assert (ok, message) == (True, "typed 6 characters into textbox; the field now holds ''")


@pytest.mark.parametrize("caret", [0, 1, 3])
async def test_a_text_that_is_not_deleted_is_a_failure(show: Show, caret: int) -> None:
    stop = f"event.ctrlKey && (event.preventDefault(), this.setSelectionRange({caret}, {caret}))"
    session = await show(f"<input value=old onkeydown='{stop}; return event.key !== \"Delete\"'>")
    ok, _ = await act(session, web.Type(element=0, text="ab", clear=True))
    assert (ok, len(await held(session))) == (False, 5)


async def test_text_is_inserted_into_a_filled_field(show: Show) -> None:
    session = await show("<input value='one '>")
    await session.act(web.Press(keys="Tab"))
    ok, message = await act(session, web.Type(element=0, text="two"))
    assert (ok, "holds" in message) == (True, False)
    assert "two" in await held(session)


def replacing_field(focus: str) -> str:
    """Return a field that the page replaces at each key."""
    return f"""<input oninput="const one = this.cloneNode(); one.value = this.value;
        this.replaceWith(one); {focus}">"""


async def test_text_in_a_field_that_the_page_replaces_at_each_key_is_read(show: Show) -> None:
    session = await show(replacing_field("one.focus(); one.setSelectionRange(9, 9)"))
    ok, message = await act(session, web.Type(element=0, text="abc"))
    assert (ok, message, await held(session)) == (True, "typed 3 characters into textbox", "abc")


async def test_text_in_a_field_that_is_replaced_without_the_focus_is_a_failure(show: Show) -> None:
    session = await show(replacing_field(""))
    ok, message = await act(session, web.Type(element=0, text="abc"))
    assert (ok, message.partition(", ")[2]) == (False, "but the field now holds 'a'")


async def test_text_spread_over_several_fields_is_not_a_failure(show: Show) -> None:
    one = "<input maxlength=1 oninput='this.nextElementSibling?.focus()'>"
    session = await show(one * 3)
    ok, message = await act(session, web.Type(element=0, text="123"))
    assert ok, message
    values = "[...document.querySelectorAll('input')].map((one) => one.value).join('')"
    assert await session.page.run(values) == "123"


async def test_typed_text_consists_of_trusted_key_strokes(show: Show) -> None:
    session = await show("<textarea></textarea>")
    await session.page.run(
        "window.keys = []; addEventListener('keydown', (e) => keys.push(e.key + e.isTrusted))"
    )
    await session.act(web.Type(element=0, text="ab"))
    assert await session.page.run("keys") == ["atrue", "btrue"]
    await session.act(web.InsertText(element=0, text="cd"))
    assert await session.page.run("keys") == ["atrue", "btrue"], "inserted without keys"
    assert sorted(await held(session)) == ["a", "b", "c", "d"]


# Pickers


@pytest.mark.parametrize(
    ("kind", "text", "error"),
    [
        ("date", "31.05.2024", "'31.05.2024' is not a date such as 2024-05-31"),
        ("time", "noon", "'noon' is not a time such as 23:59"),
        ("color", "red", "'red' is not a color such as #ff8800"),
        ("week", "2024-W60", "'2024-W60' is not a week such as 2024-W09"),
    ],
)
async def test_an_invalid_value_for_a_picker_is_a_failure(
    show: Show, kind: str, text: str, error: str
) -> None:
    session = await show(f"<input type={kind}>")
    before = await held(session)
    ok, message = await act(session, web.Type(element=0, text=text))
    assert (ok, message) == (False, f"{error}; the input holds {before!r}")
    assert await held(session) == before


async def test_setting_a_picker_fires_each_event_once(show: Show) -> None:
    session = await show(
        "<input type=date oninput='document.title += 1' onchange='document.title += 2'>"
    )
    await session.page.run("document.title = ''")
    await session.act(web.Type(element=0, text="2024-05-31"))
    assert await session.page.run("document.title") == "12"


async def test_keys_in_an_input_with_a_picker_report_its_value(show: Show) -> None:
    session = await show("<input type=date>")
    await session.act(web.Focus(element=0))
    messages = [(await act(session, web.Press(keys=key)))[1] for key in "05312024"]
    assert messages[4] == "pressed 2; the date input holds '0002-05-31'"
    assert messages[7] == "pressed 4; the date input holds '2024-05-31'"


async def test_a_date_outside_the_limits_is_reported(show: Show) -> None:
    session = await show("<input type=date max=2020-01-01>")
    ok, message = await act(session, web.Type(element=0, text="2024-05-31"))
    assert ok
    assert "the page does not accept it: Value must be 01/01/2020 or earlier." in message


async def test_a_readonly_picker_is_not_set(show: Show) -> None:
    session = await show("<input type=date readonly value=2020-01-01>")
    ok, message = await act(session, web.Type(element=0, text="2024-05-31"))
    assert (ok, message) == (False, "the input is read-only; it holds '2020-01-01'")


# Boxes and lists


async def test_the_result_of_a_click_says_whether_a_box_is_checked(show: Show) -> None:
    session = await show("<input type=checkbox aria-label=Yes>")
    checked = "clicked checkbox 'Yes'; it is checked"
    assert await act(session, web.Click(element=0)) == (True, checked)
    assert (await act(session, web.Click(element=0)))[1].endswith("it is not checked")


async def test_a_box_that_the_page_does_not_allow_to_change_is_a_failure(show: Show) -> None:
    session = await show("<input type=checkbox onclick='event.preventDefault()'>")
    ok, message = await act(session, web.Click(element=0))
    assert (ok, message) == (False, "clicked checkbox; it is still not checked")


TOWNS = "<option value=a>Aa<option value=b disabled>Bb<option value=c>Cc<option value=d>Dd"


@pytest.mark.parametrize("kind", ["", "size=3", "multiple"])
async def test_a_disabled_option_is_an_error(show: Show, kind: str) -> None:
    session = await show(f"<select {kind}>{TOWNS}</select>")
    ok, message = await act(session, web.SelectOption(element=0, option="Bb"))
    assert (ok, message) == (False, "the option 'Bb' is disabled")


@pytest.mark.parametrize("kind", ["", "size=3", "multiple"])
@pytest.mark.parametrize("option", ["Dd", "d"])
async def test_an_option_is_selected_by_its_text_or_value(
    show: Show, kind: str, option: str
) -> None:
    session = await show(f"<select {kind}>{TOWNS}</select>")
    done = await act(session, web.SelectOption(element=0, option=option))
    assert (done, await held(session)) == ((True, "selected: 'Dd'"), "d")


async def test_several_options_are_selected_and_replaced(show: Show) -> None:
    session = await show(f"<select multiple>{TOWNS}</select>")
    both = web.SelectOption(element=0, option="Aa", also=["d"])
    assert await act(session, both) == (True, "selected: 'Aa', 'Dd'")
    one = web.SelectOption(element=0, option="Cc")
    assert await act(session, one) == (True, "selected: 'Cc'")


async def test_a_list_for_one_option_refuses_several(show: Show) -> None:
    session = await show(f"<select>{TOWNS}</select>")
    ok, message = await act(session, web.SelectOption(element=0, option="Aa", also=["Cc"]))
    assert (ok, message) == (False, "the list does not allow several options: choose one")


async def test_a_selection_that_the_page_reverts_is_a_failure(show: Show) -> None:
    session = await show(f"<select oninput='this.selectedIndex = 0'>{TOWNS}</select>")
    done = await act(session, web.SelectOption(element=0, option="Dd"))
    assert done == (False, "selected: 'Aa'")


async def test_a_slider_that_opens_another_page_is_no_longer_on_the_page(show: Show, site) -> None:
    other = site.add("<title>Page</title><body>")
    session = await show(f"<input type=range onchange='location.href = \"{other}\"'>")
    ok, message = await act(session, web.SetRange(element=0, value=51))
    moved = "moved the slider; it is no longer on the page"
    assert (ok, message) == (True, f"{moved}; the page is now {other}")


async def test_focus_is_set_without_a_click(show: Show) -> None:
    session = await show("<input aria-label=Name onclick='this.value = 1'><button disabled>")
    assert await act(session, web.Focus(element=0)) == (True, "textbox 'Name' has the focus")
    assert await held(session) == ""


async def test_a_hidden_option_is_an_error(show: Show) -> None:
    session = await show("<select><option hidden>Choose<option>Aa</select>")
    done = await act(session, web.SelectOption(element=0, option="Choose"))
    assert done == (False, "the option 'Choose' is hidden")


DRAWN = "<style>select, ::picker(select) { appearance: base-select }</style>"


@pytest.mark.parametrize("style", ["", DRAWN], ids=["browser", "page"])
@pytest.mark.parametrize("key", ["", "ArrowDown"])
async def test_an_option_of_an_open_list_is_selected(show: Show, style: str, key: str) -> None:
    session = await show(f"{style}<select>{TOWNS}</select>")
    await session.act(web.Click(element=0))
    if key:
        await session.act(web.Press(keys=key))
    done = await act(session, web.SelectOption(element=0, option="Dd"))
    assert (done, await held(session)) == ((True, "selected: 'Dd'"), "d")


async def test_an_option_of_a_closed_list_that_the_page_draws_is_selected(show: Show) -> None:
    session = await show(f"{DRAWN}<select>{TOWNS}</select>")
    for option in ("Dd", "Aa", "Aa"):
        done = await act(session, web.SelectOption(element=0, option=option))
        assert done == (True, f"selected: '{option}'")
    assert not await session.page.run("document.querySelector('select').matches(':open')")


# Replaces its control at each change.
_REPLACING = """<div onchange="const one = event.target.cloneNode(true);
    one.value = event.target.value; event.target.replaceWith(one)">{}</div>"""


async def test_an_option_of_a_list_that_the_page_replaces_is_selected(show: Show) -> None:
    session = await show(_REPLACING.format("<select><option>a<option>b<option>c</select>"))
    assert await act(session, web.SelectOption(element=0, option="c")) == (True, "selected: 'c'")


async def test_a_slider_that_the_page_replaces_is_set(show: Show) -> None:
    session = await show(_REPLACING.format("<input type=range max=10>"))
    assert await act(session, web.SetRange(element=0, value=9)) == (True, "the slider is at 9")


async def test_a_list_without_options_says_so(show: Show) -> None:
    session = await show("<select></select>")
    done = await act(session, web.SelectOption(element=0, option="Aa"))
    assert done == (False, "there is no option 'Aa': the list has no options")


async def test_a_slider_of_a_right_to_left_page_is_set(show: Show) -> None:
    session = await show("<div dir=rtl><input type=range value=50></div>")
    done = await act(session, web.SetRange(element=0, value=53))
    assert done == (True, "the slider is at 53")


# A slider that the page draws, with steps of 2, after it has handled a key.
DRAWN_SLIDER = """<div role=slider tabindex=0 aria-valuenow=30 aria-label=Volume onkeydown="
const step = { ArrowRight: 2, ArrowLeft: -2 }[event.key] ?? 0;
setTimeout(() => { this.ariaValueNow = Math.min(100, this.ariaValueNow - -step); })">Volume</div>"""


@pytest.mark.parametrize(
    ("value", "reached", "ok"), [(44, 44, True), (10, 10, True), (30, 30, True), (400, 100, False)]
)
async def test_a_slider_that_the_page_draws_is_set(
    show: Show, value: float, reached: float, ok: bool
) -> None:
    session = await show(DRAWN_SLIDER)
    done = await act(session, web.SetRange(element=0, value=value))
    assert done == (ok, f"the slider is at {reached}")


async def test_a_slider_that_keys_do_not_move_is_an_error(show: Show) -> None:
    session = await show("<div role=slider tabindex=0 aria-valuenow=3>Volume</div>")
    done = await act(session, web.SetRange(element=0, value=5))
    assert done == (False, "arrow keys do not move the slider; drag its handle")


async def test_the_slider_inside_an_element_is_set(show: Show) -> None:
    hidden = "<input type=range step=5 value=10 style='opacity: 0; width: 0; height: 0'>"
    session = await show(f"<div onclick='1' style='height: 20px'>{hidden}</div>")
    assert await act(session, web.SetRange(element=0, value=35)) == (True, "the slider is at 35")


async def test_a_field_that_its_fieldset_disables_says_so(show: Show) -> None:
    session = await show("<fieldset><input aria-label=Name></fieldset>")
    await session.page.run("document.querySelector('fieldset').disabled = true")
    _, message = await act(session, web.Type(element=0, text="Ada"))
    assert message.endswith(", but the field is disabled and holds ''")


async def test_a_hidden_list_is_left_to_what_the_page_draws_for_it(show: Show) -> None:
    hidden = "style='position: absolute; width: 1px; height: 1px; border: 0; clip: rect(0 0 0 0)'"
    options = "onfocus='this.blur()'><option>S<option>L</select>"
    session = await show(f"<label for=size>Size</label><select id=size {hidden} {options}")
    observed = await session.observe(frozenset({"content"}))
    assert observed.read("content").startswith('[0 label "Size"]\n')
    assert await act(session, web.SelectOption(element=0, option="L")) == (
        False,
        "selected: 'S'; the list is hidden: use what the page shows in its place",
    )
