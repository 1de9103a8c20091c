"""What is read from the package `miniwob`, and the settings that select environments."""

import subprocess
import sys

import pytest

from webproctor.benchmarks.miniwob import package
from webproctor.benchmarks.miniwob.benchmark import MAX_SEEDS, miniwob
from webproctor.benchmarks.miniwob.oracle import ENVIRONMENTS
from webproctor.core.errors import UserError


def test_every_registered_environment_has_one_task_per_seed() -> None:
    names = package.environments()
    assert len(names) >= 128
    benchmark = miniwob(seeds=2, seed=5)
    assert [task.id for task in benchmark.tasks()] == [
        f"{one}@{seed}" for seed in (5, 6) for one in names
    ]


def test_every_registered_environment_has_a_page() -> None:
    folder = package.folder()
    assert [
        one for one in package.environments() if not (folder / package.document(one)).is_file()
    ] == []


def test_selenium_and_the_environments_are_not_imported() -> None:
    source = (
        "import sys\n"
        "from webproctor.benchmarks.miniwob import package\n"
        "assert package.environments()\n"
        "print({'selenium', 'miniwob.envs', 'miniwob.environment'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("found", [None, "namespace"])
def test_without_the_package_the_error_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, found: str | None
) -> None:
    spec = found and type("Spec", (), {"origin": None})
    monkeypatch.setattr(package, "find_spec", lambda name: spec)
    with pytest.raises(UserError, match=r"pip install 'webproctor\[miniwob\]'"):
        package.folder()


def test_the_oracle_solves_only_registered_environments() -> None:
    assert set(package.environments()) >= ENVIRONMENTS
    assert set(miniwob(with_oracle=True).environments) == ENVIRONMENTS


def test_the_error_for_an_environment_without_oracle_suggests_with_oracle() -> None:
    with pytest.raises(UserError, match=r"such as bisect-angle: add --with-oracle"):
        miniwob().oracle()


def test_an_unknown_environment_is_an_error_with_similar_names() -> None:
    with pytest.raises(UserError, match=r"no environment 'clik-test'\. Did you mean 'click-test'"):
        miniwob(environment=("clik-test",))


@pytest.mark.parametrize("seeds", [0, MAX_SEEDS + 1])
def test_the_number_of_seeds_is_limited(seeds: int) -> None:
    with pytest.raises(UserError, match=f"seeds {seeds}: must be from 1 to 10,000"):
        miniwob(seeds=seeds)


def test_selecting_only_environments_without_oracle_is_a_user_error() -> None:
    with pytest.raises(UserError, match="remove --with-oracle"):
        miniwob(environment=("bisect-angle",), with_oracle=True)
