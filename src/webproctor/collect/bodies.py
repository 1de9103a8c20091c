"""Read bodies of requests up to a limit, and store no more than that in memory or on disk."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from python_multipart.exceptions import FormParserError
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from webproctor.collect.refusals import Refused

_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
# Seconds for which the rest of a body is read and dropped after its refusal. A browser that is
# still sending when the connection is closed shows its own error in place of the answer.
_LINGER = 10


class TooLarge(Refused):
    """A body that exceeds the limit."""

    def __init__(self, limit: int) -> None:
        size = f"{limit / 2**20:g} MiB" if limit >= 2**20 else f"{limit / 2**10:g} KiB"
        super().__init__(413, "Too large", f"At most {size} can be sent here.")


def limited(request: Request, limit: int) -> Request:
    """Return the request with a body that raises `TooLarge` after `limit` bytes."""
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > limit:
        raise TooLarge(limit)
    total = 0

    async def receive() -> Message:
        nonlocal total
        message = await request.receive()
        total += len(message.get("body", b""))
        if total > limit:
            raise TooLarge(limit)
        return message

    return Request(request.scope, receive)


@asynccontextmanager
async def read_body(request: Request, limit: int) -> AsyncIterator[tuple[FormData, bytes]]:
    """Read the body of a request as a form, or as bytes if it is not a form.

    The files of a form exist while the block runs.

    Raises:
        TooLarge: If the body has more than `limit` bytes.
        Refused: If it is not a valid form.
    """
    limited_request = limited(request, limit)
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type not in _FORMS:
        yield FormData(), await limited_request.body()
        return
    try:
        form = await limited_request.form(max_files=20, max_fields=2000, max_part_size=limit)
    except (HTTPException, FormParserError, UnicodeDecodeError) as error:
        raise Refused(400, "This form is not valid", "Load the page again.") from error
    try:
        yield form, b""
    finally:
        await form.close()


async def refuse_body(page: bytes, scope: Scope, receive: Receive, send: Send) -> None:
    """Send a page with status 413, and read and drop what is still sent."""
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(page)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": page, "more_body": True})
    try:
        async with asyncio.timeout(_LINGER):
            while (message := await receive())["type"] == "http.request":
                if not message.get("more_body"):
                    break
    except TimeoutError:
        return  # The server closes the connection.
    await send({"type": "http.response.body", "body": b""})
