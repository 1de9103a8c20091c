"""A server with the part of the Hugging Face Hub's API that downloads of data sets use."""

import contextlib
import hashlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

COMMIT = "0" * 40


@dataclass
class Hub:
    """One data set on a hub.

    Attributes:
        address: Address of the hub.
        repository: The data set's name.
        files: Content by path.
        sent: What is sent instead of a file's content, by path: without a length, so that it ends
            with the connection.
        downloaded: Paths of the files that were requested, in order.
        connections: Addresses of the clients that requested files, one for each connection.
        authorizations: The different `Authorization` headers of these requests.
    """

    repository: str
    files: dict[str, bytes]
    address: str = ""
    sent: dict[str, bytes] = field(default_factory=dict)
    downloaded: list[str] = field(default_factory=list)
    connections: set[tuple[str, int]] = field(default_factory=set)
    authorizations: set[str | None] = field(default_factory=set)

    def described(self) -> dict[str, Any]:
        """Return the data set's description."""
        return {
            "_id": "1",
            "id": self.repository,
            "sha": COMMIT,
            "siblings": [{"rfilename": name} for name in self.files],
        }

    def tree(self) -> list[dict[str, Any]]:
        """Return the data set's files and their folders."""
        folders = {name.rpartition("/")[0] for name in self.files} - {""}
        return [
            *({"type": "directory", "path": name, "oid": COMMIT} for name in sorted(folders)),
            *(
                {"type": "file", "path": name, "size": len(content), "oid": _digest(content)}
                for name, content in self.files.items()
            ),
        ]


def _digest(content: bytes) -> str:
    return hashlib.sha1(content).hexdigest()


@contextlib.contextmanager
def serve_hub(repository: str, files: dict[str, bytes]) -> Iterator[Hub]:
    """Serve a data set on loopback."""
    hub = Hub(repository, files)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # keeps connections open

        def do_GET(self) -> None:
            path = unquote(self.path.partition("?")[0])
            name = path.partition(f"/datasets/{repository}/resolve/{COMMIT}/")[2]
            api = f"/api/datasets/{repository}"
            if name in hub.files:
                hub.downloaded.append(name)
                hub.connections.add(self.client_address)
                hub.authorizations.add(self.headers["Authorization"])
                self._send(hub.files[name], hub.sent.get(name))
            elif path.startswith(f"{api}/tree/{COMMIT}"):
                self._send(json.dumps(hub.tree()).encode())
            elif path.startswith(api):
                self._send(json.dumps(hub.described()).encode())
            else:
                self.send_error(404)

        def _send(self, content: bytes, instead: bytes | None = None) -> None:
            self.send_response(200)
            if instead is None:
                self.send_header("ETag", f'"{_digest(content)}"')
                self.send_header("Content-Length", str(len(content)))
            else:
                self.send_header("Connection", "close")
            self.end_headers()
            with contextlib.suppress(ConnectionError):
                self.wfile.write(content if instead is None else instead)

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    hub.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield hub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
