"""Tests of finding a text in the encodings of browsers and servers."""

import html
import json
import re
import timeit
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from per_change import every

from webproctor.collect.demonstration import encodings
from webproctor.environments.browser.session import WebSession


def component(text: str) -> str:
    """JavaScript's `encodeURIComponent`."""
    return quote(text, safe="!'()*~-_.")


def form(text: str) -> str:
    """A form's text in `application/x-www-form-urlencoded`."""
    return quote_plus(text, safe="*").replace("~", "%7E")


def query(text: str) -> str:
    """The query of an address: https://url.spec.whatwg.org/#query-percent-encode-set."""
    return re.sub(r"""[^!$%&(-;=?-~]""", lambda found: quote(found[0]), text)


def escape(text: str) -> str:
    """JavaScript's `escape`."""
    units = [int.from_bytes(one.encode("utf-16-be")[at : at + 2], "big")
             for one in text for at in range(0, len(one.encode("utf-16-be")), 2)]  # fmt: skip
    return "".join(
        chr(one) if chr(one).isascii() and (chr(one).isalnum() or chr(one) in "@*_+-./")
        else f"%{one:02X}" if one < 256 else f"%u{one:04X}" for one in units
    )  # fmt: skip


def plain(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def ascii_only(text: str) -> str:
    return json.dumps(text)[1:-1]


def for_pages(text: str) -> str:
    """JSON that can be in HTML, as web frameworks write it."""
    text = json.dumps(text).replace("/", r"\/")[1:-1]
    return re.sub("[&<>']", lambda found: rf"\u{ord(found[0]):04X}", text)


def legacy(charset: str) -> Callable[[str], str]:
    """A form's text on a page in an older charset: what it does not have is a reference."""
    return lambda text: quote_plus(text.encode(charset, "xmlcharrefreplace"), safe="*")


def hexadecimal(text: str) -> str:
    return "".join(rf"\x{ord(one):02x}" if ord(one) < 256 else one for one in text)


def references(text: str) -> str:
    return "".join(f"&#{ord(one)};" for one in text)


ENCODERS: list[Callable[[str], str]] = [
    component, form, query, quote, quote_plus, escape, plain, ascii_only, for_pages, html.escape,
    lambda text: html.escape(text, quote=False), references,
    lambda text: re.sub("%..", lambda found: found[0].lower(), form(text)),
    lambda text: component(component(text)),
    lambda text: plain(plain(text)),
    lambda text: form(ascii_only(text)),
    lambda text: html.escape(plain(text)),
    legacy("cp1252"), legacy("koi8_r"), legacy("cp932"), legacy("gb18030"), hexadecimal,
]  # fmt: skip


@pytest.mark.parametrize("number", every(5, range(len(ENCODERS))))
@given(text=st.text(st.characters(codec="utf-8", exclude_characters="«»"), min_size=1, max_size=30))
@example("Test*123$")
@example("abc~123")
@example("Secret!1&x")
@example('pa"ss12')
@example("Grün#pass")
@example("Rock&Roll<3")
@example("a\\b\\\\\"'/")
@example("pass word+1%")
@example("\U0001f600é")
@example("0¥")
@example('0"%5')
@example('0"%5C"')
@example('%5C%5c"/%255C')
def test_text_is_found_in_every_encoding(number: int, text: str) -> None:
    encoded = ENCODERS[number](text)
    left = encodings.pattern(text).sub("", f"«{encoded}»")
    # The backslash before the first character may stay.
    assert re.fullmatch(r"«(\\|%5C)*»", left), left


async def test_text_is_found_in_browser_encodings(session: WebSession) -> None:
    encoded = """texts.map((text) => {
      const field = document.forms[0].elements[0];
      field.value = text;
      field.setAttribute("value", text);
      const url = new URL("http://a.test");
      url.search = url.hash = url.pathname = text;
      url.password = text;
      return [new URLSearchParams(new FormData(field.form)).toString(), encodeURIComponent(text),
        encodeURI(text), escape(text), JSON.stringify({text}), field.outerHTML,
        url.search, url.hash, url.password];
    })"""
    texts = ["Test*123$", "abc~123", "Secret!1&x", 'pa"ss12', "Grün#pass|^{}", "Rock&Roll<3'`"]
    found = await session.page.run(f"((texts) => {encoded})({json.dumps(texts)})")
    for text, each in zip(texts, found, strict=True):
        for one in each:
            assert encodings.pattern(text).search(one), (text, one)


def test_other_text_is_not_found() -> None:
    assert not encodings.pattern("a+b").search("a-b a%2Cb a&#44;b a,b ab")


def test_the_time_to_search_for_encoded_backslashes_is_proportional_to_their_number() -> None:
    searched = "%255C" * 2000

    def seconds(count: int) -> float:
        pattern = encodings.pattern("%255C" * count + "x")
        return min(timeit.repeat(lambda: pattern.search(searched), number=1, repeat=3))

    assert seconds(20) < 8 * seconds(10)
