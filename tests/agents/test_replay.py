"""Stored answers become runs with the same scores as `webproctor score` computes."""

import json
import random
from pathlib import Path

import pytest
from PIL import Image

import webproctor
from webproctor import UserError, load_benchmark, make_agent
from webproctor.benchmarks.grounding.benchmark import Grounding
from webproctor.benchmarks.mind2web.benchmark import SAMPLE, Mind2Web
from webproctor.benchmarks.mind2web.score import score as score_mind2web
from webproctor.benchmarks.realwebassist.dataset import SAMPLE as SPOKEN
from webproctor.benchmarks.realwebassist.score import score as score_realwebassist
from webproctor.run.provenance import read_run_json


def replayed(benchmark: str, answers: Path) -> webproctor.Run:
    return webproctor.evaluate(
        benchmark,
        "replay",
        agent_settings={"predictions": answers},
        out=answers.with_suffix(".run"),
        report=False,
    )


def test_mind2web_predictions_score_the_same(tmp_path: Path) -> None:
    benchmark = load_benchmark("mind2web")
    assert isinstance(benchmark, Mind2Web)
    draw, predictions = random.Random(1), []
    for demo in benchmark.demonstrations:
        for step in benchmark.dataset.steps(demo):
            right = [one.id for one in step.positives]
            wrong = [one.id for one in step.negatives]
            element = draw.choice([*right, draw.choice([*wrong, ""]), "no such element"])
            op = draw.choice([*[step.operation.op] * 3, "CLICK", "ENTER", ""])
            if element:
                predictions.append([step.key, element, f"{op} {step.operation.value}".strip()])
    path = tmp_path / "predictions.json"
    path.write_text(json.dumps(predictions))
    run = replayed("mind2web", path)
    _, machine = score_mind2web(SAMPLE, "all", path, None, 50)
    macro = json.loads(machine)["macro"]
    assert run.summary is not None
    assert run.summary.figures["step success rate"] == pytest.approx(macro["step_success_rate"])
    assert run.summary.figures["element accuracy"] == pytest.approx(macro["element_accuracy"])
    assert run.summary.figures["operation F1"] == pytest.approx(macro["operation_f1"])
    assert 0 < macro["step_success_rate"] < 1


def test_realwebassist_answers_score_the_same(tmp_path: Path) -> None:
    targets = load_benchmark("realwebassist").targets()  # type: ignore[attr-defined]
    answers = {
        key: list(target.regions[0].centre) if n % 3 else [0, "x"]
        for n, (key, target) in enumerate(targets.items())
        if n % 5
    }
    path = tmp_path / "answers.json"
    path.write_text(json.dumps(answers))
    run = replayed("realwebassist", path)
    overall = json.loads(score_realwebassist(SPOKEN, path, "code")[1])["overall"]
    assert run.summary is not None
    for figure, key in (("step accuracy", "step_accuracy"), ("progress", "progress")):
        assert run.summary.figures[figure] == pytest.approx(overall[key])
    assert 0 < overall["step_accuracy"] < 1


def test_grounding_answers_are_points_by_target_id(tmp_path: Path) -> None:
    benchmark = load_benchmark("grounding")
    assert isinstance(benchmark, Grounding)
    targets = list(benchmark.targets().values())
    right = {one.key: list(one.regions[0].centre) for one in targets[::2] if one.regions}
    path = tmp_path / "answers.json"
    path.write_text(json.dumps(right))
    run = replayed("grounding", path)
    assert run.score == pytest.approx(len(right) / len(targets))
    assert read_run_json(run.folder)["coverage"]["rows"] == [["all", len(targets), len(right)]]


@pytest.mark.parametrize(
    ("answers", "score"),
    [
        ({"1": None, "2": [9, 9]}, 0.5),
        ({"2": None}, 0.5),
        ({"1": "(5, 5)", "2": None}, 0.5),
        ({"1": [1, 2, 3], "2": None}, 0.5),
        ({"1": [5, 5], "2": [5, 5]}, 0),
        ({}, 0),
    ],
)
def test_only_null_declines_a_target(
    tmp_path: Path, answers: dict[str, object], score: float
) -> None:
    refusal = {"image_path": "a.png", "instruction": "go", "box_type": "refusal"}
    refusals = [refusal | {"id": id} for id in ("1", "2")]
    (tmp_path / "OSWorld-G.json").write_text(json.dumps(refusals))
    Image.new("RGB", (9, 9)).save(tmp_path / "a.png")
    (tmp_path / "answers.json").write_text(json.dumps(answers))
    run = webproctor.evaluate(
        "grounding",
        "replay",
        settings={"dataset": "osworld-g", "data": tmp_path},
        agent_settings={"predictions": tmp_path / "answers.json"},
        out=tmp_path / "run",
        report=False,
    )
    assert run.score == score


@pytest.mark.parametrize(
    ("benchmark", "answers"),
    [
        ("mind2web", [["no_such_step", "1", "CLICK"]]),
        ("realwebassist", {"1/none": [1, 1]}),
        ("grounding", {"none": [1, 1]}),
    ],
)
def test_predictions_for_other_steps_are_user_errors(
    tmp_path: Path, benchmark: str, answers: object
) -> None:
    path = tmp_path / "answers.json"
    path.write_text(json.dumps(answers))
    with pytest.raises(UserError, match="such as "):
        replayed(benchmark, path)


def test_passwords_of_games_cannot_be_replayed(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="webgames has no recorded answers"):
        replayed("webgames", tmp_path / "answers.json")


def test_an_epoch_of_stored_answers_is_a_user_error() -> None:
    benchmark = load_benchmark("mind2web")
    with pytest.raises(UserError, match="'epoch' has no effect without --recorded"):
        make_agent("replay", benchmark, None, predictions=Path("answers.json"), epoch=2)
