"""Real pages for tests of `webproctor.core.dom`."""

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def mind2web(data: Path) -> Path:
    return data / "mind2web"


@pytest.fixture(scope="session")
def record(mind2web: Path) -> dict[str, Any]:
    """The recorded step of the snapshot."""
    path = mind2web / "reconstructed_train_record_7bda9645_step0.json"
    return json.loads(path.read_bytes())[0]["actions"][0]


@pytest.fixture(scope="session")
def snapshot(mind2web: Path) -> dict[str, Any]:
    path = mind2web / "reconstructed_dom_content_7bda9645_step0.json"
    return json.loads(path.read_bytes())[0]["before"]["dom"]
