"""Tests of reading the form fields in a template's HTML."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.turkingbench.markup import Control, controls, has_submit


def kinds(html):
    return [(control.name, control.type) for control in controls(html)]


def test_controls_come_in_document_order():
    html = "<textarea name=a></textarea><p><input name=b><select name=c></select>"
    assert kinds(html) == [("a", "textarea"), ("b", "text"), ("c", "select")]


@pytest.mark.parametrize(
    ("declared", "kind"),
    [("radio", "radio"), ("RADIO", "radio"), ("", "text"), ("colour", "text"), ("date", "date")],
)
def test_an_input_is_of_its_type_and_of_type_text_if_that_is_unknown(declared, kind):
    [control] = controls(f'<input name=a type="{declared}">')
    assert (control.type, control.declared_type) == (kind, declared.lower())


def test_values_are_read_and_a_missing_one_is_none():
    [with_value, without] = controls("<input name=a value='x &amp; y'><input name=a>")
    assert (with_value.value, without.value) == ("x & y", None)


def test_the_first_of_two_equal_attributes_holds():
    assert kinds("<input name=a name=b type=radio type=text>") == [("a", "radio")]


def test_options_of_a_list_are_their_values_or_else_their_text():
    [control] = controls(
        "<select name=a><option value='1'>One<option>  Two \n words</option>"
        "<optgroup><option value=''>None</option></optgroup></select><option value=9>"
    )
    assert control.options == ["1", "Two words", ""]


def test_custom_elements_with_a_name_are_controls_of_their_own_type():
    assert kinds("<crowd-checkbox name=a></crowd-checkbox><crowd-form>") == [
        ("a", "crowd-checkbox")
    ]


@pytest.mark.parametrize("html", ["<!-- <input name=a> -->", "<script>'<input name=a>'</script>"])
def test_comments_and_scripts_hold_no_controls(html):
    assert controls(html) == []


def test_only_an_input_is_a_submit_button():
    assert has_submit("<INPUT TYPE=Submit>")
    assert not has_submit("<button type=submit>")


@given(st.text(alphabet="<>/= \"'abinputselecoh-!&;"))
def test_no_text_makes_the_reader_fail(text):
    assert all(isinstance(control, Control) for control in controls("<select name=a>" + text))


@pytest.mark.parametrize("html", ["", "<![<![", "\ud800<input name=a>", "<a " * 30, "\0"])
def test_odd_markup_is_read_as_a_browser_does(html: str) -> None:
    assert [one.name for one in controls(html)] == (["a"] if "input" in html else [])
