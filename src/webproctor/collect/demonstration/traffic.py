"""Mask secrets in recorded network traffic, a HAR file as Playwright writes it."""

import base64
import json
import re
from email.message import EmailMessage
from typing import Any

from webproctor.collect.demonstration.decoding import MASKED
from webproctor.collect.demonstration.masking import Mask, each_text

# What Playwright's conversion to text leaves of binary data.
_BINARY = re.compile("[\x00-\x08\x0e-\x1f]")
_REPLACEMENT = "\ufffd"
_BINARY_FRAME = 2


def masked(har: bytes, mask: Mask) -> bytes:
    """Return a HAR file with everything masked in it; without secrets, it is the same data.

    Bodies and messages in base64 are decoded and masked. Request bodies of binary data are masked
    as a whole, as they were stored as text and cannot be searched.
    """
    if not mask.secrets:
        return har
    data = json.loads(har)
    for entry in data["log"]["entries"]:
        _mask(entry, mask)
    return json.dumps(mask.value(data), ensure_ascii=False).encode()


def _mask(entry: dict[str, Any], mask: Mask) -> None:
    request = entry["request"]
    post_data = request.get("postData", {})
    text = post_data.get("text", "")
    if (
        _REPLACEMENT in text
        and _BINARY.search(text)
        and "multipart" not in post_data.get("mimeType", "")
    ):
        post_data["text"] = MASKED
    content = entry.get("response", {}).get("content", {})
    if content.get("encoding") == "base64":
        content["text"] = _mask_base64(content["text"], mask, content.get("mimeType", ""))
    for message in entry.get("_webSocketMessages", ()):
        if message["opcode"] == _BINARY_FRAME:
            message["data"] = _mask_base64(message["data"], mask)
        elif message["type"] == "send":
            message["data"] = mask.typed(message["data"])
    entry["request"] = each_text(request, mask.typed)


def _mask_base64(text: str, mask: Mask, content_type: str = "") -> str:
    header = EmailMessage()
    header["Content-Type"] = content_type or "application/octet-stream"
    data = base64.b64decode(text)
    return base64.b64encode(mask.data(data, header.get_content_charset(""))).decode()
