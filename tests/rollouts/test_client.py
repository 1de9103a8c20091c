"""The client needs few packages, so that it can be installed beside a trainer."""

import json
import subprocess
import sys

NEEDED = {"lxml", "pydantic", "websockets"}
# What pydantic needs.
THEIRS = {"annotated_types", "pydantic_core", "typing_extensions", "typing_inspection"}
LOADED = """
import json, sys, webproctor.rollouts.adapters.trl
files = {name.partition(".")[0]: getattr(module, "__file__", None) or ""
    for name, module in sys.modules.items() if "." not in name}
print(json.dumps([name for name, file in files.items() if "site-packages" in file]))
"""


def test_the_client_loads_few_packages() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    loaded = {name for name in json.loads(done.stdout) if not name.startswith("_")}
    assert loaded - {"webproctor"} == NEEDED | THEIRS
