"""Block Stack: stack blocks until one rests above the line.

The page runs the physics and reports the positions of all blocks ten times per second. The play
checks that they are plausible: blocks do not exceed their top speed, rise only where recorded mouse
inputs lifted them, do not overlap, and a tower stands on the floor.
"""

from collections.abc import Sequence
from colorsys import hls_to_rgb
from dataclasses import dataclass
from math import dist, sqrt
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

WIDTH, HEIGHT, FLOOR = 960, 540, 520
# Samples per second, and physics steps per sample.
SAMPLES, STEPS = 10, 6
# The most pixels that a block moves per sample; and how far it may rise again after falling (it
# bounces, and rolls over its corners), as a share of its side.
FASTEST, BOUNCE = 160.0, 0.8
# Number of samples after being near the mouse in which a block may still fly upwards.
FLIGHT = 15
# A block that moves fewer pixels per sample is at rest.
STILL = 1.0

Point = tuple[float, float]
Pose = tuple[float, float, float, float]
"""The center of a block in pixels, and cosine and sine of its rotation."""


@dataclass(frozen=True)
class Level:
    """The line and the blocks.

    Attributes:
        line: The y coordinate of the line, in pixels from the top.
        seconds: How long a block must rest above it.
        side: Side of a block, in pixels.
        columns, rows: The initial arrangement of the blocks.
        friction, bounce, density, stiffness: Physics parameters of the blocks and of the spring
            between the mouse and a held block.
    """

    line: int
    seconds: float
    side: int
    columns: int
    rows: int
    friction: float
    bounce: float
    density: float
    stiffness: float


@dataclass(frozen=True)
class Puzzle:
    """The initial centers of the blocks, in pixels, and their colours, 0 to 255 each."""

    level: Level
    blocks: tuple[tuple[float, float], ...]
    colours: tuple[tuple[int, int, int], ...]


def puzzle(random: Random, level: Level) -> Puzzle:
    pitch = WIDTH / level.columns
    play = pitch - 1.35 * level.side
    middles = [
        round(pitch * (n + 0.5) + random.uniform(-play / 2, play / 2)) for n in range(level.columns)
    ]
    blocks = tuple(
        (x, FLOOR - level.side * (row + 0.5)) for x in middles for row in range(level.rows)
    )
    hues = [n / len(blocks) for n in range(len(blocks))]
    random.shuffle(hues)
    tints = [hls_to_rgb(hue, (0.45, 0.58)[n % 2], 0.6) for n, hue in enumerate(hues)]
    colours = tuple((round(r * 255), round(g * 255), round(b * 255)) for r, g, b in tints)
    return Puzzle(level, blocks, colours)


class BlockStack(Play[Puzzle]):
    """Checks the positions of the blocks from sample to sample."""

    # Mouse inputs have times of the page's clock, samples are timed by their steps: a busy page
    # catches up with many steps at once.
    SLACK = 3.0

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        mine = self.puzzle
        self._now: list[Pose] = [(x, y, 1.0, 0.0) for x, y in mine.blocks]
        # Each block's lowest position since the mouse was near, and the last sample when it was.
        self._lowest = [y for _, y in mine.blocks]
        self._lifted = [-FLIGHT] * len(mine.blocks)
        self._sample = 0
        self._rested = 0
        return {
            "level": vars(mine.level),
            "blocks": mine.blocks,
            "colours": mine.colours,
            "size": [WIDTH, HEIGHT, FLOOR],
            "steps": STEPS,
        }

    @message
    def trail(
        self, samples: list[list[Pose]], held: list[int], began: float, left: float, top: float
    ) -> Reply:
        """Report the blocks at the next samples, and the index of the held one (-1 for none)."""
        if len(samples) != len(held) or not 0 < len(samples) <= 20:
            raise Refused("malformed samples")
        for poses, one in zip(samples, held, strict=True):
            self._sample += 1
            time = began / 1000 + self._sample / SAMPLES
            if time > self.evidence.now() + self.SLACK:
                raise Refused("samples are ahead of the clock")
            self._follow(poses, self._hand(one, time, left, top), one)
        return self.win() if self._rested >= self.puzzle.level.seconds * SAMPLES else {}

    def _hand(self, held: int, time: float, left: float, top: float) -> list[Point]:
        """Return the mouse positions around the time when a block was held; empty if none was.

        Raises:
            Refused: If no recorded input held the mouse button at that time.
        """
        if held == -1:
            return []
        pressed, places = False, [(0.0, 0.0)]
        for one in self.evidence.inputs:
            if one.at > time + self.SLACK:
                break
            if one.kind in ("down", "move", "up"):
                place = one.x - left, one.y - top
                # Of the positions before the time window, only the last one is still relevant.
                places = [place] if one.at < time - self.SLACK else [*places, place]
            if one.kind == "down" and one.target == "board":
                pressed = True
            elif one.kind == "up" and one.at < time - self.SLACK:
                pressed = False
        if not pressed:
            raise Refused("no recorded input held the mouse button at that time")
        return places

    def _follow(self, poses: list[Pose], hand: list[Point], held: int) -> None:
        side, before = self.puzzle.level.side, self._now
        if len(poses) != len(before) or held >= len(poses):
            raise Refused("the number of blocks changed")
        for n, (was, now) in enumerate(zip(before, poses, strict=True)):
            if abs(now[2] ** 2 + now[3] ** 2 - 1) > 0.01:
                raise Refused("invalid rotation of a block")
            if dist(was[:2], now[:2]) > FASTEST:
                raise Refused("a block exceeded its top speed")
            if hand and _near(now, poses[held], 3 * side):
                self._lifted[n] = self._sample
            flies = self._sample - self._lifted[n] < FLIGHT
            self._lowest[n] = now[1] if flies else max(self._lowest[n], now[1])
            if now[1] < self._lowest[n] - BOUNCE * side:
                raise Refused("a block rose without being lifted")
            if n == held and not any(_near(now, place, 4 * side) for place in hand):
                raise Refused("a block was held too far from the mouse")
            if now[1] > FLOOR - side * 0.4 or now[1] < side * 0.4:
                raise Refused("a block left the field")
        for n, one in enumerate(poses):
            if any(dist(one[:2], other[:2]) < 0.7 * side for other in poses[:n]):
                raise Refused("two blocks overlap")
        self._now = poses
        rests = any(n != held and self._rests(n, before, poses, held) for n in range(len(poses)))
        self._rested = self._rested + 1 if rests else 0

    def _rests(self, n: int, before: Sequence[Pose], poses: Sequence[Pose], held: int) -> bool:
        """Return whether a block is at rest above the line on a stack that stands on the floor."""
        x, y, cosine, sine = poses[n]
        level = self.puzzle.level
        reach = (abs(cosine) + abs(sine)) * level.side / 2
        if y + reach >= level.line or dist((x, y), before[n][:2]) > STILL:
            return False
        return self._stands(n, poses, held)

    def _stands(self, n: int, poses: Sequence[Pose], held: int) -> bool:
        """Return whether a chain of blocks, none of them held, supports a block from the floor."""
        side = self.puzzle.level.side
        x, y = poses[n][:2]
        if y > FLOOR - side * sqrt(0.5) - 3:
            return True
        below = [
            m
            for m, (px, py, _, _) in enumerate(poses)
            if m != held and abs(px - x) < 1.2 * side and 0.5 * side < py - y < 1.5 * side
        ]
        return any(self._stands(m, poses, held) for m in below)


def _near(one: Sequence[float], other: Sequence[float], far: float) -> bool:
    return dist(one[:2], other[:2]) <= far


def _goal(seconds: int) -> str:
    unit = "second" if seconds == 1 else "seconds"
    return (
        "Pile up the blocks with the mouse until one rests, let go, entirely above the line for "
        f"{seconds} {unit}."
    )


GAME = Game(
    family="block-stack",
    icon="🏗️",
    skills=("mouse", "dragging", "vision"),
    variants={
        "easy": Variant(
            "block-stack-easy",
            "Block Stack (Easy)",
            _goal(1),
            "easy",
            Level(260, 1, 62, 4, 2, 0.7, 0.1, 0.15, 0.2),
        ),
        "base": Variant(
            "block-stack",
            "Block Stack",
            _goal(2),
            "medium",
            Level(207, 2, 52, 6, 4, 0.8, 0.1, 0.2, 0.2),
        ),
        "hard": Variant(
            "block-stack-hard",
            "Block Stack (Hard)",
            _goal(3),
            "hard",
            Level(156, 3, 42, 7, 5, 0.6, 0.2, 0.25, 0.15),
        ),
    },
    puzzle=puzzle,
    play=BlockStack,
    minimum_actions=lambda puzzle: 1,
    scripts=("matter.min.js",),
)
