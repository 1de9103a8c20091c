"""The examples for SLURM and Kubernetes."""

import os
import shlex
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from webproctor.cli import command

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPT, MANIFEST = EXAMPLES / "slurm.sh", EXAMPLES / "kuberay.yaml"
# Replace the commands of SLURM on a machine with two nodes; `srun` writes what it runs.
FAKES = {
    "scontrol": "printf '%s\\n' node-1 node-2",
    "srun": 'case "$*" in *hostname*) echo 10.0.0.7;; *) printf "%s\\n" "$RAY_ADDRESS" "$@";; esac',
}


def parsed(arguments: list[str]) -> dict[str, Any]:
    """Parse the arguments of `webproctor run`, as the command line does; return the options."""
    name, benchmark, *options = arguments
    assert name == "run"
    group = command.get_command(click.Context(command), "run")
    assert isinstance(group, click.Group)
    one = group.get_command(click.Context(group), benchmark)
    assert one is not None
    return one.make_context(benchmark, options).params


def test_the_script_is_valid() -> None:
    subprocess.run(["bash", "-n", SCRIPT], check=True)
    if checker := shutil.which("shellcheck"):
        subprocess.run([checker, SCRIPT], check=True)


@pytest.mark.parametrize("begun", [False, True], ids=["new", "begun"])
def test_the_script_starts_ray_on_all_nodes_and_the_run_on_the_first(
    tmp_path: Path, begun: bool
) -> None:
    for name, body in FAKES.items():
        (tmp_path / name).write_text(f"#!/usr/bin/env bash\n{body}\n")
        (tmp_path / name).chmod(0o755)
    out = tmp_path / "runs"
    out.mkdir()
    if begun:
        (out / "run.json").touch()
    slurm = {"SLURM_JOB_NODELIST": "node-[1-2]", "SLURM_JOB_NUM_NODES": "2"}
    slurm |= {"SLURM_CPUS_PER_TASK": "16", "WEBPROCTOR_OUT": str(out)}
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", SCRIPT], env={**slurm, "PATH": path}, capture_output=True, text=True, check=True
    )
    address, *words = done.stdout.splitlines()
    assert address == "10.0.0.7:6379"
    start, run = words[: words.index("--")], words[words.index("--") + 1 :]
    assert start[:2] == ["--nodes=2", "--ntasks-per-node=1"]
    assert start[2:6] == ["ray", "symmetric-run", "--address", address]
    assert start[6:10] == ["--min-nodes", "2", "--num-cpus", "16"]
    assert run[0] == "webproctor"
    options = parsed(run[1:])
    assert (options["workers"], options["out"], options["resume"]) == ("ray", out, begun)


def test_the_job_requests_the_resources_that_the_script_uses() -> None:
    options = [line.split()[1] for line in SCRIPT.read_text().splitlines() if "#SBATCH" in line]
    names = {one.removeprefix("--").partition("=")[0] for one in options}
    assert {"nodes", "ntasks-per-node", "cpus-per-task", "time", "requeue"} <= names


@pytest.fixture
def job() -> dict[str, Any]:
    [job, claim] = yaml.safe_load_all(MANIFEST.read_text())
    assert claim["kind"] == "PersistentVolumeClaim"
    assert claim["spec"]["accessModes"] == ["ReadWriteMany"]
    return job


def test_the_manifest_is_a_ray_job(job: dict[str, Any]) -> None:
    assert (job["apiVersion"], job["kind"]) == ("ray.io/v1", "RayJob")
    spec = job["spec"]
    assert spec["shutdownAfterJobFinishes"] is True
    shell, flag, script = shlex.split(spec["entrypoint"])
    assert (shell, flag) == ("bash", "-c")
    subprocess.run(["bash", "-n", "-c", script], check=True)
    program, *arguments = shlex.split(script.partition("$(")[0])
    assert program == "webproctor"
    options = parsed(arguments)
    assert (options["workers"], str(options["out"])) == ("ray", "/runs/webgames")


def test_all_pods_have_the_same_image_user_and_run_folder(job: dict[str, Any]) -> None:
    cluster = job["spec"]["rayClusterSpec"]
    head, [workers] = cluster["headGroupSpec"], cluster["workerGroupSpecs"]
    assert head["rayStartParams"]["num-cpus"] == "0"
    assert workers["minReplicas"] <= workers["replicas"] <= workers["maxReplicas"]
    pods = [group["template"]["spec"] for group in (head, workers)]
    containers = [container for pod in pods for container in pod["containers"]]
    assert len({one["image"] for one in containers}) == 1
    for pod, container in zip(pods, containers, strict=True):
        assert pod["securityContext"]["runAsUser"] == 1000
        volumes = {volume["name"] for volume in pod["volumes"]}
        mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
        assert mounts.keys() <= volumes
        assert mounts["runs"] == "/runs"
        assert container["resources"]["requests"] == container["resources"]["limits"]
    assert {"name": "shared-memory", "mountPath": "/dev/shm"} in containers[1]["volumeMounts"]


def test_the_manifest_names_the_version_of_ray_that_is_tested(job: dict[str, Any]) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: make ray")
    assert job["spec"]["rayClusterSpec"]["rayVersion"] == version("ray")
