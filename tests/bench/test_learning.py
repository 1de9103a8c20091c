"""The bench of rankers: the ranker trained with positions is compared with the others."""

from typing import Any


def row(
    ranker: str, test: str, value: float, interval: list[float] | None = None
) -> dict[str, Any]:
    measures = ("element accuracy", "recall@10", "recall@50", "recall@100")
    values = dict.fromkeys(measures, value)
    intervals = {f"{one}, interval": interval for one in measures}
    return {"ranker": ranker, "test": test, "steps": 60, **values, **intervals}


def test_each_metric_is_compared_on_each_test(bench: Any) -> None:
    names = {"BM25": 10, "next control, a rule": 20, "trained, positions": 40}
    rows = [row(name, test, value) for test in ("forms", "games") for name, value in names.items()]
    found = bench("learning").compared(rows)
    assert [one.against for one in found[:2]] == ["BM25", "next control, a rule"]
    assert len(found) == 2 * 4 * 2
    assert {(one.ratio.median, one.unit) for one in found} == {(0.25, "%"), (0.5, "%")}


def test_intervals_are_printed_instead_of_rounds(bench: Any) -> None:
    rows = [row("BM25", "forms", 0), row("trained, positions", "forms", 40, [30, 50])]
    first = bench("learning").compared(rows)[0]
    _, line = bench("printing").table([first])
    assert "40 (30 to 50)" in line
