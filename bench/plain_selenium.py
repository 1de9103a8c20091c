"""The Selenium baseline: a plain Selenium script with one ChromeDriver per lane.

Selenium has no cheap way to intercept requests for other hosts, so its pages refer to the mirrored
files on their own server. This is an advantage, as is its cache, which is kept between pages.
"""

import contextlib
import html
import re
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psutil
from anyio.from_thread import start_blocking_portal
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from work import READ, BenchFault, Job, Outcome, Work, selector

from webproctor.benchmarks.turkingbench import mirror, pages
from webproctor.benchmarks.turkingbench.benchmark import HOST
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.environments.browser.guard import host_resolver_flags
from webproctor.environments.serving import serve

_ADDRESS = re.compile(r"""(?:https?:)?//([A-Za-z0-9.-]+)(/[^\s"'<>()]*)""")
_KEEP = {"Cache-Control": "max-age=31536000"}


def run(work: Work, browser: Path, lanes: int, *, check: bool = False) -> Outcome:
    """Run all jobs with `lanes` drivers in as many threads.

    Args:
        browser: The browser's executable.
        check: Read the fields at the end.
    """
    outcome, left, taking = Outcome(work), iter(work.jobs), threading.Lock()

    def take() -> Job | None:
        with taking:
            return next(left, None)

    def lane(driver: webdriver.Chrome) -> None:
        while job := take():
            _do(driver, job, outcome, check)

    with _served(application(work.dataset)) as port, ExitStack() as drivers:
        started = [drivers.enter_context(_driver(browser, port)) for _ in range(lanes)]
        with ThreadPoolExecutor(lanes) as threads:
            for done in [threads.submit(lane, driver) for driver in started]:
                done.result()
    return outcome


def refusal(browser: Path) -> str | None:
    """Return why the installed ChromeDriver cannot start the browser, or None if it can."""
    try:
        with _driver(browser, 0):
            return None
    except WebDriverException as error:
        return (error.msg or "ChromeDriver gave no reason").partition("\n")[0]


@contextmanager
def _driver(browser: Path, port: int) -> Iterator[webdriver.Chrome]:
    service = Service(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=_options(browser, port), service=service)
    started = psutil.Process(service.process.pid).children(recursive=True)
    try:
        yield driver
    finally:
        driver.quit()
        # If the executable is a script that starts the browser, the driver terminates only the
        # script.
        for process in started:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()


def _options(browser: Path, port: int) -> webdriver.ChromeOptions:
    options = webdriver.ChromeOptions()
    options.binary_location = str(browser)
    for flag in (
        "--headless",
        "--no-sandbox",
        "--window-size=1280,720",
        *host_resolver_flags({HOST: port}),
    ):
        options.add_argument(flag)
    return options


def _do(driver: webdriver.Chrome, job: Job, outcome: Outcome, check: bool) -> None:
    driver.delete_all_cookies()
    driver.get(job.address)
    for action in job.actions:
        _act(driver, action["name"], **action["arguments"])
    if check:
        outcome.values[job.task.id] = driver.execute_script(
            f"return ({READ})(arguments[0])", job.fields
        )
    outcome.finish()


def _act(driver: webdriver.Chrome, name: str, input_name: str, input_value: Any) -> None:
    control, value = selector(input_name), str(input_value)
    match name:
        case "modify_radio":
            driver.find_element(By.CSS_SELECTOR, selector(input_name, value)).click()
        case "modify_checkbox":
            for one in value.split("|"):
                driver.find_element(By.CSS_SELECTOR, selector(input_name, one)).click()
        case "modify_select":
            Select(driver.find_element(By.CSS_SELECTOR, control)).select_by_value(value)
        case "modify_text":
            field = driver.find_element(By.CSS_SELECTOR, control)
            field.click()
            field.send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.BACKSPACE, value)
        case _:
            raise BenchFault(f"action {name} is not supported")


@contextmanager
def _served(app: Starlette) -> Iterator[int]:
    """Serve an application from a thread while the block runs; yield the port."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(serve(app)) as port:
        yield port


def application(dataset: Dataset) -> Starlette:
    """Return an application with the pages and, under `/mirror/`, the mirrored files."""

    def page(request: Request) -> HTMLResponse:
        text = pages.render(dataset, request.path_params["task"], request.path_params["row"])
        return HTMLResponse(localised(text))

    def copy(request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        found = mirror.find(f"https://{request.path_params['address']}{query}")
        if found is None:
            return Response(status_code=404)
        body = found.body
        if found.content_type.startswith("text/css"):
            body = localised(body.decode()).encode()
        return Response(body, media_type=found.content_type, headers=_KEEP)

    return Starlette(
        routes=[
            Route("/task/{task:path}/{row:int}/", page),
            Route("/mirror/{address:path}", copy),
        ]
    )


def localised(text: str) -> str:
    """Replace the addresses of mirrored files in a page or style sheet by local ones."""

    def local(match: re.Match[str]) -> str:
        address = f"https://{match[1]}{html.unescape(match[2])}"
        return match[0] if mirror.find(address) is None else f"/mirror/{match[1]}{match[2]}"

    return _ADDRESS.sub(local, text)
