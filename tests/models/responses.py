"""Responses of a model server: refusals, slow answers, and incomplete answers."""

import asyncio
import json
from collections.abc import AsyncIterator

from starlette.responses import Response


def refusal(status: int, message: str, code: str = "") -> Response:
    error = {"type": "server_error", "message": message, **({"code": code} if code else {})}
    headers = {"retry-after": "0"} if status in (429, 500, 503) else {}
    told = json.dumps({"type": "error", "error": error})
    return Response(told, status, headers, "application/json")


async def dripping(answer: bytes, seconds: float) -> AsyncIterator[bytes]:
    """Yield an answer byte by byte."""
    for place in range(len(answer)):
        yield answer[place : place + 1]
        await asyncio.sleep(seconds)


class Cut(Response):
    """Sends half of an answer, then closes the connection."""

    def __init__(self, content: bytes, kind: str) -> None:
        super().__init__(content[: len(content) // 2], media_type=kind)
        self.headers["content-length"] = str(len(content))
