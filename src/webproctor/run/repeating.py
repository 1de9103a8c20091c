"""The command that repeats a run, from its `run.json`."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, NamedTuple

from webproctor.core import factories, registry
from webproctor.core.errors import UserError
from webproctor.core.factories import Setting
from webproctor.core.presets import Preset, find_preset
from webproctor.core.redaction import REDACTED
from webproctor.run.provenance import plain, settings_of
from webproctor.run.results import PEOPLE

# Options of the command for the entries of a model, and the values that they have by default.
_MODEL_OPTIONS = {
    "base_url": ("--base-url", None),
    "temperature": ("--temperature", None),
    "top_p": ("--top-p", None),
    "seed": ("--model-seed", None),
    "max_tokens": ("--max-tokens", None),
    "reasoning_effort": ("--reasoning-effort", None),
    "reasoning_tokens": ("--reasoning-tokens", None),
    "fallback": ("--fallback", []),
    "retries": ("--retries", 5),
    "cache": ("--cache", False),
    "batch": ("--batch", False),
    "budget": ("--budget", None),
}
_PAIRS = {"arguments": "-M", "generation": "--generate"}
_TIMEOUT = 600
_GIVEN_PRICE = "--price"
# Names of the command's other options: an agent's setting of the same name is `--agent-NAME`.
_TAKEN = frozenset(
    {
        *("agent", "preset", "limit", "epochs", "parallel", "workers", "out", "record"),
        *("isolation", "resume", "as_json", "model", "base_url", "model_args", "fallback"),
        *("temperature", "top_p", "model_seed", "max_tokens", "reasoning_effort"),
        *("reasoning_tokens", "generate", "model_timeout", "retries", "cache", "batch", "budget"),
        "price",
    }
)
_IN_FILE = re.compile(r".+\.py:\w+.*")
_PRESET = re.compile(r"(?P<name>.+) \(version \d+\)(, except .*)?")


@dataclass(frozen=True)
class Repeat:
    """The command that repeats a run.

    Attributes:
        words: The words of the command.
        files: Files and folders that are named without their path, by option.
        secrets: Options that were left out because their values contain a secret.
    """

    words: list[str]
    files: dict[str, str]
    secrets: list[str]


class _Option(NamedTuple):
    """An option of the command; a flag has no value."""

    flag: str
    value: str | None = None
    is_path: bool = False


def repeat(about: Mapping[str, Any]) -> Repeat | None:
    """Return the command that repeats a run.

    None if no command does: if people or an MCP client worked on the tasks, or if the benchmark,
    the agent or the model was a Python object or is not installed here.

    Args:
        about: The content of its `run.json`.
    """
    model = about.get("model") or {}
    if (
        PEOPLE in about["condition"]
        or about["agent"] == "mcp"
        or (model and "retries" not in model)
    ):
        return None
    try:
        setting_options = [*_setting_options(about)]
    except UserError:
        return None
    words, files, secrets = ["webproctor", "run"], dict[str, str](), list[str]()
    for flag, value, is_path in [
        _Option("", about["benchmark"], is_path=True),
        _Option("--agent", about["agent"], is_path=True),
        *setting_options,
        *_run_options(about),
        *_model_options(model),
    ]:
        text = value or ""
        if REDACTED in text:
            secrets.append(flag)
            continue
        if PurePath(text).is_absolute() and (is_path or _IN_FILE.fullmatch(text)):
            text = files[flag or "benchmark"] = PurePath(text).name
        if not flag or value is None:
            words.append(flag or text)
        else:  # A value that begins with a minus could be read as an option.
            words += [f"{flag}={text}"] if text.startswith("-") else [flag, text]
    return Repeat(words, files, secrets)


def _setting_options(about: Mapping[str, Any]) -> Iterator[_Option]:
    """Yield the options of all settings that do not have their defaults.

    Raises:
        UserError: If the benchmark, the agent or the preset is not registered.
    """
    benchmark, agent = about["benchmark"], about["agent"]
    preset = Preset(version=0, source="")
    agent_settings = [Setting(name, Any, None, "") for name in about["agent_settings"]]
    # An agent in a file is not imported: `run.json` could name any file.
    if not _IN_FILE.fullmatch(agent):
        agent_settings = factories.settings(registry.factory("agents", agent))
        if name := _preset_of(about):
            preset = find_preset(name, agent, benchmark)
    benchmark_settings = factories.settings(registry.factory("benchmarks", benchmark))
    taken = _TAKEN | {setting.name for setting in benchmark_settings}
    for setting in benchmark_settings:
        default = preset.benchmark.get(setting.name, setting.default)
        yield from _setting_option(setting, settings_of(about), default, setting.name)
    for setting in agent_settings:
        default = preset.agent.get(setting.name, setting.default)
        name = f"agent-{setting.name}" if setting.name in taken else setting.name
        yield from _setting_option(setting, about["agent_settings"], default, name)


def _setting_option(
    setting: Setting, values: Mapping[str, Any], default: Any, name: str
) -> Iterator[_Option]:
    value = values.get(setting.name)
    if value is None or (not setting.required and value == plain({name: default})[name]):
        return
    flag = f"--{name.replace('_', '-')}"
    if value is False:
        yield _Option(f"--{setting.opposite or f'no-{flag[2:]}'}")
    else:
        yield from _with_values(flag, value, is_path="Path" in str(setting.type))


def _with_values(flag: str, value: Any, *, is_path: bool = False) -> Iterator[_Option]:
    """Yield an option once for each of its values."""
    for one in value if isinstance(value, list) else [value]:
        yield _Option(flag) if one is True else _Option(flag, str(one), is_path)


def _preset_of(about: Mapping[str, Any]) -> str:
    """Return the name of the run's preset; "" if it has none."""
    return _PRESET.sub(r"\g<name>", about["condition"].get("preset", ""))


def _run_options(about: Mapping[str, Any]) -> Iterator[_Option]:
    condition = about["condition"]
    if preset := _preset_of(about):
        yield _Option("--preset", preset)
    if limit := condition.get("limit"):
        yield _Option("--limit", str(limit))
    if about["epochs"] > 1:
        yield _Option("--epochs", str(about["epochs"]))
    if (record := about.get("record") or "shown") != "shown":
        yield _Option("--record", record)
    if isolation := condition.get("isolation"):
        yield _Option("--isolation", "none" if isolation == "none" else "required")


def _model_options(model: Mapping[str, Any]) -> Iterator[_Option]:
    if not model:
        return
    yield _Option("--model", model["name"])
    for name, (flag, default) in _MODEL_OPTIONS.items():
        if (value := model.get(name, default)) != default:
            yield from _with_values(flag, value)
    for name, flag in _PAIRS.items():
        for key, value in model.get(name, {}).items():
            yield _Option(flag, f"{key}={json.dumps(value)}")
    timeout = model.get("timeout", _TIMEOUT)
    if timeout is not None and (timeout != _TIMEOUT or model.get("batch")):
        yield _Option("--model-timeout", str(timeout))
    price = model.get("price") or {}
    if price.get("source") == _GIVEN_PRICE:
        parts = (price[part] for part in ("input", "output", "cached_input"))
        yield _Option("--price", ",".join(map(str, parts)))
