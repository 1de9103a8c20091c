"""Texts of observations: their maximum length, and their place in shared memory."""

import copy
import json
import multiprocessing
from typing import Any

import pytest
from gymnasium.vector.utils import (
    create_shared_memory,
    read_from_shared_memory,
    write_to_shared_memory,
)

from webproctor.rollouts import spaces
from webproctor.rollouts.spaces import MAX_LENGTH, Unicode, truncated


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("0123456789", "0123456789"),
        ("0123456789+", "0123456789"),
        ("[1,2,3, 4]", "[1,2,3, 4]"),
        ("[1, 2, 3, 4]", "[1, 2]"),
        ('["a long text"]', "[]"),
        ("[not JSON at all", "[not JSON "),
    ],
)
def test_a_long_text_is_truncated(text: str, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spaces, "MAX_LENGTH", 10)
    assert truncated(text) == kept


def test_only_texts_up_to_the_maximum_length_are_in_the_space() -> None:
    space = Unicode(seed=1)
    assert space.sample() in space
    assert "x" * MAX_LENGTH in space
    assert "x" * (MAX_LENGTH + 1) not in space
    assert 5 not in space


def test_texts_in_shared_memory_change_and_their_copies_do_not() -> None:
    space = Unicode()
    memory = create_shared_memory(space, 3, multiprocessing)
    texts: Any = read_from_shared_memory(space, memory, 3)
    for index, text in enumerate(("one", "", "zwei 😀")):
        write_to_shared_memory(space, index, text, memory)
    copied = copy.deepcopy(texts)
    write_to_shared_memory(space, 0, json.dumps(["é"]), memory)
    assert copied == ("one", "", "zwei 😀")
    assert list(texts) == [json.dumps(["é"]), "", "zwei 😀"]
    assert texts[1:] == ("", "zwei 😀")
    assert len(texts) == 3
