"""Tests of the evidence read from a page for scoring: its markup and trusted input."""

import pytest


def field(name: str, kind: str = "text", visible: bool = True) -> dict[str, object]:
    return {"name": name, "type": kind, "visible": visible}


async def click(form, selector: str) -> None:
    page = form.page
    point = await page.call(f"(() => webproctor.reach(document.querySelector('{selector}')))")
    await page.click(point["x"], point["y"])


# Reading the values


async def test_values_are_read_from_the_markup(open_form):
    controls = [
        ("<input name=q value=x>", ["x"]),
        ("<input name=q>", [None]),
        ("<input name=q value=x><input name=q value=y>", ["x", "y"]),
        ("<input name=q type=hidden value=x>", ["x"]),
        ("<input name=q type=range value=30>", ["30"]),
        ("<input name=q type=submit value=x>", []),
        ("<textarea name=q>a &lt; b &amp; c</textarea>", ["a &lt; b &amp; c"]),
        ("<textarea name=q>x</textarea><textarea name=q>y</textarea>", ["x", "y"]),
        ("<textarea name=q readonly>x</textarea><textarea name=q>y</textarea>", ["y"]),
        ("<select name=q><option value=x>One<option value=y>Two</select>", ["x"]),
        ("<select name=q><option>One<option selected>Two</select>", ["Two"]),
        (
            "<select name=q multiple><option selected>1<option>2<option selected>3</select>",
            ["1", "3"],
        ),
        ("<select name=q><optgroup><option value=x>One</optgroup></select>", []),
        ("<input name=q type=radio value=x><input name=q type=radio value=y checked>", ["y"]),
        ("<input name=q type=checkbox checked><input name=q type=checkbox checked>", ["on", "on"]),
        ("<input name=q type=checkbox value=x>", []),
    ]
    names = [f"q{n}" for n in range(len(controls))]
    html = [one.replace("=q", f"={name}") for (one, _), name in zip(controls, names, strict=True)]
    fields = await (await open_form("".join(html), *names)).fields()
    found = [(one, fields[name]["values"]) for (one, _), name in zip(controls, names, strict=True)]
    assert found == controls


@pytest.mark.parametrize("html", ["<input name=q>", "<textarea name=q></textarea>"])
async def test_text_typed_only_by_keys_counts(open_form, html: str):
    form = await open_form(html, "q")
    await click(form, "[name=q]")
    await form.page.type("a < b")
    assert await form.read() == ["a < b" if "input" in html else "a &lt; b"]


@pytest.mark.parametrize("html", ["<input name=q value=x>", "<textarea name=q>x</textarea>"])
async def test_text_set_by_a_script_in_an_untouched_control_does_not_count(open_form, html: str):
    form = await open_form(html, "q")
    await form.ask("document.querySelector('[name=q]').value = 'y'")
    assert await form.read() == ["x"]


async def test_text_written_to_the_markup_by_a_script_counts(open_form):
    form = await open_form("<input name=q value=x>", "q")
    await form.ask("document.querySelector('[name=q]').setAttribute('value', 'y')")
    assert await form.read() == ["y"]


async def test_keys_typed_after_an_action_count(open_form):
    form = await open_form("<input name=q>", "q")
    await form.do("text", "q", "one")
    await form.page.type(" two")
    assert await form.read() == ["one two"]


async def test_an_action_after_typed_keys_counts(open_form):
    form = await open_form("<input name=q>", "q")
    await click(form, "[name=q]")
    await form.page.type("one")
    await form.do("text", "q", "two")
    assert await form.read() == ["two"]


async def test_after_a_key_press_the_whole_text_of_a_control_counts(open_form):
    form = await open_form("<input name=q>", "q")
    await form.ask("document.querySelector('[name=q]').value = 'script'")
    await click(form, "[name=q]")
    await form.page.press("End")
    await form.page.type("!")
    assert await form.read() == ["script!"]


async def test_a_box_checked_by_a_script_counts(open_form):
    form = await open_form("<input name=q type=checkbox value=x>", "q")
    await form.ask("document.querySelector('[name=q]').checked = true")
    assert await form.read() == ["x"]


async def test_a_field_revealed_by_an_answer_is_visible_at_the_end(open_form):
    form = await open_form(
        """<input type=radio name=more value=yes onclick='box.hidden = false'>
        <div id=box hidden><input name=why></div>""",
        "more",
        "why",
    )
    assert form.session.fields[1] == field("why", visible=False)
    await form.do("radio", "more", "yes")
    assert (await form.fields())["why"]["visible"] is True


# A box that hides the other field when it is checked.
HIDING = """<input name=q><input type=checkbox name=none value=1 onclick='q.hidden = true'>
<script>const q = document.querySelector('[name=q]')</script>"""


async def test_a_field_hidden_by_an_answer_is_not_visible_at_the_end(open_form):
    form = await open_form(HIDING, "q", "none")
    await form.do("checkbox", "none", 1)
    assert (await form.fields())["q"]["visible"] is False


async def test_a_removed_field_has_no_values(open_form):
    form = await open_form("<input name=q value=x>", "q")
    await form.ask("document.querySelector('input').remove()")
    assert await form.fields() == {"q": field("q") | {"values": []}}


async def test_the_first_control_of_a_name_determines_visibility(open_form):
    form = await open_form("<input type=radio name=q hidden><input type=radio name=q>", "q")
    assert (await form.fields())["q"]["visible"] is False


async def test_a_page_that_has_navigated_away_has_no_fields(open_form):
    form = await open_form("<input name=q value=x>", "q")
    await form.ask("location.href = 'about:blank'; new Promise(() => {})")
    assert (await form.fields())["q"] == field("q") | {"values": []}


# The evidence


@pytest.mark.parametrize(
    "send",
    [
        "document.querySelector('[type=submit]').click()",
        "document.forms[0].requestSubmit()",
    ],
)
async def test_submitting_a_form_does_not_leave_the_page(open_form, send: str):
    form = await open_form(
        "<form action=/gone method=post><input name=q><input type=submit></form>", "q"
    )
    await form.do("text", "q", "kept")
    await form.ask(send)
    assert await form.read() == ["kept"]


async def test_submitting_a_form_with_enter_does_not_leave_the_page(open_form, site):
    form = await open_form("<form action=/sent><input name=q><input type=submit></form>", "q")
    await form.do("text", "q", "kept")
    await form.page.press("Enter")
    assert await form.read() == ["kept"]
    assert "GET /sent" not in site.requests


async def test_the_submit_handler_of_the_page_still_runs(open_form):
    form = await open_form("<form onsubmit='document.title = 1'><input type=submit></form>")
    await click(form, "[type=submit]")
    assert await form.ask("document.title") == "1"


async def test_evidence_has_dialogs_errors_and_refused_requests(open_form, eventually):
    form = await open_form(
        "<script>alert('hello'); console.error('bad')</script><img src='http://example.com/'>"
    )
    page = form.page
    await eventually(lambda: page.errors and page.dialogs)
    evidence = await form.session.evidence()
    assert evidence["dialogs"] == ["hello"]
    assert evidence["refused"] == ["http://example.com/"]
    assert any("bad" in error for error in evidence["errors"])
    assert evidence["mirrored"] == 0


async def test_evidence_has_the_number_of_scripts_that_the_agent_ran(open_form):
    form = await open_form("<input name=q>", "q")
    await form.do("text", "q", "x")
    await form.ask("1")
    await form.ask("2")
    assert (await form.session.evidence())["scripts"] == 2


@pytest.mark.parametrize(
    "script",
    [
        "document.querySelectorAll('[name=q]')[0].style.display = 'none'",
        "document.querySelectorAll('[name=q]')[0].remove()",
        "document.querySelectorAll('[name=q]')[0].name = 'other'",
    ],
)
async def test_a_field_hidden_by_a_script_of_the_agent_counts(open_form, script):
    form = await open_form("<input name=q><input name=hidden style='display: none'>", "q", "hidden")
    await form.ask(script)
    fields = (await form.session.evidence())["fields"]
    assert [(field["name"], field["visible"]) for field in fields] == [
        ("q", True),
        ("hidden", False),
    ]


@pytest.mark.parametrize(
    "hidden",
    [
        "<input name=q type=radio value=x style='display: none'>",
        "<input name=q type=range value=5 style='display: none'>",
        "<select name=q style='display: none'><option>x</select>",
        "<input name=q type=hidden value=x>",
    ],
)
async def test_a_field_revealed_by_a_script_of_the_agent_does_not_count_unless_filled_in(
    open_form, hidden
):
    form = await open_form(hidden, "q")
    await form.ask("q = document.querySelector('[name=q]'); q.style.display = q.type = ''")
    [field] = (await form.session.evidence())["fields"]
    assert field["visible"] is False


async def test_a_hidden_field_does_not_count_even_if_a_script_makes_it_a_text_field(open_form):
    form = await open_form("<input name=q type=hidden value=x>", "q")
    await form.ask("document.querySelector('[name=q]').type = 'text'")
    await form.do("text", "q", "y")
    [field] = (await form.session.evidence())["fields"]
    assert field["visible"] is False


async def test_a_field_revealed_and_filled_in_after_a_script_counts(open_form):
    form = await open_form(
        """<input type=radio name=more value=yes onclick='box.hidden = false'>
        <div id=box hidden><input name=why></div>""",
        "more",
        "why",
    )
    await form.ask("scrollTo(0, 0)")
    await form.do("radio", "more", "yes")
    await form.do("text", "why", "because")
    fields = (await form.session.evidence())["fields"]
    assert [field["visible"] for field in fields] == [True, True]


async def test_a_field_hidden_by_an_answer_before_the_first_script_does_not_count(open_form):
    form = await open_form(HIDING, "q", "none")
    await form.do("checkbox", "none", 1)
    await form.ask("scrollTo(0, 0)")
    fields = (await form.session.evidence())["fields"]
    assert [field["visible"] for field in fields] == [False, True]
