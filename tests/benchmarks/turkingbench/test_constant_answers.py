"""The script that answers without reading the pages."""

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[3] / "scripts/constant_answers.py"


def field(name: str, *values: str, kind: str = "radio") -> dict[str, object]:
    return {"name": name, "type": kind, "values": [*values], "visible": True}


def test_a_field_gets_its_most_common_answer_in_other_instances() -> None:
    with_common_answers = runpy.run_path(str(SCRIPT))["with_common_answers"]
    others = [[field("a", "yes")], [field("a", "no")], [field("a", "no"), field("b", "x")]]
    mine = [field("a", "yes"), field("b"), field("c", "z"), field("d", "text", kind="text")]
    answered = with_common_answers(mine, others)
    assert [one["values"] for one in answered] == [["no"], ["x"], [], [""]]
