"""Training examples."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.core.errors import UserError
from webproctor.training import examples
from webproctor.training.examples import answers, pairs, trainable


def test_a_ranker_epoch_has_one_positive_and_five_negatives_per_step(
    dataset: Dataset,
) -> None:
    places = trainable(dataset)
    drawn = list(pairs(dataset, places, seed=1, epoch=0))
    assert Counter(one.label for one in drawn) == {1.0: 40, 0.0: 200}
    assert all(one.candidate.startswith("ancestors: ") for one in drawn)


def test_an_epoch_has_all_steps_of_a_data_set_that_is_not_shuffled_as_a_whole(
    dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examples, "_SHUFFLED_STEPS", 7)
    drawn = list(pairs(dataset, trainable(dataset), seed=1, epoch=0))
    assert Counter(one.label for one in drawn) == {1.0: 40, 0.0: 200}


def test_samples_depend_only_on_seed_and_epoch(dataset: Dataset) -> None:
    places = trainable(dataset)
    once = list(pairs(dataset, places, seed=1, epoch=0))
    assert list(pairs(dataset, places, seed=1, epoch=0)) == once
    assert list(pairs(dataset, places, seed=1, epoch=1)) != once
    assert list(pairs(dataset, places, seed=2, epoch=0)) != once


def test_four_of_five_predictor_groups_contain_a_positive(dataset: Dataset) -> None:
    drawn = list(answers(dataset, trainable(dataset), kind="multi-choice", seed=1, epoch=0))
    assert len(drawn) == 400
    assert all(len(one.question.options) == 5 for one in drawn)
    none = sum(one.target == "A." for one in drawn)
    assert 0.1 < none / len(drawn) < 0.3
    assert {one.target[2:] for one in drawn if one.target != "A."} == {"\nAction: CLICK\n"}


def test_generated_answers_contain_the_element(dataset: Dataset) -> None:
    drawn = list(answers(dataset, trainable(dataset), kind="generation", seed=1, epoch=0))
    assert {one.target.split()[0] for one in drawn} == {"Element:", "None"}


def test_with_scores_most_negatives_are_top_ranked_ones(
    dataset: Dataset,
) -> None:
    places = trainable(dataset)
    step = dataset.step("t0", "u0")
    hard = [one.id for one in step.negatives][:5]
    scores = {step.key: dict.fromkeys(hard, 1.0)}
    first = [place for place in places if place.demonstration.annotation_id == "t0"]

    def share(known: dict[str, dict[str, float]] | None) -> float:
        drawn = answers(
            dataset, first, kind="multi-choice", seed=1, epoch=0, scores=known, draws=200
        )
        ids = [place for one in drawn for place, _ in one.question.options]
        tree = step.page()
        wrong = [tree.attributes[place]["backend_node_id"] for place in ids]
        wrong = [one for one in wrong if one != step.positives[0].id]
        return sum(one in hard for one in wrong) / len(wrong)

    # Five of seven negatives are hard.
    assert share(None) == pytest.approx(5 / 7, abs=0.05)
    assert share(scores) > 0.85


@pytest.mark.parametrize("split", ["test_website", "test_task", "cross-website"])
def test_test_splits_cannot_be_trained_on(dataset: Dataset, split: str) -> None:
    with pytest.raises(UserError, match="is a test split"):
        trainable(dataset, split)


def test_the_default_is_all_splits_except_tests(dataset: Dataset) -> None:
    assert {place.demonstration.split for place in trainable(dataset)} == {"train"}


def _without_splits(dataset: Dataset) -> Dataset:
    """Remove the splits, as in a raw dump without the list of tasks."""
    for name, source in dataset._sources.items():
        demo = replace(source.demonstration, split="")
        dataset._sources[name] = replace(source, demonstration=demo)
    return dataset


def test_tasks_without_a_split_cannot_be_trained_on(dataset: Dataset) -> None:
    with pytest.raises(UserError, match=r'splits: none; .* set "split" to "train"'):
        trainable(_without_splits(dataset))


def test_an_unknown_split_is_a_user_error(dataset: Dataset) -> None:
    with pytest.raises(UserError, match="no steps to train on"):
        trainable(dataset, "trainer")


def _with_links(path: Path) -> Dataset:
    """Write a task whose page has the correct button, another button and eight links."""
    buttons = "".join(f'<button backend_node_id="{node}" title="b"/>' for node in (2, 3))
    links = "".join(f'<a backend_node_id="{node}" title="a"/>' for node in range(4, 12))

    def one(node: int) -> dict[str, str]:
        tag = "button" if node < 4 else "a"
        return {"tag": tag, "attributes": "{}", "backend_node_id": str(node)}

    action = {
        "action_uid": "u",
        "raw_html": "",
        "cleaned_html": f'<html backend_node_id="1">{buttons}{links}</html>',
        "operation": {"op": "CLICK", "value": "", "original_op": "CLICK"},
        "pos_candidates": [one(2)],
        "neg_candidates": [one(node) for node in range(3, 12)],
    }
    task = dict.fromkeys(("website", "domain", "subdomain", "confirmed_task"), "shop")
    task |= {"annotation_id": "t", "action_reprs": ["[button]  b -> CLICK"], "actions": [action]}
    path.mkdir()
    (path / "train_0.json").write_text(json.dumps([task]))
    return Dataset(path)


@pytest.mark.parametrize(
    ("similar_negatives", "least", "most"), [(0.0, 0, 0.3), (0.6, 0.5, 0.8), (1.0, 1, 1)]
)
def test_a_share_of_negatives_has_the_kind_of_the_positive(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    similar_negatives: float,
    least: float,
    most: float,
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    dataset = _with_links(tmp_path / "links")
    places = trainable(dataset)
    wrong = [
        one.candidate
        for epoch in range(40)
        for one in pairs(dataset, places, seed=1, epoch=epoch, similar_negatives=similar_negatives)
        if not one.label
    ]
    assert least <= sum("(button" in text for text in wrong) / len(wrong) <= most


def test_correct_candidates_of_a_step_without_others_are_not_labelled_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = _with_links(tmp_path / "links").path / "train_0.json"
    [task] = json.loads(file.read_text())
    task["actions"][0]["neg_candidates"] = []
    file.write_text(json.dumps([task]))
    dataset = Dataset(file.parent)
    drawn = pairs(dataset, trainable(dataset), seed=1, epoch=0)
    assert {one.label for one in drawn} == {1.0}


def test_positions_can_be_included_in_the_texts(dataset: Dataset) -> None:
    drawn = pairs(dataset, trainable(dataset), seed=1, epoch=0, positions=True)
    assert all(one.candidate.startswith("position: ") for one in drawn)


def test_scores_of_other_candidates_are_a_user_error(dataset: Dataset) -> None:
    scores = {"t0_u0": {"9001": 1.0, "9002": 0.5}}
    with pytest.raises(UserError, match="step t0_u0: 2 of the 2 ids in the scores file"):
        list(
            answers(
                dataset, trainable(dataset), kind="multi-choice", seed=1, epoch=0, scores=scores
            )
        )


def test_validation_splits_are_used_only_if_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = _with_links(tmp_path / "links").path
    (folder / "train_0.json").rename(folder / "Dev_0.json")
    with pytest.raises(UserError, match="validation splits only if chosen"):
        trainable(Dataset(folder))
    assert len(trainable(Dataset(folder), "Dev")) == 1
