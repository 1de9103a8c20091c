"""The repository's root, the real data beside it, and its scripts as modules."""

import importlib.util
import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("WEBPROCTOR_TEST_DATA") or ROOT.parent / "shared/data").resolve()
"""The folder with real data, which need not exist."""


def script(name: str) -> Any:
    """Return the module of `scripts/NAME.py`."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"scripts/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
