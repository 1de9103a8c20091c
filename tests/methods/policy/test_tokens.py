"""A page's view `content` as tokens, and the texts that are copied from them."""

from webproctor.methods.policy.operations import (
    OPERATIONS,
    Choice,
    call,
    past_action,
    without_punctuation,
)
from webproctor.methods.policy.tokens import (
    COPIED,
    LONGEST,
    PastAction,
    Situation,
    Token,
    Trace,
    features,
    span_text,
    tokenize,
    word_hash,
)

PAGE = """\
# Log in
The code is \\[a1\\].
[0 text input "User name" value "ann" focused] | [button "Send" disabled]
[1 button "Hold for 2.8 s"]
[end of the page]"""
BY_NAME = {operation.name: at for at, operation in enumerate(OPERATIONS)}


def page(content: str, *past: PastAction) -> list[Token]:
    return tokenize(Situation("Log in.", content, past=past))


def at(seen: list[Token], text: str) -> int:
    return next(place for place, one in enumerate(seen) if one.text == text)


def test_elements_have_their_index_and_the_words_of_their_name() -> None:
    seen = page(PAGE)
    elements = {one.number: one.text for one in seen if one.kind == "element"}
    assert elements == {
        0: 'text input "User name" value "ann" focused',
        1: 'button "Hold for 2.8 s"',
    }
    name = seen[at(seen, "2.8")]
    assert (name.kind, seen[name.owner].number, name.amount) == ("name", 1, 2.8)


def test_a_disabled_element_is_a_note() -> None:
    [note] = [one for one in page(PAGE) if one.kind == "note"]
    assert note.text == 'button "Send" disabled'


def test_brackets_in_page_text_are_words() -> None:
    assert "[a1]." in [one.text for one in page(PAGE) if one.kind == "word"]


def test_the_end_of_the_page_is_not_a_word() -> None:
    assert "page]" not in [one.text for one in page(PAGE)]


def test_copied_words_keep_their_line_breaks() -> None:
    seen = page("One  two\n\nthree [0 button] four\n[end of the page]")
    start, end = at(seen, "One"), at(seen, "four")
    assert span_text(seen[start : end + 1]) == "One two\n\nthree four"


def test_uses_of_an_element_are_counted_regardless_of_its_state() -> None:
    seen = page(PAGE)
    field = Choice(BY_NAME["click"], at(seen, 'text input "User name" value "ann" focused'))
    later = page(
        PAGE.replace(' value "ann" focused', ""), past_action(field, seen), past_action(field, seen)
    )
    assert [one.uses for one in later if one.kind == "element"] == [2, 0]


def test_in_a_long_page_words_in_the_middle_are_omitted_but_not_elements() -> None:
    words = " ".join(f"word{number}" for number in range(LONGEST))
    seen = page(f'{words}\n[0 button "Send it"]\n{words}\n[end of the page]')
    found = [one for one in seen if one.line > 0]
    assert len(found) == LONGEST
    assert [one.number for one in found if one.kind == "element"] == [0]
    assert (found[0].text, found[-1].text) == ("word0", f"word{LONGEST - 1}")
    assert all(seen[one.owner].number == 0 for one in found if one.owner >= 0)


def test_a_result_with_data_is_remembered_until_the_next_one() -> None:
    trace = Trace("Read the file.")
    trace.add(PastAction("read file", "a.txt"), "read:\nname puffin")
    trace.add(PastAction("click", "x"), "clicked")
    read = [one.text for one in tokenize(trace.situation("Page")) if one.kind == "result"]
    assert read == ["read:", "name", "puffin"]


def test_words_are_compared_without_case_and_punctuation() -> None:
    assert word_hash("“Apple”") == word_hash("apple,") != word_hash("pear")
    assert word_hash("...") == 0


def test_features_are_within_the_table_and_reproducible() -> None:
    assert features("word", "Apple", 100) == (71, 3, 68, 97, 40, 67, 84)
    assert all(1 <= one < 50 for one in features("element", 'link "Edit Apple" focused', 50))


def test_a_choice_becomes_a_call_with_the_copied_text() -> None:
    seen = page(PAGE)
    field, button = at(seen, 'text input "User name" value "ann" focused'), 0
    typed = Choice(BY_NAME["type"], field, at(seen, "code"), at(seen, "is"))
    arguments = {"element": 0, "text": "code is", "clear": True}
    assert call(typed, seen) == {"name": "type", "arguments": arguments}
    button, number = at(seen, 'button "Hold for 2.8 s"'), at(seen, "2.8")
    held = call(Choice(BY_NAME["hold"], button, number, number), seen)
    assert held == {"name": "click", "arguments": {"element": 1, "hold": 3.0}}
    assert without_punctuation("“Apple”.") == "Apple"


def test_every_call_is_a_web_action() -> None:
    from webproctor.core.actions.web import web

    seen = page(PAGE)
    number, field = at(seen, "2.8"), at(seen, 'button "Hold for 2.8 s"')
    assert seen[number].kind in COPIED
    for index, operation in enumerate(OPERATIONS):
        decoded = call(Choice(index, field, number, number), seen)
        if operation.name != "answer":
            web.parse(decoded["name"], decoded["arguments"])
