"""The public data set is had from a hub; here the hub is a server on loopback."""

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
from webproctor.errors import UserError

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
    """Speaks as much of the hub's protocol as a download of a data set needs."""

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
        """Nothing is printed."""


@pytest.fixture
def hub() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Hub)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_shards_are_downloaded_and_the_tests_unpacked(hub: str, tmp_path: Path) -> None:
    told = data.get(tmp_path / "m2w", url=hub, sha256=None, progress=None)
    assert told["tasks"] == 2
    assert not (tmp_path / "m2w" / "README.md").exists()
    assert data.check(tmp_path / "m2w")["splits"].keys() == {"train", "test_task"}


def test_a_hub_that_does_not_answer_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="osunlp/Mind2Web cannot be had"):
        data.get(tmp_path, url="http://127.0.0.1:9", sha256=None, progress=None)
