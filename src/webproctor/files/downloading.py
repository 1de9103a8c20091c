"""Resumable downloads with a size limit.

Own code on top of httpx: pooch neither resumes a partial file nor stops at a size that the server
did not announce.
"""

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import httpx

from webproctor.core.errors import UserError
from webproctor.files.unpacking import too_large

Progress = Callable[[int, int | None], None]
"""Called with the downloaded bytes and the total bytes (None if unknown)."""


def new_client() -> httpx.Client:
    """Create a client for downloads; it keeps connections open, and can be used by many threads."""
    return httpx.Client(follow_redirects=True, timeout=30)


def fetch(
    client: httpx.Client,
    url: str,
    part: Path,
    progress: Progress | None,
    max_size: int,
    *,
    headers: Mapping[str, str] = MappingProxyType({}),
    attempts: int = 5,
    pause: float = 1.0,
) -> None:
    """Download a file into a part file, resuming a partial download.

    Args:
        client: A client of `new_client`.
        progress: Called while bytes arrive.
        max_size: Maximum size in bytes, whatever size the server reports.
        headers: Additional request headers.
        attempts: Consecutive failures without a received byte after which it gives up.
        pause: Seconds to wait after the first of these failures; doubled after each one.

    Raises:
        TooLarge: If the file is larger; nothing beyond the limit is written.
        UserError: If the file cannot be downloaded.
    """
    failures = 0
    while True:
        size_before = _size(part)
        try:
            _fetch_once(client, url, part, progress, max_size, headers)
            return
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise UserError(f"{url}: not a web address: {error}") from error
        except httpx.HTTPStatusError as error:
            response = error.response
            reason = f"the server answered {response.status_code} {response.reason_phrase}"
            if response.status_code < 500 and response.status_code != 429:
                raise UserError(f"{url}: {reason}; check the address") from error
        except httpx.RequestError as error:
            reason = str(error) or type(error).__name__
        failures = 1 if _size(part) > size_before else failures + 1
        if failures >= attempts:
            raise UserError(
                f"{url}: download failed: {reason}; check the network and repeat the command "
                f"({_size(part)} bytes are already downloaded)"
            )
        time.sleep(pause * 2 ** (failures - 1))


def _fetch_once(
    client: httpx.Client,
    url: str,
    part: Path,
    progress: Progress | None,
    max_size: int,
    extra_headers: Mapping[str, str],
) -> None:
    """Request the missing bytes and append them."""
    headers = {**extra_headers, "Accept-Encoding": "identity"}
    position = _size(part)
    validator = _stored_validator(part, url)
    if position and validator:
        headers |= {"Range": f"bytes={position}-", "If-Range": validator}
    with client.stream("GET", url, headers=headers) as response:
        content_range = response.headers.get("Content-Range", "")
        if response.status_code == 416 and content_range == f"bytes */{position}":
            return  # complete
        if response.status_code == 416 or (
            response.status_code == 206 and not content_range.startswith(f"bytes {position}-")
        ):
            remove_part(part)
            raise httpx.RemoteProtocolError(
                f"asked for byte {position}, got {content_range or 'none'}"
            )
        response.raise_for_status()
        if response.status_code != 206:
            position = 0
            _store_validators(part, url, response.headers)
        length = response.headers.get("Content-Length")
        total = position + int(length) if length else None
        if total is not None and total > max_size:
            raise too_large(url, total, max_size)
        with part.open("r+b" if position else "wb") as file:
            file.seek(position)
            for chunk in response.iter_raw():
                if position + len(chunk) > max_size:
                    raise too_large(url, position + len(chunk), max_size)
                file.write(chunk)
                position += len(chunk)
                if progress is not None:
                    progress(position, total)


def _store_validators(part: Path, url: str, headers: httpx.Headers) -> None:
    """Store the validators that show whether the file on the server has changed."""
    validator = headers.get("ETag", "")
    if not validator or validator.startswith("W/"):
        validator = headers.get("Last-Modified", "")
    stored = {"url": url, "validator": validator}
    part.with_suffix(".json").write_text(json.dumps(stored), encoding="utf-8")


def _stored_validator(part: Path, url: str) -> str:
    try:
        stored = json.loads(part.with_suffix(".json").read_text(encoding="utf-8"))
        return str(stored["validator"]) if stored["url"] == url else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""  # the download starts from the beginning


def _size(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0


def remove_part(part: Path) -> None:
    """Remove a part file and its stored validators."""
    part.unlink(missing_ok=True)
    part.with_suffix(".json").unlink(missing_ok=True)
