"""Sandboxes: run programs in their own Linux namespaces, with bubblewrap.

A sandbox contains the system's programs, libraries and fonts, and the given files. It has no
access to home folders, to other processes, or to a network except its own loopback interface. Its
processes end with it, and it ends with the process that started it.
"""

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from webproctor.core.errors import UserError

IsolationChoice = Literal["auto", "none", "required"]
Isolation = Literal["namespaces", "none"]

_CHOICES: tuple[IsolationChoice, ...] = get_args(IsolationChoice)
MEBIBYTE = 2**20
_GATE = Path(__file__).with_name("gate.py")
_GATE_INSIDE = "/run/webproctor/gate.py"
# The only host name in a sandbox with its own network is `localhost`.
_HOSTS = Path(__file__).with_name("hosts")
# The user id of programs in a sandbox.
_USER = 1000
_SYSTEM = ("/usr", "/var/cache/fontconfig")
_LINKS = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = (
    *("alternatives", "ca-certificates", "chromium.d", "fonts", "gtk-3.0"),
    *("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "mime.types", "nsswitch.conf"),
    *("pki", "python3", "ssl", "timezone", "X11", "xdg"),
)
# Settings of the machine's kernel and devices, which programs of root could change. bubblewrap 0.8
# leaves them writable.
_MACHINE = ("acpi", "bus", "fs", "irq", "mtrr", "scsi", "sys", "sysrq-trigger")
# Private keys. The user who started the sandbox may be allowed to read them.
_PRIVATE = ("/etc/ssl/private", "/etc/pki/tls/private", "/etc/pki/CA/private")
_SYSTEM_SETTINGS = Path("/proc/sys")
# Settings that can forbid user namespaces: the value that does, and one that allows them.
_KERNEL_SETTINGS = {
    "kernel.apparmor_restrict_unprivileged_userns": ("1", "0"),
    "kernel.unprivileged_userns_clone": ("0", "1"),
    "user.max_user_namespaces": ("0", "10000"),
}
_KEPT = ("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ")
_choice: ContextVar[IsolationChoice] = ContextVar("isolation", default="auto")
# Folders that no program of the current run may read: the run's own has the salt of its puzzles.
hidden_folders: ContextVar[tuple[Path, ...]] = ContextVar("hidden_folders", default=())


def request(choice: str) -> None:
    """Set whether programs started from now on, in this context, run in a sandbox.

    Args:
        choice: `auto` (if available), `none`, or `required`.

    Raises:
        UserError: If it is required but not available, or if the value is invalid.
    """
    for valid in _CHOICES:
        if choice == valid:
            _choice.set(valid)
            isolation()
            return
    raise UserError(f"--isolation {choice!r}: choose from {', '.join(_CHOICES)}.")


def isolation() -> Isolation:
    """Return the isolation of programs that are started now.

    Raises:
        UserError: If isolation is required but not available.
    """
    choice = _choice.get()
    if choice == "none":
        return "none"
    missing = unavailable_reason()
    if missing is None:
        return "namespaces"
    if choice == "required":
        raise UserError(f"--isolation required: {missing}. To fix it: {how_to_fix()}.")
    return "none"


@functools.cache
def unavailable_reason() -> str | None:
    """Return the reason why this machine cannot run sandboxes; None if it can."""
    if sys.platform != "linux":
        return "sandboxes require Linux"
    program = shutil.which("bwrap")
    if program is None:
        return "bubblewrap is not installed"
    try:
        tried = subprocess.run(
            [*Sandbox().options(), "--", "/bin/true"],
            env=Sandbox().variables(),
            capture_output=True,
            text=True,
            check=False,
            timeout=20,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not start: {error}"
    if tried.returncode:
        said = tried.stderr.strip().splitlines()[-1:] or ["unknown reason"]
        return f"user namespaces are not allowed on this machine ({said[0]})"
    return None


def how_to_fix() -> str:
    """Return how to make sandboxes available on this machine, as part of a sentence."""
    if sys.platform != "linux":
        return "run webproctor on Linux; for containers, see docs/docker.md"
    if shutil.which("bwrap") is None:
        return "sudo apt-get install bubblewrap"
    for name, (forbidding, allowing) in _KERNEL_SETTINGS.items():
        setting = _SYSTEM_SETTINGS.joinpath(*name.split("."))
        if setting.is_file() and setting.read_text(encoding="ascii").strip() == forbidding:
            return f"sudo sysctl {name}={allowing}"
    return "allow user namespaces; for containers, see docs/docker.md"


@dataclass(frozen=True)
class Sandbox:
    """The settings of a sandbox.

    Attributes:
        readable: Readable files and folders, at their own paths.
        hidden: Folders that are empty in the sandbox if a readable folder contains them.
        placed: Readable files and folders at other paths, by path in the sandbox.
        writable: Writable folders, at their own paths.
        environment: Environment variables, in addition to a minimal environment.
        home: The home folder in the sandbox.
        scratch: Maximum size of temporary files, and of files in shared memory, in bytes each.
        network: Whether it uses the machine's network instead of its own.
        shared_memory: Whether it shares memory with programs outside, such as an X server.
    """

    readable: Sequence[Path] = ()
    hidden: Sequence[Path] = ()
    placed: Mapping[str, Path] = field(default_factory=dict)
    writable: Sequence[Path] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    home: str = "/tmp/home"
    scratch: int = 512 * MEBIBYTE
    network: bool = False
    shared_memory: bool = False

    def options(self) -> list[str]:
        """Return the command prefix that runs a program in the sandbox.

        The command must be started with `variables` as its whole environment: the program can read
        the environment of bubblewrap, which is in the sandbox too. Variables are not in the
        command, which all users of the machine can read.
        """
        command = [
            *(shutil.which("bwrap") or "bwrap", "--die-with-parent", "--new-session"),
            *("--unshare-user", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try"),
            *("--uid", str(_USER), "--gid", str(_USER), "--hostname", "webproctor"),
        ]
        if not self.network:
            command.append("--unshare-net")
        if not self.shared_memory:
            command.append("--unshare-ipc")
        for path in _SYSTEM:
            command += ["--ro-bind-try", path, path]
        for path in map(Path, _LINKS):
            if path.is_symlink():
                command += ["--symlink", str(path.readlink()), str(path)]
            elif path.exists():
                command += ["--ro-bind", str(path), str(path)]
        for name in _SETTINGS:
            command += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
        command += _empty(path for path in map(Path, _PRIVATE) if path.is_dir())
        if self.network:
            for path in ("/etc/hosts", "/etc/resolv.conf"):
                command += ["--ro-bind-try", path, path]
        else:
            command += ["--ro-bind", str(_HOSTS), "/etc/hosts"]
        command += ["--proc", "/proc", "--dev", "/dev"]
        command += ["--size", str(self.scratch), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
        for name in _MACHINE:
            command += ["--ro-bind-try", f"/proc/{name}", f"/proc/{name}"]
        command += ["--size", str(self.scratch), "--tmpfs", "/tmp", "--dir", self.home]
        for path in self.readable:
            command += ["--ro-bind", str(path), str(path)]
        command += _empty(self._hidden_paths())
        for inside, path in self.placed.items():
            command += ["--ro-bind", str(path), inside]
        for path in self.writable:
            command += ["--bind", str(path), str(path)]
        # Last, as the mounts create folders in it. The size of files there would not be limited.
        return [*command, "--remount-ro", "/"]

    def _hidden_paths(self) -> list[Path]:
        """Return the paths of the hidden folders in the readable ones."""
        return [
            readable / folder.resolve().relative_to(readable.resolve())
            for folder in self.hidden
            for readable in self.readable
            if folder.resolve().is_relative_to(readable.resolve()) and folder.is_dir()
        ]

    def gated(self, control: Path) -> list[str]:
        """Return the command prefix that runs a program in the sandbox through `gate.py`.

        Args:
            control: The Unix socket of the gate.
        """
        python = Path(sys.base_prefix)
        interpreter_files = () if python.is_relative_to("/usr") else (python,)
        inside = f"/run/webproctor/{control.name}"
        placed = {**self.placed, _GATE_INSIDE: _GATE, inside: control}
        sandbox = replace(self, readable=(*interpreter_files, *self.readable), placed=placed)
        interpreter = str(Path(sys._base_executable).resolve())  # type: ignore[attr-defined]
        return [*sandbox.options(), "--", interpreter, "-I", "-S", _GATE_INSIDE, inside]

    def variables(self) -> dict[str, str]:
        """Return the environment variables in the sandbox."""
        inherited = {name: os.environ[name] for name in _KEPT if name in os.environ}
        path = "/usr/local/bin:/usr/bin:/bin"
        minimal = {"LANG": "C.UTF-8", "PATH": path, "HOME": self.home, "USER": "user"}
        return minimal | inherited | {**self.environment}


def _empty(folders: Iterable[Path]) -> list[str]:
    """Return the options that make folders empty and read-only."""
    return [
        option for path in map(str, folders) for option in ("--tmpfs", path, "--remount-ro", path)
    ]
