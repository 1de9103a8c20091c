"""The samples in the logs of a run, without what differs between two equal runs."""

import json
import zipfile
from collections.abc import Set
from pathlib import Path
from typing import Any

import inspect_ai  # noqa: F401 - reads the compression of its logs

# Times and ids of Inspect's, which differ between any two runs.
TIMES = frozenset(
    {
        *("id", "uuid", "span_id", "parent_id", "message_id", "timestamp", "working_start"),
        *("started_at", "completed_at", "completed", "total_time", "working_time"),
        *("seconds", "acting", "observing"),
    }
)


def samples(folder: Path, *, leaving_out: Set[str] = frozenset()) -> dict[str, str]:
    """Return the samples as text, by name; duplicate samples fail.

    Args:
        leaving_out: Further names of fields to leave out.
    """
    found: dict[str, str] = {}
    for log in folder.glob("*.eval"):
        with zipfile.ZipFile(log) as archive:
            for name in archive.namelist():
                if name.startswith("samples/"):
                    assert name not in found, f"{name} is logged twice"
                    sample = json.loads(archive.read(name))
                    kept = _without(sample, TIMES | leaving_out)
                    found[name] = json.dumps(kept, indent=1, sort_keys=True)
    return found


def _without(value: Any, names: Set[str]) -> Any:
    if isinstance(value, dict):
        return {key: _without(one, names) for key, one in value.items() if key not in names}
    if isinstance(value, list):
        return [_without(one, names) for one in value]
    return value
