"""docs/grounding.md: its grounding models are loaded from a file and answer."""

import re
from pathlib import Path

import pytest

from webproctor import evaluate
from webproctor.methods.grounding.pointers import ModelPointer, PointerSettings, make_pointer

PAGE = Path(__file__).parents[3] / "docs" / "grounding.md"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file with the code of the page."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    path = tmp_path / "my_grounder.py"
    path.write_text("\n".join(blocks), encoding="utf-8")
    return path


def test_the_adapter_of_the_page_is_a_grounding_model(file: Path) -> None:
    settings = PointerSettings(server="http://127.0.0.1:1/v1")
    assert isinstance(make_pointer(f"{file}:MINE", None, settings), ModelPointer)


def test_the_class_of_the_page_is_a_grounding_model(file: Path, tmp_path: Path) -> None:
    settings = {"grounder": f"{file}:Corner"}
    run = evaluate(
        "grounding",
        "grounder",
        agent_settings=settings,
        limit=2,
        out=tmp_path / "run",
        report=False,
    )
    assert [one.error for one in run.episodes] == [None, None]
