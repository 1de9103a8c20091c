"""What collections read: lists, seeds that a model wrote, archives and labels of sessions."""

import io
import json
import zipfile
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from fuzz import mutation
from fuzz.target import Files, Target, of_files, of_texts
from PIL import Image

from webproctor.benchmarks.people import steps_of
from webproctor.benchmarks.turkingbench.people import parse_sent
from webproctor.collect.task_list import read_tasks
from webproctor.collect.tools.propose.records import parse_records
from webproctor.collect.tools.propose.seeds import ListedSeed, listed_tasks
from webproctor.collect.tools.session.files import wav
from webproctor.collect.tools.session.importing import unpack
from webproctor.collect.tools.session.settling import parse_label
from webproctor.collect.tools.session.tables import Step
from webproctor.collect.tools.session.timeline import parse
from webproctor.environments.browser.witness import Input
from webproctor.methods.speech.audio import RATE

_RECORDS = (
    b'website,task\nBooks,"Buy a map, and a pen"\nTrains,Find a train\n',
    b'[{"website": "Books", "task": "Buy a map"}, {"website": "Trains", "task": "Ride"}]',
)
_TASKS = (
    b'[{"id": "1", "website": "Books", "url": "https://books.example", "task": "Buy a map"},'
    b' {"id": "2", "website": "Trains", "url": "", "task": "Ride", "domain": "Travel"}]'
)
_ANSWER = 'Here:\n1. Find a flight to Oslo\n2) **Rent a bicycle**\n- "Compare prices"\n\u2022 Buy\n'


_TIMELINE = {
    "revision": 1,
    "instructions": [{"start": 0.5, "end": 2, "text": "Go", "task": "Fly", "website": "a.test"}],
    "steps": [{"id": 1, "action": "Clicked", "instruction": 0}, {"id": 2, "instruction": None}],
}
_LOG = [
    {"seconds": 0, "kind": "task", "text": "Fly"},
    {"seconds": 0.5, "picture": "images/1.png", "action": "Clicked"},
]
_FORM = json.dumps(
    {
        "fields": [
            {"name": "fruit", "type": "radio", "visible": True, "values": ["apple"]},
            {"name": "word", "type": "text", "visible": True, "values": ["window", None]},
        ],
        "inputs": [
            ["down", 10.5, 3, 4, "left", "a"], ["up", 11, 90, 4, "left", ""],
            ["key", 12, 0, 0, "w", ""], ["key", 13, 0, 0, "i", ""],
            ["wheel", 14, 1, 2, "0,-50", ""],
        ],
    }
).encode()  # fmt: skip
_BOXES = "[[1, 2, 30, 40.5], [0, 0, 100, 80]]"


@cache
def _recorded() -> Files:
    png = io.BytesIO()
    Image.new("RGB", (20, 10)).save(png, "PNG")
    sound = wav(np.arange(RATE, dtype="<i2"))
    log = json.dumps(_LOG).encode()
    return {"sound.wav": sound, "log.json": log, "images/1.png": png.getvalue()}


def _archive(random: Random) -> Files:
    """Return an archive with a damaged file, or a damaged archive."""
    inner = random.random() < 0.7
    files = mutation.files(random, _recorded()) if inner else _recorded()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return {"in.zip": out.getvalue() if inner else mutation.data(random, out.getvalue())}


def _read_archive(folder: Path) -> object:
    (folder / "out").mkdir()
    return unpack(folder / "in.zip", folder / "out")


def _list(random: Random) -> Files:
    return {"tasks.json": mutation.data(random, _TASKS, (_TASKS,))}


def _records(random: Random) -> bytes:
    return mutation.data(random, random.choice(_RECORDS), _RECORDS)


def _read_list(folder: Path) -> object:
    return read_tasks(folder / "tasks.json")


def _read_form(data: bytes) -> object:
    sent = parse_sent(data, ("fruit", "word"))
    return steps_of([Input.read(list(one), 0.0) for one in sent.inputs])


TARGETS = [
    Target(
        "collected records",
        _records,
        lambda data: parse_records(data, "a.csv", ListedSeed),
        units=("Books,Buy\n", '"', ",", "\n", '"a"\n', " "),
        grown=lambda words: f"website,task\n{words}".encode(),
    ),
    Target("task lists", _list, of_files(_read_list)),
    Target(
        "tasks of a model",
        of_texts(_ANSWER),
        listed_tasks,
        units=("1. a\n", "1", "- ", "*", " ", '"', "1." + " ", "\n"),
        before=("", "1. "),
    ),
    Target("archives of sessions", _archive, of_files(_read_archive)),
    Target("timelines", lambda random: mutation.plain(random, _TIMELINE), parse),
    Target("forms of people", lambda random: mutation.data(random, _FORM, (_FORM,)), _read_form),
    Target(
        "drawn boxes",
        of_texts(_BOXES),
        lambda text: parse_label(text, Step(width=100, height=80)),
        units=("[1, 2, 3, 4], ", "[", "1"),
        before=("[",),
    ),
]
