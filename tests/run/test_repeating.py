"""The command that repeats a run is that of the run, without paths of the machine and secrets."""

import shlex
from typing import Any, Literal, get_args, get_origin

import click
import pytest

from webproctor.cli.options import SettingsCommand, agent_settings_of
from webproctor.cli.run import command
from webproctor.core import factories, registry
from webproctor.core.factories import Setting
from webproctor.run.provenance import plain
from webproctor.run.repeating import Repeat, repeat
from webproctor.run.results import PEOPLE

ABOUT: dict[str, Any] = {
    "benchmark": "realwebassist",
    "agent": "random",
    "settings": {},
    "agent_settings": {},
    "model": None,
    "epochs": 1,
    "condition": {},
}
MODEL: dict[str, Any] = {"name": "openai/gpt", "base_url": None, "retries": 5}


def repeated(**changes: Any) -> Repeat:
    found = repeat(ABOUT | changes)
    assert found is not None
    return found


def parsed(words: list[str]) -> dict[str, Any]:
    """Return the values of the options that `webproctor run BENCHMARK` reads."""
    group = click.Context(command)
    benchmark_command = command.get_command(group, words[2])
    return benchmark_command.make_context(words[2], words[3:], parent=group).params


def other_value(setting: Setting) -> Any:
    """Return a value of a setting that is not its default."""
    text = str(setting.type)
    if get_origin(setting.type) is Literal:
        return next(choice for choice in get_args(setting.type) if choice != setting.default)
    if text.startswith("tuple"):
        [kind, _] = get_args(setting.type)
        if get_origin(kind) is Literal:
            return list(get_args(kind))
        return [4, 5] if kind is int else ["4", "-5 'x'"]
    if setting.type is bool:
        return not setting.default
    return 7.5 if "float" in text else 7 if "int" in text else "$(it's) a name"


def test_snapshots_and_recordings_are_in_the_command() -> None:
    assert repeated(record="all,trace").words[-2:] == ["--record", "all,trace"]
    assert "--record" not in repeated(record="shown").words


def test_settings_with_default_values_are_not_in_the_command() -> None:
    found = repeated(settings={"participant": [2], "past": 0}, condition={"limit": 3}, epochs=2)
    assert shlex.join(found.words) == (
        "webproctor run realwebassist --agent random --participant 2 --limit 3 --epochs 2"
    )


@pytest.mark.parametrize("benchmark", registry.names("benchmarks"))
@pytest.mark.parametrize("agent", [name for name in registry.names("agents") if name != "mcp"])
def test_the_command_gives_every_setting_its_value(
    benchmark: str, agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No run has all settings: some have no effect with others.
    monkeypatch.setattr(SettingsCommand, "checked", False)
    of_benchmark = factories.settings(registry.factory("benchmarks", benchmark))
    of_agent = factories.settings(registry.factory("agents", agent))
    settings = {one.name: other_value(one) for one in of_benchmark}
    agent_settings = {one.name: other_value(one) for one in of_agent}
    found = repeated(
        benchmark=benchmark, agent=agent, settings=settings, agent_settings=agent_settings
    )
    options = parsed(shlex.split(shlex.join(found.words)))
    assert plain({one.name: options.pop(one.name) for one in of_benchmark}) == settings
    given = agent_settings_of(options)
    assert plain({name: given[name] for name in agent_settings}) == agent_settings


def test_the_command_has_the_model_and_its_requests() -> None:
    model = MODEL | {
        "base_url": "http://127.0.0.1:1/v1",
        "temperature": 0.5,
        "seed": 3,
        "timeout": None,
        "batch": True,
        "cache": True,
        "fallback": ["a/b", "c/d"],
        "arguments": {"responses_api": False, "tier": "7"},
        "generation": {"verbosity": "low"},
        "price": {"input": 1.25, "output": 10.0, "cached_input": 1.25, "source": "--price"},
    }
    options = parsed(repeated(model=model).words)
    assert (options["model"], options["base_url"]) == ("openai/gpt", "http://127.0.0.1:1/v1")
    assert (options["temperature"], options["model_seed"]) == (0.5, 3)
    assert (options["model_timeout"], options["batch"], options["cache"]) == (None, True, True)
    assert options["fallback"] == ("a/b", "c/d")
    assert options["model_args"] == ("responses_api=false", 'tier="7"')
    assert options["generate"] == ('verbosity="low"',)
    assert options["price"] == "1.25,10.0,1.25"


def test_the_command_requires_the_sandbox_of_the_run() -> None:
    for isolation, option in (("namespaces", "required"), ("none", "none")):
        words = repeated(condition={"isolation": isolation}).words
        assert words[-2:] == ["--isolation", option]


def test_only_settings_that_a_preset_does_not_give_are_in_the_command() -> None:
    found = repeated(
        benchmark="mind2web",
        agent="mindact",
        agent_settings={
            "predictor": "llm",
            "prompt_variant": "paper",
            "top_k": 50,
            "seed": 4,
        },
        condition={"preset": "paper (version 1), except seed"},
    )
    options = parsed(found.words)
    assert (options["preset"], options["seed"]) == ("paper", 4)
    assert "--prompt-variant" not in found.words


def test_files_are_named_without_their_folders() -> None:
    found = repeated(
        agent="/home/ann/my agents/agent.py:Mine",
        agent_settings={"depth": 3, "fast": True},
        settings={"data": "/home/ann/data/real", "transcripts": "said/clean.json"},
    )
    assert "/home" not in shlex.join(found.words)
    assert found.files == {"--agent": "agent.py:Mine", "--data": "real"}
    assert found.words[-7:] == [
        *("--data", "real", "--transcripts", "said/clean.json", "--depth", "3", "--fast"),
    ]


def test_options_with_a_secret_are_left_out() -> None:
    found = repeated(model=MODEL | {"base_url": "http://[redacted]@host/v1"})
    assert found.secrets == ["--base-url"]
    assert "--base-url" not in found.words


@pytest.mark.parametrize(
    "changes",
    [
        {"agent": "ClickFirst"},
        {"benchmark": "MyBenchmark"},
        {"model": {"name": "MyModel"}},
        {"agent": "mcp"},
        {"agent": "human", "condition": {PEOPLE: {}}},
    ],
)
def test_runs_of_people_clients_and_python_objects_have_no_command(changes: dict[str, Any]) -> None:
    assert repeat(ABOUT | changes) is None
