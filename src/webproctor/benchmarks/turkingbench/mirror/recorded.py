"""A folder of recorded public files: the pictures that the pages of a data set name.

`webproctor data turkingbench --record-pictures` writes it. `manifest.json` states for each address
the stored file, its SHA-256, and what is known of its licence; and the addresses that could not be
recorded, with the reason. Files are stored under their checksums, in `files`.
"""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote, urlsplit

from pydantic import BaseModel, Field, ValidationError

from webproctor.benchmarks.turkingbench import mirror
from webproctor.benchmarks.turkingbench.mirror import Copy
from webproctor.core.errors import UserError

MANIFEST = "manifest.json"
FILES = "files"


class RecordedFile(BaseModel, frozen=True):
    """A stored file.

    Attributes:
        file: Its path in the folder.
        sha256: Its checksum, in hex.
        content_type: The type with which it is served.
        licence: What is known of its licence.
        tasks: The tasks whose pages name it.
    """

    file: Annotated[str, Field(pattern=r"^files/[0-9a-f]{64}\.[a-z0-9]{1,5}$")]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    content_type: str
    licence: str
    tasks: tuple[str, ...]


class AbsentFile(BaseModel, frozen=True):
    """A file that could not be recorded: why, and the tasks whose pages name it."""

    why: str
    tasks: tuple[str, ...]


class Manifest(BaseModel):
    """The contents of a folder of recorded files, by address."""

    files: dict[str, RecordedFile] = {}
    absent: dict[str, AbsentFile] = {}


class Recorded:
    """The recorded files of a folder.

    Attributes:
        digest: SHA-256 of the manifest, 16 hexadecimal digits.
        hosts: The hosts of which it has files.
    """

    def __init__(self, folder: Path, manifest: Manifest, digest: str) -> None:
        self.digest = digest
        self._folder = folder
        self._files: dict[str, RecordedFile] = {}
        for url, file in manifest.files.items():
            self._files[_address(url)] = file
            self._files.setdefault(_address(url, query=False), file)
        self.hosts = frozenset(urlsplit(url).hostname or "" for url in manifest.files)
        self._body = lru_cache(maxsize=256)(self._read)

    def find(self, url: str) -> Copy | None:
        """Return the recorded copy of a URL, or None. An unknown query is ignored."""
        try:
            file = self._files.get(_address(url)) or self._files.get(_address(url, query=False))
        except ValueError:  # The URL cannot be parsed.
            return None
        if file is None:
            return None
        return Copy(self._body(file.file), file.content_type, f"recorded {file.file}")

    def _read(self, file: str) -> bytes:
        return (self._folder / file).read_bytes()


class Mirrors:
    """The package's mirror, and after it the recorded files of a folder, if one is given.

    Attributes:
        hosts: The hosts of which there are files.
    """

    def __init__(self, recorded: Recorded | None = None) -> None:
        self._recorded = recorded
        self.hosts = mirror.hosts() | (recorded.hosts if recorded else frozenset())

    def find(self, url: str) -> Copy | None:
        """Return the local copy of a URL, or None."""
        return mirror.find(url) or (self._recorded.find(url) if self._recorded else None)


def read(folder: Path) -> Recorded:
    """Read a folder of recorded files, and verify every checksum.

    Raises:
        UserError: If it is not a folder of recorded files, or a file is missing or was changed.
    """
    path = folder / MANIFEST
    manifest = read_manifest(folder)
    for url, file in manifest.files.items():
        try:
            with (folder / file.file).open("rb") as body:
                digest = hashlib.file_digest(body, "sha256").hexdigest()
        except OSError as error:
            raise UserError(
                f"{folder / file.file}: cannot be read: {error.strerror}; record the pictures "
                "again: the other files are kept"
            ) from error
        if digest != file.sha256:
            raise UserError(
                f"{folder / file.file}: has another checksum than {path} states for {url}; delete "
                "the file and record the pictures again"
            )
    return Recorded(folder, manifest, hashlib.sha256(path.read_bytes()).hexdigest()[:16])


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a folder.

    Raises:
        UserError: If there is none, or it is not valid.
    """
    path = folder / MANIFEST
    try:
        return Manifest.model_validate_json(path.read_bytes())
    except OSError as error:
        raise UserError(
            f"{path}: cannot be read: {error.strerror}; give a folder that `webproctor data "
            "turkingbench --record-pictures` wrote"
        ) from error
    except ValidationError as error:
        detail = error.errors()[0]
        location = ".".join(map(str, detail["loc"]))
        suffix = f", {location}" if location else ""
        raise UserError(f"{path}{suffix}: {detail['msg']}; record the pictures again") from error


def _address(url: str, *, query: bool = True) -> str:
    """Return a URL as it is looked up: without scheme and fragment."""
    parts = urlsplit(url)
    suffix = f"?{parts.query}" if query and parts.query else ""
    return f"{parts.netloc.lower()}{unquote(parts.path)}{suffix}"
