"""Tests of the web application that serves the pages."""

import pytest
from httpx import ASGITransport, AsyncClient
from hypothesis import given
from hypothesis import strategies as st
from starlette.exceptions import HTTPException

from webproctor.benchmarks.turkingbench.benchmark import SAMPLE
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.benchmarks.turkingbench.pages import application, path, render

DATASET = Dataset(SAMPLE)
TASK = "Map directions"
CLIENT = AsyncClient(transport=ASGITransport(application(DATASET)), base_url="http://pages.test")


async def test_the_page_of_an_instance_is_served():
    answer = await CLIENT.get(path(TASK, 2))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.text == DATASET.task(TASK).page(2)


@pytest.mark.parametrize("name", DATASET.names("all"))
async def test_every_task_has_its_pages(name: str):
    last = len(DATASET.task(name).instances) - 1
    assert (await CLIENT.get(path(name, last))).text == DATASET.task(name).page(last)


async def test_submitting_a_page_is_acknowledged():
    answer = await CLIENT.post(path(TASK, 0), data={"q": "x"})
    assert answer.status_code == 200
    assert "Thank you" in answer.text


@pytest.mark.parametrize(
    "where",
    [
        "/",
        "/task/",
        path("No such task", 0),
        path(TASK, 6),
        f"/task/{TASK}/-1/",
        f"/task/{TASK}/one/",
        f"/task/{TASK}/{'9' * 5000}/",
        "/task/../../benchmark.py",
        "/tasks/Map directions/batch.csv",
    ],
)
async def test_other_paths_are_not_found(where: str):
    assert (await CLIENT.get(where)).status_code == 404


def test_pages_do_not_contain_answers_of_workers():
    for name in DATASET.names("all"):
        assert "Answer." not in render(DATASET, name, 0)


@pytest.mark.parametrize("row", [-1, 6])
def test_the_error_for_an_unknown_instance_names_it(row: int):
    with pytest.raises(HTTPException) as caught:
        render(DATASET, TASK, row)
    assert (caught.value.status_code, caught.value.detail) == (
        404,
        f"'Map directions' has no instance {row}",
    )


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1), st.integers(0, 999))
def test_any_task_name_gives_a_valid_address(name: str, row: int):
    where = path(name, row)
    assert where.isascii()
    assert where.endswith(f"/{row}/")
    assert not set(where) & set('?#"<> \\')
