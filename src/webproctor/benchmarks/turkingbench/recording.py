"""Recording of the pictures and other public files that the pages of a data set name.

Pages are not opened: addresses are read from the templates, filled in with every instance's inputs,
and from the inputs. Files of the package's mirror are left out. What a server sends is stored only
if its content is a picture, a sound, a video, or a script, style or data file as the address says.
"""

import contextlib
import hashlib
import html
import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import httpx

from webproctor.benchmarks.turkingbench import mirror
from webproctor.benchmarks.turkingbench.dataset import Dataset, TaskFolder, fill
from webproctor.benchmarks.turkingbench.mirror.recorded import (
    FILES,
    MANIFEST,
    AbsentFile,
    Manifest,
    RecordedFile,
    read_manifest,
)
from webproctor.core.errors import UserError
from webproctor.files.downloading import fetch, new_client
from webproctor.files.writing import write_atomically

MAX_FILE = 50_000_000
"""Size limit of one file, in bytes."""

Done = Callable[[int, int], None]
"""Called with the number of finished files and of all files."""

# An address may contain variables. The length is limited so that the search takes linear time.
_CHARACTER = r"(?:\$\{[^{}]{1,100}\}|(?!&(?:quot|apos|\#3[49]);)[^\s\"'<>()\\`$])"
_FILE = re.compile(
    rf"(?:https?:)?//{_CHARACTER}{{1,1000}}?\.(?:png|jpe?g|gif|svg|webp|bmp|json)(?![\w/-]|\.\w)"
    rf"(?:\?{_CHARACTER}{{0,2000}})?",
    re.IGNORECASE,
)
_SOURCE = re.compile(
    r"<(?:img|image|input|source|video|audio|script|link)\s(?:[^<>]{0,3000}?\s)?"
    r"(?:src|href|poster)\s*=\s*(\"[^\"<>]{0,4000}\"|'[^'<>]{0,4000}'|[^\s\"'<>]{1,4000})",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--(?:(?!-->|<!--).)*-->", re.DOTALL)
# First bytes of the accepted kinds of media, their content types and suffixes.
_MEDIA = (
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "image/png", "png"),
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg", "jpg"),
    (re.compile(rb"GIF8[79]a"), "image/gif", "gif"),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), "image/webp", "webp"),
    (re.compile(rb"BM.{4}\0\0\0\0", re.DOTALL), "image/bmp", "bmp"),
    (re.compile(rb"\s*(?:<\?xml[^>]*>|<!--.*?-->|<!DOCTYPE svg[^>]*>|\s)*<svg\b", re.DOTALL),
     "image/svg+xml", "svg"),
    (re.compile(rb"....ftyp", re.DOTALL), "video/mp4", "mp4"),
    (re.compile(rb"\x1aE\xdf\xa3"), "video/webm", "webm"),
    (re.compile(rb"ID3|\xff[\xf2\xf3\xfb]"), "audio/mpeg", "mp3"),
    (re.compile(rb"OggS"), "audio/ogg", "ogg"),
    (re.compile(rb"RIFF....WAVE", re.DOTALL), "audio/wav", "wav"),
)  # fmt: skip
# Texts cannot be recognized by their first bytes: their type is that of their address.
_TEXTS = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
}
# What the owners of pictures in the public data set state, by part of the address.
_LICENCES = (
    (
        re.compile(r"/COCO_|/coco_images/"),
        "Photograph of the COCO data set, from Flickr, under its photographer's licence: see "
        "cocodataset.org, terms of use.",
    ),
    (
        re.compile(r"/VisualCOMET/|/vcr1images/"),
        "Picture of the data sets VCR, VisualCOMET or Flickr30k, for research that is not "
        "commercial: see visualcommonsense.com, licence.",
    ),
    (
        re.compile(r"/newyorker/"),
        "Cartoon of The New Yorker, with all rights reserved by its publisher.",
    ),
)
_UNKNOWN = "Unknown: ask the owner of {host} before you pass it on."


def named_files(dataset: Dataset) -> dict[str, list[str]]:
    """Return the public files that pages name and the package's mirror does not have.

    Returns:
        The names of the tasks by address, in order of first appearance.
    """
    found: dict[str, list[str]] = {}
    for name, folder in dataset.folders.items():
        if not folder.missing:
            for url in dict.fromkeys(_task_urls(folder)):
                found.setdefault(url, []).append(name)
    return {url: tasks for url, tasks in found.items() if mirror.find(url) is None}


def _task_urls(folder: TaskFolder) -> Iterator[str]:
    parts = list(dict.fromkeys(_named_parts(folder.template)))
    yield from _urls(part for part in parts if "${" not in part)
    templates = [part for part in parts if "${" in part]
    for inputs in folder.instances:
        yield from _urls(fill(part, inputs) for part in templates)
        for cell in inputs.values():
            if "//" in cell:
                yield from _urls(_named_parts(cell))


def _named_parts(text: str) -> Iterator[str]:
    """Yield the parts of a page that name files, without its comments."""
    text = _COMMENT.sub("", text)
    for match in _SOURCE.finditer(text):
        yield match[1].strip("\"'")
    for match in _FILE.finditer(text):
        yield match[0]


def _urls(pieces: Iterable[str]) -> Iterator[str]:
    """Yield those pieces that are addresses on the web, in full."""
    for piece in pieces:
        url = html.unescape(piece).strip().partition("#")[0]
        url = f"https:{url}" if url.startswith("//") else url
        with contextlib.suppress(ValueError):  # The address cannot be parsed.
            parts = urlsplit(url)
            if parts.scheme in ("http", "https") and parts.path.strip("/") and "${" not in url:
                yield url


def record(
    dataset: Dataset,
    folder: Path,
    *,
    done: Done | None = None,
    parallel: int = 8,
    attempts: int = 3,
    pause: float = 1.0,
) -> Manifest:
    """Download the files that the pages of a data set name into a folder.

    Files that the folder already has are kept; the others are tried again. What has been recorded
    is kept if the recording is interrupted.

    Args:
        folder: The folder to write, or to continue.
        done: Called after every file.
        parallel: Number of files that are downloaded at the same time.
        attempts: Attempts for each file without receiving a byte.
        pause: Seconds to wait after the first failed attempt; doubled after each further one.

    Raises:
        UserError: If the folder contains something else, or cannot be written.
    """
    tasks_by_url = named_files(dataset)
    manifest = _open_folder(folder, tasks_by_url)
    remaining = [url for url in tasks_by_url if url not in manifest.files]
    with (
        tempfile.TemporaryDirectory(dir=folder) as temporary_folder,
        new_client() as client,
        ThreadPoolExecutor(parallel) as pool,
    ):
        temporary = Path(temporary_folder)
        jobs = partial(_record, client, folder, temporary, attempts=attempts, pause=pause)
        try:
            for number, (url, result) in enumerate(pool.map(jobs, enumerate(remaining)), 1):
                if isinstance(result, str):
                    manifest.absent[url] = AbsentFile(why=result, tasks=tuple(tasks_by_url[url]))
                else:
                    tasks = {"tasks": tuple(tasks_by_url[url])}
                    manifest.files[url] = result.model_copy(update=tasks)
                if done is not None:
                    done(number, len(remaining))
        finally:
            pool.shutdown(cancel_futures=True)
            write_atomically(folder / MANIFEST, manifest.model_dump_json(indent=1) + "\n")
    return manifest


def _open_folder(folder: Path, tasks_by_url: Mapping[str, Sequence[str]]) -> Manifest:
    """Return what an existing folder has of the wanted files, or create the folder."""
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / MANIFEST).exists():
            raise UserError(
                f"{folder}: has other contents and no {MANIFEST}; choose another folder"
            )
        (folder / FILES).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: cannot be written: {error.strerror}") from error
    if not (folder / MANIFEST).exists():
        return Manifest()
    recorded = {
        url: file.model_copy(update={"tasks": tuple(tasks_by_url[url])})
        for url, file in read_manifest(folder).files.items()
        if url in tasks_by_url and _is_intact(folder / file.file, file.sha256)
    }
    return Manifest(files=recorded)


def _is_intact(path: Path, sha256: str) -> bool:
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256


def _record(
    client: httpx.Client,
    folder: Path,
    temporary_folder: Path,
    job: tuple[int, str],
    *,
    attempts: int,
    pause: float,
) -> tuple[str, RecordedFile | str]:
    """Download one file; return its address, and the file or why there is none."""
    number, url = job
    part = temporary_folder / str(number)
    try:
        fetch(client, url, part, None, MAX_FILE, attempts=attempts, pause=pause)
    except UserError as error:
        return url, str(error).removeprefix(f"{url}: ").partition(";")[0]
    body = part.read_bytes()
    kind = _kind(body, url)
    if kind is None:
        return url, "the server sent something other than a picture"
    content_type, suffix = kind
    sha256 = hashlib.sha256(body).hexdigest()
    name = f"{FILES}/{sha256}.{suffix}"
    part.replace(folder / name)
    licence = next((text for pattern, text in _LICENCES if pattern.search(url)), None)
    return url, RecordedFile(
        file=name,
        sha256=sha256,
        content_type=content_type,
        licence=licence or _UNKNOWN.format(host=urlsplit(url).hostname),
        tasks=(),
    )


def _kind(body: bytes, url: str) -> tuple[str, str] | None:
    """Return the content type and suffix of a file; None if it is not of an accepted kind.

    Servers answer with a web page for many pictures that are gone.
    """
    for signature, content_type, suffix in _MEDIA:
        if signature.match(body[:4096]):
            return content_type, suffix
    suffix = PurePosixPath(unquote(urlsplit(url).path)).suffix.lower().removeprefix(".")
    if suffix not in _TEXTS or not body or body.lstrip().startswith(b"<"):
        return None
    if suffix == "json":
        try:
            json.loads(body)
        except (ValueError, RecursionError):
            return None
    return _TEXTS[suffix], suffix
