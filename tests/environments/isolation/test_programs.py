"""Third-party programs: files, network access and clean-up."""

import asyncio
import json
import os
import resource
import subprocess
import sys
import uuid
from pathlib import Path

import processes
import psutil
import pytest
from environments.isolation.conftest import until
from starlette.responses import PlainTextResponse

from webproctor.environments.isolation.programs import program

FETCH = """
import os, sys, urllib.request
try:
    print(urllib.request.urlopen(sys.argv[1], timeout=10).read().decode())
except OSError as error:
    print('failed', error)
"""


async def output_of(script: str, *arguments: str, **how) -> str:
    how = {"ports": (), "environment": {}} | how
    async with program([sys.executable, "-c", script, *arguments], **how) as process:
        out, stderr = await process.communicate()
    assert not stderr
    return out.decode().strip()


async def test_a_program_cancelled_while_it_starts_leaves_nothing_behind() -> None:
    mark = uuid.uuid4().hex

    async def run() -> None:
        command = ["/bin/sh", "-c", f"sleep 600 # {mark}"]
        async with program(command, ports=(), environment={}) as process:
            await process.wait()

    for delay in range(40):
        running = asyncio.create_task(run())
        await asyncio.sleep(delay / 2500)
        running.cancel()
        ended, _ = await asyncio.wait({running}, timeout=30)
        assert ended, f"after {delay / 2.5} ms, the program does not end"
    until(lambda: not processes.named(mark))


async def test_a_program_can_import_installed_packages(monkeypatch: pytest.MonkeyPatch):
    assert await output_of("import playwright, json; print('there')") == "there"


async def test_a_program_starts_if_the_user_has_no_home_folder(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)  # As in a container: no user has an entry.
    assert await output_of("print('there')") == "there"


async def test_a_program_can_read_the_files_in_its_command(tmp_path: Path):
    script = tmp_path / "agent.py"
    script.write_text("import os; print(os.listdir(os.path.dirname(__file__)))")
    (tmp_path / "run.json").write_text("{}")
    async with program([sys.executable, str(script)], ports=(), environment={}) as process:
        out, _ = await process.communicate()
    assert out.decode().strip() == "['agent.py']"


async def test_a_program_cannot_read_run_folders_or_the_source_of_the_project(tmp_path: Path):
    (tmp_path / "run.json").write_text("{}")
    source = Path(__file__).parents[3] / "src"
    places = [str(tmp_path), str(source), str(Path.home() / ".ssh"), "/root/.bashrc"]
    found = await output_of(f"import os; print([one for one in {places!r} if os.path.exists(one)])")
    assert found == "[]"


@pytest.mark.parametrize("prefix", ["home", "project"])
async def test_a_program_cannot_read_the_folder_that_has_its_bin_and_lib(
    prefix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / prefix
    for name in ("bin", "lib", "runs"):
        (folder / name).mkdir(parents=True)
    (folder / "runs" / "run.json").write_text("{}")
    (folder / "bin" / "agent").write_text(f"#!/bin/sh\nls {folder}\n")
    (folder / "bin" / "agent").chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "project" if prefix == "project" else "/")
    async with program([str(folder / "bin" / "agent")], ports=(), environment={}) as process:
        out, _ = await process.communicate()
    assert out.decode().split() == ["bin", "lib"]


async def test_a_program_of_the_system_can_be_named_by_any_of_its_paths():
    for shell in ("/bin/sh", "/usr/bin/sh"):
        async with program([shell, "-c", "echo there"], ports=(), environment={}) as process:
            assert await process.communicate() == (b"there\n", b"")


async def test_a_program_gets_only_the_given_environment_variables(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SECRET_KEY", "x")
    names = "import json, os; print(json.dumps(dict(os.environ)))"
    found = json.loads(await output_of(names, environment={"NAMED": "y"}))
    assert found["NAMED"] == "y"
    assert "SECRET_KEY" not in found


async def test_values_of_variables_are_not_in_the_command_of_a_process():
    value = uuid.uuid4().hex
    command = ["/bin/sh", "-c", "echo $KEY; sleep 600"]
    async with program(command, ports=(), environment={"KEY": value}) as process:
        assert process.stdout is not None
        assert (await process.stdout.readline()).decode().strip() == value
        assert not processes.named(value)


async def test_a_program_reaches_only_the_given_ports(site):
    site.pages["/"] = PlainTextResponse("hello")
    address = f"http://127.0.0.1:{site.port}/"
    assert await output_of(FETCH, address, ports=[site.port]) == "hello"
    assert (await output_of(FETCH, address)).startswith("failed")
    assert await output_of(FETCH, address, hosts=[f"127.0.0.1:{site.port}"]) == "hello"


async def test_the_addresses_of_the_connections_of_a_program_are_known_while_they_are_open(site):
    peers: set[tuple[str, int]] = set()
    seen: list[bool] = []

    class Page(PlainTextResponse):
        async def __call__(self, scope, receive, send) -> None:
            seen.append(tuple(scope["client"]) in peers)
            await super().__call__(scope, receive, send)

    site.pages["/"] = Page("hello")
    address = f"http://127.0.0.1:{site.port}/"
    assert await output_of(FETCH, address, ports=[site.port], peers=peers) == "hello"
    assert seen == [True]
    assert not peers


async def test_a_program_finds_its_own_machine_by_name():
    assert await output_of("import socket; print(socket.gethostbyname('localhost'))") == "127.0.0.1"


async def test_a_program_reaches_only_the_given_hosts(site):
    site.pages["/"] = PlainTextResponse("hello")
    # The script uses the proxy for loopback hosts too.
    script = "import os; os.environ.pop('NO_PROXY', None)\n" + FETCH
    allowed = f"http://localhost:{site.port}/"
    assert await output_of(script, allowed, hosts=["localhost"]) == "hello"
    other = f"http://127.0.0.1:{site.port}/"
    assert "403" in await output_of(script, other, hosts=["localhost"])


async def test_a_writable_folder_can_be_changed(tmp_path: Path):
    await output_of(f"open('{tmp_path}/new', 'w').write('x')", writable=[tmp_path])
    assert (tmp_path / "new").read_text() == "x"


async def test_a_program_has_limits_of_memory_files_and_processes():
    script = """
import json, resource as r, sys
print(json.dumps([r.getrlimit(getattr(r, f'RLIMIT_{name}')) for name in sys.argv[1:]]))
"""
    limits = {"CORE": 0, "DATA": 16 * 2**30, "FSIZE": 4 * 2**30, "NOFILE": 4096, "NPROC": 1024}
    for [soft, hard], (name, limit) in zip(
        json.loads(await output_of(script, *limits)), limits.items(), strict=True
    ):
        of_the_machine = resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[1]
        lower = of_the_machine != resource.RLIM_INFINITY and of_the_machine < limit
        assert soft == hard == (of_the_machine if lower else limit), name


@pytest.mark.skipif(os.getuid() == 0, reason="the kernel does not limit root's processes")
async def test_processes_of_a_program_are_limited():
    script = """
import os
count = 0
try:
    while count < 2000:
        if os.fork() == 0:
            import time; time.sleep(60); os._exit(0)
        count += 1
except OSError:
    pass
print(count < 1100)
"""
    assert await output_of(script) == "True"


def test_processes_of_a_program_end_when_the_harness_is_killed():
    child = "import time; time.sleep(600)"
    script = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}], \
start_new_session=True); time.sleep(600)"
    harness = f"""
import asyncio, sys
from webproctor.environments.isolation.programs import program
async def main():
    async with program([sys.executable, '-c', {script!r}], ports=(), environment={{}}):
        print('started', flush=True)
        await asyncio.sleep(600)
asyncio.run(main())
"""
    running = subprocess.Popen([sys.executable, "-c", harness], stdout=subprocess.PIPE)
    assert running.stdout is not None
    running.stdout.readline()
    process = psutil.Process(running.pid)
    until(lambda: sum("time.sleep(600)" in one for one in _scripts(process)) > 2)
    started = process.children(recursive=True)
    os.kill(running.pid, 9)
    running.wait()
    running.stdout.close()
    until(lambda: not any(one.is_running() and one.status() != "zombie" for one in started))


def _scripts(process: psutil.Process) -> list[str]:
    return [" ".join(one.cmdline()[-1:]) for one in process.children(recursive=True)]
