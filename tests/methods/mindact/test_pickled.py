"""Pickles of scores are read without executing them, in time and memory bounded by their size."""

import pickle
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from webproctor.core.errors import UserError
from webproctor.methods.mindact import pickled
from webproctor.methods.mindact.pickled import BadPickle, load
from webproctor.methods.mindact.ranking import read_scores

SCORES = {"scores": {"a_b": {"1": 0.5, "2": -1}}, "ranks": {"a_b": {"1": 0, "2": 1}}}


class _State:
    """When unpickled, it would set attributes of a numpy function."""

    def __reduce__(self) -> Any:
        return np.dtype, ("f8",), {"evil": 1}


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_pickle_protocol_is_read(protocol: int) -> None:
    assert load(pickle.dumps(SCORES, protocol)) == SCORES


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "i1", "i4", "i8", "u2", ">f8"])
def test_numpy_numbers_are_read(kind: str) -> None:
    number = np.array([7], dtype=kind)[0]
    assert load(pickle.dumps({"a": number})) == {"a": 7}


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (pickle.dumps(print), "refers to builtins.print"),
        (pickle.dumps(np.dtype("O")), "numbers of the type 'O8'"),
        (pickle.dumps(_State()), "sets the state"),
        (pickle.dumps([1]), "contains EMPTY_LIST"),
        (pickle.dumps({"a": object()}), "not loaded"),
        (b"", "damaged"),
        (pickle.dumps(SCORES)[:-5], "damaged"),
        # They declare a frame, a memo index and a text far beyond the size of the file.
        (b"\x80\x04\x95" + struct.pack("<Q", 2**62) + b"}.", ""),
        (b"\x80\x04}r\xff\xff\xff\x7f.", ""),
        (b"\x80\x04\x8d" + struct.pack("<Q", 2**62) + b"x.", "damaged"),
    ],
)
def test_other_pickles_are_refused_or_harmless(data: bytes, what: str) -> None:
    if not what:
        assert load(data) == {}
        return
    with pytest.raises(BadPickle, match=what):
        load(data)


def test_a_dictionary_referenced_many_times_is_not_copied(tmp_path: Path) -> None:
    of = {str(number): 1.0 for number in range(2_000)}
    content = {"scores": {str(number): of for number in range(20_000)}}
    (tmp_path / "a.pkl").write_bytes(pickle.dumps(content))
    with pytest.raises(UserError, match="more scores than bytes"):
        read_scores(tmp_path / "a.pkl")


def test_a_file_that_is_too_large_is_not_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pickled, "MAX_BYTES", 10)
    with pytest.raises(BadPickle, match="at most 10 are read"):
        load(pickle.dumps(SCORES))


@pytest.mark.parametrize("score", [float("nan"), float("inf"), "1", None, 10**400])
def test_a_score_that_is_not_finite_is_a_user_error(score: object, tmp_path: Path) -> None:
    (tmp_path / "a.pkl").write_bytes(pickle.dumps({"scores": {"a_b": {"1": score}}}))
    with pytest.raises(UserError, match="step 'a_b', '1' has no finite score"):
        read_scores(tmp_path / "a.pkl")
