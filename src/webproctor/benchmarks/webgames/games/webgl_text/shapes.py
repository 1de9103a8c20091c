"""Flat shapes as outlines within the unit circle around (0, 0)."""

from collections.abc import Callable
from math import cos, pi, sin

Outline = list[tuple[float, float]]


def _regular(corners: int) -> Outline:
    return [(cos(2 * pi * n / corners), sin(2 * pi * n / corners)) for n in range(corners)]


def _star(points: int, inner_radius: float) -> Outline:
    radii = (1.0, inner_radius) * points
    return [(r * cos(pi * n / points), r * sin(pi * n / points)) for n, r in enumerate(radii)]


def _heart() -> Outline:
    # The common parametric heart curve, scaled to fit.
    steps = [2 * pi * n / 60 for n in range(60)]
    return [
        (
            16 * sin(t) ** 3 / 17,
            (13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t) + 2.5) / 17,
        )
        for t in steps
    ]


def _crescent() -> Outline:
    outer = [
        (0.95 * cos(t), 0.95 * sin(t)) for t in (pi / 3 + 4 * pi / 3 * n / 40 for n in range(41))
    ]
    x, y = outer[-1]
    # Back along a circle around (0.55, 0) that meets the outer arc at its ends.
    radius = ((x - 0.55) ** 2 + y**2) ** 0.5
    inner = [
        (0.55 - radius * cos(t), radius * sin(t))
        for t in (-1.1 + 2.2 * n / 20 for n in range(1, 20))
    ]
    return outer + inner


def _cross() -> Outline:
    a, b = 0.33, 0.94
    arm = [(b, -a), (b, a), (a, a)]
    outline: Outline = []
    for _ in range(4):
        outline += arm
        arm = [(-y, x) for x, y in arm]  # Rotated by 90 degrees.
    return outline


def _arrow() -> Outline:
    return [(1, 0), (0.2, 0.75), (0.2, 0.3), (-0.9, 0.3), (-0.9, -0.3), (0.2, -0.3), (0.2, -0.75)]


# Accepted names for each shape, the preferred one first.
NAMES: dict[str, tuple[str, ...]] = {
    "triangle": ("triangle",),
    "square": ("square",),
    "circle": ("circle", "disc", "disk"),
    "star": ("star", "five-pointed star"),
    "pentagon": ("pentagon",),
    "hexagon": ("hexagon",),
    "octagon": ("octagon",),
    "rectangle": ("rectangle", "oblong"),
    "rhombus": ("rhombus", "diamond", "lozenge"),
    "heart": ("heart",),
    "crescent": ("crescent", "moon", "crescent moon", "half moon"),
    "cross": ("cross", "plus", "plus sign"),
    "arrow": ("arrow",),
}
_OUTLINES: dict[str, Callable[[], Outline]] = {
    "triangle": lambda: _regular(3),
    "square": lambda: _regular(4),
    "circle": lambda: _regular(64),
    "star": lambda: _star(5, 0.42),
    "pentagon": lambda: _regular(5),
    "hexagon": lambda: _regular(6),
    "octagon": lambda: _regular(8),
    "rectangle": lambda: [(0.93, 0.36), (-0.93, 0.36), (-0.93, -0.36), (0.93, -0.36)],
    "rhombus": lambda: [(1, 0), (0, 0.5), (-1, 0), (0, -0.5)],
    "heart": _heart,
    "crescent": _crescent,
    "cross": _cross,
    "arrow": _arrow,
}


def outline(name: str) -> Outline:
    """Return the corners of a shape, counter-clockwise."""
    return _OUTLINES[name]()
