"""Run folders: their names, locks, logs and `run.json` when a run starts."""

import json
import logging
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from inspect_ai.log import read_eval_log, recover_eval_log, recoverable_eval_logs

from webproctor.benchmarks import Benchmark
from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.files.folders import make_folder
from webproctor.files.writing import write_atomically
from webproctor.harness.logs import read_results
from webproctor.run.episode_results import Key, Result
from webproctor.run.logs import forget_digest, read_logs, write_digests
from webproctor.run.provenance import Provenance, check_server, plain, provenance, read_run_json

Settings = Mapping[str, Any]
# Settings of the model that decide what it answers. The others may change when a run is resumed.
_ANSWER_SETTINGS = (
    *("temperature", "top_p", "seed", "max_tokens", "reasoning_effort", "reasoning_tokens"),
    *("generation", "fallback"),
)
_log = logging.getLogger(__name__)


def new_folder(benchmark: str, agent: str, under: Path = Path("runs")) -> Path:
    """Return a path for a new run folder that does not exist yet."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = f"{registry.short(benchmark)}-{registry.short(agent)}-{stamp}"
    candidates = (under / (f"{name}-{n}" if n else name) for n in range(10_000))
    return next(path for path in candidates if not path.exists())


def find_unfinished(
    benchmark: str,
    agent: str,
    settings: Settings,
    under: Path = Path("runs"),
    *,
    limit: int | None = None,
) -> Path:
    """Return the newest run folder with the same benchmark, agent, settings and limit of tasks.

    Raises:
        UserError: If there is no such folder.
    """
    names = {"benchmark": registry.located(benchmark), "agent": registry.located(agent)}
    factory = registry.factory("benchmarks", benchmark)
    requested = plain(registry.absolute(factory, settings))
    for path in sorted(
        under.glob("*/run.json"), key=lambda path: path.stat().st_mtime, reverse=True
    ):
        with suppress(UserError):  # Skip runs that cannot be read.
            about = read_run_json(path.parent)
            same = all(about[key] == value for key, value in names.items())
            same &= about["condition"].get("limit") == limit
            recorded = plain(registry.absolute(factory, about["settings"]))
            compared = {k: v for k, v in recorded.items() if k != "salt" or requested.get("salt")}
            if same and compared == {k: v for k, v in requested.items() if k != "salt" or v}:
                return path.parent
    raise UserError(
        f"{under}: no run of {benchmark!r} by {agent!r} with these settings to resume. "
        "Start a new run without --resume, or name the run's folder with --out."
    )


def prepare_folder(
    folder: Path,
    resume: bool,
    about: Mapping[str, Any],
    benchmark: Benchmark,
    get_provenance: Callable[[], Provenance] = provenance,
) -> Mapping[Key, Result]:
    """Write `run.json` of a new run, or read the results of a resumed run.

    Args:
        about: The content of `run.json`, without what `start_info` adds.
        get_provenance: Returns the versions and the machine of a new run.

    Raises:
        UserError: If a new run would replace another one, or a resumed run has other settings.
    """
    if resume:
        _check_settings(folder / "run.json", read_run_json(folder), about)
        make_folder(folder)
        recover_logs(folder)
        return read_results(folder, benchmark)
    if (folder / "run.json").exists():
        raise UserError(f"{folder}: the folder already contains a run. Add --resume to resume it.")
    make_folder(folder)
    write_run_json(folder, {**about, **start_info(get_provenance())})
    return {}


def _check_settings(path: Path, previous: Settings, about: Settings) -> None:
    """Check that a resumed run has the settings that it was started with.

    Args:
        path: The `run.json`, for errors.
        previous: Its content.
        about: The same of the resumed run.

    Raises:
        UserError: If a setting differs.
    """
    # Older versions did not record these parts of the condition.
    later_keys = ("version", "isolation", "inputs")
    missing_keys = {key for key in later_keys if key not in previous["condition"]}
    condition = {key: value for key, value in about["condition"].items() if key not in missing_keys}
    about = {**about, "condition": condition}
    compared_keys = ["benchmark", "agent", "agent_settings", "condition", "epochs"]
    if previous["record"] is not None:  # Older versions did not record it.
        compared_keys.append("record")
    models = [values.get("model") or {} for values in (previous, about)]
    # Older versions recorded fewer settings of the model.
    model_keys = [key for key in _ANSWER_SETTINGS if all(key in model for model in models)]
    before, after = (
        {key: values[key] for key in compared_keys}
        | {"model": model.get("name")}
        | {key: model[key] for key in model_keys}
        for values, model in zip((previous, about), models, strict=True)
    )
    differing = list(differences(before, after))
    if previous["selection"] not in (about["selection"], None) and not differing:
        differing = ["the tasks are different now"]
    if differing:
        raise UserError(
            f"{path}: {'; '.join(differing)}. Resume the run with its original settings."
        )
    check_server(path, previous, about)


def differences(before: Settings, after: Settings, label: str = "") -> Iterator[str]:
    """Say which values of a resumed run differ from its original ones.

    Args:
        label: What the values belong to, before their names.
    """
    for key in dict.fromkeys([*before, *after]):
        old, new = before.get(key), after.get(key)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            nested_label = "agent setting " if key == "agent_settings" else label
            yield from differences(cast(Settings, old), cast(Settings, new), nested_label)
        elif key not in before or key not in after or old != new:
            texts = (
                repr(values[key]) if key in values else "not set" for values in (before, after)
            )
            yield f"{label}{key} is {' there and '.join(texts)} now"


def recover_logs(folder: Path) -> None:
    """Complete the logs of a run that was killed, from the buffer in its folder.

    Raises:
        UserError: If a log is damaged.
    """
    for _ in read_logs(folder, _check_header):  # Inspect's own errors do not name the log.
        pass
    for log in recoverable_eval_logs(str(folder)):
        forget_digest(folder / Path(log.log.name).name)
        recover_eval_log(log.log.name, overwrite=True)
    write_digests(folder)  # The order of the logs, before another one is written.


def _check_header(log: Path) -> Iterator[None]:
    read_eval_log(str(log), header_only=True)
    yield


def start_info(provenance: Provenance) -> dict[str, Any]:
    """Return the time, the versions and the id of a new run, for its `run.json`.

    The id distinguishes runs that were started in the same second, so that a log of one is not
    accepted in another.
    """
    started = datetime.now(UTC).isoformat(timespec="seconds")
    return {**provenance, "started": started, "id": uuid.uuid4().hex}


def write_run_json(folder: Path, about: Mapping[str, Any]) -> None:
    """Write the `run.json` of a run; another process sees the whole file or none."""
    write_atomically(folder / "run.json", json.dumps(about, indent=2) + "\n")


def never_started(folder: Path) -> bool:
    """Whether a run was killed before it wrote anything that can be resumed."""
    return folder.is_dir() and not (folder / "run.json").exists() and not any(folder.glob("*.eval"))
