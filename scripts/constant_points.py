"""Print how often one point for all screenshots is on the target.

    python scripts/constant_points.py realwebassist
    python scripts/constant_points.py screenspot-v2 DATA

A row for each strategy has the share of targets that it hits, and its 95 % confidence interval:

centre: The middle of every screenshot.
last target: The centre of the previous target of the data, which agents do not know.
best point: The point of a grid that is on the most targets of the other groups, such as
    participants; without groups, all targets are one group, and the point has seen its target.
"""

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from webproctor.benchmarks.grounding import datasets
from webproctor.core.intervals import wilson
from webproctor.files.pictures import picture_size
from webproctor.methods.grounding.targets import Target

Size = tuple[int, int]
Point = tuple[float, float]  # Fractions of the width and the height.
_GRID = [((x + 0.5) / 50, (y + 0.5) / 50) for x in range(50) for y in range(50)]


def is_hit(target: Target, point: Point, size: Size) -> bool:
    x, y = point[0] * size[0], point[1] * size[1]
    return any(region.contains(x, y) for region in target.regions)


def hits_by_strategy(targets: Sequence[Target], sizes: Sequence[Size]) -> dict[str, list[bool]]:
    """Return for each strategy which targets it hits.

    Args:
        sizes: Width and height of each target's image.
    """
    cases = list(zip(targets, sizes, strict=True))
    hits = {point: [is_hit(target, point, size) for target, size in cases] for point in _GRID}
    groups = [target.groups[:1] for target in targets]

    def best(group: object) -> Point:
        others = [index for index, other in enumerate(groups) if other != group]
        seen = others or range(len(targets))
        return max(_GRID, key=lambda point: sum(hits[point][index] for index in seen))

    best_points = {group: best(group) for group in set(groups)}
    return {
        "centre": [is_hit(target, (0.5, 0.5), size) for target, size in cases],
        "last target": [
            any(region.contains(*last.regions[0].centre) for region in target.regions)
            for last, target in pairwise(targets)
        ],
        "best point": [hits[best_points[group]][index] for index, group in enumerate(groups)],
    }


def main(name: str, data: str | None = None, images: str | None = None) -> None:
    found = datasets.read(name, Path(data) if data else None, Path(images) if images else None)
    targets = [target for target in found if target.regions]
    sizes = [picture_size(target.read(), target.key) for target in targets]
    for strategy, hits in hits_by_strategy(targets, sizes).items():
        low, high = wilson(sum(hits), len(hits))
        rate = sum(hits) / len(hits)
        print(f"| {strategy} | {len(hits)} | {rate:.1%} | {low:.1%} to {high:.1%} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
