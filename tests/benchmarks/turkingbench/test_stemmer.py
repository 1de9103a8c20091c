"""Tests of the stemmer against NLTK's, which rouge-score uses."""

import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from per_change import first

from webproctor.benchmarks.turkingbench import stemmer
from webproctor.benchmarks.turkingbench.stemmer import stem

_SUFFIXES = [
    *("s", "sses", "ies", "ied", "eed", "ed", "ing", "ating", "bling", "izing", "y", "e", "ll"),
    *("logi", "sion", "tion", "ion"),
    *(*stemmer._STEP_2, *stemmer._STEP_3, *stemmer._STEP_4),
]
likely_words = st.builds(
    "{}{}{}".format,
    st.text("abcdeilnostwxyz01", max_size=5),
    st.sampled_from(["", *_SUFFIXES]),
    st.sampled_from(["", *_SUFFIXES]),
)
Stem = Callable[[str], str]


@pytest.fixture(scope="session")
def reference() -> Stem:
    # Importing NLTK is slow: only the worker that runs these tests should.
    from nltk.stem.porter import PorterStemmer

    return PorterStemmer().stem


@pytest.fixture(scope="session")
def dictionary() -> list[str]:
    """The words of the pronouncing dictionary of pocketsphinx, 133,000."""
    package = find_spec("pocketsphinx")
    assert package
    assert package.origin
    file = Path(package.origin).parent / "model/en-us/cmudict-en-us.dict"
    lines = file.read_text(encoding="utf-8").splitlines()
    return sorted({word for line in lines for word in re.findall("[a-z0-9]+", line.split()[0])})


@pytest.mark.parametrize("step", first(10, 1))
def test_stems_of_a_dictionary_equal_nltks(step: int, dictionary: list[str], reference: Stem):
    words = dictionary[::step]
    assert len(words) > 100_000 / step
    assert [(word, stem(word)) for word in words] == [(word, reference(word)) for word in words]


@pytest.mark.parametrize("step", first(10, 1))
def test_stems_of_what_workers_wrote_equal_nltks(step: int, data: Path, reference: Stem):
    files = (data / "turkingbench/tasks").glob("*/batch.csv")
    texts = (file.read_text(encoding="utf-8-sig", errors="replace") for file in files)
    words = sorted({word for text in texts for word in re.findall("[a-z0-9]+", text.lower())})[
        ::step
    ]
    assert len(words) > 10_000 / step
    assert [(word, stem(word)) for word in words] == [(word, reference(word)) for word in words]


@given(likely_words)
def test_stems_of_random_words_with_suffixes_equal_nltks(reference: Stem, word: str):
    assert stem(word) == reference(word)


@given(st.text("abcdefghijklmnopqrstuvwxyz0123456789"))
def test_stems_of_any_letters_equal_nltks(reference: Stem, word: str):
    assert stem(word) == reference(word)


def test_irregular_forms_equal_nltks(reference: Stem):
    irregular = stemmer._IRREGULAR
    assert irregular == {word: reference(word) for word in irregular}


def test_a_stem_is_shorter_than_its_word():
    assert [stem(word) for word in ("running", "hopefulness", "flies")] == ["run", "hope", "fli"]
