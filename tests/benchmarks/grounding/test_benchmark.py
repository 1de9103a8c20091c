"""Tests of the grounding benchmark."""

import io
from pathlib import Path
from typing import Any

import pytest
from benchmarks.grounding.conftest import GOOD, Write
from PIL import Image

from webproctor.agents import make_agent
from webproctor.benchmarks.grounding.benchmark import Grounding, grounding
from webproctor.core.actions.web import Click, Wait
from webproctor.core.episodes import Episode, Step
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation
from webproctor.core.outcomes import EpisodeError
from webproctor.core.scores import Summary
from webproctor.methods.grounding.answers import Answer
from webproctor.methods.grounding.targets import Polygon, Rectangle, Target


def picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (100, 80)).save(out, "JPEG")
    return out.getvalue()


TARGETS = [
    Target("box", picture(), "x", (Rectangle(0, 0, 10, 10),), (("category", "web, text"),)),
    Target(
        "two",
        picture(),
        "x",
        (Rectangle(0, 0, 1, 1), Rectangle(50, 50, 5, 5)),
        (("category", "web, icon"),),
    ),
    Target(
        "area", picture(), "x", (Polygon(((0, 0), (90, 0), (0, 70))),), (("category", "web, icon"),)
    ),
    Target("none", picture(), "x", (), (("category", "web, icon"),)),
]


class Says:
    """An agent that always gives the same answer."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self.reads = frozenset({"screenshot"})

    async def act(self, observation: Observation) -> Step:
        assert observation.read("screenshot").startswith(b"\x89PNG")
        return self.step.model_copy(deep=True)


async def run(agent: Any) -> tuple[dict[str, float], Summary, list[Episode]]:
    benchmark = Grounding("made", TARGETS)
    results, episodes = [], []
    for task in benchmark.tasks():
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, agent)
        results.append((task, benchmark.score(task, episode)))
        episodes.append(episode)
    values = {task.id: score.value for task, score in results}
    return values, benchmark.summarise(results), episodes


async def test_a_point_in_any_region_is_a_hit_including_edges() -> None:
    values, _, _ = await run(Says(Step(actions=[Click(x=10, y=10)])))
    assert values == {"box": 1, "two": 0, "area": 1, "none": 0}
    values, _, _ = await run(Says(Step(actions=[Click(x=55, y=50)])))
    assert values == {"box": 0, "two": 1, "area": 0, "none": 0}


async def test_declining_is_correct_only_if_there_is_no_target() -> None:
    values, _, _ = await run(Says(Step(actions=[Wait()])))
    assert values == {"box": 0, "two": 0, "area": 0, "none": 1}


async def test_an_unreadable_answer_does_not_decline() -> None:
    noted = Answer(instruction="x", said="erm", unreadable=True).noted()
    values, summary, _ = await run(Says(Step(actions=[Wait()], notes=noted)))
    assert values["none"] == 0
    assert summary.figures["unreadable"] == 1


async def test_a_model_that_says_that_there_is_no_target_declines() -> None:
    noted = Answer(instruction="x", said="There is none.").noted()
    values, summary, _ = await run(Says(Step(actions=[Wait()], notes=noted)))
    assert values == {"box": 0, "two": 0, "area": 0, "none": 1}
    assert summary.figures["unreadable"] == 0
    # The last two columns: no point, unreadable.
    assert summary.tables[0].rows[0][-2:] == [3, 0]


@pytest.mark.parametrize(("point", "missed"), [([5, 5], []), ([50, 5], ["box"]), (None, ["box"])])
def test_every_outcome_but_a_hit_is_a_miss_for_error_analysis(
    point: list[int] | None, missed: list[str]
) -> None:
    benchmark = Grounding("made", TARGETS)
    task = benchmark.tasks()[0]
    episode = Episode(task=task.id, evidence={"points": {"box": point}})
    assert benchmark.score(task, episode).details["missed"] == missed


def test_a_task_has_the_first_of_several_groups_of_a_kind_as_its_tag() -> None:
    groups = ("category", "text"), ("category", "icon"), ("platform", "web")
    target = Target("box", picture(), "x", (Rectangle(0, 0, 10, 10),), groups)
    [task] = Grounding("made", [target]).tasks()
    assert task.tags == {"dataset": "made", "category": "text", "platform": "web"}


async def test_an_episode_without_an_answer_does_not_decline() -> None:
    values, _, _ = await run(Says(Step(done=True)))
    assert set(values.values()) == {0}


@pytest.mark.parametrize("void", [False, True])
async def test_an_errored_episode_does_not_decline(void: bool) -> None:
    benchmark = Grounding("made", TARGETS)
    [task] = [task for task in benchmark.tasks() if task.id == "none"]
    error = EpisodeError(cause="model", message="no answer", void=void)
    episode = Episode(task=task.id, error=error, evidence={"points": {"none": None}})
    score = benchmark.score(task, episode)
    assert score.value == 0
    assert benchmark.summarise([(task, score)]).figures["accuracy"] == 0


async def test_the_oracle_is_always_correct() -> None:
    benchmark = Grounding("made", TARGETS)
    values, summary, _ = await run(benchmark.oracle())
    assert set(values.values()) == {1}
    assert summary.figures["accuracy"] == 1


async def test_the_mean_of_categories_gives_each_the_same_weight() -> None:
    _, summary, _ = await run(Says(Step(actions=[Click(x=5, y=5)])))
    assert summary.figures["accuracy"] == 0.5
    assert summary.figures["mean of categories"] == pytest.approx((1 + 1 / 3) / 2)


async def test_metrics_are_listed_by_category_with_intervals() -> None:
    _, summary, _ = await run(Says(Step(actions=[Click(x=5, y=5)])))
    [table] = [table for table in summary.tables if table.title == "By category"]
    assert [row[:3] for row in table.rows] == [["web, icon", 3, 1 / 3], ["web, text", 1, 1.0]]
    rows: list[list[Any]] = [list(row) for row in table.rows]
    assert all(row[3] < row[2] <= row[4] for row in rows)


def test_the_condition_covers_the_instructions_and_regions_of_targets(write: Write) -> None:
    conditions = {
        str(
            grounding(
                dataset="screenspot", data=write("screenspot_web.json", [GOOD | more])
            ).condition
        )
        for more in ({}, {"instruction": "y"}, {"bbox": [1, 2, 3, 5]})
    }
    assert len(conditions) == 3


def test_a_limited_number_of_targets_is_spread_over_the_data_set() -> None:
    some = [task.id for task in grounding(targets=4).tasks()]
    every = [task.id for task in grounding().tasks()]
    assert some == [every[0], every[20], every[40], every[60]]
    assert [task.id for task in grounding(targets=1).tasks()] == every[:1]
    with pytest.raises(UserError, match="1 or more"):
        grounding(targets=0)


async def test_a_noisy_oracle_also_misses_refusals() -> None:
    benchmark = Grounding("made", TARGETS)
    values, _, _ = await run(make_agent("noisy-oracle", benchmark, error_rate=1.0))
    assert set(values.values()) == {0}


def test_stored_answers_in_fractions_are_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "answers.json").write_text('{"box": [0.05, 0.1], "none": null}')
    with pytest.raises(UserError, match=r"answers\.json: points must be in pixels"):
        Grounding("x", TARGETS).replay(tmp_path / "answers.json")


def test_stored_answers_that_are_not_an_object_are_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "answers.json").write_text("[[5, 5]]")
    with pytest.raises(UserError, match="must be a JSON object from target keys"):
        Grounding("x", TARGETS).replay(tmp_path / "answers.json")


def test_published_results_are_of_the_same_data_set() -> None:
    assert not grounding().published().rows
    assert len(Grounding("screenspot-v2", TARGETS).published().rows) == 5


def test_two_stored_answers_to_a_target_are_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "answers.json").write_text('{"box": [5, 5], "box": [9, 9]}')
    with pytest.raises(UserError, match=r"answers\.json: has several values of 'box'"):
        Grounding("x", TARGETS).replay(tmp_path / "answers.json")


def test_the_error_for_a_folder_without_data_names_the_data_set(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"--dataset realwebassist: .*no participant folders"):
        grounding(data=tmp_path)
