"""CSV tables of submissions and passes."""

from functools import cache
from pathlib import Path
from random import Random

from fuzz import mutation
from fuzz.target import Files, Target, of_files
from repository import DATA

from webproctor.benchmarks.turkingbench.table import read_table
from webproctor.benchmarks.webgames.scoring import category_scores, read_pass_status

_BATCH = b'word,Answer.said,Answer.said,\none,yes,1,"a, ""b"""\ntwo,no,2.5,\ntwo,,nan,x\n'
_NUMBERS = b"a,b,c,a\r\n1,1.5,true,\r\n18446744073709551615,inf,False,NA\r\n-3,1e-400,TRUE,x\r\n"
_PASSES = b"game,one,two\ndate-easy,1,0\nmaze,0,1\nmaze-hard/*,1,1\nrobo-check,0,0\n"


@cache
def _passes() -> tuple[bytes, ...]:
    real = DATA / "webgames/pass_status.csv"
    return (_PASSES, *([real.read_bytes()] if real.is_file() else []))


def _batch(random: Random) -> Files:
    return {"a.csv": mutation.data(random, random.choice((_BATCH, _NUMBERS)), (_BATCH, _NUMBERS))}


def _table(folder: Path) -> object:
    return read_table(folder / "a.csv")


def _pass_table(random: Random) -> Files:
    return {"a.csv": mutation.data(random, random.choice(_passes()), _passes())}


def _scored(folder: Path) -> object:
    models = read_pass_status(folder / "a.csv")
    return [category_scores(passed, rule) for passed in models.values() for rule in ("published",)]


def _csv(words: str) -> Files:
    return {"a.csv": words.encode()}


TARGETS = [
    Target(
        "csv",
        _batch,
        of_files(_table),
        units=(
            "a,",
            ",",
            "a\n",
            "\n",
            '"',
            '"a",',
            '""',
            "1,",
            "1\n",
            "a.1,a,",
            "\r",
            " ",
            "9",
            "-",
        ),
        grown=lambda words: (
            _csv(f"a,a,b\n1,2,3\n{words}") if words[:1] in "1\r9- " else _csv(words)
        ),
    ),
    Target(
        "pass tables",
        _pass_table,
        of_files(_scored),
        units=("a,", ",", "maze,1,0\n", "\n", '"', "x", "-hard", "game,"),
        grown=lambda words: _csv(f"game,a,b\nmaze,1,0\n{words}"),
    ),
    Target(
        "columns of pass tables",
        _pass_table,
        of_files(_scored),
        units=("a,", "game,", "a\n"),
        grown=lambda words: _csv(f"game,{words}\nmaze,{words}\n"),
    ),
]
