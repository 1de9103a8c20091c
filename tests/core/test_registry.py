"""Tests of the registry of benchmarks and agents."""

from pathlib import Path
from typing import Annotated, Any

import pytest

from webproctor.agents import make_agent
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.benchmarks.turkingbench import TurkingBench
from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.core.registry import companion, factory, make, names, settings


def brew(
    water: str,
    *,
    cups: Annotated[int, "How many cups."],
    sugar: Annotated[bool, "Whether it is sweet."] = False,
    milk: float = 0.5,
) -> dict[str, Any]:
    """Make an agent; one setting is required."""
    return {"water": water, "cups": cups, "sugar": sugar, "milk": milk}


@pytest.fixture
def coffee(monkeypatch: pytest.MonkeyPatch) -> str:
    """Name of a registered agent whose factory is `brew`."""
    monkeypatch.setattr(registry, "factory", lambda kind, name: brew)
    return "coffee"


def test_what_is_built_in_is_registered():
    assert "turkingbench" in names("benchmarks")
    assert {"do-nothing", "oracle", "random", "replay"} <= set(names("agents"))


def test_names_are_sorted():
    assert names("agents") == sorted(names("agents"))


def test_an_unknown_name_is_answered_with_the_known_ones():
    message = r"^no agent 'orakle'\. Did you mean 'oracle'\? Available: .*oracle.*\.$"
    with pytest.raises(UserError, match=message):
        make("agents", "orakle", None)


def test_an_unknown_benchmark_is_called_one():
    with pytest.raises(
        UserError, match=r"^no benchmark 'turkinbench'\. Did you mean 'turkingbench'\? Available: "
    ):
        load_benchmark("turkinbench")


def test_settings_are_the_keyword_parameters_in_order():
    assert [(one.name, one.type) for one in settings(brew)] == [
        ("cups", int),
        ("sugar", bool),
        ("milk", float),
    ]


def test_a_setting_has_the_help_and_the_default_of_its_parameter():
    cups, sugar, milk = settings(brew)
    assert (cups.help, cups.required) == ("How many cups.", True)
    assert (sugar.help, sugar.required, sugar.default) == ("Whether it is sweet.", False, False)
    assert (milk.help, milk.default) == ("", 0.5)


@pytest.mark.parametrize("kind", ["benchmarks", "agents"])
def test_every_registered_setting_says_what_it_is_for(kind: registry.Kind):
    for name in names(kind):
        for setting in settings(factory(kind, name)):
            assert setting.help.endswith("."), (name, setting.name)


def test_what_is_not_set_has_its_default(coffee: str):
    made = make("agents", coffee, "hot", cups=2)
    assert made == {"water": "hot", "cups": 2, "sugar": False, "milk": 0.5}


def test_texts_become_what_the_setting_needs(coffee: str):
    made = make("agents", coffee, "hot", cups="2", sugar="true", milk="0.25")
    assert made == {"water": "hot", "cups": 2, "sugar": True, "milk": 0.25}


def test_an_unknown_setting_is_answered_with_the_known_ones(coffee: str):
    message = (
        r"^agent 'coffee' has no setting 'cup'\. Did you mean 'cups'\? "
        r"Available: cups, sugar, milk\.$"
    )
    with pytest.raises(UserError, match=message):
        make("agents", coffee, "hot", cup=2)


def test_an_agent_without_settings_says_so():
    message = r"^agent 'do-nothing' has no setting 'seed'\. It has no settings\.$"
    with pytest.raises(UserError, match=message):
        make_agent("do-nothing", load_benchmark("turkingbench"), seed=1)


def test_a_setting_that_must_be_given_is_named(coffee: str):
    with pytest.raises(UserError, match=r"^agent 'coffee', setting 'cups': Missing required"):
        make("agents", coffee, "hot")


def test_a_value_of_the_wrong_type_is_named(coffee: str):
    with pytest.raises(UserError, match=r"^agent 'coffee', setting 'cups': .*valid integer"):
        make("agents", coffee, "hot", cups="several")


def test_a_fault_of_the_factory_itself_passes():
    with pytest.raises(UserError, match=r"^instances 0: must be at least 1"):
        load_benchmark("turkingbench", instances=0)


def test_a_value_that_is_none_of_the_choices_is_refused_with_them():
    with pytest.raises(UserError, match="must be 'parity' or 'strict', not 'fair'"):
        load_benchmark("turkingbench", metric_variant="fair")


def test_a_benchmark_is_made_from_its_settings():
    benchmark = load_benchmark("turkingbench", task=["Map directions"], instances=2)
    assert isinstance(benchmark, TurkingBench)
    assert isinstance(benchmark, Benchmark)
    assert [task.id for task in benchmark.tasks()] == ["Map directions/0", "Map directions/1"]


def test_a_replay_needs_its_file():
    benchmark = load_benchmark("turkingbench")
    with pytest.raises(UserError, match="either --predictions or --recorded"):
        make_agent("replay", benchmark)
    with pytest.raises(UserError, match=r"nowhere\.json: cannot be read"):
        make_agent("replay", benchmark, predictions=Path("nowhere.json"))


def test_a_benchmarks_further_modules_are_found_beside_it():
    assert companion("turkingbench", "pages").__name__.endswith("turkingbench.pages")


def test_a_benchmark_without_such_a_module_says_so():
    with pytest.raises(UserError, match=r"^turkingbench has no module 'kitchen'\.$"):
        companion("turkingbench", "kitchen")


def test_a_module_of_an_unknown_benchmark_is_not_found():
    with pytest.raises(UserError, match="no benchmark 'turkinbench'"):
        companion("turkinbench", "pages")


def test_a_wrong_argument_by_position_is_named() -> None:
    with pytest.raises(UserError, match=r"setting 'model': Input should be an instance of Model"):
        make_agent("form", load_benchmark("turkingbench"), model=object())  # type: ignore[arg-type]


def test_a_parameter_that_is_not_given_keeps_its_default(tmp_path: Path) -> None:
    """Its place was taken by the next parameter."""
    (tmp_path / "own.py").write_text(
        "class made:\n"
        "    def __init__(self, model, flavour='plain', device=''):\n"
        "        self.told = model, flavour, device\n"
    )
    made = registry.create(
        "grounding_models", f"{tmp_path}/own.py:made", {}, ("told",), model="m", device="cuda"
    )
    assert made.told == ("m", "plain", "cuda")
