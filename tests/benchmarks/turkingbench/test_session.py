"""Tests of page sessions: the fields found and the agent's observations."""

import pytest

from webproctor.core.actions import form as actions
from webproctor.core.actions.form import form as form_actions
from webproctor.core.observations import Box, Element, Observation, View

ALL: frozenset[View] = frozenset({"elements", "html", "text", "screenshot", "tabs"})


def field(name: str, kind: str = "text", visible: bool = True) -> dict[str, object]:
    return {"name": name, "type": kind, "visible": visible}


async def elements(form) -> tuple[Element, ...]:
    seen = await form.session.observe(frozenset({"elements"}))
    return seen.read("elements")


# Finding the fields


async def test_fields_are_found_by_name_with_their_type(open_form):
    form = await open_form(
        """<input name=a><input name=b type=radio><input name=c type=CHECKBOX><select name=d>
        </select><textarea name=e></textarea><input name=f type=range><input name=g type=strange>
        <input name=h type=hidden>""",
        *"abcdefgh",
    )
    types = {found["name"]: found["type"] for found in form.session.fields}
    assert types == {
        "a": "text",
        "b": "radio",
        "c": "checkbox",
        "d": "select",
        "e": "textarea",
        "f": "range",
        "g": "text",
        "h": "hidden",
    }


async def test_only_requested_fields_are_found(open_form):
    form = await open_form("<input name=a><input name=b>", "b", "nowhere")
    assert form.session.fields == [field("b")]


async def test_a_group_of_controls_with_one_name_is_one_field(open_form):
    form = await open_form("<input name=a type=radio value=1><input name=a type=radio>", "a")
    assert form.session.fields == [field("a", "radio")]


async def test_other_elements_are_not_fields(open_form):
    page = "<p name=a></p><input name=a><crowd-input name=b></crowd-input><button name=c></button>"
    form = await open_form(page, *"abc")
    assert form.session.fields == []


async def test_metadata_fields_are_ignored(open_form):
    names = ("csrfmiddlewaretoken", "worker_ip", "ee", "submit", "a")
    form = await open_form("".join(f"<input name={name}>" for name in names), *names)
    assert form.session.fields == [field("a")]


async def test_fields_written_by_a_script_are_found(open_form):
    form = await open_form(
        "<p id=p></p><script>onload = () => { p.innerHTML = '<input name=a>' }</script>", "a"
    )
    assert form.session.fields == [field("a")]


async def test_fields_are_in_reading_order(open_form):
    at = "style='position: absolute; left: {}px; top: {}px'".format
    form = await open_form(
        f"<input name=a {at(0, 300)}><input name=b {at(300, 100)}><input name=c {at(0, 100)}>"
        f"<input name=d {at(0, 2000)}><input name=e {at(300, 0)}>",
        *"abcde",
    )
    assert [found["name"] for found in form.session.fields] == [*"ecbad"]


async def test_visible_fields_come_first(open_form):
    form = await open_form(
        """<p style='visibility: hidden'><input name=a></p><p hidden><input name=b></p>
        <input name=c><p><input name=d>""",
        *"abcd",
    )
    found = [(one["name"], one["visible"]) for one in form.session.fields]
    assert found == [("c", True), ("d", True), ("b", False), ("a", False)]


async def test_fields_at_the_same_position_are_in_the_requested_order(open_form):
    form = await open_form("<div hidden><input name=a><input name=b></div>", "b", "a")
    assert [found["name"] for found in form.session.fields] == ["b", "a"]


# Observations


async def test_only_requested_views_are_computed(open_form):
    form = await open_form("<title>Here</title><input name=q>", "q")
    seen = await form.session.observe()
    assert seen == Observation(url=seen.url, title="Here", width=1280, height=720)


async def test_each_view_can_be_requested_alone(open_form):
    form = await open_form("<title>Here</title><p>Hello <input name=q>", "q")
    for view in ALL:
        seen = await form.session.observe(frozenset({view}))
        assert seen.read(view)
        assert all(getattr(seen, other) is None for other in ALL - {view})


async def test_html_is_the_current_markup(open_form):
    form = await open_form("<input name=q>", "q")
    await form.do("text", "q", "after")
    seen = await form.session.observe(frozenset({"html"}))
    assert '<input name="q" value="after">' in seen.read("html")


async def test_an_element_has_its_properties(open_form):
    form = await open_form(
        """<!doctype html><body style='margin: 0'><label for=i>Your name</label>
        <input id=i name=q value=me style='position: absolute; left: 50px; top: 900px; width: 100px;
        height: 20px; box-sizing: border-box'>""",
        "q",
    )
    [element] = await elements(form)
    assert element == Element(
        index=0,
        tag="input",
        type="text",
        name="q",
        label="Your name",
        value="me",
        visible=True,
        box=Box(x=50, y=900, width=100, height=20),
    )


async def test_a_group_of_choices_is_one_element_with_its_question(open_form):
    boxes = "".join(
        f"<label><input type=checkbox name=q value={n} {'checked' * (n > 1)}>Box {n}</label>"
        for n in (1, 2, 3)
    )
    form = await open_form(f"<fieldset><legend>Which?</legend>{boxes}</fieldset>", "q")
    [element] = await elements(form)
    assert (element.type, element.options, element.value) == ("checkbox", ("1", "2", "3"), "2|3")
    assert element.label.startswith("Which?")


async def test_a_list_has_its_options(open_form):
    form = await open_form(
        "<select name=q><option value=a>A<option disabled>B<option value=c selected>C</select>", "q"
    )
    [element] = await elements(form)
    assert (element.type, element.options, element.value) == ("select", ("a", "c"), "c")


async def test_a_label_is_the_visible_or_accessible_text(open_form):
    html = [
        "<label>Age <input name=q0></label>",
        "<label for=i>Age</label><input id=i name=q1>",
        "<input name=q2 aria-label=Age>",
        "<input name=q3 placeholder=Age>",
        "<table><tr><td>Age <input name=q4></table>",
        "<div>Age <input name=q5></div>",
    ]
    form = await open_form("".join(f"<p>{one}" for one in html), *(f"q{n}" for n in range(6)))
    assert [one.label for one in await elements(form)] == ["Age"] * 6


async def test_elements_are_in_the_order_of_fields(open_form):
    form = await open_form("<input name=b><p><input name=a><p hidden><input name=c>", *"cab")
    seen = [(one.index, one.name, one.visible) for one in await elements(form)]
    assert seen == [(0, "b", True), (1, "a", True), (2, "c", False)]


async def test_elements_keep_their_index_when_another_is_removed(open_form):
    form = await open_form("<input name=a><input name=b>", "a", "b")
    await form.ask("document.querySelector('[name=a]').remove()")
    assert [(one.index, one.name) for one in await elements(form)] == [(1, "b")]


async def test_an_element_is_looked_up_in_its_current_state(open_form):
    form = await open_form("<input name=q>", "q")
    await form.do("text", "q", "now")
    [element] = await form.session.look_up(["q", "none"])
    assert element.value == "now"


async def test_the_rect_of_an_action_is_that_of_its_control(open_form):
    boxes = "".join(
        f"<input type=checkbox name=a value={value} style='all: revert; position: absolute; "
        f"margin: 0; left: {left}px; top: 50px; width: 20px; height: 30px'>"
        for value, left in (("red", 100), ("blue", 200))
    )
    session = (await open_form(boxes, "a")).session
    box = await session.rect(actions.ModifyCheckbox(input_name="a", input_value="blue|red"))
    assert box == pytest.approx((200, 50, 20, 30))
    assert await session.rect(actions.ModifyText(input_name="absent", input_value="x")) is None
    assert await session.rect(actions.GetHtml()) is None


async def test_a_session_has_the_form_actions(open_form):
    assert (await open_form("<p>")).session.actions is form_actions


# Without field names

PAGE = """<input name=csrf type=hidden><input value=free><input name=a>
    <input type=radio name=r value=1><input type=radio name=r value=2>
    <select name=s><option>x<option>y</select><input type=submit name=go>
    <textarea name='#1'></textarea>"""


async def test_without_names_all_controls_are_listed_unnamed(open_form):
    form = await open_form(PAGE, "a", names=False)
    listed = await elements(form)
    types = [(one.index, one.type) for one in listed]
    assert types == [(0, "text"), (1, "text"), (2, "radio"), (3, "select"), (4, "textarea")]
    assert {one.name for one in listed} == {""}
    assert listed[2].options == ("1", "2")


async def test_without_names_controls_are_filled_in_by_index(open_form):
    form = await open_form(PAGE, "a", "r", "s", names=False)
    await elements(form)
    assert (await form.do("text", "#0", "zero")).ok
    assert (await form.do("radio", "#2", "2")).ok
    assert (await form.do("select", "#3", "y")).ok
    values = {name: one["values"] for name, one in (await form.fields()).items()}
    assert values == {"a": [None], "r": ["2"], "s": ["y"]}
    assert await form.ask("document.querySelector('input:not([name])').value") == "zero"


async def test_a_name_has_priority_over_an_index(open_form):
    form = await open_form(PAGE, "#1", names=False)
    await elements(form)
    await form.do("text", "#1", "named")
    assert await form.read("#1") == ["named"]


async def test_indices_also_work_with_names(open_form):
    form = await open_form("<input name=a><input name=b>", "a", "b")
    await elements(form)
    await form.do("text", "#1", "second")
    assert await form.read("b") == ["second"]


async def test_an_index_that_was_never_shown_is_an_error_result(open_form):
    form = await open_form("<input name=a>", "a")
    result = await form.do("text", "#0", "x")
    assert (result.ok, result.message) == (False, "no form control named '#0'")
