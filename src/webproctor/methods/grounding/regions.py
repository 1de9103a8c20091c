"""Checks of the regions of targets: boxes in another format than expected give wrong scores."""

import warnings
from collections.abc import Iterable, Iterator, Sequence

from webproctor.core.errors import DataIncomplete, UserError
from webproctor.methods.grounding.targets import Target

Sized = tuple[Target, tuple[int, int]]
"""A target, and the width and height of its image in pixels."""
FRACTIONS = 2
"""Boxes with smaller edges are in fractions of the image, which can exceed 1 by rounding; no box in
pixels is that small."""
# By which share of the image's longer side a region may extend beyond it, by rounding.
_MARGIN = 0.01
# Number of targets from which their regions are not all in one part of their images by chance.
_MANY = 20
# Many models and data sets use coordinates from 0 to this number on images of any size.
_THOUSAND = 1000


def check_regions(sized: Iterable[Sized], advice: str, *, max_outside: float) -> None:
    """Check regions before they are used; see `region_faults`.

    Single wrong boxes are a warning, because public data sets are not free of them.

    Args:
        advice: A sentence that says which format is expected.
        max_outside: Share of the targets whose regions may be outside their images.

    Raises:
        UserError: If the regions of more targets are.
    """
    faults, share = region_faults(list(sized))
    if share > max_outside:
        raise UserError(f"{faults} {advice}")
    if faults:
        warnings.warn(f"{faults} {advice}", DataIncomplete, stacklevel=3)


def region_faults(sized: Sequence[Sized]) -> tuple[str, float]:
    """Return a sentence about regions that are not in their images, or that are all in the same
    part of them, and the share of the targets whose regions are not in their images.

    Without such regions, the sentence is empty.
    """
    faults = [fault for target, size in sized if (fault := next(_outside(target, size), None))]
    if faults:
        sentence = (
            f"the regions of {len(faults)} of {len(sized)} targets are not in their images, such "
            f"as {faults[0]}."
        )
        return sentence, len(faults) / len(sized)
    part = _same_part(sized) if len(sized) >= _MANY else ""
    return f"all regions are {part}." if part else "", 0.0


def _outside(target: Target, size: tuple[int, int]) -> Iterator[str]:
    """Yield a description of each region of a target that is not in its image."""
    width, height = size
    margin = _MARGIN * max(width, height)
    for region in target.regions:
        left, top, right, bottom = region.corners
        if right < left or bottom < top:
            problem = "it ends before it begins"
        elif max(right, bottom) < FRACTIONS:
            problem = "it is as small as if it were in fractions of the image"
        elif min(left, top) < -margin or right > width + margin or bottom > height + margin:
            problem = f"the image has {width} x {height} pixels"
        else:
            continue
        corners = f"({left:g}, {top:g}) to ({right:g}, {bottom:g})"
        yield f"that of {target.key!r} from {corners}: {problem}"


def _same_part(sized: Sequence[Sized]) -> str:
    """Return the part of their images that all regions are in, and why that may be; else ""."""
    ends = [(region.corners[2:], size) for target, size in sized for region in target.regions]
    if all(
        right <= width / 2 and bottom <= height / 2 for (right, bottom), (width, height) in ends
    ):
        return (
            "in the upper left quarter of their images, as if the screens had two pixels for each "
            "pixel of the boxes"
        )
    if all(max(end) <= _THOUSAND and max(size) > 1.5 * _THOUSAND for end, size in ends):
        return "within the first 1000 pixels of larger images, as if they were from 0 to 1000"
    return ""
