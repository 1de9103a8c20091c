"""The wheel, the version and the container image."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

import webproctor

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
# Kinds of files that are not Python and that the package reads.
ASSETS = {"css", "csv", "flac", "html", "js", "json", "png", "txt", "typed", "woff", "woff2", "xml"}


def uv(*arguments: object, **settings: str) -> str | None:
    """Run uv, first without the network; return the last line of its error if it fails."""
    program = shutil.which("uv", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if program is None:
        pytest.skip("uv is not installed")
    done = None
    for offline in (["--offline"], []):
        command = [program, *map(str, arguments), "--quiet", *offline]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return None
        if settings.get("network") == "none":
            break
    assert done is not None
    return (done.stderr.strip().splitlines() or ["no reason given"])[-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    if error := uv("build", "--wheel", "--out-dir", folder, ROOT, network="none"):
        pytest.skip(f"the wheel cannot be built without the network: {error}")
    [built] = folder.glob("*.whl")
    return built


def read(wheel: Path, ending: str) -> str:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(ending)]
        return archive.read(name).decode()


def test_the_wheel_contains_every_tracked_file(wheel: Path) -> None:
    try:
        command = ["git", "-C", str(ROOT), "ls-files", "-z", "src/webproctor"]
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"not a git checkout: {error}")
    tracked = {
        name.removeprefix("src/") for name in listed.split("\0") if name and (ROOT / name).exists()
    }
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    assert tracked - packed == set()
    assert {Path(name).suffix[1:] for name in packed} >= ASSETS
    assert [name for name in packed if "__pycache__" in name] == []


def test_the_version_is_defined_in_one_place(wheel: Path) -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert "version" not in PROJECT["project"]
    assert message_from_string(read(wheel, "METADATA"))["Version"] == webproctor.__version__


def test_the_version_is_available_without_installation() -> None:
    script = (
        "import importlib.metadata as metadata\n"
        "def version(name): raise metadata.PackageNotFoundError(name)\n"
        "metadata.version = version\n"
        "import webproctor; print(webproctor.__version__)"
    )
    command, source = [sys.executable, "-c", script], {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        command, env=os.environ | source, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == webproctor.__version__


def test_the_wheel_registers_the_declared_entry_points(wheel: Path) -> None:
    declared = PROJECT["project"]["entry-points"]
    packed = read(wheel, "entry_points.txt")
    for group, points in declared.items():
        assert f"[{group}]" in packed
        for name, target in points.items():
            assert f"{name} = {target}" in packed


@pytest.mark.exhaustive
@pytest.mark.usefixtures("executable")
def test_the_wheel_runs_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    python = tmp_path / "environment/bin/python"
    lock = ROOT / "requirements.lock"
    for command in (
        ("venv", "--python", sys.executable, python.parents[1]),
        ("pip", "install", "--python", python, "--constraint", lock, wheel),
    ):
        if error := uv(*command):
            pytest.skip(f"the environment cannot be made: {error}")
    folder = tmp_path / "empty"
    folder.mkdir()
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}

    def call(program: str, *arguments: str) -> str:
        command = [str(python.parent / program), *arguments]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    script = "import webproctor; print(webproctor.__file__, webproctor.__version__)"
    file, version = call("python", "-c", script).rsplit(maxsplit=1)
    assert Path(file).is_relative_to(python.parents[1])
    assert version == webproctor.__version__
    for run in (
        ["webgames", "--task", "date", "--clock", "virtual"],
        ["turkingbench", "--instances", "1"],
    ):
        summary = json.loads(call("webproctor", "run", *run, "--agent", "oracle", "--json"))
        assert summary["complete"]
        assert summary["figures"][summary["headline"]] == 1.0
        assert (folder / summary["report"]).is_file()


# The container image


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile, with continued lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n", " ", re.sub(r"(?m)^\s*#.*\n", "", text)).splitlines()
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines if line)]


def test_make_says_which_python_is_needed_before_it_creates_an_environment(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path)
    older = tmp_path / "python3.10"
    code = "import sys; sys.version_info = (3, 10, 12); exec(sys.argv[1])"
    older.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{code}" "$2"\n')
    older.chmod(0o755)
    command = ["make", "setup", f"PYTHON={older}"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "needs Python 3.11 or later, and this is 3.10. Remove .venv if it exists" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_the_image_has_a_pinned_base() -> None:
    bases = [rest for name, rest in instructions() if name == "FROM"]
    assert bases
    for base in bases:
        assert re.fullmatch(r"[\w./-]+:\d[\w.-]*-[\w.-]+", base), f"{base}: name the release"


def test_the_image_contains_no_package_lists_or_recommended_packages() -> None:
    installing = [rest for name, rest in instructions() if name == "RUN" and "apt-get" in rest]
    assert installing
    for command in installing:
        assert command.index("apt-get update") < command.index("apt-get install")
        assert "--no-install-recommends" in command
        assert command.rstrip().endswith("rm -rf /var/lib/apt/lists/*")


def test_the_image_does_not_run_as_root_and_starts_the_program_directly() -> None:
    names = [name for name, _ in instructions()]
    values = dict(instructions())
    assert values["USER"] not in ("root", "0")
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert json.loads(values["ENTRYPOINT"]) == ["webproctor"]
    assert isinstance(json.loads(values["CMD"]), list)


def test_the_image_contains_what_the_build_requires() -> None:
    allowed = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert allowed[0] == "*"
    copied = [word for name, rest in instructions() if name == "COPY" for word in rest.split()[:-1]]
    for path in copied:
        assert f"!{path}" in allowed
        assert (ROOT / path).exists()
    project = PROJECT["project"]
    assert {"src", "pyproject.toml", project["readme"], *project["license-files"]} <= set(copied)


def test_third_party_scripts_in_collections_have_their_licence() -> None:
    scripts = list((ROOT / "src/webproctor/collect").rglob("*-[0-9]*.js"))
    names = {path.name.partition("-")[0] for path in scripts}
    assert names >= {"htmx", "wavesurfer"}
    for path in scripts:
        licence = path.with_name(f"{path.name.partition('-')[0]}.licence.txt")
        assert re.search("Redistribution|Permission to use", licence.read_text("utf-8")), path
