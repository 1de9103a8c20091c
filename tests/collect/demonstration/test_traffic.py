"""Tests of masking network traffic."""

import base64
import gzip
import json
import zlib
from typing import Any

import pytest

from webproctor.collect.demonstration.masking import Mask
from webproctor.collect.demonstration.traffic import masked

SECRET = "Grün#pass"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def sent(entry: dict[str, Any], *passwords: str) -> dict[str, Any]:
    """Return an entry of a HAR file after it was masked."""
    har = json.dumps({"log": {"entries": [{"request": {}, **entry}]}}).encode()
    mask = Mask()
    for one in passwords or (SECRET,):
        mask.remember(one)
    return json.loads(masked(har, mask))["log"]["entries"][0]


def body(text: str, kind: str = "text/plain") -> str:
    entry = sent({"request": {"postData": {"mimeType": kind, "text": text}}})
    return entry["request"]["postData"]["text"]


def answer(data: bytes, kind: str = "application/octet-stream") -> bytes:
    content = {"mimeType": kind, "encoding": "base64", "text": b64(data)}
    return base64.b64decode(sent({"response": {"content": content}})["response"]["content"]["text"])


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (f"pw={SECRET};".encode(), "application/octet-stream"),
        (f"\x00pw={SECRET};\xff".encode("latin-1"), "application/octet-stream"),
        (f"pw={SECRET};".encode("cp1252"), "text/html; charset=windows-1252"),
        (f"pw={SECRET};".encode("utf-16-le"), "application/octet-stream"),
    ],
)
def test_a_body_in_base64_is_masked_and_can_be_decoded(data: bytes, kind: str):
    left = answer(data, kind).replace(b"\x00", b"").strip(b"\xff")
    assert left == b"pw=[masked];"


@pytest.mark.parametrize("compress", [gzip.compress, zlib.compress])
def test_a_compressed_body_with_a_password_is_masked_as_a_whole(compress: Any):
    data = compress(b"text " * 9 + SECRET.encode())
    assert answer(data) == b"[masked]"


def test_a_body_in_base64_without_a_password_is_unchanged():
    data = bytes(range(256)) * 20
    assert answer(data, "image/png") == data


@pytest.mark.parametrize("charset", ["cp1252", "iso8859_2", "mac_roman", "gb18030", "utf-8"])
def test_a_form_in_any_charset_is_masked(charset: str):
    """Playwright reads the bytes of forms as UTF-8."""
    text = f'name="pw"\r\n\r\n{SECRET}\r\n--'.encode(charset).decode(errors="replace")
    assert body(text, "multipart/form-data") == 'name="pw"\r\n\r\n[masked]\r\n--'


def test_a_binary_request_body_is_masked_as_a_whole():
    text = gzip.compress(b"unreadable").decode(errors="replace")
    assert body(text, "application/json") == "[masked]"


def test_messages_of_websockets_are_masked():
    messages = [
        {"type": "send", "opcode": 2, "data": b64(f'{{"pw":"{SECRET}"}}'.encode())},
        {"type": "receive", "opcode": 1, "data": f"echo {SECRET}"},
    ]
    found = sent({"_webSocketMessages": messages})["_webSocketMessages"]
    assert base64.b64decode(found[0]["data"]) == b'{"pw":"[masked]"}'
    assert found[1]["data"] == "echo [masked]"


def test_partially_typed_passwords_are_masked_in_requests():
    urls = [f"http://a.test/meter?pw={one}" for one in ("Gr%C3%BCn", "Gr%C3%BCn%23pas", "Grund")]
    found = [sent({"request": {"url": url}})["request"]["url"] for url in urls]
    assert [one.partition("=")[2] for one in found] == ["[masked]", "[masked]", "Grund"]


def test_traffic_without_secrets_is_unchanged():
    har = b'{"log":   {"entries": []}}'
    assert masked(har, Mask()) == har
