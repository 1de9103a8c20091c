"""Tests of downloading the public data set, from a local server with the hub's API."""

import contextlib
import hashlib
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from benchmarks.mind2web.conftest import TASKS

from webproctor.benchmarks.mind2web import data
from webproctor.core.errors import UserError
from webproctor.files.unpacking import TooLarge

pytest.importorskip("huggingface_hub", reason="the extra `data` is not installed")

COMMIT = "0" * 40


def _packed() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("test_task/test_task_0.json", json.dumps(TASKS[1:]))
    return out.getvalue()


FILES = {
    "README.md": b"read me",
    "data/train/train_0.json": json.dumps(TASKS[:1]).encode(),
    "test.zip": _packed(),
}


class _Hub(BaseHTTPRequestHandler):
    """The part of the hub's API that downloads of data sets use."""

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, *, body: bool) -> None:
        path = self.path.partition("?")[0]
        file = path.partition(f"/resolve/{COMMIT}/")[2]
        if path.startswith("/api/datasets/osunlp/Mind2Web/"):
            siblings = [{"rfilename": name, "size": len(of)} for name, of in FILES.items()]
            told = {"_id": "1", "id": "osunlp/Mind2Web", "sha": COMMIT, "siblings": siblings}
            entries = [
                {"type": "file", "path": name, "size": len(of), "oid": hashlib.sha1(of).hexdigest()}
                for name, of in FILES.items()
            ]
            self._send(json.dumps(entries if "/tree/" in path else told).encode(), {}, body)
        elif file in FILES:
            etag = hashlib.sha1(FILES[file]).hexdigest()
            self._send(FILES[file], {"ETag": f'"{etag}"', "X-Repo-Commit": COMMIT}, body)
        else:
            self.send_error(404)

    def _send(self, data: bytes, headers: dict[str, str], body: bool) -> None:
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if body:
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@pytest.fixture
def hub() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Hub)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_shards_are_downloaded_and_test_archives_unpacked(hub: str, tmp_path: Path) -> None:
    told = data.get(tmp_path / "m2w", url=hub, sha256=None, progress=None)
    assert told["tasks"] == 2
    assert not (tmp_path / "m2w" / "README.md").exists()
    assert data.check(tmp_path / "m2w")["splits"].keys() == {"train", "test_task"}


def test_a_hub_that_does_not_respond_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="osunlp/Mind2Web cannot be downloaded"):
        data.get(tmp_path, url="http://127.0.0.1:9", sha256=None, progress=None)


def test_files_over_the_total_limit_are_not_downloaded(hub: str, tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match=r"osunlp/Mind2Web: has .* --max-size"):
        data.get(tmp_path / "m2w", url=hub, sha256=None, progress=None, max_size=100)
    assert not list((tmp_path / "m2w").rglob("*.zip"))


def test_a_download_larger_than_announced_stops_at_the_limit(
    hub: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = _Hub._send

    def send(self: _Hub, data: bytes, headers: dict[str, str], body: bool) -> None:
        if "/resolve/" not in self.path or self.command == "HEAD":
            real(self, data, headers, body)
            return
        self.send_response(200)  # No length: the body ends with the connection.
        self.end_headers()
        self.close_connection = True
        with contextlib.suppress(ConnectionError):
            for _ in range(100):
                self.wfile.write(bytes(100_000))

    monkeypatch.setattr(_Hub, "_send", send)
    with pytest.raises(TooLarge, match=r"resolve/.*: has .* MB or more.*--max-size"):
        data.get(tmp_path / "m2w", url=hub, sha256=None, progress=None, max_size=1_000_000)
    written = sum(path.stat().st_size for path in (tmp_path / "m2w").rglob("*") if path.is_file())
    assert written <= 1_000_000 + 10_000


def test_existing_files_are_not_downloaded_again(hub: str, tmp_path: Path) -> None:
    arrived: list[int] = []
    for _ in range(2):
        arrived.clear()
        data.get(
            tmp_path / "m2w",
            url=hub,
            sha256=None,
            progress=lambda here, total: arrived.append(here),
        )
    assert arrived == []


def test_test_archives_that_unpack_to_more_than_the_limit_are_refused(
    hub: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("test_task/test_task_0.json", bytes(5_000_000))
    monkeypatch.setitem(FILES, "test.zip", out.getvalue())
    with pytest.raises(TooLarge, match=r"test\.zip, unpacked: has 5\.0 MB.*--max-size"):
        data.get(tmp_path / "m2w", url=hub, sha256=None, progress=None, max_size=1_000_000)
    assert not (tmp_path / "m2w" / "data" / "test_task").exists()
