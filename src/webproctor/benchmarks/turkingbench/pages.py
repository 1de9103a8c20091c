"""The pages as the original's server gave them, and nothing else: no answers are behind them."""

from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.errors import UserError


def path(task: str, row: int) -> str:
    """Where the page of an instance is found on the server."""
    return f"/task/{quote(task)}/{row}/"


def render(dataset: Dataset, task: str, row: int) -> str:
    """The page of an instance.

    Raises:
        HTTPException: If there is no such instance (404).
    """
    try:
        folder = dataset.task(task)
        if not 0 <= row < len(folder.instances):
            raise HTTPException(404, f"{task!r} has no instance {row}")
        return folder.page(row)
    except UserError as error:
        raise HTTPException(404, str(error)) from error


def application(dataset: Dataset) -> Starlette:
    """A web application that answers for every instance of a data set."""

    def page(request: Request) -> HTMLResponse:
        task, row = request.path_params["task"], request.path_params["row"]
        if request.method == "POST":
            return HTMLResponse("<!doctype html><title>Submitted</title><p>Thank you.")
        return HTMLResponse(render(dataset, task, row))

    return Starlette(routes=[Route("/task/{task:path}/{row:int}/", page, methods=["GET", "POST"])])
