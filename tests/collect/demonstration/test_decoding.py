"""Tests of masking base64 and compressed data."""

import base64
import gzip
import os
import zlib

import pytest

from webproctor.collect.demonstration.decoding import in_base64, inflated


def mask(data: bytes) -> bytes:
    return data.replace(b"hunter2", b"[masked]")


@pytest.mark.parametrize("before", ["", "u", "us", "usr", "user"])
@pytest.mark.parametrize("prefix", ["Basic ", "/a/", "x=", "ab", "abc"])
def test_base64_is_masked_at_any_place(before: str, prefix: str):
    encoded = base64.b64encode(f"{before}:hunter2".encode()).decode().rstrip("=")
    masked = in_base64(prefix + encoded, mask)
    assert masked.startswith(prefix)
    assert masked.endswith("[masked]")


@pytest.mark.parametrize("plus", ["+", "-", "%2B", "%2b", "%252B"])
@pytest.mark.parametrize("slash", ["/", "_", "%2F", "%2f", "%252f"])
def test_base64_of_addresses_is_masked(plus: str, slash: str):
    encoded = base64.b64encode(b"~~~???hunter2???~~~").decode()
    assert "+" in encoded
    assert "/" in encoded
    masked = in_base64(encoded.replace("+", plus).replace("/", slash), mask)
    assert base64.b64encode(b"hunter2???").decode()[:8] not in masked
    assert "[masked]" in masked


def test_other_base64_is_unchanged():
    text = " ".join(base64.b64encode(os.urandom(size)).decode() for size in range(1, 200))
    assert in_base64(text, mask) == text


def test_only_the_base64_of_what_is_masked_is_replaced():
    text = base64.b64encode(b"a" * 9 + b"hunter2" + b"b" * 8).decode()
    assert in_base64(text, mask) == "YWFhYWFhYWFh[masked]YmJiYmJi"


@pytest.mark.parametrize("bits", [15, 31, -15])
def test_compressed_data_is_read(bits: int):
    writer = zlib.compressobj(wbits=bits)
    assert inflated(writer.compress(b"hunter2, " * 5) + writer.flush()) == b"hunter2, " * 5


def test_other_data_is_not_compressed():
    assert inflated(b"hunter2 hunter2 hunter2 hunter2") is None
    assert inflated(gzip.compress(b"hunter2, " * 5)[:-9]) is None
