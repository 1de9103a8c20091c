"""No module imports anything that requires Linux."""

import subprocess
import sys

import pytest

from webproctor.environments.isolation import sandbox

# Imports all modules, which loads the libraries; then webproctor's own again as on macOS, without
# what only Linux has. Modules of extras that are not installed are left out.
IMPORT_ALL = """
import importlib, logging, os, pkgutil, select, signal, socket, sys, warnings
warnings.simplefilter("ignore")

def load():
    import webproctor
    found = [one.name for one in pkgutil.walk_packages(webproctor.__path__, "webproctor.")]
    return [imported(name) for name in found if not name.endswith("__main__")]

def imported(name):
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name not in ("ray", "torch", "transformers", "verifiers"):
            raise

load()
for name in [name for name in sys.modules if name.partition(".")[0] == "webproctor"]:
    del sys.modules[name]
sys.platform = "darwin"
for module, names in {
    os: "sched_getaffinity pidfd_open memfd_create eventfd splice getrandom O_PATH O_TMPFILE",
    select: "epoll EPOLLIN",
    signal: "pidfd_send_signal",
    socket: "AF_PACKET SO_PEERCRED SOCK_CLOEXEC SOCK_NONBLOCK MSG_CMSG_CLOEXEC",
}.items():
    for name in names.split():
        module.__dict__.pop(name, None)
print(len(load()))
"""


@pytest.mark.exhaustive
def test_every_module_can_be_imported_on_macos() -> None:
    command = [sys.executable, "-c", IMPORT_ALL]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 400


def test_sandboxes_require_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    assert sandbox.unavailable_reason.__wrapped__() == "sandboxes require Linux"
    assert sandbox.how_to_fix().startswith("run webproctor on Linux")
