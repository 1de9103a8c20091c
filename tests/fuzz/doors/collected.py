"""Lists of websites, seeds and tasks that collections read, and seeds that a model wrote."""

from pathlib import Path
from random import Random

from fuzz import mutation
from fuzz.door import Door, Files, of_files, of_texts

from webproctor.collect.task_list import read_tasks
from webproctor.collect.tools.propose.records import parse_records
from webproctor.collect.tools.propose.seeds import ListedSeed, listed_tasks

_RECORDS = (
    b'website,task\nBooks,"Buy a map, and a pen"\nTrains,Find a train\n',
    b'[{"website": "Books", "task": "Buy a map"}, {"website": "Trains", "task": "Ride"}]',
)
_TASKS = (
    b'[{"id": "1", "website": "Books", "url": "https://books.example", "task": "Buy a map"},'
    b' {"id": "2", "website": "Trains", "url": "", "task": "Ride", "domain": "Travel"}]'
)
_ANSWER = 'Here:\n1. Find a flight to Oslo\n2) **Rent a bicycle**\n- "Compare prices"\n\u2022 Buy\n'


def _list(random: Random) -> Files:
    return {"tasks.json": mutation.data(random, _TASKS, (_TASKS,))}


def _records(random: Random) -> bytes:
    return mutation.data(random, random.choice(_RECORDS), _RECORDS)


def _read_list(folder: Path) -> object:
    return read_tasks(folder / "tasks.json")


DOORS = [
    Door(
        "collected records",
        _records,
        lambda data: parse_records(data, "a.csv", ListedSeed),
        units=("Books,Buy\n", '"', ",", "\n", '"a"\n', " "),
        grown=lambda words: f"website,task\n{words}".encode(),
    ),
    Door("task lists", _list, of_files(_read_list)),
    Door(
        "tasks of a model",
        of_texts(_ANSWER),
        listed_tasks,
        units=("1. a\n", "1", "- ", "*", " ", '"', "1." + " ", "\n"),
        before=("", "1. "),
    ),
]
