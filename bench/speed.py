"""Seconds per TurkingBench instance: webproctor against plain Playwright and plain Selenium.

    python bench/speed.py --data FOLDER [--instances N] [--rounds N] [--json]

What is measured, and how fair it is, is said in README.md beside this file.
"""

import argparse
import asyncio
import json
import os
import platform
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import ours
import plain_playwright
from rich.console import Console
from rich.table import Table
from work import BenchFault, Outcome, Work, record

from webproctor.browser import find_browser
from webproctor.errors import UserError

LANES = (1, 2)
# The original harness (Selenium, Turkle), measured earlier on this kind of machine and quoted here:
# seconds per instance filled in by its oracle, per field of it, and per instance left alone.
ORIGINAL, ORIGINAL_FIELD, ORIGINAL_NOTHING = 9.0, 0.9, 1.96

HARNESS, CORE = "webproctor run", "webproctor core"
PLAYWRIGHT, SELENIUM = "plain Playwright", "plain Selenium"
NOTHING, CORE_NOTHING = "webproctor run, do-nothing", "webproctor core, do-nothing"

Contestant = Callable[[Work, Path, int], Outcome]


@dataclass
class Row:
    """One contestant with one browser and so many instances at a time.

    Attributes:
        seconds: Seconds per instance, one figure a round.
    """

    contestant: str
    browser: str
    lanes: int
    seconds: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


@dataclass(frozen=True)
class Ratio:
    """A ratio of two medians and the bound that it is to keep, if any."""

    name: str
    browser: str
    lanes: int
    value: float
    at_most: float | None = None
    at_least: float | None = None

    @property
    def met(self) -> bool | None:
        if self.at_most is not None:
            return self.value <= self.at_most
        return None if self.at_least is None else self.value >= self.at_least


def selenium_is_missing() -> str | None:
    """Why Selenium cannot take part, or None when it can."""
    if find_spec("selenium") is None:
        return "the Python package selenium is not installed"
    return None if shutil.which("chromedriver") else "there is no chromedriver on the path"


def contestants() -> dict[str, Contestant]:
    """Who takes part, in the order of a round."""
    taking: dict[str, Contestant] = {
        HARNESS: ours.harness,
        CORE: ours.core,
        PLAYWRIGHT: plain_playwright.run,
    }
    if not selenium_is_missing():
        import plain_selenium

        taking[SELENIUM] = plain_selenium.run
    return taking | {
        NOTHING: partial(ours.harness, agent="do-nothing"),
        CORE_NOTHING: partial(ours.core, agent="do-nothing"),
    }


def check(work: Work, browsers: list[Path]) -> None:
    """Let the oracle and each rival work once, untimed, and compare what stands in the fields.

    Raises:
        BenchFault: If a contestant's fields are not those that the oracle left.
    """
    taking = contestants()
    for browser in browsers:
        for name in (CORE, PLAYWRIGHT, SELENIUM):
            if name not in taking:
                continue
            values = taking[name](work, browser, 1, check=True).values  # type: ignore[call-arg]
            for job in work.jobs:
                if values[job.task.id] != job.values:
                    raise BenchFault(f"{name}, {browser}: {job.task.id} is not filled in alike")


def seconds_per_instance(work: Work, outcome: Outcome) -> float:
    """From the end of the last warm-up to the end of the last instance, by instance."""
    start = max(outcome.finished[job.task.id] for job in work.warm_ups)
    end = max(outcome.finished[job.task.id] for job in work.timed)
    return (end - start) / len(work.timed)


def measure(work: Work, browsers: list[Path], rounds: int, say: Callable[[str], None]) -> list[Row]:
    """All contestants one after another, round by round: what disturbs one disturbs all alike."""
    rows = []
    for browser in browsers:
        for lanes in LANES:
            block = {name: Row(name, browser.name, lanes) for name in contestants()}
            for turn in range(rounds):
                for name, contestant in contestants().items():
                    took = seconds_per_instance(work, contestant(work, browser, lanes))
                    block[name].seconds.append(took)
                    say(f"round {turn + 1}, {browser.name}, {lanes} at a time, {name}: {took:.3f}")
            rows += block.values()
    return rows


def ratios(rows: list[Row], actions: float) -> list[Ratio]:
    """What the figures amount to.

    Args:
        actions: Fields filled in per instance.
    """
    median = {(row.browser, row.lanes, row.contestant): row.median for row in rows}
    found = []
    for browser, lanes in dict.fromkeys((row.browser, row.lanes) for row in rows):
        here = {row.contestant: row.median for row in rows if (row.browser, row.lanes) == (browser, lanes)}
    return found
