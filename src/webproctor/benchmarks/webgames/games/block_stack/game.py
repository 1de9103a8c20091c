"""Block Stack: stack blocks with the mouse until one rests above the line.

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

# In pixels; FLOOR is the y coordinate of the floor.
WIDTH, HEIGHT, FLOOR = 960, 540, 520
# Samples per second, and physics steps per sample.
SAMPLE_RATE, STEPS_PER_SAMPLE = 10, 6
# Maximum distance that a block moves per sample, in pixels.
MAX_MOVE = 160.0
# Maximum height by which a block rises after falling (it bounces, and rolls over its corners), as a
# share of its side.
MAX_REBOUND = 0.8
# Number of samples for which a block may still fly upwards after a held block was near it, or near
# a block that has pushed it since then.
FLIGHT_SAMPLES = 15
# A block that moves at most this many pixels per sample is at rest.
REST_MOVE = 1.0

Point = tuple[float, float]
Pose = tuple[float, float, float, float]
"""The centre of a block in pixels, and cosine and sine of its rotation."""


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
    """The initial centres of the blocks, in pixels, and their colours, 0 to 255 each."""

    level: Level
    blocks: tuple[Point, ...]
    colours: tuple[tuple[int, int, int], ...]


def puzzle(random: Random, level: Level) -> Puzzle:
    column_width = WIDTH / level.columns
    clearance = column_width - 1.35 * level.side
    column_centres = [
        round(column_width * (n + 0.5) + random.uniform(-clearance / 2, clearance / 2))
        for n in range(level.columns)
    ]
    blocks = tuple(
        (x, FLOOR - level.side * (row + 0.5)) for x in column_centres for row in range(level.rows)
    )
    hues = [n / len(blocks) for n in range(len(blocks))]
    random.shuffle(hues)
    rgbs = [hls_to_rgb(hue, (0.45, 0.58)[n % 2], 0.6) for n, hue in enumerate(hues)]
    colours = tuple((round(r * 255), round(g * 255), round(b * 255)) for r, g, b in rgbs)
    return Puzzle(level, blocks, colours)


class BlockStack(Play[Puzzle]):
    """Checks the positions of the blocks from sample to sample."""

    # Mouse inputs have times of the page's clock, samples are timed by their steps: a busy page
    # catches up with many steps at once.
    SLACK = 3.0

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        level, blocks = self.puzzle.level, self.puzzle.blocks
        self._poses: list[Pose] = [(x, y, 1.0, 0.0) for x, y in blocks]
        self._held = -1
        # The y coordinate of each block's lowest position since it could last fly upwards, and the
        # last sample in which a held block was near it, or near a block that can have pushed it.
        self._lowest = [y for _, y in blocks]
        self._last_lifted = [-FLIGHT_SAMPLES] * len(blocks)
        self._sample = 0
        self._samples_at_rest = 0
        return {
            "level": vars(level),
            "blocks": blocks,
            "colours": self.puzzle.colours,
            "size": [WIDTH, HEIGHT, FLOOR],
            "steps_per_sample": STEPS_PER_SAMPLE,
            "max_move": MAX_MOVE,
        }

    @message
    def report(
        self, samples: list[list[Pose]], held: list[int], began: float, left: float, top: float
    ) -> Reply:
        """Check the blocks at the next samples.

        Args:
            samples: The poses of all blocks at each sample.
            held: The index of the held block at each sample, -1 for none.
            began: The time of the first step, in milliseconds.
            left, top: The canvas' corner in the viewport, in pixels.
        """
        if len(samples) != len(held) or not 0 < len(samples) <= 20:
            raise Refused("malformed samples")
        for poses, held_block in zip(samples, held, strict=True):
            self._sample += 1
            time = began / 1000 + self._sample / SAMPLE_RATE
            if time > self.evidence.now() + self.SLACK:
                raise Refused("samples are ahead of the clock")
            mouse = [] if held_block == -1 else self._mouse_positions(time, left, top)
            self._check_sample(poses, mouse, held_block)
        required = self.puzzle.level.seconds * SAMPLE_RATE
        return self.win() if self._samples_at_rest >= required else {}

    def _mouse_positions(self, time: float, left: float, top: float) -> list[Point]:
        """Return the mouse positions on the canvas around a time at which a block was held.

        Raises:
            Refused: If no recorded input held the mouse button at that time.
        """
        pressed, positions = False, [(0.0, 0.0)]
        for event in self.evidence.inputs:
            if event.at > time + self.SLACK:
                break
            if event.kind in ("down", "move", "up"):
                position = event.x - left, event.y - top
                # Of the positions before the time window, only the last one is still relevant.
                before_window = event.at < time - self.SLACK
                positions = [position] if before_window else [*positions, position]
            if event.kind == "down" and event.target == "board":
                pressed = True
            elif event.kind == "up" and event.at < time - self.SLACK:
                pressed = False
        if not pressed:
            raise Refused("no recorded input held the mouse button at that time")
        return positions

    def _check_sample(self, poses: list[Pose], mouse: list[Point], held: int) -> None:
        """Check that the blocks can have moved to these poses since the last sample.

        Args:
            mouse: The mouse positions around this time; empty if no block is held.
            held: The index of the held block, -1 for none.

        Raises:
            Refused: If they cannot.
        """
        side, previous_poses = self.puzzle.level.side, self._poses
        if len(poses) != len(previous_poses) or held >= len(poses):
            raise Refused("the number of blocks changed")
        self._note_lifted(poses, held if mouse else -1)
        for n, (previous, pose) in enumerate(zip(previous_poses, poses, strict=True)):
            y = pose[1]
            if abs(pose[2] ** 2 + pose[3] ** 2 - 1) > 0.01:
                raise Refused("invalid rotation of a block")
            if dist(previous[:2], pose[:2]) > MAX_MOVE:
                raise Refused("a block exceeded its top speed")
            may_fly = self._sample - self._last_lifted[n] < FLIGHT_SAMPLES
            self._lowest[n] = y if may_fly else max(self._lowest[n], y)
            if y < self._lowest[n] - MAX_REBOUND * side:
                raise Refused("a block rose without being lifted")
            was_grabbed = n == held != self._held
            if was_grabbed and not any(_is_near(pose, at, MAX_MOVE + side) for at in mouse):
                raise Refused("a block was grabbed too far from the mouse")
            if y > FLOOR - side * 0.4 or y < side * 0.4:
                raise Refused("a block left the field")
        for n, pose in enumerate(poses):
            if any(dist(pose[:2], other[:2]) < 0.7 * side for other in poses[:n]):
                raise Refused("two blocks overlap")
        self._poses, self._held = poses, held
        any_at_rest = any(
            n != held and self._rests_above_line(n, previous_poses[n], poses, held)
            for n in range(len(poses))
        )
        self._samples_at_rest = self._samples_at_rest + 1 if any_at_rest else 0

    def _note_lifted(self, poses: list[Pose], held: int) -> None:
        """Note which blocks a held block can have lifted or pushed, directly or by other blocks."""
        side, lifted = self.puzzle.level.side, self._last_lifted
        for n, pose in enumerate(poses):
            if held != -1 and _is_near(pose, poses[held], 3 * side):
                lifted[n] = self._sample
        # Blocks may touch and separate between two samples.
        reach = MAX_MOVE + 2 * side
        self._last_lifted = [
            max(lifted[m] for m, other in enumerate(poses) if _is_near(pose, other, reach))
            for pose in poses
        ]

    def _rests_above_line(self, n: int, previous: Pose, poses: Sequence[Pose], held: int) -> bool:
        """Return whether a block is at rest above the line on a stack that stands on the floor."""
        x, y, cosine, sine = poses[n]
        level = self.puzzle.level
        # Half of the rotated block's height.
        half_height = (abs(cosine) + abs(sine)) * level.side / 2
        if y + half_height >= level.line or dist((x, y), previous[:2]) > REST_MOVE:
            return False
        return self._is_supported(n, poses, held)

    def _is_supported(self, n: int, poses: Sequence[Pose], held: int) -> bool:
        """Return whether a chain of blocks, none of them held, supports a block from the floor."""
        side = self.puzzle.level.side
        x, y = poses[n][:2]
        if y > FLOOR - side * sqrt(0.5) - 3:
            return True
        below = [
            m
            for m, (other_x, other_y, _, _) in enumerate(poses)
            if m != held and abs(other_x - x) < 1.2 * side and 0.5 * side < other_y - y < 1.5 * side
        ]
        return any(self._is_supported(m, poses, held) for m in below)


def _is_near(first: Sequence[float], second: Sequence[float], max_distance: float) -> bool:
    return dist(first[:2], second[:2]) <= max_distance


def _goal(seconds: int) -> str:
    unit = "second" if seconds == 1 else "seconds"
    return (
        "Stack the blocks with the mouse until one of them, no longer held, rests entirely above "
        f"the line for {seconds} {unit}."
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
