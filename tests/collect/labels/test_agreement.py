"""Tests of the agreement of annotators; expected figures are computed by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.collect.labels.agreement import (
    agreement,
    krippendorff_alpha,
    matches,
    step_agreement,
)
from webproctor.methods.grounding.targets import Rectangle

BOX = Rectangle(0, 0, 10, 10)
HALF = Rectangle(0, 0, 10, 5)
ASIDE = Rectangle(8, 0, 10, 10)
FAR = Rectangle(100, 100, 10, 10)

sizes = st.floats(1, 100)
boxes = st.builds(Rectangle, st.floats(0, 100), st.floats(0, 100), sizes, sizes)
labels = st.none() | st.lists(boxes, max_size=3).map(tuple)


# Matching boxes


def test_a_box_matches_once_and_the_largest_overlap_comes_first():
    wide = Rectangle(0, 0, 10, 9)
    assert matches([HALF, BOX], [wide]) == [(1, 0)]


def test_boxes_below_the_threshold_do_not_match():
    assert matches([BOX], [HALF], 0.5) == [(0, 0)]
    assert matches([BOX], [HALF], 0.51) == []


# One screenshot


def test_all_annotators_agree_that_a_step_is_not_a_click():
    found = step_agreement([None, None, None])
    assert (found.same_flag, found.matched, found.centres, found.settled) == (True, 1, 1, True)


def test_one_of_three_annotators_says_that_a_step_is_not_a_click():
    found = step_agreement([(BOX,), (BOX,), None])
    assert not found.same_flag
    assert found.matched == pytest.approx(1 / 3)  # One of three pairs.
    assert found.centres == 0
    assert not found.settled


def test_the_centre_must_be_in_a_box_of_every_other_annotator():
    # The centre of ASIDE, (13, 5), is outside BOX, and that of BOX, (5, 5), is outside ASIDE.
    found = step_agreement([(BOX,), (BOX,), (ASIDE,)])
    assert found.same_flag
    assert found.matched == pytest.approx(1 / 3)
    assert found.centres == 0


def test_boxes_of_different_sizes_that_contain_each_others_centres_are_settled():
    inner = Rectangle(4, 4, 2, 2)
    found = step_agreement([(BOX,), (inner,)])
    assert found.matched == 0
    assert found.settled


def test_a_region_missed_by_one_annotator_is_not_settled():
    found = step_agreement([(BOX, FAR), (BOX,)])
    assert found.matched == pytest.approx(2 / 3)
    assert found.centres == pytest.approx(2 / 3)
    assert not found.settled


def test_agreement_requires_two_annotators():
    with pytest.raises(ValueError, match="two annotators"):
        step_agreement([(BOX,)])


@given(st.lists(labels, min_size=2, max_size=4))
def test_all_measures_are_between_0_and_1(given_labels):
    found = step_agreement(given_labels)
    assert 0 <= found.matched <= 1
    assert 0 <= found.centres <= 1


@given(labels, st.integers(2, 4))
def test_equal_labels_agree(label, count):
    found = step_agreement([label] * count)
    assert found.settled
    assert found.matched == 1


# Krippendorff's alpha


def test_alpha_of_the_published_example_with_nominal_values():
    # Krippendorff 2011, section C: four observers, twelve units, missing values; alpha is 0.743.
    rows = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
        [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
    ]
    units = [[value for value in unit if value is not None] for unit in zip(*rows, strict=True)]
    assert krippendorff_alpha(units) == pytest.approx(0.743, abs=0.0005)


def test_alpha_of_binary_values():
    # Krippendorff 2011, section A: two observers, ten units; alpha is 0.095.
    one = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
    other = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    found = krippendorff_alpha(list(zip(one, other, strict=True)))
    assert found == pytest.approx(0.095, abs=0.0005)


def test_alpha_is_1_for_equal_labels_of_both_kinds():
    assert krippendorff_alpha([[True, True], [False, False]]) == 1


@pytest.mark.parametrize("units", [[], [[True]], [[True, True], [True, True]]])
def test_alpha_is_undefined_without_different_values(units):
    assert krippendorff_alpha(units) is None


# All screenshots


def test_agreement_over_screenshots():
    found = agreement(
        {
            "anna": {"1": (BOX,), "2": None, "3": (BOX,), "4": None},
            "ben": {"1": (BOX,), "2": None, "3": (FAR,)},
            "chris": {"1": (HALF,), "2": (BOX,)},
        }
    )
    assert set(found.steps) == {"1", "2", "3"}  # Only Anna labelled 4.
    assert found.same_flag == pytest.approx(2 / 3)
    assert found.matched == pytest.approx((1 + 1 / 3 + 0) / 3)
    assert found.centres == pytest.approx((1 + 0 + 0) / 3)
    # Coincidences by hand: units (T T T), (F F T), (T T); 8 values, 6 T and 2 F. Observed: 4 / 2;
    # expected: 64 - 36 - 4 = 24.
    assert found.alpha == pytest.approx(1 - 2 * 7 / 24)


def test_without_steps_labelled_twice_there_is_no_agreement():
    found = agreement({"anna": {"1": (BOX,)}, "ben": {"2": None}})
    assert found.steps == {}
    assert (found.same_flag, found.matched, found.centres, found.alpha) == (None,) * 4
