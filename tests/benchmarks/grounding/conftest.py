"""Fixtures: a small data set of one image."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

Write = Callable[..., Path]
GOOD = {"img_filename": "a.png", "instruction": "x", "bbox": [1, 2, 3, 4]}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A function that writes records and one image of 200 x 100 pixels, and returns the folder."""

    def write_records(name: str, records: list[dict[str, Any]]) -> Path:
        (tmp_path / "images").mkdir(exist_ok=True)
        Image.new("RGB", (200, 100)).save(tmp_path / "images/a.png")
        (tmp_path / name).write_text(json.dumps(records))
        return tmp_path

    return write_records
