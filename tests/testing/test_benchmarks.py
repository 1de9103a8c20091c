"""The checks of benchmarks: included benchmarks pass, and each fault fails one check."""

from collections.abc import Sequence
from typing import Any

import pytest
from conftest import Site
from in_memory import Memory
from per_change import only
from testing.broken import BROKEN, Nameless, Ragged, failed

from webproctor import (
    Episode,
    PageBenchmark,
    Score,
    Task,
    UserError,
)
from webproctor.core import registry
from webproctor.testing import assert_passed, check_benchmark
from webproctor.testing import benchmarks as of_benchmarks
from webproctor.testing.page import PAGE, OnePage

FEW: dict[str, dict[str, Any]] = {
    "webgames": {"task": ("date", "right-click"), "clock": "virtual"},
    "turkingbench": {"instances": 1},
    "mind2web": {},
    "realwebassist": {},
    "grounding": {},
    "miniwob": {"environment": ("click-test-2", "enter-text")},
}


def test_every_included_benchmark_is_checked() -> None:
    assert set(FEW) == set(registry.names("benchmarks"))


@pytest.mark.usefixtures("executable")
@pytest.mark.parametrize("name", only(["mind2web"], FEW))
def test_every_included_benchmark_passes(name: str) -> None:
    checks = check_benchmark(name, settings=FEW[name], sample=1)
    assert_passed(checks)
    live = name in ("webgames", "turkingbench", "miniwob")
    skipped = [one.name for one in checks if one.outcome == "skipped"]
    assert skipped == ([] if live else ["hermetic pages"])


@pytest.mark.usefixtures("executable")
async def test_a_page_benchmark_passes_within_a_running_event_loop() -> None:
    checks = check_benchmark(OnePage)
    assert [one.name for one in checks] == list(of_benchmarks.CHECKS)
    assert {one.outcome for one in checks} == {"passed"}


def test_a_benchmark_without_a_browser_passes() -> None:
    checks = check_benchmark(Memory, sample=None)
    assert {one.outcome for one in checks} == {"passed"}


@pytest.mark.parametrize(
    ("broken", "check", "message"), BROKEN, ids=[broken.__name__ for broken, *_ in BROKEN]
)
def test_each_fault_fails_one_check_and_gives_its_location(
    broken: Any, check: str, message: str
) -> None:
    [(name, failure)] = failed(check_benchmark(broken)).items()
    assert name == check
    assert message in failure


def test_every_check_has_a_fault() -> None:
    assert {check for _, check, _ in BROKEN} == set(of_benchmarks.CHECKS)


def test_without_an_oracle_its_check_is_skipped_with_the_reason() -> None:
    class Open(Memory):
        def oracle(self) -> Any:
            raise UserError("memory has no oracle.")

    checks = {one.name: one for one in check_benchmark(Open)}
    assert (checks["oracle"].outcome, checks["oracle"].message) == (
        "skipped",
        "memory has no oracle.",
    )
    assert failed(list(checks.values())) == {}


def test_remaining_checks_are_skipped_if_loading_fails() -> None:
    loads, *others = check_benchmark("memory")
    assert loads.message.startswith("no benchmark 'memory'. Available: ")
    assert {one.outcome for one in others} == {"skipped"}


def test_all_failed_checks_are_listed() -> None:
    class Both(Nameless, Ragged):
        pass

    with pytest.raises(AssertionError, match=r"^2 of 14 checks failed\nattributes: .*\npublished "):
        assert_passed(check_benchmark(Both))


@pytest.mark.exhaustive
@pytest.mark.usefixtures("executable")
async def test_a_page_that_requests_another_host_fails_and_does_not_reach_it(site: Site) -> None:
    victim = f"http://127.0.0.1:{site.port}/victim.png"

    class Asking(OnePage):
        pages = {"/order": PAGE + f"<img src='{victim}'>"}  # noqa: RUF012

    [(name, message)] = failed(check_benchmark(Asking)).items()
    assert name == "hermetic pages"
    assert f"the page requested {victim}, which was refused" in message
    assert "GET /victim.png" not in site.requests


def test_a_page_benchmark_can_summarise_no_results() -> None:
    class Silent(PageBenchmark):
        pages = {}  # noqa: RUF012

        def tasks(self) -> Sequence[Task]:
            return []

        def score(self, task: Task, episode: Episode) -> Score:
            return Score(value=0)

    assert Silent().summarise([]).figures == {"score": 0.0}
