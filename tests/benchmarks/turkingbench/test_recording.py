"""Tests of recording the pictures that pages name, against a server on loopback."""

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st
from starlette.responses import Response

from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.benchmarks.turkingbench.mirror.recorded import Manifest, read
from webproctor.benchmarks.turkingbench.recording import named_files, record
from webproctor.core.errors import UserError
from webproctor.core.threads import in_thread
from webproctor.environments.serving import serve

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
JPEG = b"\xff\xd8\xff\xe0" + bytes(20)
SVG = b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'
GONE = b"<!doctype html><title>This picture was removed</title>"

Write = Callable[..., Dataset]


class Pictures:
    """A server with files by path; counts the requests for each."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.requests: list[str] = []
        self.port = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.requests.append(scope["path"])
        body = self.files.get(scope["path"])
        answer = Response(status_code=404) if body is None else Response(body)
        await answer(scope, receive, send)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"


@pytest_asyncio.fixture(loop_scope="session")
async def server() -> AsyncIterator[Pictures]:
    pictures = Pictures()
    async with serve(pictures) as pictures.port:
        yield pictures


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(template: str, batch: str = "a\n1\n", name: str = "Quiz") -> Dataset:
        folder = tmp_path / "data" / "tasks" / name
        folder.mkdir(parents=True)
        (folder / "template.html").write_text(template, encoding="utf-8")
        (folder / "batch.csv").write_text(batch, encoding="utf-8")
        return Dataset(tmp_path / "data")

    return written


async def recorded(dataset: Dataset, folder: Path, **settings: Any) -> Manifest:
    return await in_thread(lambda: record(dataset, folder, attempts=1, pause=0, **settings))


# What pages name


@pytest.mark.parametrize(
    ("template", "batch", "urls"),
    [
        ("<img src='https://x.test/a.png'>", "a\n1\n", ["https://x.test/a.png"]),
        ("<IMG ALT=x SRC=//x.test/a>", "a\n1\n", ["https://x.test/a"]),
        ("<img src='${a}'>", "a\nhttp://x.test/1\nhttp://x.test/2\n",
         ["http://x.test/1", "http://x.test/2"]),
        ("<img src='https://x.test/${a}.jpg'>", "a\n1\n2\n",
         ["https://x.test/1.jpg", "https://x.test/2.jpg"]),
        ("${a}", "a\n<img src='https://x.test/a?b=1&amp;c=2'>\n", ["https://x.test/a?b=1&c=2"]),
        ("${a}", "a\nsee https://x.test/a.gif.\n", ["https://x.test/a.gif"]),
        ("<style>p {background: url(//x.test/b.svg#i)}</style>", "a\n1\n",
         ["https://x.test/b.svg"]),
        ("<script>load('https://x.test/${a}.json?r=' + random)</script>", "a\n1\n",
         ["https://x.test/1.json?r="]),
        ("<script src='https://x.test/widget.js'></script>", "a\n1\n",
         ["https://x.test/widget.js"]),
    ],
)  # fmt: skip
def test_addresses_are_found_in_templates_and_inputs(
    write: Write, template: str, batch: str, urls: list[str]
) -> None:
    assert list(named_files(write(template, batch))) == urls


@pytest.mark.parametrize(
    "template",
    [
        "<img src='local.png'>",
        "<img src='data:image/png;base64,x'>",
        "<!-- <img src='https://x.test/a.png'> -->",
        "<a href='https://x.test/page'>",
        "<iframe src='https://x.test/film'></iframe>",
        "<script src='https://code.jquery.com/jquery-3.2.1.min.js'></script>",
        "<img src='https://[x/a.png'>",
        "<img src='https://x.test/${missing}.png'>",
    ],
)
def test_local_addresses_and_mirrored_libraries_are_ignored(write: Write, template: str) -> None:
    assert named_files(write(template)) == {}


def test_an_address_has_the_tasks_that_use_it(write: Write) -> None:
    write("<img src='https://x.test/a.png'>", name="One")
    dataset = write("<img src='https://x.test/a.png'>", name="Two")
    assert named_files(dataset) == {"https://x.test/a.png": ["One", "Two"]}


@given(st.lists(st.sampled_from(["<img ", "src=", "'", "https://x/", ".png", "${a}", "<!--", ">"])))
def test_any_template_can_be_searched(tmp_path_factory: Any, parts: list[str]) -> None:
    folder = tmp_path_factory.mktemp("data") / "tasks" / "T"
    folder.mkdir(parents=True)
    (folder / "template.html").write_text("".join(parts))
    (folder / "batch.csv").write_text("a\n1\n")
    for url in named_files(Dataset(folder.parent.parent)):
        assert url.startswith(("http://", "https://"))


# Recording


async def test_available_pictures_are_stored_and_the_others_are_listed(
    server: Pictures, write: Write, tmp_path: Path
) -> None:
    server.files = {"/newyorker/a.jpg": JPEG, "/b": PNG, "/c.svg": SVG, "/d.png": GONE}
    paths = ("/newyorker/a.jpg", "/b", "/c.svg", "/d.png", "/e.png")
    dataset = write("".join(f"<img src='{server.url(path)}'>" for path in paths))
    pictures = await recorded(dataset, tmp_path / "pictures")
    assert [pictures.files[server.url(path)].content_type for path in paths[:3]] == [
        "image/jpeg",
        "image/png",
        "image/svg+xml",
    ]
    assert "New Yorker" in pictures.files[server.url(paths[0])].licence
    assert "Unknown: ask the owner of 127.0.0.1" in pictures.files[server.url(paths[1])].licence
    assert {url: (one.why, one.tasks) for url, one in pictures.absent.items()} == {
        server.url("/d.png"): ("the server sent something other than a picture", ("Quiz",)),
        server.url("/e.png"): ("the server answered 404 Not Found", ("Quiz",)),
    }
    copies = read(tmp_path / "pictures")
    found = [copies.find(server.url(path)) for path in paths]
    assert [one and one.body for one in found] == [JPEG, PNG, SVG, None, None]


async def test_resuming_a_recording_downloads_only_missing_files(
    server: Pictures, write: Write, tmp_path: Path
) -> None:
    server.files = {"/a.png": PNG}
    dataset = write("".join(f"<img src='{server.url(path)}'>" for path in ("/a.png", "/b.png")))
    await recorded(dataset, tmp_path / "pictures")
    server.files["/b.png"] = JPEG
    server.requests.clear()
    counted: list[tuple[int, int]] = []
    pictures = await recorded(
        dataset, tmp_path / "pictures", done=lambda *numbers: counted.append(numbers)
    )
    assert server.requests == ["/b.png"]
    assert counted == [(1, 1)]
    assert len(pictures.files) == 2
    assert pictures.absent == {}


async def test_a_changed_file_is_an_error_and_is_downloaded_again(
    server: Pictures, write: Write, tmp_path: Path
) -> None:
    server.files = {"/a.png": PNG}
    dataset = write(f"<img src='{server.url('/a.png')}'>")
    pictures = await recorded(dataset, tmp_path / "pictures")
    [file] = pictures.files.values()
    (tmp_path / "pictures" / file.file).write_bytes(JPEG)
    with pytest.raises(UserError, match="has another checksum than"):
        read(tmp_path / "pictures")
    await recorded(dataset, tmp_path / "pictures")
    assert read(tmp_path / "pictures").find(server.url("/a.png")) is not None


def test_a_folder_with_other_content_is_not_overwritten(write: Write, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").touch()
    with pytest.raises(UserError, match="has other contents"):
        record(write("x"), tmp_path / "full")


# The recorded files


async def test_an_unknown_query_of_an_address_is_ignored(
    server: Pictures, write: Write, tmp_path: Path
) -> None:
    server.files = {"/a.json": b'{"boxes": []}'}
    dataset = write(f"<script>get('{server.url('/a.json')}?r=' + random)</script>")
    await recorded(dataset, tmp_path / "pictures")
    found = read(tmp_path / "pictures").find(server.url("/a.json?r=417"))
    assert found is not None
    assert (found.body, found.content_type) == (b'{"boxes": []}', "application/json")


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        (None, "cannot be read: .*--record-pictures"),
        ("[]", "manifest.json: "),
        ({"files": {"http://x/a": {"file": "../../etc/passwd"}}}, "files.http://x/a.file: "),
    ],
)
def test_a_folder_without_a_recording_is_a_user_error(
    tmp_path: Path, manifest: Any, message: str
) -> None:
    if manifest is not None:
        text = manifest if isinstance(manifest, str) else json.dumps(manifest)
        (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(UserError, match=message):
        read(tmp_path)
