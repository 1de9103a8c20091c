"""Agreement of annotators on the labels of screenshots.

Three measures, from the strictest condition to the one that a score depends on: whether a step is a
click at all, whether the boxes match by overlap, and whether a click at the centre of one
annotator's box is accepted by the others.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from webproctor.collect.labels import Label, Labels
from webproctor.methods.grounding.coordinates import overlap
from webproctor.methods.grounding.targets import Rectangle

MIN_OVERLAP = 0.5
"""Minimum overlap (intersection over union) of two boxes that match."""


@dataclass(frozen=True, slots=True)
class StepAgreement:
    """The agreement of all annotators of one screenshot.

    Attributes:
        annotators: Number of annotators who labelled it.
        same_flag: Whether all agree that it is a click, or that it is not.
        matched: Mean share of matched boxes over the pairs of annotators, 0 to 1.
        centres: Share of boxes whose centre is in a box of each other annotator, 0 to 1.
    """

    annotators: int
    same_flag: bool
    matched: float
    centres: float

    @property
    def settled(self) -> bool:
        """Whether no adjudication is needed: a click at any centre is accepted by everyone."""
        return self.same_flag and self.centres == 1


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement over all screenshots that two or more annotators labelled.

    Attributes:
        steps: The agreement of each screenshot, by its name.
        same_flag: Share of screenshots with the same flag; None without screenshots.
        matched: Mean of `matched`; None without screenshots.
        centres: Mean of `centres`; None without screenshots.
        alpha: Krippendorff's alpha of the flag "is a click"; None if all flags are equal.
    """

    steps: Mapping[str, StepAgreement]
    same_flag: float | None
    matched: float | None
    centres: float | None
    alpha: float | None


def agreement(annotators: Mapping[str, Labels], same: float = MIN_OVERLAP) -> Agreement:
    """Return the agreement of annotators.

    Args:
        annotators: Each annotator's labels.
        same: Minimum overlap of two boxes that match, above 0 and up to 1.
    """
    names = dict.fromkeys(name for labels in annotators.values() for name in labels)
    by_screenshot = {
        name: [labels[name] for labels in annotators.values() if name in labels] for name in names
    }
    steps = {
        name: step_agreement(labels, same)
        for name, labels in by_screenshot.items()
        if len(labels) > 1
    }
    return Agreement(
        steps=steps,
        same_flag=_mean([float(step.same_flag) for step in steps.values()]),
        matched=_mean([step.matched for step in steps.values()]),
        centres=_mean([step.centres for step in steps.values()]),
        alpha=krippendorff_alpha(
            [[label is not None for label in labels] for labels in by_screenshot.values()]
        ),
    )


def step_agreement(labels: Sequence[Label], same: float = MIN_OVERLAP) -> StepAgreement:
    """Return the agreement on one screenshot.

    Raises:
        ValueError: If fewer than two annotators labelled it.
    """
    if len(labels) < 2:
        raise ValueError("agreement needs the labels of two annotators")
    pairs = list(combinations(labels, 2))
    return StepAgreement(
        annotators=len(labels),
        same_flag=len({label is None for label in labels}) == 1,
        matched=sum(_matched(one, other, same) for one, other in pairs) / len(pairs),
        centres=_centres(labels),
    )


def matches(
    one: Sequence[Rectangle], other: Sequence[Rectangle], same: float = MIN_OVERLAP
) -> list[tuple[int, int]]:
    """Return the indices of matching boxes, each box at most once, by decreasing overlap."""
    by_overlap = sorted(
        (
            (-overlap(box.corners, other_box.corners), index, other_index)
            for index, box in enumerate(one)
            for other_index, other_box in enumerate(other)
        ),
    )
    pairs: dict[int, int] = {}
    for negative, index, other_index in by_overlap:
        if -negative >= same and index not in pairs and other_index not in pairs.values():
            pairs[index] = other_index
    return sorted(pairs.items())


def krippendorff_alpha(units: Sequence[Sequence[Hashable]]) -> float | None:
    """Return Krippendorff's alpha for nominal values.

    Source: Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011, section C. Units may
    have different numbers of values; those with fewer than two count as missing.

    Args:
        units: The values that the annotators gave to each unit.

    Returns:
        1 for perfect agreement, 0 for the agreement of chance; None if all values are equal or no
        unit has two, since no disagreement is then expected.
    """
    paired = [values for values in units if len(values) > 1]
    totals: Counter[Hashable] = Counter()
    observed = 0.0
    for values in paired:
        counts = Counter(values)
        totals += counts
        unequal = len(values) ** 2 - sum(count**2 for count in counts.values())
        observed += unequal / (len(values) - 1)
    total = totals.total()
    expected = total**2 - sum(count**2 for count in totals.values())
    return 1 - observed * (total - 1) / expected if expected else None


def _matched(one: Label, other: Label, same: float) -> float:
    """Return the share of matched boxes of two annotators (F1, 0 to 1)."""
    if one is None or other is None:
        return float(one is other)
    if not one and not other:
        return 1.0
    return 2 * len(matches(one, other, same)) / (len(one) + len(other))


def _centres(labels: Sequence[Label]) -> float:
    clicks = [label for label in labels if label is not None]
    if not clicks:
        return 1.0
    if len(clicks) < len(labels):
        return 0.0
    accepted = [
        all(any(box.contains(*mine.centre) for box in theirs) for theirs in clicks)
        for boxes in clicks
        for mine in boxes
    ]
    return sum(accepted) / len(accepted) if accepted else 1.0


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
