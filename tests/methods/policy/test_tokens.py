"""A page's view `content` as tokens, and the texts that are copied from them."""

from webproctor.methods.policy.operations import OPERATIONS, Choice, bare, call, past
from webproctor.methods.policy.tokens import (
    COPIED,
    LONGEST,
    Past,
    Situation,
    Token,
    Trace,
    features,
    same,
    span_text,
    tokens,
)

PAGE = """\
# Log in
The code is \\[a1\\].
[0 text input "User name" value "ann" focused] | [button "Send" disabled]
[1 button "Hold for 2.8 s"]
[end of the page]"""
BY_NAME = {operation.name: at for at, operation in enumerate(OPERATIONS)}


def page(content: str, *past: Past) -> list[Token]:
    return tokens(Situation("Log in.", content, past=past))


def at(seen: list[Token], text: str) -> int:
    return next(place for place, one in enumerate(seen) if one.text == text)


def test_elements_have_their_number_and_the_words_of_their_name() -> None:
    seen = page(PAGE)
    elements = {one.number: one.text for one in seen if one.kind == "element"}
    assert elements == {
        0: 'text input "User name" value "ann" focused',
        1: 'button "Hold for 2.8 s"',
    }
    name = seen[at(seen, "2.8")]
    assert (name.kind, seen[name.owner].number, name.amount) == ("name", 1, 2.8)


def test_what_cannot_be_acted_on_is_a_note() -> None:
    [note] = [one for one in page(PAGE) if one.kind == "note"]
    assert note.text == 'button "Send" disabled'


def test_brackets_of_the_page_s_own_text_are_words() -> None:
    assert "[a1]." in [one.text for one in page(PAGE) if one.kind == "word"]


def test_the_end_of_the_page_is_no_word() -> None:
    assert "page]" not in [one.text for one in page(PAGE)]


def test_successive_words_are_copied_with_their_line_breaks() -> None:
    seen = page("One  two\n\nthree [0 button] four\n[end of the page]")
    start, end = at(seen, "One"), at(seen, "four")
    assert span_text(seen[start : end + 1]) == "One two\n\nthree four"


def test_uses_of_an_element_are_counted_whatever_its_state_is() -> None:
    seen = page(PAGE)
    field = Choice(BY_NAME["click"], at(seen, 'text input "User name" value "ann" focused'))
    later = page(PAGE.replace(' value "ann" focused', ""), past(field, seen), past(field, seen))
    assert [one.uses for one in later if one.kind == "element"] == [2, 0]


def test_of_a_long_page_words_in_the_middle_are_left_out_but_no_element() -> None:
    words = " ".join(f"word{number}" for number in range(LONGEST))
    seen = page(f'{words}\n[0 button "Send it"]\n{words}\n[end of the page]')
    found = [one for one in seen if one.line > 0]
    assert len(found) == LONGEST
    assert [one.number for one in found if one.kind == "element"] == [0]
    assert (found[0].text, found[-1].text) == ("word0", f"word{LONGEST - 1}")
    assert all(seen[one.owner].number == 0 for one in found if one.owner >= 0)


def test_a_result_with_data_is_remembered_until_the_next_one() -> None:
    trace = Trace("Read the file.")
    trace.acted(Past("read file", "a.txt"), "read:\nname puffin")
    trace.acted(Past("click", "x"), "clicked")
    read = [one.text for one in tokens(trace.situation("Page")) if one.kind == "result"]
    assert read == ["read:", "name", "puffin"]


def test_equal_words_are_equal_whatever_the_case_and_the_punctuation_around() -> None:
    assert same("“Apple”") == same("apple,") != same("pear")
    assert same("...") == 0


def test_features_are_within_the_table_and_the_same_in_every_process() -> None:
    assert features("word", "Apple", 100) == (71, 3, 68, 97, 40, 67, 84)
    assert all(1 <= one < 50 for one in features("element", 'link "Edit Apple" focused', 50))


def test_a_choice_is_called_with_the_copied_text() -> None:
    seen = page(PAGE)
    field, button = at(seen, 'text input "User name" value "ann" focused'), 0
    typed = Choice(BY_NAME["type"], field, at(seen, "code"), at(seen, "is"))
    arguments = {"element": 0, "text": "code is", "clear": True}
    assert call(typed, seen) == {"name": "type", "arguments": arguments}
    button, number = at(seen, 'button "Hold for 2.8 s"'), at(seen, "2.8")
    held = call(Choice(BY_NAME["hold"], button, number, number), seen)
    assert held == {"name": "click", "arguments": {"element": 1, "hold": 3.0}}
    assert bare("“Apple”.") == "Apple"


def test_every_call_is_an_action_of_the_web() -> None:
    from webproctor.core.actions.web import web

    seen = page(PAGE)
    number, field = at(seen, "2.8"), at(seen, 'button "Hold for 2.8 s"')
    assert seen[number].kind in COPIED
    for index, operation in enumerate(OPERATIONS):
        made = call(Choice(index, field, number, number), seen)
        if operation.name != "answer":
            web.parse(made["name"], made["arguments"])
