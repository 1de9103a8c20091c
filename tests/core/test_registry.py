"""Tests of the registry of benchmarks and agents."""

import sys
from pathlib import Path

import pytest

from webproctor.agents import make_agent
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.benchmarks.turkingbench import TurkingBench
from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.core.factories import settings
from webproctor.core.registry import companion, displayed, factory, make, names


def test_built_in_benchmarks_and_agents_are_registered():
    assert "turkingbench" in names("benchmarks")
    assert {"do-nothing", "oracle", "random", "replay"} <= set(names("agents"))


def test_an_installed_package_cannot_replace_something_included(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "other-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1\n")
    (package / "entry_points.txt").write_text(
        "[webproctor.benchmarks]\nmine = other:mine\nwebgames = other:fake\n"
    )
    # The entry points of later folders come last.
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    registered = registry._registered.__wrapped__("benchmarks")
    assert registered["mine"].value == "other:mine"
    assert registered["webgames"].value.startswith("webproctor.")


@pytest.mark.parametrize(
    ("name", "own_name", "expected"),
    [
        ("webgames", "webgames", "webgames"),
        ("/x/mine.py:Mine", "mine", "mine"),
        ("/x/mine.py:Mine", "webgames", "mine.py:Mine"),
    ],
)
def test_results_show_the_file_of_something_named_like_something_included(
    name: str, own_name: str, expected: str
) -> None:
    assert displayed("benchmarks", name, own_name) == expected


def test_names_are_sorted():
    assert names("agents") == sorted(names("agents"))


def test_the_error_for_an_unknown_name_lists_the_available_ones():
    message = r"^no agent 'orakle'\. Did you mean 'oracle'\? Available: .*oracle.*\.$"
    with pytest.raises(UserError, match=message):
        make("agents", "orakle", None)


def test_the_error_for_an_unknown_benchmark_suggests_a_similar_name():
    with pytest.raises(
        UserError, match=r"^no benchmark 'turkinbench'\. Did you mean 'turkingbench'\? Available: "
    ):
        load_benchmark("turkinbench")


def test_a_file_without_a_name_gets_an_error_that_shows_where_the_name_belongs():
    with pytest.raises(UserError, match=r"^agent 'mine\.py': .* a colon: mine\.py:NAME\.$"):
        make("agents", "mine.py", None)


@pytest.mark.parametrize("kind", ["benchmarks", "agents"])
def test_every_registered_setting_has_a_description(kind: registry.Kind):
    for name in names(kind):
        for setting in settings(factory(kind, name)):
            assert setting.help.endswith("."), (name, setting.name)


def test_the_error_for_an_agent_without_settings_says_that_it_has_none():
    message = r"^agent 'do-nothing' has no setting 'seed'\. It has no settings\.$"
    with pytest.raises(UserError, match=message):
        make_agent("do-nothing", load_benchmark("turkingbench"), seed=1)


def test_a_user_error_of_the_factory_is_raised_unchanged():
    with pytest.raises(UserError, match=r"^instances 0: must be at least 1"):
        load_benchmark("turkingbench", instances=0)


def test_the_error_for_an_invalid_choice_lists_the_choices():
    with pytest.raises(UserError, match="must be 'parity' or 'strict', not 'fair'"):
        load_benchmark("turkingbench", metric_variant="fair")


def test_a_benchmark_is_created_from_its_settings():
    benchmark = load_benchmark("turkingbench", task=["Map directions"], instances=2)
    assert isinstance(benchmark, TurkingBench)
    assert isinstance(benchmark, Benchmark)
    assert [task.id for task in benchmark.tasks()] == ["Map directions/0", "Map directions/1"]


def test_replay_requires_its_file():
    benchmark = load_benchmark("turkingbench")
    with pytest.raises(UserError, match="either --predictions or --recorded"):
        make_agent("replay", benchmark)
    with pytest.raises(UserError, match=r"nowhere\.json: cannot be read"):
        make_agent("replay", benchmark, predictions=Path("nowhere.json"))


def test_other_modules_of_a_benchmark_are_found_in_its_package():
    assert companion("turkingbench", "pages").__name__.endswith("turkingbench.pages")


def test_a_benchmark_without_such_a_module_is_a_user_error():
    with pytest.raises(UserError, match=r"^turkingbench has no module 'kitchen'\.$"):
        companion("turkingbench", "kitchen")


def test_a_module_of_an_unknown_benchmark_is_a_user_error():
    with pytest.raises(UserError, match="no benchmark 'turkinbench'"):
        companion("turkinbench", "pages")


def test_a_wrong_positional_argument_is_named_in_the_error() -> None:
    with pytest.raises(UserError, match=r"setting 'model': Input should be an instance of Model"):
        make_agent("form", load_benchmark("turkingbench"), model=object())  # type: ignore[arg-type]


def test_a_parameter_that_is_not_given_keeps_its_default(tmp_path: Path) -> None:
    """Earlier, the next parameter got its value."""
    (tmp_path / "own.py").write_text(
        "class made:\n"
        "    def __init__(self, model, flavour='plain', device=''):\n"
        "        self.values = model, flavour, device\n"
    )
    model = registry.create(
        "grounding_models", f"{tmp_path}/own.py:made", {}, ("values",), model="m", device="cuda"
    )
    assert model.values == ("m", "plain", "cuda")


def test_a_name_of_neither_a_function_nor_a_class_is_a_user_error(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("number = 5\n")
    message = r"own\.py:number': is neither a function nor a class\.$"
    with pytest.raises(UserError, match=message):
        make("agents", f"{tmp_path}/own.py:number", None)
    with pytest.raises(UserError, match=message):
        registry.create("rankers", f"{tmp_path}/own.py:number", {}, ())


def test_the_code_that_settings_name_is_found(tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (game / "game.py").touch()
    settings = {
        "games": [str(game), "date"],
        "recorder": {"name": "a/own.py:Recorder"},
        "limit": 5,
        "others": ("own.py", str(tmp_path), "not\0a path", "see own.py:Recorder for more"),
    }
    assert [*registry.code_files(settings)] == [game, Path("a/own.py")]


def test_a_short_name_has_no_file() -> None:
    assert registry.short("a/own.py:Mine") == "Mine"
    assert registry.short("webgames") == "webgames"


def test_files_in_settings_get_absolute_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(*, data: Path = Path(), name: str = "", names: tuple[str, ...] = ()) -> None: ...

    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    given = {"data": "data", "name": "data", "names": ("own.py:Mine", "data"), "limit": 5}
    assert registry.absolute(make, given) == {
        "data": tmp_path / "data",
        "name": "data",
        "names": [f"{tmp_path}/own.py:Mine", "data"],
        "limit": 5,
    }
    assert registry.absolute(make, {"data": "nowhere"}) == {"data": "nowhere"}
