"""Data sets: Mind2Web, grounding, TurkingBench, RealWebAssist, the published WebGames."""

import io
import json
import os
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from fuzz import mutation
from fuzz.target import Files, Target, of_files
from fuzz.targets.pages import SNAPSHOT
from PIL import Image

from webproctor.agents.grounder import read_plans
from webproctor.benchmarks.grounding.benchmark import Grounding, judge
from webproctor.benchmarks.grounding.datasets import read as read_targets
from webproctor.benchmarks.mind2web.audit import audit
from webproctor.benchmarks.mind2web.dataset import Dataset as Mind2Web
from webproctor.benchmarks.mind2web.predictions import (
    public_results,
    read_predictions,
    score_predictions,
)
from webproctor.benchmarks.mind2web.rank import step_scores
from webproctor.benchmarks.realwebassist.answers import evaluate, read_answers
from webproctor.benchmarks.realwebassist.data import check as check_realwebassist
from webproctor.benchmarks.realwebassist.dataset import Dataset as RealWebAssist
from webproctor.benchmarks.turkingbench.data import check as check_turkingbench
from webproctor.benchmarks.turkingbench.dataset import Dataset as TurkingBench
from webproctor.benchmarks.turkingbench.few_shot import read_examples
from webproctor.benchmarks.turkingbench.mirror.recorded import read as read_pictures
from webproctor.benchmarks.turkingbench.predictions import read_predictions as read_recorded
from webproctor.benchmarks.turkingbench.recording import named_files
from webproctor.benchmarks.turkingbench.selection import read_rows, select
from webproctor.benchmarks.webgames.original import read_dataset
from webproctor.benchmarks.webgames.scoring import family_of
from webproctor.methods.mindact.rankers import ranker
from webproctor.methods.speech import transcripts


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()


def _of(*folders: Callable[[], Files]) -> Callable[[Random], Files]:
    """Return a generator of folders with a fault."""
    return lambda random: mutation.files(random, random.choice(folders)())


_PAGE = (
    '<html backend_node_id="1"><body><a backend_node_id="2" title="Home"><text backend_node_id="3">'
    'Home</text></a><input backend_node_id="4" name="city"/></body></html>'
)


def _candidate(one: str, tag: str, **more: Any) -> dict[str, Any]:
    given = {"backend_node_id": one, "bounding_box_rect": f"0,{one}0,100,18", "class": "x"}
    return {"tag": tag, "attributes": json.dumps(given), "backend_node_id": one, **more}


def _action(uid: str) -> dict[str, Any]:
    return {
        "action_uid": uid,
        "raw_html": _PAGE.replace('id="2"', f'id="2" data_pw_testid_buckeye="{uid}"'),
        "cleaned_html": _PAGE,
        "operation": {"original_op": "TYPE", "value": "9:30", "op": "TYPE"},
        "pos_candidates": [_candidate("4", "input", is_original_target=True)],
        "neg_candidates": [_candidate("2", "a")],
    }


@cache
def _shard() -> Files:
    task = {
        "website": "site",
        "domain": "Travel",
        "subdomain": "Hotel",
        "annotation_id": "a1",
        "confirmed_task": "Do it",
        "action_reprs": ["[textbox]  city -> TYPE: 9:30", "[link]  Home -> CLICK"],
        "actions": [_action("u1"), _action("u2")],
    }
    scored = [["a1_u1", "4", "TYPE 9:30"], ["a1_u2", "2", "CLICK"]]
    return {"data/train_0.json": _json([task]), "said.json": _json(scored)}


@cache
def _dump() -> Files:
    dom = [{"action_uid": "uid", "before": {"dom": SNAPSHOT}}]
    task = {"annotation_id": "a1", "confirmed_task": "Do it", "website": "s", "domain": "d"}
    words = task | {"subdomain": "x", "action_reprs": ["[link]  Home -> CLICK"]}
    return {
        "data/task_meta.json": _json([{"annotation_id": "a1", "split": "train"}]),
        "data/tasks.json": _json([words]),
        "data/task/a1/processed/dom_content.json": _json(dom),
        "data/task/a1/processed/screenshot.json": _json(
            [{"action_uid": "uid", "before": {"screenshot": "AAAA"}}]
        ),
        "said.json": _json([["a1_uid", "4", "CLICK"]]),
    }


def _read_mind2web(folder: Path) -> object:
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    dataset = Mind2Web(folder / "data")
    audit(dataset)
    again = Mind2Web(folder / "data")  # With the existing index.
    demonstrations = again.demonstrations
    for demo in demonstrations:
        for number, step in enumerate(again.steps(demo)):
            step_scores(step, demo.task, demo.previous(number), ranker("bm25"))
    marks = score_predictions(again, demonstrations, read_predictions(folder / "said.json"))
    return json.dumps(public_results(demonstrations, marks))


@cache
def _png() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (64, 48), "white").save(out, "PNG")
    return out.getvalue()


_SPOT = {"img_filename": "a.png", "bbox": [0.1, 0.1, 0.5, 0.5], "instruction": "go", "id": "x1"}
_KINDS = {"data_type": "text", "platform": "web", "ui_type": "icon", "group": "Dev"}
_POLYGON = {"box_type": "polygon", "box_coordinates": [0, 0, 9, 0, 9, 9], "GUI_types": ["a", "b"]}
_BBOX = {"box_type": "bbox", "box_coordinates": [1, 2, 3, 4], "GUI_types": None}
_SHOWN = {"image_path": "a.png", "instruction": "go"}
_CSV = (
    b"id,image,instruction,recording_id,x1,y1,x2,y2\n1,a.png,go,r,1,2,3,4\n2,a.png,up,r,0,0,9,9\n"
)

_GROUNDING: dict[str, tuple[str, bytes]] = {
    "screenspot": ("screenspot_web.json", _json([_SPOT | _KINDS, _SPOT])),
    "screenspot-v2": ("screenspot_web_v2.json", _json([_SPOT | {"img_size": [64, 48]}, _SPOT])),
    "screenspot-pro": ("pro.json", _json([_SPOT | _KINDS, _SPOT | {"id": 7}])),
    "osworld-g": (
        "OSWorld-G.json",
        _json([_SHOWN | {"id": "1"} | _POLYGON, _SHOWN | {"id": "2"} | _BBOX]),
    ),
    "showdown-clicks": ("clicks.csv", _CSV),
}


def _grounding_folder(name: str) -> Files:
    file, content = _GROUNDING[name]
    return {f"{name}/{file}": content, f"{name}/a.png": _png()}


def _read_grounding(folder: Path) -> object:
    [there] = [one for one in folder.iterdir() if one.is_dir()] or [folder / "screenspot"]
    targets = read_targets(there.name, there, None)
    for target in targets:
        judge(target, (1.0, 2.0))
        for region in target.regions:
            assert len(region.centre) == 2, region
    return Grounding(there.name, targets).tasks()


_TEMPLATE = b"<p>Say yes to ${word}: <input name=said type=radio value=yes><select name=s><option>a"
_BATCH = b'word,Answer.said,Answer.s,WorkerId\none,yes,a,1\ntwo,"no, no",b,2\ntwo,,nan,3\n'
_EXAMPLES = [
    {
        "split": "train",
        "task": f"T{number}",
        "html": "<p>",
        "fields": [
            {
                "input_name": "q",
                "type": kind,
                "relevant_html": ["<p>"],
                "action_sequence": "self.actions.modify_text('q', 'x')",
                "action": {"name": "x"},
                "image": "a.png",
            }
        ],
    }
    for number, kind in enumerate(("checkbox", "checkbox", "radio", "checkbox"))
]
_RECORDED = [
    {"task_name": "Say it", "row_num": 0, "fields": [{"input_name": "said", "output": "x"}]},
    {"task": "Say it", "row": 1, "field": "said", "prediction": ["a", "b"]},
]


_PICTURES = {
    "files": {},
    "absent": {"https://x.test/a.gif": {"why": "the server answered 404", "tasks": ["Say it"]}},
}


@cache
def _turkingbench() -> Files:
    return {
        "tasks/Say it/template.html": _TEMPLATE,
        "tasks/Say it/batch.csv": _BATCH,
        "splits/evaluation_tasks_easy.txt": b"Say it\nOther\n",
        "splits/evaluation_tasks_hard.txt": b"Hard one\n",
        "splits/subjective_evaluation_tasks.txt": b"",
        "rows.json": _json({"Say it": [0, 1]}),
        "said.json": _json(_RECORDED),
        "pictures/manifest.json": _json(_PICTURES),
        "demonstrations.jsonl": b"\n".join(map(_json, _EXAMPLES)),
    }


def _read_turkingbench(folder: Path) -> object:
    dataset = TurkingBench(folder)
    names = dataset.names("test"), dataset.names("train"), dataset.absent()
    rows = read_rows(folder / "rows.json")
    for name, number in select(dataset, dataset.names("test"), rows=rows):
        dataset.task(name).page(number)
        dataset.task(name).gold(number)
    found = check_turkingbench(folder)
    read_recorded(folder / "said.json")
    named_files(dataset)
    read_pictures(folder / "pictures").find("https://x.test/a.gif?b=1")
    read_examples(folder, 3, "relevant")
    return json.dumps([names, found])


@cache
def _realwebassist() -> Files:
    step = {"instruction": "Go on", "task": "Buy", "website": "s", "final_image": "images/1.png"}
    box = {"x": 1, "y": 2.5, "width": 10, "height": 10}
    steps = [
        step | {"instruction_id": 1, "bounding_box": box},
        step | {"final_image": "images/2.png", "bounding_box": [box, box]},
        step | {"final_image": "images/2.png", "bounding_box": None},
    ]
    done = [{"instruction": "Go on", "extracted_action": "Clicked"} for _ in steps]
    return {
        "1/questions_with_task_updated.json": _json(steps),
        "1/extracted_actions_gt.json": _json(done),
        "1/images/1.png": _png(),
        "answers.json": _json({"1/1": [5, 6], "1/2": None}),
        "plans.json": _json({"1": {"1": "click"}, "1/2": "then"}),
        "heard.json": _json({"transcripts": {"1": {"1": "go", "2": "on"}}, "model": "x"}),
    }


def _read_realwebassist(folder: Path) -> object:
    heard = transcripts.read(folder / "heard.json")
    dataset = RealWebAssist(folder)
    found = check_realwebassist(folder)
    read_plans(folder / "plans.json")
    scores = evaluate(dataset, read_answers(folder / "answers.json", dataset), "paper")
    as_heard = RealWebAssist(folder, heard)
    spoken = as_heard.spoken(list(dataset.sessions)), as_heard.history(1, corrected=True)
    return json.dumps([found, scores, spoken])


_GAMES = [
    {"id": "maze/*", "title": "Maze", "description": "Walk", "password": "x", "difficulty": "hard"},
    {"id": "date", "title": "Date", "description": "Pick", "password": "y", "variant": "base"},
]


def _games() -> Files:
    return {"tasks.jsonl": b"\n".join(map(_json, _GAMES))}


def _read_games(folder: Path) -> object:
    records = read_dataset(folder / "tasks.jsonl")
    return [(family_of(one.id), one.path, one.variant.upper()) for one in records]


def _long_shard(words: str) -> Files:
    return _shard() | {"data/train_0.json": words.encode()}


def _long_page(words: str) -> Files:
    inner = json.dumps(words)[1:-1].encode()
    return _shard() | {"data/train_0.json": _shard()["data/train_0.json"].replace(b"Home<", inner)}


TARGETS = [
    Target(
        "mind2web",
        _of(_shard, _dump),
        of_files(_read_mind2web),
        units=("[", "{", '"', '"a",', "[{},", "\\", '{"actions":[{"action_uid":"a"}]},', " ", "1"),
        grown=_long_shard,
    ),
    Target(
        "mind2web pages",
        _of(_shard),
        of_files(_read_mind2web),
        units=(
            "<",
            "<a/>",
            "<a>",
            "&",
            "a ",
            ' data_pw_testid_buckeye="',
            " data_pw_testid_buckeye",
        ),
        grown=_long_page,
    ),
    Target(
        "grounding data",
        _of(*(partial(_grounding_folder, name) for name in _GROUNDING)),
        of_files(_read_grounding),
        units=("[", "{", '"', "[{},", " ", "1"),
        grown=lambda words: {"screenspot-pro/a.json": words.encode()},
    ),
    Target(
        "turkingbench",
        _of(_turkingbench),
        of_files(_read_turkingbench),
        units=("${word}", "${", "$", "<a ", "<input name=a>", "a\n"),
        grown=lambda words: _turkingbench() | {"tasks/Say it/template.html": words.encode()},
    ),
    Target(
        "realwebassist",
        _of(_realwebassist),
        of_files(_read_realwebassist),
        units=("[", "{", '"', "[{},", " ", "1"),
        grown=lambda words: (
            _realwebassist() | {"1/questions_with_task_updated.json": words.encode()}
        ),
    ),
    Target(
        "published games",
        _of(_games),
        of_files(_read_games),
        units=("{}\n", "\n", "[", '{"a":', '"'),
        grown=lambda words: {"tasks.jsonl": words.encode()},
    ),
]
