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


def fetch(
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
        before = _size(part)
        try:
            _fetch_once(url, part, progress, max_size, headers)
            return
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise UserError(f"{url}: not a web address: {error}") from error
        except httpx.HTTPStatusError as error:
            answer = error.response
            fault = f"the server answered {answer.status_code} {answer.reason_phrase}"
            if answer.status_code < 500 and answer.status_code != 429:
                raise UserError(f"{url}: {fault}; check the address") from error
        except httpx.RequestError as error:
            fault = str(error) or type(error).__name__
        failures = 1 if _size(part) > before else failures + 1
        if failures >= attempts:
            raise UserError(
                f"{url}: download failed: {fault}; check the network and repeat the command "
                f"({_size(part)} bytes are already downloaded)"
            )
        time.sleep(pause * 2 ** (failures - 1))


def _fetch_once(
    url: str, part: Path, progress: Progress | None, max_size: int, more: Mapping[str, str]
) -> None:
    """Request the missing bytes and append them."""
    headers = {**more, "Accept-Encoding": "identity"}
    start = _size(part)
    validator = _validator(part, url)
    if start and validator:
        headers |= {"Range": f"bytes={start}-", "If-Range": validator}
    with httpx.stream("GET", url, headers=headers, follow_redirects=True, timeout=30) as response:
        continued = response.headers.get("Content-Range", "")
        if response.status_code == 416 and continued == f"bytes */{start}":
            return  # complete
        if response.status_code == 416 or (
            response.status_code == 206 and not continued.startswith(f"bytes {start}-")
        ):
            forget(part)
            raise httpx.RemoteProtocolError(f"asked for byte {start}, got {continued or 'none'}")
        response.raise_for_status()
        if response.status_code != 206:
            start = 0
            _note(part, url, response.headers)
        length = response.headers.get("Content-Length")
        total = start + int(length) if length else None
        if total is not None and total > max_size:
            raise too_large(url, total, max_size)
        with part.open("r+b" if start else "wb") as file:
            file.seek(start)
            for chunk in response.iter_raw():
                if start + len(chunk) > max_size:
                    raise too_large(url, start + len(chunk), max_size)
                file.write(chunk)
                start += len(chunk)
                if progress is not None:
                    progress(start, total)


def _note(part: Path, url: str, headers: httpx.Headers) -> None:
    """Store the validators that show whether the file on the server has changed."""
    validator = headers.get("ETag", "")
    if not validator or validator.startswith("W/"):
        validator = headers.get("Last-Modified", "")
    note = {"url": url, "validator": validator}
    part.with_suffix(".json").write_text(json.dumps(note), encoding="utf-8")


def _validator(part: Path, url: str) -> str:
    try:
        note = json.loads(part.with_suffix(".json").read_text(encoding="utf-8"))
        return str(note["validator"]) if note["url"] == url else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""  # the download starts from the beginning


def _size(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0


def forget(part: Path) -> None:
    """Remove a part file and its stored validators."""
    part.unlink(missing_ok=True)
    part.with_suffix(".json").unlink(missing_ok=True)
