"""Tests of the built-in sample and the script that generates it."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from webproctor.agents import make_agent
from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset, Step
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.scores import Summary
from webproctor.environments.desktop import find_programs

SCRIPT = Path(__file__).parents[3] / "scripts/spoken_sample/make.py"
FRAME = 87  # Height of the browser's toolbar, in pixels.


@pytest.fixture(scope="module")
def sample() -> Dataset:
    return Dataset(SAMPLE)


async def summary(agent: str, **settings: Any) -> Summary:
    benchmark = realwebassist()
    results = []
    for task in benchmark.tasks():
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, make_agent(agent, benchmark, **settings))
        results.append((task, benchmark.score(task, episode)))
    return benchmark.summarise(results)


def test_the_sample_is_large_enough(sample: Dataset) -> None:
    scored = [step for step in sample.steps if step.scored]
    assert len(sample.sessions) >= 3
    assert len({step.task for step in scored}) >= 6
    assert len(scored) >= 60
    assert len(sample.steps) > len(scored)
    assert len({step.website for step in scored}) == 4


def test_every_box_is_within_its_screenshot(sample: Dataset) -> None:
    for step in sample.steps:
        width, height = Image.open(step.file).size
        assert (width, height) == (1280, 800)
        for box in step.boxes or ():
            left, top, right, bottom = box.corners
            assert 0 <= left < right <= width, step.key
            assert 0 <= top < bottom <= height, step.key


def test_some_targets_are_in_the_browser_window_frame(sample: Dataset) -> None:
    on_frame = [step for step in sample.steps if step.boxes and step.boxes[0].corners[3] <= FRAME]
    assert len(on_frame) >= 8


def test_some_instructions_have_several_steps_and_some_steps_have_several_boxes(
    sample: Dataset,
) -> None:
    assert sum(step.index_in_instruction > 0 for step in sample.steps) >= 10
    assert sum(len(step.boxes or ()) > 1 for step in sample.steps) >= 5


def test_every_participant_has_a_history(sample: Dataset) -> None:
    for number, steps in sample.sessions.items():
        assert [instruction for instruction, _ in sample.history(number)] == [
            one.instruction for one in steps
        ]
        assert all(done for _, done in sample.history(number))


async def test_the_oracle_is_always_correct() -> None:
    figures = (await summary("oracle")).figures
    assert set(figures.values()) == {1.0}


@pytest.mark.parametrize("agent", ["centre", "random"])
async def test_baselines_without_vision_score_near_zero(agent: str) -> None:
    figures = (await summary(agent)).figures
    assert figures["task success"] == 0
    assert figures["step accuracy"] < 0.1


@pytest.mark.parametrize("error_rate", [0.1, 0.25, 0.5])
async def test_a_noisy_oracle_misses_at_the_given_rate(error_rate: float) -> None:
    figures = (await summary("noisy-oracle", error_rate=error_rate, seed=3)).figures
    assert figures["step accuracy"] == 1 - error_rate


def boxes(step: Step) -> list[tuple[float, ...]]:
    return [box.corners for box in step.boxes or ()]


@pytest.mark.exhaustive
def test_the_script_reproduces_the_sample(sample: Dataset, tmp_path: Path) -> None:
    pytest.importorskip("soundfile")
    if shutil.which("flite") is None:
        pytest.skip("flite is not installed")
    try:
        find_programs()
    except UserError as error:
        pytest.skip(str(error))
    command = [sys.executable, str(SCRIPT), str(tmp_path), "--participant", "2"]
    subprocess.run(command, check=True, capture_output=True)
    again, kept = Dataset(tmp_path).sessions[2], sample.sessions[2]
    assert [step.instruction for step in again] == [step.instruction for step in kept]
    for one, other in zip(again, kept, strict=True):
        assert len(boxes(one)) == len(boxes(other))
        for box, like in zip(boxes(one), boxes(other), strict=True):
            # Other browser versions and fonts may shift the boxes slightly.
            assert box == pytest.approx(like, abs=12)
    assert len(list((tmp_path / "2/audio").iterdir())) == len(list((SAMPLE / "2/audio").iterdir()))
