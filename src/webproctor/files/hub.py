"""Downloads of data sets from the Hugging Face Hub, with a size limit for all files together."""

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import httpx

from webproctor.core.errors import UserError
from webproctor.files.downloading import Progress, fetch, new_client, remove_part
from webproctor.files.unpacking import TooLarge, inside, too_large

# Many data sets are thousands of small files, for which the time is that of the requests.
_CONNECTIONS = 8


def download(
    repository: str,
    folder: Path,
    *,
    limit: int,
    include: Sequence[str] = ("*",),
    exclude: Sequence[str] = (),
    hub: str | None = None,
    progress: Progress | None = None,
) -> None:
    """Download the files of a data set into a folder. Files that are there are kept.

    Args:
        repository: The data set's name on the hub, "owner/name".
        limit: Maximum bytes of all files together.
        include: Patterns of the paths to download; `*` matches any characters, also `/`.
        exclude: Patterns of the paths to leave out.
        hub: Address of another hub with the same API.
        progress: Called with the downloaded bytes of all files, and their total.

    Raises:
        TooLarge: If the hub lists more bytes than the limit.
        UserError: If the data set cannot be downloaded, or a file does not have the listed size.
    """
    files = _list_files(repository, folder, include, exclude, hub)
    total = sum(file.size for file in files)
    if total > limit:
        raise too_large(repository, total, limit)
    missing = [file for file in files if not file.exists]
    counter = _Counter(total - sum(file.size for file in missing), total, progress)
    with new_client() as client, ThreadPoolExecutor(_CONNECTIONS) as executor:
        try:
            for _ in executor.map(lambda file: _download(client, file, counter), missing):
                pass
        except BaseException:
            counter.stopped = True
            executor.shutdown(wait=False, cancel_futures=True)
            raise


@dataclass(frozen=True)
class _File:
    """A file that the hub lists.

    Attributes:
        path: Local path to download to.
        url: Address on the hub.
        size: Size in bytes, as listed.
        headers: Request headers for the hub.
    """

    path: Path
    url: str
    size: int
    headers: Mapping[str, str]

    @property
    def exists(self) -> bool:
        return self.path.is_file() and self.path.stat().st_size == self.size


class _Stopped(Exception):
    """Another file's download has failed, or the user has stopped the command."""


@dataclass
class _Counter:
    """The downloaded bytes of all files.

    Attributes:
        done: Downloaded bytes.
        total: Bytes of all files.
        stopped: Whether downloads must end; they do at their next bytes.
    """

    done: int
    total: int
    progress: Progress | None
    stopped: bool = False

    def __post_init__(self) -> None:
        self._lock = threading.Lock()

    def add(self, size: int) -> None:
        if self.stopped:
            raise _Stopped
        with self._lock:
            self.done += size
            if self.progress is not None:
                self.progress(self.done, self.total)


def _list_files(
    repository: str,
    folder: Path,
    include: Sequence[str],
    exclude: Sequence[str],
    hub: str | None,
) -> list[_File]:
    try:
        from huggingface_hub import HfApi, RepoFile, hf_hub_url  # pyright: ignore
        from huggingface_hub.utils import build_hf_headers, filter_repo_objects  # pyright: ignore
    except ImportError as error:
        raise UserError(
            "Downloading requires huggingface_hub: pip install 'webproctor[data]'."
        ) from error
    api = HfApi(endpoint=hub)
    try:
        # All files are of one commit, even if the data set changes meanwhile.
        commit = api.repo_info(repository, repo_type="dataset").sha
        tree = list(
            api.list_repo_tree(repository, recursive=True, revision=commit, repo_type="dataset")
        )
    except Exception as error:  # Errors of its HTTP library, which depends on its version, too.
        raise UserError(f"{repository} cannot be downloaded: {error}") from error
    sizes = {entry.path: entry.size for entry in tree if isinstance(entry, RepoFile)}
    chosen = filter_repo_objects(sizes, allow_patterns=list(include), ignore_patterns=list(exclude))
    headers = build_hf_headers()
    return [
        _File(
            folder / inside(name),
            hf_hub_url(repository, name, repo_type="dataset", revision=commit, endpoint=hub),
            sizes[name],
            headers,
        )
        for name in chosen
    ]


def _download(client: httpx.Client, file: _File, counter: _Counter) -> None:
    counter.add(0)
    part = file.path.with_name(f".{file.path.name}.part")
    arrived = 0

    def count(here: int, _: int | None) -> None:
        nonlocal arrived
        arrived, new = here, here - arrived
        counter.add(new)

    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        fetch(client, file.url, part, count, file.size, headers=file.headers)
        size = part.stat().st_size
        if size == file.size:
            part.replace(file.path)
        remove_part(part)
        if size != file.size:
            raise UserError(f"{file.url}: has {size} bytes; the hub lists {file.size}.")
    except TooLarge as error:
        remove_part(part)
        raise UserError(
            f"{file.url}: has more than the {file.size} bytes that the hub lists."
        ) from error
    except OSError as error:
        raise UserError(f"{file.path}: cannot be written: {error.strerror}.") from error
