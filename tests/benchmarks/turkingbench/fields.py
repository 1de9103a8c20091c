"""Fields of a page with their values, for tests of scoring."""

from typing import Any

import pytest

from webproctor.benchmarks.turkingbench.scoring import VARIANTS

both = pytest.mark.parametrize("variant", VARIANTS)


def field(kind: str, *values: Any, name: str = "q", visible: bool = True) -> dict[str, Any]:
    return {"name": name, "type": kind, "visible": visible, "values": list(values)}
