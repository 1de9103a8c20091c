"""Tests of masking: passwords and patterns are in no file that is stored."""

import email
import email.policy
import json
from base64 import b64encode
from io import BytesIO
from pathlib import Path

import pytest
from collect.demonstration.conftest import Do
from PIL import Image

from webproctor.benchmarks.mind2web.archives import snapshot_of
from webproctor.collect.demonstration.capture import PageState, capture
from webproctor.collect.demonstration.masking import Mask
from webproctor.core.errors import UserError
from webproctor.environments.browser.session import WebSession

SECRET = "corréct-horse"


def everything(state: PageState) -> str:
    return json.dumps([state.dom, state.axtree], ensure_ascii=False) + state.mhtml


def brightness(jpeg: bytes, x: int, y: int) -> int:
    """Return the brightness of a pixel, 0 to 255."""
    with Image.open(BytesIO(jpeg)) as image:
        return image.convert("L").crop((x, y, x + 1, y + 1)).tobytes()[0]


async def test_a_password_is_masked(session: WebSession, do: Do):
    performed = await do("Clave", "TYPE", SECRET)
    assert SECRET in everything(performed.after)
    mask = Mask()
    masked = mask.state(performed.after)
    assert SECRET not in everything(masked)
    assert mask.used


async def test_a_password_in_the_address_is_masked(session: WebSession, do: Do):
    mask = Mask()
    mask.state((await do("Clave", "TYPE", SECRET)).after)
    masked = mask.state((await do("Buscar")).after)
    assert "corr%C3%A9ct" not in everything(masked)


async def test_a_page_without_secrets_is_unchanged(session: WebSession):
    mask = Mask.from_expressions([r"\d{3}-\d{4}"])
    state = await capture(session.page)
    assert mask.state(state) == state
    assert not mask.used


async def test_a_pattern_is_masked_in_text_and_screenshot(session: WebSession):
    await session.page.run(
        "document.body.innerHTML = '<p style=\"margin:0;width:300px\">Calle Mayor 5, 28013</p>'"
    )
    mask = Mask.from_expressions([r"Calle \w+ \d+"])
    state = await capture(session.page)
    masked = mask.state(state)
    assert "Calle Mayor" in everything(state)
    assert "Calle Mayor" not in everything(masked)
    assert "28013" in everything(masked)
    assert brightness(masked.screenshot, 12, 16) < 40


async def test_a_pattern_in_a_frame_is_masked_in_the_screenshot(session: WebSession):
    await session.page.run(
        'document.body.innerHTML = \'<iframe style="margin:100px;border:0" srcdoc="'
        "<body style=margin:0>Secreto\"></iframe>'"
    )
    await session.wait_until_idle()
    masked = Mask.from_expressions(["Secreto"]).state(await capture(session.page))
    assert brightness(masked.screenshot, 112, 117) < 40


async def test_a_password_that_the_page_discards_is_masked(session: WebSession, do: Do):
    await session.page.run(
        "document.querySelector('[type=password]').oninput = ({target}) => {"
        " if (target.value.length == 6) target.form.submit() }"
    )
    performed = await do("Clave", "TYPE", "482913")
    mask = Mask()
    masked = mask.performed(performed)
    assert "482913" not in everything(masked.after)
    assert masked.step.value == "[masked]"
    assert mask.used
    assert mask.text("pin=482913") == "pin=[masked]"


async def test_a_password_that_the_page_rejects_is_masked(session: WebSession, do: Do):
    await session.page.run(
        "document.querySelector('[type=password]').oninput = ({target}) => {"
        " if (target.value.length == 6) target.value = '' }"
    )
    mask = Mask()
    with pytest.raises(UserError, match="TYPE was not possible"):
        await do("Clave", "TYPE", "482913", on_start=mask.learn_typed)
    assert mask.text("pin=482913") == "pin=[masked]"


async def test_a_masked_archive_can_be_read(session: WebSession, tmp_path: Path):
    await session.page.run(
        "history.pushState(0, '', '?' + 'x'.repeat(100) + 'Rock%26Roll%3C3');"
        "document.title = 'Rock&Roll<3 '.repeat(20) + 'é';"
        "document.body.innerHTML = '<p id=sum>1+1=20 Rock&amp;Roll&lt;3</p>'.repeat(20)"
    )
    state = await capture(session.page)
    assert "Rock&amp;Roll&lt;3" in state.mhtml
    path = tmp_path / "page.mhtml"
    path.write_text(Mask(passwords={"Rock&Roll<3"}).state(state).mhtml, newline="")
    dom = await snapshot_of(session.page, path)
    assert "1+1=20 [masked]" in dom["strings"]
    assert not [one for one in dom["strings"] if "Rock" in one]
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.SMTP)
    assert "Rock" not in str(message["Subject"]) + str(message["Snapshot-Content-Location"])


@pytest.mark.parametrize(
    ("kind", "encoding", "body"),
    [
        ("text/html", "quoted-printable", "<p>Rock&amp;Ro=\r\nll&lt;3</p>"),
        ("application/xhtml+xml", "quoted-printable", "<p>Rock&amp;Roll&lt;3</p>"),
        ("image/svg+xml", "base64", b64encode(b"<p>Rock&amp;Roll&lt;3</p>").decode()),
        ("text/css", "8bit", "<p>Rock&Roll<3</p>"),
    ],
)
def test_text_in_archives_is_masked_for_every_content_type(kind: str, encoding: str, body: str):
    archive = (
        f"MIME-Version: 1.0\r\nContent-Type: {kind}\r\n"
        f"Content-Transfer-Encoding: {encoding}\r\n\r\n{body}"
    )
    state = PageState({"strings": [], "documents": []}, archive, {}, b"")
    masked = Mask(passwords={"Rock&Roll<3"}).state(state).mhtml
    assert email.message_from_string(masked).get_payload(decode=True) == b"<p>[masked]</p>"


@pytest.mark.parametrize(
    ("password", "sent"),
    [
        ("Test*123$", "user=a&pw=Test*123%24"),
        ("abc~123", "pw=abc%7E123"),
        ("Secret!1&x", "pw=Secret!1%26x"),
        ('pa"ss12', r'{"pw": "pa\"ss12"}'),
        ("Grün#pass", r'{"pw": "Gr\u00fcn#pass"}'),
        ("Rock&Roll<3", '<input value="Rock&amp;Roll&lt;3">'),
        ("1&2", "1%262"),
    ],
)
def test_encoded_passwords_are_masked(password: str, sent: str):
    mask = Mask(passwords={password})
    assert mask.text(sent) != sent
    assert mask.text(sent).replace("[masked]", "") in ("user=a&pw=", "pw=", '{"pw": ""}',
                                                       '<input value="">', "")  # fmt: skip
    assert mask.used


def test_a_password_that_contains_another_one_is_masked_completely():
    assert Mask(passwords={"abcd", "abcdefgh", "defgh"}).text("x=abcdefgh") == "x=[masked]"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("pin=123&n=1234", "pin=[masked]&n=1234"),
        ('{"pin": 12, "code":"123"}', '{"pin": 12, "code":"[masked]"}'),
        ("%22123%22 1234 123", "%22[masked]%22 1234 123"),
        ("123", "[masked]"),
    ],
)
def test_a_short_password_is_masked_where_it_is_a_value(text: str, masked: str):
    assert Mask(passwords={"123"}).text(text) == masked


def test_a_password_is_masked_as_pages_normalize_it():
    mask = Mask()
    mask.remember(" Gr\u00fcn pass ")
    assert mask.text("a=Gr\u00fcn pass;b=Gru\u0308n pass") == "a=[masked];b=[masked]"


def test_text_that_matches_a_pattern_is_masked_in_addresses():
    mask = Mask.from_expressions([r"Calle \w+ \d+"])
    address = "http://shop.test/list?q=Calle+Mayor+5&to=Calle%2520Mayor%25205&n=5"
    assert mask.text(address) == "http://shop.test/list?q=[masked]&to=[masked]&n=5"


async def test_a_password_shown_by_its_field_is_masked(session: WebSession):
    await session.page.run(
        "document.body.innerHTML = '<input type=text autocomplete=\"username current-password\">';"
        f"document.querySelector('input').value = {json.dumps(SECRET)}"
    )
    assert SECRET not in everything(Mask().state(await capture(session.page)))


@pytest.mark.parametrize("pattern", ["(", "a*"])
def test_an_invalid_pattern_is_refused(pattern: str):
    with pytest.raises(UserError, match="--mask"):
        Mask.from_expressions([pattern])
