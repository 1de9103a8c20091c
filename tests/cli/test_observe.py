"""Tests of `webproctor observe`."""

import hashlib
import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

Program = Callable[..., subprocess.CompletedProcess[str]]

PAGE = """<title>Shop</title><h1>Welcome</h1><button id=buy>Buy</button>
<iframe srcdoc="<a href='#x'>inner</a>"></iframe>"""

ARCHIVE = b"""From: <Saved by a browser>
Snapshot-Content-Location: https://shop.example/
Subject: Shop
MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="part"

--part
Content-Type: text/html
Content-ID: <frame@mhtml>
Content-Transfer-Encoding: 8bit
Content-Location: https://shop.example/

<!DOCTYPE html><title>Shop</title><h1>Welcome</h1><a href="/buy">Buy</a>

--part--
""".replace(b"\n", b"\r\n")


@pytest.fixture
def page(tmp_path: Path, executable: Path) -> Path:
    path = tmp_path / "my shop.html"
    path.write_text(PAGE)
    return path


def test_a_file_is_shown_as_agents_see_it(program: Program, page: Path, tmp_path: Path) -> None:
    done = program("observe", page, "--screenshot", "out.png")
    assert done.returncode == 0, done.stderr
    assert "Shop: 2 marks" in done.stdout
    assert "[0] button 'Buy'" in done.stdout
    assert "#buy" in done.stdout
    assert "Welcome" in done.stdout
    picture = Image.open(io.BytesIO((tmp_path / "out.png").read_bytes()))
    assert picture.size == (1280, 720)


def test_the_folder_of_the_screenshot_is_created(
    program: Program, page: Path, tmp_path: Path
) -> None:
    done = program("observe", page, "--screenshot", "new/out.png")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "new/out.png").is_file()


def test_a_folder_in_place_of_the_screenshot_is_a_user_error(
    program: Program, page: Path, tmp_path: Path
) -> None:
    done = program("observe", page, "--screenshot", tmp_path)
    assert done.returncode == 2
    assert f"--screenshot {tmp_path}: is a folder." in done.stderr


def test_a_file_gets_public_libraries_from_local_copies(
    program: Program, executable: Path, tmp_path: Path
) -> None:
    (tmp_path / "task.html").write_text(
        """<script src="https://code.jquery.com/jquery-3.2.1.slim.min.js"></script>
        <p id=here></p><script>$("#here").text(`jQuery ${$.fn.jquery}`)</script>"""
    )
    done = program("observe", "task.html")
    assert done.returncode == 0, done.stderr
    assert "jQuery 3.2.1" in done.stdout


def test_an_mhtml_page_is_shown_with_its_resources(
    program: Program, executable: Path, tmp_path: Path
) -> None:
    (tmp_path / "shop.mhtml").write_bytes(ARCHIVE)
    done = program("observe", "shop.mhtml")
    assert done.returncode == 0, done.stderr
    assert "Shop: 1 mark\n" in done.stdout
    assert "[0] link 'Buy'" in done.stdout


def test_json_has_every_mark_with_rect_frame_and_path(program: Program, page: Path) -> None:
    observation = json.loads(program("observe", page, "--json").stdout)
    buy, inner = observation["marks"]
    assert (buy["index"], buy["role"], buy["label"], buy["path"]) == (0, "button", "Buy", "#buy")
    assert buy["box"]["width"] > 10
    assert inner["frame"].endswith("iframe")
    assert inner["label"] == "inner"
    assert "heading 'Welcome'" in observation["axtree"]
    assert "<h1>" in observation["html"]


def test_a_file_that_is_not_a_page_is_a_user_error(program: Program) -> None:
    done = program("observe", "nothing.html")
    assert done.returncode == 2
    assert "nothing.html: not a file" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.usefixtures("executable")
def test_a_file_that_the_browser_would_download_is_a_user_error(
    program: Program, tmp_path: Path, executable: Path
) -> None:
    (tmp_path / "page").write_bytes(b"\0")
    done = program("observe", "page")
    assert done.returncode == 2
    assert "page cannot be opened: the browser does not show files of this type" in done.stderr


def test_an_unreachable_address_is_a_user_error(program: Program) -> None:
    done = program("observe", "http://127.0.0.1:1/")
    assert done.returncode == 2
    assert "http://127.0.0.1:1/ cannot be opened: net::ERR_UNSAFE_PORT" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_gets_recorded_images(program: Program, tmp_path: Path, executable: Path) -> None:
    drawn = io.BytesIO()
    Image.new("RGB", (300, 40)).save(drawn, "PNG")
    sha256 = hashlib.sha256(drawn.getvalue()).hexdigest()
    stored = tmp_path / "pictures" / "files" / f"{sha256}.png"
    stored.parent.mkdir(parents=True)
    stored.write_bytes(drawn.getvalue())
    about = {"file": f"files/{stored.name}", "sha256": sha256, "content_type": "image/png"}
    files = {"https://pictures.test/a.png": about | {"licence": "Unknown", "tasks": []}}
    manifest = tmp_path / "pictures" / "manifest.json"
    manifest.write_text(json.dumps({"files": files}))
    page = tmp_path / "page.html"
    page.write_text("<button><img src=https://pictures.test/a.png></button>")
    [mark] = json.loads(program("observe", page, "--json", "--mirror", "pictures").stdout)["marks"]
    assert mark["box"]["width"] >= 300


def test_recorded_images_are_only_for_files(program: Program) -> None:
    done = program("observe", "http://127.0.0.1:1/", "--mirror", "pictures")
    assert done.returncode == 2
    assert "--mirror is for files" in done.stderr
