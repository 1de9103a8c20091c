"""Requests to the service that are generated from its schema, most of them with faults."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote

from fuzz import mutation

TEXTS = (
    "",
    "x",
    "\0",
    "é",
    "../..",
    "%2f",
    "\ud800",
    "a" * 3_000,
    "{session}",
    "00000000." + 22 * "a",
)
TYPES = ("application/json",) * 9 + ("text/plain", "application/x-www-form-urlencoded", "")


@dataclass
class Requests:
    """Generates requests from the OpenAPI document of a service.

    Attributes:
        document: The document.
        random: Makes all choices.
        tasks: Ids of its tasks.
        actions: Actions that it offers.
        sessions: Ids of sessions, open or closed.
    """

    document: dict[str, Any]
    random: Random
    tasks: Sequence[str]
    actions: Sequence[dict[str, Any]]
    sessions: list[str] = field(default_factory=list)

    def http(self) -> tuple[str, str, dict[str, str], bytes]:
        """Return method, path, headers and content of a request."""
        random = self.random
        path = random.choice(list(self.document["paths"]))
        [(method, about)] = self.document["paths"][path].items()
        body, headers = b"", {}
        if "requestBody" in about:
            schema = about["requestBody"]["content"]["application/json"]["schema"]
            body = self._written(self.example(schema)).encode("utf-8", "surrogatepass")
            headers["content-type"] = random.choice(TYPES)
        if random.random() < 0.05:
            body = mutation.data(random, body)
        named = quote(self.session().encode("utf-8", "replace"), safe="")
        return method.upper(), path.replace("{session}", named), headers, body

    def message(self) -> str:
        """Return a message for the WebSocket."""
        request, schema = self.random.choice(list(self._bodies()))
        return self._written(
            {
                "id": self.random.choice((1, "a", -1, 10**20)),
                "request": request,
                "session": "" if request == "create" else self.session(),
                "body": self.example(schema),
            }
        )

    def of_openenv(self) -> str:
        """Return a message for the WebSocket of OpenEnv's protocol."""
        kind = self.random.choice(("reset", "reset", "step", "step", "state"))
        data = {"task": self.random.choice(self.tasks)} if kind == "reset" else {}
        return self._written(
            {"type": kind, "data": self.random.choice(self.actions) if kind == "step" else data}
        )

    def session(self) -> str:
        known = self.sessions[-8:] or [""]
        return self.random.choice(known) if self.random.random() < 0.8 else self._text()

    def example(self, schema: dict[str, Any], name: str = "") -> Any:
        """Return a value that is valid by a schema; the longest wait is short."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return self.example(self.document["components"]["schemas"][name], name.lower())
        if name == "call":
            return self.random.choice(self.actions)
        match self.random.choice(schema.get("anyOf", [schema])):
            case {"enum": values}:
                return self.random.choice(values)
            case {"type": "object"} as one:
                given = one.get("properties", {}).items()
                kept = [key for key, _ in given if self.random.random() < 0.8]
                needed = one.get("required", [])
                return {key: self.example(of, key) for key, of in given if key in (*needed, *kept)}
            case {"type": "array", "items": items}:
                return [self.example(items) for _ in range(self.random.randrange(3))]
            case {"type": "string"}:
                return self.random.choice(self.tasks) if name == "task" else self._text()
            case {"type": "integer"}:
                return self.random.randrange(3)
            case {"type": "number"}:
                return 0.0 if name == "wait" else self.random.choice((1, 1.0, 300))
            case _:
                return None

    def _bodies(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for path, about in self.document["paths"].items():
            if path.startswith("/sessions"):
                content = about["post"]["requestBody"]["content"]
                name = path.rpartition("/")[2]
                yield (
                    "create" if name == "sessions" else name,
                    content["application/json"]["schema"],
                )

    def _text(self) -> str:
        return self.random.choice(TEXTS)

    def _written(self, tree: Any) -> str:
        if self.random.random() < 0.4:
            return json.dumps(tree)
        return mutation.json_text(self.random, tree)
