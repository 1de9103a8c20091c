"""Every kind of extension is loaded from a file or an installed package, and works."""

import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import webproctor
from webproctor import UserError
from webproctor.agents import make_agent
from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.grounding.datasets import read as read_targets
from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.scoring import summarise
from webproctor.core import registry
from webproctor.core.actions import action_set
from webproctor.core.dom import Tree
from webproctor.core.llm import Message, Reply, Tool
from webproctor.core.scores import Chart, Score
from webproctor.harness.folders import find_unfinished
from webproctor.methods.grounding.pointers import PointerSettings, make_pointer
from webproctor.methods.mindact.predictors import Conditions, Situation, predictor
from webproctor.methods.mindact.rankers import ranker
from webproctor.methods.speech.recognisers import recogniser
from webproctor.report.plots import chart_svg
from webproctor.testing import assert_passed, check_benchmark

OWN = """
from webproctor import PageBenchmark, Score, Task, Step
from webproctor.core.actions import ActionSet, web
from webproctor.methods.grounding.adapters import Adapter
from webproctor.methods.grounding.parsers import first_pair
from webproctor.methods.grounding.pointers import Prediction
from webproctor.methods.grounding.targets import Rectangle, Target
from webproctor.methods.mindact.answers import Choice
from webproctor.methods.mindact.predictors import PredictedChoice


class Benchmark(PageBenchmark):
    pages = {"/": "<p>17 + 25</p>"}

    def tasks(self):
        return [Task(id="sum", benchmark=self.name, instruction="Add the numbers.")]

    def score(self, task, episode):
        return Score(value=1.0)


class Agent:
    reads = frozenset()

    async def act(self, observation):
        return Step(actions=[], done=True)


ACTIONS = ActionSet("clicks", (web.Click, web.Wait))
ADAPTER = Adapter("mine", "Where is {instruction}?", first_pair, "thousandths")


class Pointer:
    def __init__(self, weights):
        self.weights = weights

    async def point(self, screenshot, instruction, history=()):
        return Prediction((1.0, 2.0), self.weights)


class Ranker:
    def __init__(self, setting):
        self.name = f"by length {setting}"

    def score(self, query, candidates):
        return [float(len(one)) for one in candidates]


class Predictor:
    name = "last"

    async def predict(self, situation):
        return PredictedChoice(Choice(situation.pool[-1], "CLICK"))


class Recogniser:
    name = "deaf"

    def transcribe(self, samples):
        return f"{len(samples)} samples"


def draw(out, chart):
    out.write(f"<svg><title>{chart.title}</title></svg>")


def targets(path, images):
    yield Target("one", path / "one.png", "the button", (Rectangle(0, 0, 9, 9),), {})
"""
POINTS = {
    "benchmarks": "Benchmark",
    "agents": "Agent",
    "action_sets": "ACTIONS",
    "grounding_models": "ADAPTER",
    "grounding_data_sets": "targets",
    "rankers": "Ranker",
    "predictors": "Predictor",
    "recognisers": "Recogniser",
    "chart_kinds": "draw",
}


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a folder's module `own_things` and game `own_game` an installed package."""
    about = folder / "own_things-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: own_things\nVersion: 1.0\n")
    points = {kind: f"own_things:{name}" for kind, name in POINTS.items()} | {"games": "own_game"}
    (about / "entry_points.txt").write_text(
        "".join(f"[webproctor.{kind}]\nmine = {place}\n" for kind, place in points.items())
    )
    monkeypatch.syspath_prepend(str(folder))
    registry._registered.cache_clear()


def forget() -> None:
    registry._registered.cache_clear()
    registry.factory.cache_clear()
    for name in [name for name in sys.modules if name.startswith("own_")]:
        del sys.modules[name]


@pytest.fixture(params=["file", "installed"])
def own(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    """Return a function that names an extension: in a file, or in an installed package."""
    path = tmp_path / "own_things.py"
    path.write_text(OWN)
    if request.param == "file":
        yield lambda name: f"{path}:{name}"
        return
    install(tmp_path, monkeypatch)
    yield lambda name: "mine"
    forget()


def test_a_custom_benchmark_and_a_custom_agent(own: Any) -> None:
    benchmark = load_benchmark(own("Benchmark"))
    assert [task.id for task in benchmark.tasks()] == ["sum"]
    assert type(make_agent(own("Agent"), benchmark)).__name__ == "Agent"


def test_a_custom_action_set(own: Any) -> None:
    actions = action_set(own("ACTIONS"))
    assert [tool["name"] for tool in actions.schema()] == ["click", "wait"]


class Says:
    async def generate(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, tool_choice: Any = "auto"
    ) -> Reply:
        return Reply("(500, 250)" if messages[-1].text == "Where is it?" else "")


async def test_a_custom_grounding_model(own: Any, tmp_path: Path) -> None:
    pointer = make_pointer(own("ADAPTER"), Says())
    assert (await pointer.point(_screenshot(), "it")).point == (100.0, 25.0)


def _screenshot() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (200, 100)).save(out, "PNG")
    return out.getvalue()


async def test_a_custom_grounding_model_that_is_not_a_language_model(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    pointer = make_pointer(
        f"{tmp_path}/own.py:Pointer", None, PointerSettings(weights="some weights")
    )
    assert (await pointer.point(b"", "it")).text == "some weights"


def test_a_custom_grounding_data_set(own: Any, tmp_path: Path) -> None:
    (tmp_path / "one.png").write_bytes(_screenshot())
    [target] = read_targets(own("targets"), tmp_path, None)
    assert target.instruction == "the button"


def test_a_custom_ranker_with_a_setting(own: Any) -> None:
    own_ranker = ranker(f"{own('Ranker')}:here")
    assert own_ranker.name == "by length here"
    assert own_ranker.score("", ["a", "abc"]) == [1.0, 3.0]


async def test_a_custom_predictor(own: Any) -> None:
    situation = Situation(Tree.__new__(Tree), "", [], [3, 7])
    prediction = await predictor(own("Predictor"), None, Conditions()).predict(situation)
    assert prediction.choice.element == 7


def test_a_custom_recogniser(own: Any) -> None:
    assert recogniser(own("Recogniser")).transcribe(np.zeros(3, np.float32)) == "3 samples"


def test_a_custom_chart_kind(own: Any) -> None:
    chart = Chart(title="Mine", kind=own("draw"), labels=["a"], series={"b": [1.0]})
    assert chart_svg(chart) == "<svg><title>Mine</title></svg>"


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: action_set("x"), r"no action set 'x'\. Available: computer, form, web; or path/f"),
        (lambda: make_pointer("x", None), "no grounding model 'x'. Available: aguvis, any"),
        (lambda: read_targets("x", None, None), "no grounding data set 'x'. Available: multimodal"),
        (lambda: ranker("x"), "no ranker 'x'. Available: bm25, cross-encoder, embeddings; or path"),
        (lambda: predictor("x", None, Conditions()), "no predictor 'x'. Available: generation"),
        (lambda: recogniser("x"), "no recogniser 'x'. Available: faster-whisper"),
        (
            lambda: chart_svg(Chart(title="", kind="x", labels=[], series={})),
            "no chart kind 'x'. Available: bars, heat, lines, radar; or path",
        ),
    ],
)
def test_the_error_for_an_unknown_name_lists_the_available_ones(make: Any, what: str) -> None:
    with pytest.raises(UserError, match=what):
        make()


def test_a_missing_method_is_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("class Mine:\n    name = 'mine'\nSECOND = 2\n")
    with pytest.raises(UserError, match="returned Mine, which has no 'score'"):
        ranker(f"{tmp_path}/own.py:Mine")
    with pytest.raises(UserError, match="neither a function nor a class"):
        recogniser(f"{tmp_path}/own.py:SECOND")
    with pytest.raises(UserError, match="must be an `ActionSet`, not int"):
        action_set(f"{tmp_path}/own.py:SECOND")


# Games

DATE = suite.GAMES / "date"
_RENAMED = {
    'family="date"': 'family="my-date"',
    '"dateeasy"': '"my-date-easy"',
    '"datehard"': '"my-date-hard"',
    '"date", "Today': '"my-date", "Today',
    'icon="📅"': 'icon="🦩"',
}


def write_game(folder: Path, *changes: tuple[str, str]) -> Path:
    """Copy the game `date` under the name `my-date`, with further changes to its `game.py`."""
    folder.mkdir()
    source = (DATE / "game.py").read_text(encoding="utf-8")
    for old, new in (*_RENAMED.items(), *changes):
        assert old in source
        source = source.replace(old, new)
    (folder / "game.py").write_text(source, encoding="utf-8")
    (folder / "page.js").write_bytes((DATE / "page.js").read_bytes())
    oracle = (DATE / "oracle.py").read_text(encoding="utf-8")
    # A module of a game imports another one by a relative import.
    (folder / "oracle.py").write_text(f"from .game import GAME\n{oracle}", encoding="utf-8")
    return folder


def test_a_game_is_added_to_the_suite(tmp_path: Path) -> None:
    benchmark = load_benchmark("webgames", game=[write_game(tmp_path / "any_name")])
    assert len(benchmark.tasks()) == 153
    assert list(benchmark.condition["added_games"]) == ["my-date"]
    assert benchmark.published().title.endswith("games that count in no category: my-date")
    assert "added_games" not in load_benchmark("webgames").condition
    assert len(suite.entries()) == 150


def test_a_game_is_selected_by_family_and_by_task(tmp_path: Path) -> None:
    game = [write_game(tmp_path / "game")]
    benchmark = load_benchmark("webgames", game=game, family=["my-date"], difficulty=["hard"])
    assert [task.id for task in benchmark.tasks()] == ["my-date-hard@0"]
    assert benchmark.published().rows == []
    benchmark = load_benchmark("webgames", game=game, task=["my-date", "date"])
    assert [task.id for task in benchmark.tasks()] == ["my-date@0", "date@0"]


def test_a_game_counts_in_the_success_rate_but_in_no_category(tmp_path: Path) -> None:
    entries = suite.with_added([write_game(tmp_path / "game")])
    tasks = WebGames([entries["maze/*"], entries["my-date"]]).tasks()
    lost = [(tasks[0], Score(value=1.0)), (tasks[1], Score(value=0.0))]
    figures = summarise(lost).figures
    assert figures["success"] == 0.5
    assert figures["average"] == 1.0
    assert set(summarise(lost[1:]).figures) == {"success"}


@pytest.mark.exhaustive
@pytest.mark.usefixtures("executable")
def test_a_game_follows_the_rules_of_benchmarks(tmp_path: Path) -> None:
    game = [write_game(tmp_path / "game")]
    settings = {"game": game, "family": ["my-date"], "clock": "virtual"}
    assert_passed(check_benchmark("webgames", settings=settings, sample=2))


def test_a_changed_game_changes_the_condition(tmp_path: Path) -> None:
    one = write_game(tmp_path / "one")
    other = write_game(tmp_path / "other", ("tries=5", "tries=6"))
    checksums = [load_benchmark("webgames", game=[path]).condition for path in (one, other)]
    assert checksums[0]["added_games"] != checksums[1]["added_games"]


def test_a_game_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_game(tmp_path / "own_game")
    (tmp_path / "own_things.py").write_text(OWN)
    install(tmp_path, monkeypatch)
    try:
        benchmark = load_benchmark("webgames", game=["mine"], family=["my-date"])
        assert isinstance(benchmark, WebGames)
        assert len(benchmark.tasks()) == 3
        make_agent("oracle", benchmark)
    finally:
        forget()


def test_a_game_can_be_run_resumed_and_read_in_any_folder(
    executable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_game(tmp_path / "game")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    settings = {"game": (Path("game"),), "task": ("my-date", "date"), "clock": "virtual"}
    run = webproctor.evaluate("webgames", "oracle", settings=settings)
    assert run.score == 1.0
    assert set(run.scores) == {"my-date@0", "date@0"}
    assert find_unfinished("webgames", "oracle", settings) == run.folder
    folder = run.folder.resolve()
    monkeypatch.chdir("elsewhere")
    assert webproctor.read_run(folder).score == 1.0
    settings["game"] = (tmp_path / "game",)
    again = webproctor.evaluate("webgames", "oracle", settings=settings, out=folder, resume=True)
    assert len(again.results) == 2
    assert "my-date" in (folder / "report.html").read_text(encoding="utf-8")


_FAULTS = {
    "argument": ("family=", "famly=", r"cannot be imported: line \d+: TypeError"),
    "syntax": ("GAME = Game(", "GAME = Game((", "cannot be imported: SyntaxError"),
    "exception": ("GAME =", "1 / 0\nGAME =", r"line \d+: ZeroDivisionError"),
    "no game": ("GAME =", "OTHER =", "must define GAME"),
    "odd family": ('family="my-date"', 'family="My date/.."', "family 'My date/..': use words"),
    "difficulty": ('family="my-date"', 'family="date-easy"', "family 'date-easy': use words"),
    "included": ('family="my-date"', 'family="maze"', "both games have the family 'maze'"),
    "id": ('"my-date-hard"', '"my-dates"', "'hard': must be a Variant with the id 'my-date-hard'"),
    "variant": (
        '"hard": V',
        '"harder": V',
        "must be a dict with some of the keys",
    ),
    "puzzle": ("return Puzzle(", "return Puzzl(", r"'easy' cannot be played: line \d+: NameError"),
}


@pytest.mark.parametrize("fault", _FAULTS)
def test_the_error_for_an_invalid_game_names_its_file(tmp_path: Path, fault: str) -> None:
    old, new, what = _FAULTS[fault]
    game = write_game(tmp_path / "game", (old, new))
    with pytest.raises(UserError, match=what) as raised:
        load_benchmark("webgames", game=[game])
    assert "game.py" in str(raised.value)


def test_the_error_for_a_missing_file_of_a_game_names_it(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"nowhere': not a folder with a game\.py"):
        load_benchmark("webgames", game=[tmp_path / "nowhere"])
    game = write_game(tmp_path / "game")
    (game / "oracle.py").unlink()
    with pytest.raises(UserError, match=r"oracle\.py: file not found\. Write an oracle"):
        make_agent("oracle", load_benchmark("webgames", game=[game]))
    (game / "page.js").unlink()
    with pytest.raises(UserError, match=r"page\.js: file not found\. Write the page"):
        load_benchmark("webgames", game=[game])


def test_the_error_for_two_games_of_one_family_names_both(tmp_path: Path) -> None:
    both = [write_game(tmp_path / "one"), write_game(tmp_path / "two")]
    with pytest.raises(UserError, match=r"two and .*one: both games have the family 'my-date'"):
        load_benchmark("webgames", game=both)
    assert len(load_benchmark("webgames", game=[both[0], both[0]]).tasks()) == 153
