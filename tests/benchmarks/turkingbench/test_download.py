"""Tests of downloading the data set, from a local server with optional faults."""

import gzip
import hashlib
import io
import os
import resource
import tarfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from benchmarks.turkingbench.real_data import DATA, needs_data

from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.benchmarks.turkingbench.download import (
    COMMIT,
    URL,
    Expected,
    Manifest,
    differences,
    download,
    public_manifest,
    unpack,
)
from webproctor.core.errors import UserError
from webproctor.files.unpacking import TooLarge

TOP = "turking-bench-f1a3854"
FILES = {
    f"{TOP}/README.md": b"not wanted",
    f"{TOP}/tasks/Quiz/template.html": b"<p>${a}</p>",
    f"{TOP}/tasks/Quiz/batch.csv": b"a,Answer.q\n1,x\n1,y\n2,z\n",
    f"{TOP}/tasks/Noise/template.html": os.urandom(200_000),
    f"{TOP}/data/splits/evaluation_tasks_easy.txt": b"Quiz\n",
    f"{TOP}/data/other.txt": b"not wanted",
}
MANIFEST = Manifest(2, {"Quiz": Expected(3, 2, 1)})


def archive(files: dict[str, bytes], *extra: tarfile.TarInfo) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
        for entry in extra:
            tar.addfile(entry)
    return packed.getvalue()


class Server(ThreadingHTTPServer):
    """Serves one body at /archive.

    Attributes:
        breaks: For each of the next responses, the number of bytes after which to disconnect.
        statuses: For each of the next responses, a status to return instead.
        ranges: The Range header of every request so far.
    """

    daemon_threads = True

    def __init__(self, body: bytes) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.body, self.etag, self.gives_etag = body, '"one"', True
        self.tells_length = True
        self.breaks: list[int] = []
        self.statuses: list[int] = []
        self.ranges: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/archive"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        requested = self.headers["Range"]
        server.ranges.append(requested)
        if self.path != "/archive" or server.statuses:
            self.send_error(server.statuses.pop(0) if server.statuses else 404)
            return
        resumed = bool(requested) and self.headers["If-Range"] == server.etag
        start = (
            int(requested.removeprefix("bytes=").removesuffix("-")) if requested and resumed else 0
        )
        rest = server.body[start:]
        if not rest:
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(server.body)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(206 if resumed else 200)
        if resumed:
            end = len(server.body) - 1
            self.send_header("Content-Range", f"bytes {start}-{end}/{len(server.body)}")
        if server.gives_etag:
            self.send_header("ETag", server.etag)
        if server.tells_length:
            self.send_header("Content-Length", str(len(rest)))
        self.end_headers()
        self.wfile.write(rest[: server.breaks.pop(0)] if server.breaks else rest)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(archive(FILES)) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def fetch(server: Server, folder: Path, **options):
    options = {"manifest": MANIFEST, "pause": 0.001} | options
    return download(folder / "data", url=server.url, **options)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_only_task_folders_and_split_lists_are_installed(server, tmp_path):
    got = fetch(server, tmp_path)
    assert names(tmp_path) == ["data"]
    assert names(got.path) == ["splits", "tasks"]
    dataset = Dataset(got.path)
    assert dataset.names("test") == ("Quiz",)
    assert dataset.task("Quiz").gold(0) == {"q": ["x", "y"]}
    noise = got.path / "tasks" / "Noise" / "template.html"
    assert noise.read_bytes() == FILES[f"{TOP}/tasks/Noise/template.html"]


def test_checksum_and_size_of_the_archive_are_returned(server, tmp_path):
    got = fetch(server, tmp_path)
    assert (got.sha256, got.size) == (hashlib.sha256(server.body).hexdigest(), len(server.body))
    assert download(
        tmp_path / "again", url=server.url, manifest=MANIFEST, sha256=got.sha256.upper()
    )


def test_a_dropped_connection_is_resumed_at_its_position(server, tmp_path):
    server.breaks = [100_000, 50_000]
    got = fetch(server, tmp_path)
    assert got.sha256 == hashlib.sha256(server.body).hexdigest()
    assert server.ranges[0] is None
    assert [int(requested[6:-1]) for requested in server.ranges[1:]] == [100_000, 150_000]


def test_an_abandoned_download_is_resumed_by_the_next_one(server, tmp_path):
    server.breaks, server.statuses = [100_000], []
    with pytest.raises(UserError, match="repeat the command"):
        fetch(server, tmp_path, attempts=1)
    fetch(server, tmp_path)
    assert server.ranges[-1] == "bytes=100000-"


def test_a_file_that_changed_in_the_meantime_is_downloaded_from_the_start(server, tmp_path):
    server.breaks = [100_000]
    with pytest.raises(UserError, match="repeat the command"):
        fetch(server, tmp_path, attempts=1)
    server.body, server.etag = archive(dict(reversed(FILES.items()))), '"two"'
    assert fetch(server, tmp_path).sha256 == hashlib.sha256(server.body).hexdigest()


def test_without_an_etag_a_dropped_download_restarts(server, tmp_path):
    server.gives_etag, server.breaks = False, [100_000]
    assert fetch(server, tmp_path).sha256 == hashlib.sha256(server.body).hexdigest()
    assert server.ranges == [None, None]


def test_a_complete_archive_is_not_downloaded_again(server, tmp_path):
    (tmp_path / ".data.part").write_bytes(server.body)
    (tmp_path / ".data.json").write_text(
        f'{{"url": "{server.url}", "validator": "\\"one\\""}}', encoding="utf-8"
    )
    assert fetch(server, tmp_path).size == len(server.body)
    assert server.ranges == [f"bytes={len(server.body)}-"]


def test_a_busy_server_is_retried(server, tmp_path):
    server.statuses = [503, 429]
    fetch(server, tmp_path)
    assert len(server.ranges) == 3


def test_progress_is_reported_in_bytes_of_the_total(server, tmp_path):
    reports = []
    server.breaks = [100_000]
    fetch(server, tmp_path, progress=lambda here, total: reports.append((here, total)))
    assert reports == sorted(reports)
    assert reports[-1] == (len(server.body), len(server.body))
    assert {total for _, total in reports} == {len(server.body)}


def test_an_address_without_an_archive_is_a_user_error(server, tmp_path):
    with pytest.raises(UserError, match="answered 404"):
        download(tmp_path / "data", url=server.url + "s")


@pytest.mark.parametrize("url", ["archive.tar.gz", "ftp://host/archive", "http://host:port/"])
def test_an_invalid_address_is_a_user_error(tmp_path, url):
    with pytest.raises(UserError, match="not a web address"):
        download(tmp_path / "data", url=url)


def test_no_network_is_a_user_error(server, tmp_path):
    url = server.url
    server.server_close()
    with pytest.raises(UserError, match="check the network"):
        download(tmp_path / "data", url=url, attempts=2, pause=0.001)


def test_a_wrong_checksum_is_a_user_error_that_leaves_no_files(server, tmp_path):
    with pytest.raises(UserError, match="SHA-256 is"):
        fetch(server, tmp_path, sha256="0" * 64)
    assert names(tmp_path) == []


@pytest.mark.parametrize("cut", [slice(0, -50), slice(0, 20), slice(30, None), slice(0, 0)])
def test_a_damaged_archive_is_a_user_error_that_leaves_no_files(server, tmp_path, cut):
    server.body = server.body[cut] or b"?"
    with pytest.raises(UserError, match="not a complete tar"):
        fetch(server, tmp_path)
    assert names(tmp_path) == []


def test_an_archive_with_a_changed_byte_is_a_user_error(server, tmp_path):
    middle = len(server.body) // 2
    server.body = server.body[:middle] + b"?!?" + server.body[middle + 3 :]
    with pytest.raises(UserError, match="not a complete tar"):
        fetch(server, tmp_path)
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    "name", [f"{TOP}/../evil", "/etc/evil", f"{TOP}/tasks/../../evil", f"{TOP}\\..\\evil"]
)
def test_an_entry_outside_the_archive_folder_is_refused(server, tmp_path, name):
    server.body = archive(FILES | {name: b"x"})
    with pytest.raises(UserError, match="points outside the folder"):
        fetch(server, tmp_path)
    assert names(tmp_path) == []


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_a_link_or_device_in_a_task_folder_is_refused(tmp_path, kind):
    entry = tarfile.TarInfo(f"{TOP}/tasks/Quiz/evil")
    entry.type, entry.linkname = kind, "/etc/passwd"
    path = tmp_path / "a.tar.gz"
    path.write_bytes(archive(FILES, entry))
    with pytest.raises(UserError, match="not a regular file"):
        unpack(path, tmp_path / "out")


def test_an_archive_of_another_project_is_a_user_error(server, tmp_path):
    server.body = archive({f"{TOP}/README.md": b""})
    with pytest.raises(UserError, match="no TurkingBench data"):
        fetch(server, tmp_path)


def test_the_error_for_unexpected_data_says_what_differs(server, tmp_path):
    expected = Manifest(3, {"Quiz": Expected(3, 9, 1), "Poll": Expected(1, 1, 1)})
    with pytest.raises(UserError) as error:
        fetch(server, tmp_path, manifest=expected)
    assert "2 task folders, not 3; 'Quiz' has 2 instances, not 9; no task 'Poll'" in str(
        error.value
    )
    assert names(tmp_path) == []


def test_missing_submissions_are_a_difference_only_if_expected(server, tmp_path):
    dataset = Dataset(fetch(server, tmp_path).path)
    assert differences(dataset, Manifest(2, {"Noise": Expected(None, 7, 7)})) == []
    assert differences(dataset, Manifest(2, {"Noise": Expected(7, 7, 7)})) == [
        "'Noise' has no batch.csv"
    ]


def test_a_non_empty_destination_is_not_changed(server, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mine").touch()
    with pytest.raises(UserError, match="already exists"):
        fetch(server, tmp_path)
    assert server.ranges == []


def test_a_full_disk_is_a_user_error(server, tmp_path):
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
    try:
        with pytest.raises(UserError, match="free some space"):
            fetch(server, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_folder_that_cannot_be_created_is_a_user_error(server, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be written"):
        fetch(server, tmp_path / "file")


def test_the_public_archive_is_pinned_to_a_commit():
    assert URL.endswith(COMMIT)


def test_the_public_manifest_has_the_20_test_tasks():
    manifest = public_manifest()
    assert (manifest.folders, len(manifest.tasks)) == (159, 20)
    assert manifest.tasks["Event effect"] == Expected(408, 136, 11)


@needs_data
def test_real_tasks_have_the_counts_of_the_public_manifest():
    dataset = Dataset(DATA)
    here = {n: c for n, c in public_manifest().tasks.items() if n in dataset.folders}
    assert here
    assert differences(dataset, Manifest(len(dataset.folders), here)) == []


def test_a_compressed_file_that_is_not_an_archive_is_a_user_error(tmp_path):
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(b"text " * 1000))
    with pytest.raises(UserError, match="not a complete tar"):
        unpack(path, tmp_path / "out")


def test_an_archive_larger_than_the_limit_is_not_downloaded(server, tmp_path):
    with pytest.raises(TooLarge, match=rf"{server.url}: has 0\.2 MB.*limit is 0\.1 MB.*--max-size"):
        fetch(server, tmp_path, max_size=100_000)
    assert (
        sum(path.stat().st_size for path in tmp_path.iterdir()) < 1000
    )  # The download's metadata.


def test_a_download_of_unknown_length_stops_at_the_limit(server, tmp_path):
    server.tells_length = False
    with pytest.raises(TooLarge, match="--max-size"):
        fetch(server, tmp_path, max_size=100_000)
    assert (tmp_path / ".data.part").stat().st_size <= 100_000


def test_an_archive_that_unpacks_to_more_than_the_limit_is_not_installed(server, tmp_path):
    server.body = archive(FILES | {f"{TOP}/tasks/Noise/batch.csv": bytes(5_000_000)})
    with pytest.raises(TooLarge, match=r"unpacked: has 5\.\d MB.*limit is 1\.0 MB.*--max-size"):
        fetch(server, tmp_path, max_size=1_000_000)
    assert not (tmp_path / "data").exists()
    server.ranges.clear()
    with pytest.raises(UserError, match="not the expected"):
        fetch(server, tmp_path, max_size=9_000_000, manifest=Manifest(9, {}))
    assert server.ranges == [f"bytes={len(server.body)}-"]  # Nothing was downloaded again.
