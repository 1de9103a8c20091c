"""The script that clicks the first element of a kind at every step."""

import runpy
from pathlib import Path

from webproctor.benchmarks.mind2web.records import Candidate, Operation, Step

SCRIPT = Path(__file__).parents[3] / "scripts/constant_clicks.py"
PAGE = (
    '<div backend_node_id="1"><a backend_node_id="2"/><p backend_node_id="3"/>'
    '<a backend_node_id="4"/></div>'
)


def test_the_first_element_with_the_tag_is_clicked() -> None:
    script = runpy.run_path(str(SCRIPT))
    accepted, link, text = Candidate("4", "a", {}), Candidate("2", "a", {}), Candidate("3", "p", {})
    step = Step("task", "1", "", PAGE, Operation("CLICK"), (accepted,), (link, text))
    assert script["first_with"]("a", step).element == "2"
    assert script["first_with"]("p", step).element == "3"
    assert script["first_with"]("select", step).element == "2"
    [[[scored]]] = script["rows"]([[step]]).values()
    assert (scored.element, scored.operation, scored.success) == (0, 1, 0)
