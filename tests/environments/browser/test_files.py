"""Reading an episode's files for agents, with any content and name."""

import io
import random
from pathlib import Path

import pytest
from PIL import Image

from webproctor.environments.browser import files


def _picture(kind: str) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((48, 32), 50).convert("RGB").save(out, kind)
    return out.getvalue()


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "ICO"])
def test_a_damaged_image_is_described_or_shown(tmp_path: Path, kind: str):
    whole, chance = _picture(kind), random.Random(kind)
    for _ in range(60):
        body = bytearray(whole[: chance.randrange(1, len(whole) + 1)])
        for _ in range(chance.randrange(1, 8)):
            body[chance.randrange(len(body))] = chance.randrange(256)
        (tmp_path / "picture").write_bytes(body)
        assert files.read(tmp_path / "picture").message.startswith("picture, ")


def test_a_damaged_pdf_is_described(tmp_path: Path):
    for body in (b"%PDF", b"%PDF-1.7\nstartxref\n9999\n%%EOF", b"%PDF-1.4\n" + b"<<" * 5000):
        (tmp_path / "a.pdf").write_bytes(body)
        assert files.read(tmp_path / "a.pdf").message.startswith("a.pdf, ")


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "", "..", "/etc/passwd", "\ufffd" * 200])
def test_an_invalid_file_name_is_not_found(tmp_path: Path, name: str):
    assert files.file_in(tmp_path, name) is None


def test_only_the_last_part_of_a_path_names_the_file(tmp_path: Path):
    (tmp_path / "list.csv").write_text("a")
    assert files.file_in(tmp_path, "../x/list.csv") == tmp_path / "list.csv"
