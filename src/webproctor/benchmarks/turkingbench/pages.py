"""Web application that serves the pages like the original server, without any answers."""

from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.core.errors import UserError
from webproctor.environments import numbers  # noqa: F401 - the convertor `number` of paths


def path(task: str, row: int) -> str:
    """Return the path of an instance's page on the server."""
    return f"/task/{quote(task)}/{row}/"


def render(dataset: Dataset, task: str, row: int) -> str:
    """Return the page of an instance.

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
    """Return a web application with the pages of all instances of a data set."""

    def page(request: Request) -> HTMLResponse:
        task, row = request.path_params["task"], request.path_params["row"]
        if request.method == "POST":
            return HTMLResponse("<!doctype html><title>Submitted</title><p>Thank you.")
        return HTMLResponse(render(dataset, task, row))

    return Starlette(
        routes=[Route("/task/{task:path}/{row:number}/", page, methods=["GET", "POST"])]
    )
