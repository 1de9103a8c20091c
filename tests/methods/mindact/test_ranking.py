"""Rankers, ranking metrics and scores files."""

import math
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.core.dom import parse
from webproctor.core.errors import UserError
from webproctor.methods.mindact.rankers import page_scores, ranker, ranks, top
from webproctor.methods.mindact.ranking import (
    best_rank,
    ranking_metrics,
    read_scores,
    scores_of,
    write_scores,
)

SCORES = {"t_1": {"10": 0.25, "11": 0.75}, "t_2": {"12": 1.0}}


def test_bm25_prefers_the_candidate_with_the_rare_word() -> None:
    texts = ["target: (a Search flights )", "target: (a Search hotels )", "target: (a Help )"]
    scores = ranker("bm25").score("task is: Book a hotel\nPrevious actions: ", texts)
    assert top(scores, 1) == [1]
    assert scores[2] == 0


def test_bm25_scores_of_an_empty_query_or_an_empty_list() -> None:
    assert ranker("bm25").score("", ["a"]) == [0.0]
    assert ranker("bm25").score("hotel", []) == []


@given(st.lists(st.floats(-5, 5), max_size=30))
def test_ranks_start_with_the_best_and_keep_document_order_for_equal_scores(
    scores: list[float],
) -> None:
    found = ranks(scores)
    assert sorted(found) == list(range(len(scores)))
    order = sorted(range(len(scores)), key=lambda place: found[place])
    assert order == sorted(order, key=lambda place: -scores[place])
    assert top(scores, 3) == order[:3]


def test_ranking_metrics_equal_values_computed_by_hand() -> None:
    marks = ranking_metrics([0, 3, 60, None])
    assert marks.mrr == pytest.approx((1 + 1 / 4) / 4)
    assert marks.top_1 == 1 / 4
    assert marks.recall == {3: 1 / 4, 5: 2 / 4, 10: 2 / 4, 20: 2 / 4, 50: 2 / 4, 100: 3 / 4}


def test_the_reciprocal_rank_is_0_beyond_the_first_fifty() -> None:
    assert ranking_metrics([49]).mrr == 1 / 50
    assert ranking_metrics([50]).mrr == 0


def test_the_metrics_of_no_steps_are_0() -> None:
    metrics = ranking_metrics([])
    assert (metrics.steps, metrics.mrr, metrics.top_1, set(metrics.recall.values())) == (
        0,
        0,
        0,
        {0},
    )


def test_the_best_of_several_positives_counts() -> None:
    assert best_rank({"a": 0.1, "b": 0.9, "c": 0.5}, ["a", "c"]) == 1
    assert best_rank({"a": 0.1}, ["z"]) is None


def test_scores_of_other_ids_than_those_of_the_page_are_a_user_error() -> None:
    scores = {"s": {"1": 0.5, "2": 0.1, "3": 0.2}}
    assert scores_of(scores, "s", {"1", "2"}) == scores["s"]
    assert scores_of(scores, "none", {"1"}) == {}
    with pytest.raises(UserError, match=r"step s: 2 of the 3 ids .* not candidates .* such as 2"):
        scores_of(scores, "s", {"1", "7", "8"})


@pytest.mark.parametrize("name", ["scores.json", "scores.pkl", "scores.parquet", "scores.JSON"])
def test_scores_survive_writing_and_reading(tmp_path: Path, name: str) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    write_scores(tmp_path / name, SCORES)
    assert read_scores(tmp_path / name) == SCORES


def test_scores_without_those_of_a_step_are_a_user_error(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    write_scores(path, SCORES)
    assert read_scores(path, ["t_2"]) == SCORES
    with pytest.raises(UserError, match="has no scores for 2 steps, such as t_3"):
        read_scores(path, ["t_1", "t_3", "t_4"])


def test_the_pickle_has_the_public_layout(tmp_path: Path) -> None:
    write_scores(tmp_path / "scores.pkl", SCORES)
    data = pickle.loads((tmp_path / "scores.pkl").read_bytes())
    assert data == {"scores": SCORES, "ranks": {"t_1": {"10": 1, "11": 0}, "t_2": {"12": 0}}}


def test_numpy_numbers_are_read(tmp_path: Path) -> None:
    numpy = pytest.importorskip("numpy")
    path = tmp_path / "scores.pkl"
    path.write_bytes(pickle.dumps({"scores": {"t": {"1": numpy.float32(0.5)}}, "ranks": {}}))
    assert read_scores(path) == {"t": {"1": 0.5}}


class _Evil:
    def __reduce__(self) -> tuple[object, ...]:
        return (print, ("run",))


def test_a_pickle_that_runs_code_is_not_loaded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "scores.pkl"
    path.write_bytes(pickle.dumps({"scores": _Evil()}))
    with pytest.raises(UserError, match=r"builtins.print.*not loaded"):
        read_scores(path)
    assert capsys.readouterr().out == ""


def test_other_pickles_and_files_are_user_errors(tmp_path: Path) -> None:
    path = tmp_path / "scores.pkl"
    path.write_bytes(pickle.dumps([1, 2]))
    with pytest.raises(UserError, match="which a scores file does not need"):
        read_scores(path)
    with pytest.raises(UserError, match="no such file"):
        read_scores(tmp_path / "none.pkl")


@pytest.mark.parametrize("spec", ["nonsense", "bm25:model", "cross-encoder"])
def test_an_invalid_ranker_is_a_user_error(spec: str) -> None:
    with pytest.raises(UserError, match="ranker"):
        ranker(spec)


@pytest.mark.parametrize("odd", [{"score": float("nan")}, {"step": None}, {"backend_node_id": [1]}])
def test_the_error_for_an_invalid_score_table_gives_the_row(
    tmp_path: Path, odd: dict[str, Any]
) -> None:
    pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
    import pyarrow  # pyright: ignore
    import pyarrow.parquet  # pyright: ignore

    row = {"step": "t_1", "backend_node_id": "10", "score": 0.5, **odd}
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([row]), tmp_path / "a.parquet")
    with pytest.raises(UserError, match="row 0: step and backend_node_id must be strings"):
        read_scores(tmp_path / "a.parquet")


def test_a_score_table_with_invalid_utf8_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
    import pyarrow  # pyright: ignore
    import pyarrow.parquet  # pyright: ignore

    path = tmp_path / "a.parquet"
    row = {"step": "t_1", "backend_node_id": "10", "score": 0.5}
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([row]), path, compression="none")
    path.write_bytes(path.read_bytes().replace(b"t_1", b"t\xb11"))
    with pytest.raises(UserError, match="not a table of scores: 'utf-8' codec"):
        read_scores(path)


@pytest.mark.parametrize("scores", [[0.5, math.nan], [0.5]])
def test_a_ranker_without_a_number_for_each_candidate_is_a_user_error(scores: list[float]) -> None:
    class Broken:
        name = "broken"

        def score(self, query: str, candidates: Sequence[str]) -> list[float]:
            return scores

    tree = parse('<html backend_node_id="1"><a backend_node_id="2"/></html>')
    with pytest.raises(UserError, match="ranker broken: must return a number for each candidate"):
        page_scores(Broken(), tree, (0, 1), "Pay.", ())
