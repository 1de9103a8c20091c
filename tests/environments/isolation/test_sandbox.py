"""Sandboxes: files, environment, network, processes and clean-up."""

import asyncio
import ctypes
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from environments.isolation.conftest import Ran, Run, started, until
from starlette.responses import PlainTextResponse

from webproctor.core.errors import UserError
from webproctor.environments.isolation import Sandbox, SandboxGone, request, sandbox
from webproctor.environments.serving import serve

KEY = f"webproctor-test-{os.getpid()}"
ASK = """
import urllib.request
try:
    print(urllib.request.urlopen('http://127.0.0.1:{port}/', timeout=5).read().decode())
except OSError as error:
    print('failed')
"""


# Files


async def test_the_folder_for_temporary_files_can_have_a_long_path(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / ("x" * 120)
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    assert (await run("print('started')")).stdout == "started\n"


async def test_files_of_the_user_are_not_visible(run: Run, tmp_path: Path):
    (tmp_path / "secret").write_text("x")
    places = [str(Path.home()), str(tmp_path), str(Path(__file__).parents[3]), "/etc/passwd"]
    ran = await run(f"import os; print([os.path.exists(one) for one in {places!r}])")
    # The parent folders of the interpreter exist, without other content.
    [home, *others] = eval(ran.stdout)  # noqa: S307 A list of booleans.
    assert others == [False] * 3
    if home:
        ran = await run(f"import os; print(os.listdir({places[0]!r}))")
        assert set(eval(ran.stdout)) <= {*Path(sys.base_prefix).parts}  # noqa: S307


async def test_a_readable_folder_can_be_read_but_not_changed(run: Run, tmp_path: Path):
    (tmp_path / "notes").write_text("seen")
    script = f"print(open('{tmp_path}/notes').read()); open('{tmp_path}/new', 'w')"
    ran = await run(script, Sandbox(readable=[tmp_path]))
    assert ran.stdout == "seen\n"
    assert "Read-only file system" in ran.stderr
    assert not (tmp_path / "new").exists()


async def test_a_hidden_folder_is_empty_in_a_readable_one(run: Run, tmp_path: Path):
    hidden = tmp_path / "work" / "run"
    hidden.mkdir(parents=True)
    (hidden / "run.json").touch()
    (tmp_path / "link").symlink_to(tmp_path / "work")
    for readable in (tmp_path / "work", tmp_path / "link"):
        script = f"import os; print(os.listdir('{readable}'), os.listdir('{readable}/run'))"
        ran = await run(script, Sandbox(readable=[readable], hidden=[hidden]))
        assert ran.stdout == "['run'] []\n"


async def test_a_writable_folder_can_be_changed(run: Run, tmp_path: Path):
    ran = await run(f"open('{tmp_path}/new', 'w').write('x')", Sandbox(writable=[tmp_path]))
    assert (ran.status, (tmp_path / "new").read_text()) == (0, "x")


async def test_system_folders_cannot_be_changed(run: Run):
    ran = await run("open('/usr/bin/x', 'w')")
    assert "Read-only file system" in ran.stderr


async def test_settings_of_the_kernel_and_of_devices_cannot_be_changed(run: Run):
    script = """
import os
for setting in 'acpi', 'bus', 'fs', 'irq', 'mtrr', 'scsi', 'sys', 'sysrq-trigger':
    paths = [f'/proc/{setting}']
    for folder, _, names in os.walk(paths[0]):
        paths += [f'{folder}/{name}' for name in names]
    print(*(path for path in paths if os.access(path, os.W_OK)), sep='', end='')
"""
    assert (await run(script)).stdout == ""


async def test_temporary_files_are_limited_in_size(run: Run):
    script = "open('/tmp/big', 'wb').write(bytes(2 * 2**20))"
    ran = await run(script, Sandbox(scratch=2**20))
    assert "No space left" in ran.stderr


async def test_files_in_shared_memory_are_limited_in_size(run: Run):
    script = "open('/dev/shm/big', 'wb').write(bytes(2 * 2**20))"
    ran = await run(script, Sandbox(scratch=2**20))
    assert "No space left" in ran.stderr


@pytest.mark.parametrize("folder", ["/", "/dev", "/etc", "/run"])
async def test_files_elsewhere_cannot_be_written(folder: str, run: Run):
    assert "Read-only file system" in (await run(f"open('{folder}/x', 'w')")).stderr


async def test_folders_of_private_keys_are_empty(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sandbox, "_PRIVATE", ("/etc/ssl/certs",))
    assert (await run("import os; print(os.listdir('/etc/ssl/certs'))")).stdout == "[]\n"


async def test_processes_are_limited(run: Run, tmp_path: Path):
    script = f"""
import os, resource
try:
    os.truncate(os.open('{tmp_path}/big', os.O_CREAT | os.O_WRONLY), 5000)
except OSError as error:
    print(error.strerror)
print(resource.getrlimit(resource.RLIMIT_NOFILE))
"""
    limits = {"FSIZE": 4096, "NOFILE": 50}
    signals = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
    ran = await run(signals + script, Sandbox(writable=[tmp_path]), limits=limits)
    assert ran.stdout.splitlines() == ["File too large", "(50, 50)"]


# Environment


async def test_only_given_environment_variables_are_set(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SECRET_KEY", "x")
    sandbox = Sandbox(environment={"NAMED": "y"})
    ran = await run("import os; print(sorted(os.environ), os.environ['NAMED'])", sandbox)
    names, named = ran.stdout.rsplit(" ", 1)
    assert named == "y\n"
    assert set(eval(names)) <= {  # noqa: S307
        *("HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "NAMED", "PATH", "PWD", "TZ", "USER"),
    }


async def test_no_process_has_an_environment_of_the_harness(
    run: Run, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SECRET_KEY", "x")
    script = """
import glob
for path in glob.glob('/proc/[0-9]*/environ'):
    try:
        print('SECRET_KEY' in open(path).read())
    except PermissionError:
        pass
"""
    assert {*(await run(script)).stdout.split()} == {"False"}


async def test_keys_of_the_session_cannot_be_read(run: Run):
    keyctl, add_key = {"x86_64": (250, 248), "aarch64": (219, 217)}.get(os.uname().machine, (0, 0))
    if not keyctl:
        pytest.skip("the numbers of the system calls are unknown on this machine")
    search = f"ctypes.CDLL(None).syscall({keyctl}, 10, -3, b'user', b'{KEY}', 0)"

    async def ran() -> Ran:
        return await run(f"import ctypes; print({search})")

    def started() -> Ran:
        # The keyring belongs to this thread.
        libc = ctypes.CDLL(None)
        if libc.syscall(keyctl, 1, None) < 0:
            pytest.skip("this machine has no keyrings")
        assert libc.syscall(add_key, b"user", KEY.encode(), b"x", 1, -3) > 0
        assert eval(search) > 0  # noqa: S307
        return asyncio.run(ran())

    assert (await asyncio.to_thread(started)).stdout == "-1\n"


async def test_the_user_is_not_root(run: Run):
    assert (await run("import os; print(os.getuid())")).stdout != "0\n"


# Network


async def test_servers_of_the_machine_cannot_be_reached(run: Run, site):
    assert (await run(ASK.format(port=site.port))).stdout == "failed\n"


async def test_given_ports_can_be_reached(run: Run, site):
    site.pages["/"] = PlainTextResponse("hello" * 100_000)
    ran = await run(ASK.format(port=site.port), ports=[site.port])
    assert ran.stdout == "hello" * 100_000 + "\n"


async def test_open_connections_are_limited(run: Run, site):
    site.pages["/"] = PlainTextResponse("hello")
    script = f"""
import http.client
connections = []
def answer():
    connections.append(http.client.HTTPConnection('127.0.0.1', {site.port}))
    try:
        connections[-1].request('GET', '/')
        return connections[-1].getresponse().read().decode()
    except OSError:
        return 'closed'
print(answer(), answer(), answer())
connections[0].close()
while answer() == 'closed': pass
"""
    ran = await run(script, ports=[site.port], max_connections=2)
    assert (ran.stdout, ran.status) == ("hello hello closed\n", 0)


async def test_a_port_without_a_server_is_closed(run: Run):
    async def nothing(scope, receive, send) -> None: ...

    async with serve(nothing) as port:
        pass
    assert (await run(ASK.format(port=port), ports=[port])).stdout == "failed\n"


async def test_a_port_inside_is_reached_only_through_the_gate():
    script = """
import socket, sys
server = socket.create_server(('127.0.0.1', 4000))
print('ready', flush=True)
server.accept()[0].sendall(b'inside')
sys.stdin.read()
"""
    async with started(script) as (process, gate):
        assert process.stdout is not None
        assert await process.stdout.readline() == b"ready\n"
        with await gate.connect(4000) as connection:
            assert connection.recv(10) == b"inside"
        with pytest.raises(SandboxGone, match="no connection"):
            await gate.connect(4001)


async def test_connecting_to_an_ended_program_is_an_error():
    async with started("pass") as (process, gate):
        await process.wait()
        with pytest.raises(SandboxGone):
            await gate.connect(4000)


# Processes


NAMESPACES = ("ipc", "mnt", "net", "pid", "user", "uts")


def namespaces_of_the_harness() -> list[str]:
    return [str(Path(f"/proc/self/ns/{name}").readlink()) for name in NAMESPACES]


@pytest.mark.parametrize(
    ("sandbox", "shared"),
    [
        (Sandbox(), set[str]()),
        (Sandbox(network=True), {"net"}),
        (Sandbox(shared_memory=True), {"ipc"}),
    ],
)
async def test_a_program_shares_only_the_requested_namespaces(
    run: Run, sandbox: Sandbox, shared: set[str]
):
    script = f"import os; print(*(os.readlink('/proc/self/ns/' + name) for name in {NAMESPACES}))"
    inside = (await run(script, sandbox)).stdout.split()
    pairs = zip(NAMESPACES, inside, namespaces_of_the_harness(), strict=True)
    assert {name for name, one, other in pairs if one == other} == shared


async def test_a_program_has_a_session_without_the_terminal_of_the_harness(run: Run):
    assert (await run("import os; print(os.getsid(0) > 0)")).stdout == "True\n"


async def test_processes_of_the_machine_are_not_visible(run: Run):
    ran = await run("import os; print(len([one for one in os.listdir('/proc') if one.isdigit()]))")
    assert int(ran.stdout) <= 4


async def test_the_process_that_connects_to_the_harness_cannot_be_read_by_the_program(run: Run):
    script = """
import os
for pid in {*filter(str.isdigit, os.listdir('/proc'))} - {str(os.getpid())}:
    with open(f'/proc/{pid}/cmdline') as file:
        program, *arguments = file.read().split('\\0')
    if 'bwrap' not in program:
        try:
            print(open(f'/proc/{pid}/mem', 'rb'))
        except PermissionError:
            print('refused')
"""
    assert (await run(script)).stdout == "refused\n"


async def test_child_processes_end_with_the_program(run: Run, eventually):
    name = f"leftover-{os.getpid()}"
    script = f"""
import subprocess, sys
subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)', '{name}'],
    start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
"""
    assert (await run(script)).status == 0
    await eventually(lambda: not _running(name))


def test_a_program_ends_with_its_parent_process():
    name = f"orphan-{os.getpid()}"
    command = [*Sandbox().options(), "--", "sh", "-c", f"setsid sleep 600 & exec sleep 601; {name}"]
    parent = subprocess.Popen(
        [sys.executable, "-c", f"import subprocess; subprocess.run({command!r})"]
    )
    until(lambda: _running(name))
    ids = {one.pid for one in psutil.Process(parent.pid).children(recursive=True)}
    parent.kill()
    parent.wait()
    until(lambda: not any(psutil.pid_exists(one) for one in ids))


def _running(word: str) -> bool:
    for process in psutil.process_iter():
        try:
            if any(word in one for one in process.cmdline()):
                return True
        except psutil.Error:
            continue
    return False


# Availability


async def test_without_bubblewrap_the_error_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "")
    sandbox.unavailable_reason.cache_clear()
    try:
        assert sandbox.isolation() == "none"
        with pytest.raises(UserError, match=r"required: bubblewrap is not installed.*apt-get"):
            request("required")
    finally:
        request("auto")
        sandbox.unavailable_reason.cache_clear()
        monkeypatch.undo()


@pytest.mark.parametrize(
    ("setting", "value", "fix"),
    [
        ("kernel/apparmor_restrict_unprivileged_userns", "1", r"sudo sysctl kernel\.apparmor.*=0"),
        ("user/max_user_namespaces", "0", r"sudo sysctl user\.max_user_namespaces=10000"),
        ("user/max_user_namespaces", "1000", "allow user namespaces"),
    ],
)
async def test_without_user_namespaces_the_error_says_how_to_allow_them(
    setting: str, value: str, fix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / setting).parent.mkdir()
    (tmp_path / setting).write_text(f"{value}\n")
    monkeypatch.setattr(sandbox, "_SYSTEM_SETTINGS", tmp_path)
    monkeypatch.setattr(sandbox, "unavailable_reason", lambda: "user namespaces are not allowed")
    try:
        with pytest.raises(UserError, match=f"not allowed. To fix it: {fix}"):
            request("required")
    finally:
        request("auto")


async def test_isolation_can_be_disabled():
    request("none")
    try:
        assert sandbox.isolation() == "none"
    finally:
        request("auto")
    assert sandbox.isolation() == "namespaces"


def test_other_values_are_user_errors():
    with pytest.raises(UserError, match="choose from auto, none, required"):
        request("some")
