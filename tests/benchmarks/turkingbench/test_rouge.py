"""Tests of ROUGE-L against the package rouge-score."""

import csv
from functools import cache
from typing import Any

import pytest
from benchmarks.turkingbench.real_data import DATA, needs_data
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.turkingbench.rouge import common_subsequence, rouge_l, words

WORDS = "the runs running run cat cats flying happily 12 3.5 don't naïve x 日本 dying _ -1"
sentences = st.lists(st.sampled_from(WORDS.split()), max_size=30).map(" ".join)


@cache
def scorer() -> Any:
    # Importing rouge-score is slow: only the worker that runs these tests should.
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(["rougeL"], use_stemmer=True)


def reference(gold: str, answer: str) -> float:
    return scorer().score(gold, answer)["rougeL"].fmeasure


@given(sentences, sentences)
def test_scores_of_sentences_equal_the_reference(gold, answer):
    assert rouge_l(gold, answer) == reference(gold, answer)


@given(st.text(), st.text())
def test_scores_of_any_text_equal_the_reference(gold, answer):
    assert rouge_l(gold, answer) == reference(gold, answer)


@needs_data
@pytest.mark.parametrize("task", ["Event effect", "Missing Adjective", "Question Gen"])
def test_scores_of_worker_answers_equal_the_reference(task):
    with (DATA / "tasks" / task / "batch.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    texts = [row[name] for row in rows[:60] for name in row if name.startswith("Answer.")]
    pairs = list(zip(texts, texts[7:], strict=False))
    assert pairs
    assert [rouge_l(*pair) for pair in pairs] == [reference(*pair) for pair in pairs]


@given(st.lists(st.sampled_from("abc"), max_size=40), st.lists(st.sampled_from("abc"), max_size=40))
def test_the_common_subsequence_equals_that_of_dynamic_programming(first, second):
    row = [0] * (len(second) + 1)
    for left in first:
        corner = 0
        for column, right in enumerate(second, start=1):
            corner, row[column] = (
                row[column],
                corner + 1 if left == right else max(row[column], row[column - 1]),
            )
    assert common_subsequence(first, second) == row[-1]


@given(sentences, sentences)
def test_the_score_is_symmetric_and_between_0_and_1(first, second):
    assert rouge_l(first, second) == pytest.approx(rouge_l(second, first))
    assert 0 <= rouge_l(first, second) <= 1


def test_a_text_without_ascii_letters_or_digits_scores_0_even_against_itself():
    assert rouge_l("日本語", "日本語") == 0


def test_only_words_of_more_than_three_letters_are_stemmed():
    assert words("His dogs was dying happily") == ("his", "dog", "was", "die", "happili")
