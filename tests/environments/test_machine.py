"""The limits and usage of a process are read from system files."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from environments.machine_files import MB, Files

from webproctor.environments.machine import Machine, allow_open_files, cores


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def test_this_machine_has_cores_and_memory() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
    memory = Machine().memory()
    assert memory is not None
    assert 0 < memory.free <= memory.total


@pytest.mark.parametrize(
    ("path", "text", "count"),
    [
        ("cpu.max", "50000 100000\n", 0.5),
        ("pod/cpu.max", "25000 100000\n", 0.25),
        ("pod/job/cpu.max", "max 100000\n", 1),
    ],
)
def test_the_smallest_quota_of_the_control_groups_limits_the_cores(
    files: Files, path: str, text: str, count: float
) -> None:
    files.write(f"sys/fs/cgroup/{path}", text)
    assert files.machine.cores() == count


def test_a_quota_of_control_groups_version_1_limits_the_cores(files: Files) -> None:
    files.write("proc/self/cgroup", "3:cpu,cpuacct:/job\n")
    files.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "20000\n")
    files.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n")
    assert files.machine.cores() == 0.2
    files.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n")
    assert files.machine.cores() >= 1


def test_memory_is_counted_in_pages_of_the_size_of_this_machine(
    files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = tmp_path / f"proc/{os.getpid()}"
    (process / "smaps_rollup").unlink()  # As that of a process in a sandbox.
    (process / "statm").write_text("100 50 10 1 0 0 0\n")
    monkeypatch.setattr("resource.getpagesize", lambda: 65_536)
    usage = files.machine.usage()
    assert usage is not None
    assert usage.memory == 40 * 65_536


def test_without_control_groups_memory_is_that_of_the_machine(files: Files) -> None:
    memory = files.machine.memory()
    assert memory is not None
    assert (memory.total // MB, memory.free // MB) == (8000, 8000)


@pytest.mark.parametrize(
    ("group", "most", "used"),
    [
        ("0::/pod/job\n", "pod/memory.max", "pod/memory.current"),
        (
            "4:memory:/job\n",
            "memory/memory.limit_in_bytes",
            "memory/memory.usage_in_bytes",
        ),
    ],
)
def test_memory_is_that_of_the_container(files: Files, group: str, most: str, used: str) -> None:
    files.write("proc/self/cgroup", group)
    files.write(f"sys/fs/cgroup/{most}", f"{1000 * MB}\n")
    files.write(f"sys/fs/cgroup/{used}", f"{900 * MB}\n")
    # Pages of files that were not used recently are given up on demand.
    stat = str(Path(used).with_name("memory.stat"))
    files.write(f"sys/fs/cgroup/{stat}", f"anon 5\ninactive_file {300 * MB}\n")
    pressure = str(Path(used).with_name("memory.pressure"))
    files.write(f"sys/fs/cgroup/{pressure}", "some avg10=12.50 avg60=0 total=1\n")
    memory = files.machine.memory()
    assert memory is not None
    assert (memory.total, memory.free, memory.stalled) == (1000 * MB, 400 * MB, 0.125)


def test_usage_includes_descendant_processes(tmp_path: Path) -> None:
    allocated = "held = bytearray(80_000_000); print(sum(range(3_000_000)), flush=True); input()"
    before = Machine().usage()
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {allocated!r}])"
    with subprocess.Popen(
        [sys.executable, "-c", child], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        during = Machine().usage()
        process.stdin.write("\n")
    assert before is not None
    assert during is not None
    assert during.memory > before.memory + 80 * MB
    assert during.processor > before.processor


def test_systems_without_these_files_have_only_cores(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.cores() >= 1
    assert machine.memory() is None
    assert machine.usage() is None


def test_a_low_limit_of_open_files_is_raised() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, before[1]))
        allow_open_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(65_536, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_limit_of_open_files_that_cannot_be_raised_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(kind: int, limits: tuple[int, int]) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda kind: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    allow_open_files()
