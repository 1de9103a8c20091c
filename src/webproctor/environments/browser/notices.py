"""What a browser context reports of its pages, frames and workers."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from webproctor.environments.browser.devtools import Channel


@dataclass
class Request:
    """A request of a page, a frame or a worker.

    Attributes:
        url: The address, with its fragment.
        redirected: Whether a redirection led to it.
        failure: The browser's reason if it failed; "" otherwise.
    """

    url: str
    redirected: bool = False
    failure: str = ""


@dataclass(frozen=True)
class ConsoleLine:
    """A line of the console.

    Attributes:
        kind: `error`, `log`, and others of the browser.
        text: The text.
        url: The address of the script that wrote it.
        by_script: Whether a script wrote it; otherwise the browser.
    """

    kind: str
    text: str
    url: str
    by_script: bool


@dataclass(frozen=True)
class Dialog:
    """An open dialog of a page.

    Attributes:
        kind: `alert`, `confirm`, `prompt` or `beforeunload`.
        message: Its text.
        default: The default text of a prompt.
        channel: The channel to its page.
    """

    kind: str
    message: str
    default: str
    channel: Channel

    async def close(self, accept: bool, text: str = "") -> None:
        """Close the dialog.

        Raises:
            DevToolsError: If the dialog or its page is gone.
        """
        answer = {"accept": accept, "promptText": text}
        await self.channel.send("Page.handleJavaScriptDialog", answer)


class Notices:
    """Listeners to the notices of a context, by name.

    The names are `request`, `failed`, `socket` (its URL), `line`, `exception` (its text), `dialog`,
    `download`, `tab` and `closed` (a tab).
    """

    def __init__(self) -> None:
        self._listeners: dict[str, list[Callable[..., object]]] = {}

    def on(self, name: str, listener: Callable[..., object]) -> None:
        self._listeners.setdefault(name, []).append(listener)

    def remove_listener(self, name: str, listener: Callable[..., object]) -> None:
        self._listeners[name].remove(listener)

    def notify(self, name: str, notice: object) -> None:
        """Call the listeners."""
        for listener in list(self._listeners.get(name, ())):
            listener(notice)


def listen(channel: Channel, notices: Notices) -> None:
    """Report what a page, a frame or a worker does."""
    requests: dict[str, Request] = {}

    def on_request(event: dict[str, Any]) -> None:
        request = event["request"]
        if request["url"].startswith("data:") or event.get("type") == "Preflight":
            return
        url = request["url"] + request.get("urlFragment", "")
        requests[event["requestId"]] = entry = Request(url, "redirectResponse" in event)
        notices.notify("request", entry)

    def on_failed(event: dict[str, Any]) -> None:
        if (request := requests.pop(event["requestId"], None)) is not None:
            request.failure = event["errorText"] or event.get("blockedReason", "")
            notices.notify("failed", request)

    def on_line(event: dict[str, Any]) -> None:
        if event["executionContextId"] == 0:  # Of a document that is gone.
            return
        text = " ".join(map(console_text, event["args"]))
        calls = event.get("stackTrace", {}).get("callFrames", ())
        # The first call is that of `console.js`, which has no address.
        url = next((call["url"] for call in calls if call["url"]), "")
        notices.notify("line", ConsoleLine(event["type"], text, url, bool(event["args"])))

    def on_entry(event: dict[str, Any]) -> None:
        entry = event["entry"]
        if entry["source"] != "worker":
            line = ConsoleLine(entry["level"], entry["text"], entry.get("url", ""), False)
            notices.notify("line", line)

    def on_dialog(event: dict[str, Any]) -> None:
        default = event.get("defaultPrompt", "")
        notices.notify("dialog", Dialog(event["type"], event["message"], default, channel))

    channel.on("Network.requestWillBeSent", on_request)
    channel.on("Network.loadingFinished", lambda event: requests.pop(event["requestId"], None))
    channel.on("Network.loadingFailed", on_failed)
    channel.on("Network.webSocketCreated", lambda event: notices.notify("socket", event["url"]))
    channel.on("Runtime.consoleAPICalled", on_line)
    channel.on("Log.entryAdded", on_entry)
    channel.on(
        "Runtime.exceptionThrown",
        lambda event: notices.notify("exception", exception_message(event["exceptionDetails"])),
    )
    channel.on("Page.javascriptDialogOpening", on_dialog)


def console_text(value: dict[str, Any]) -> str:
    """Return the text of a `Runtime.RemoteObject`, as a console shows it."""
    if "value" in value:
        plain = value["value"]
        return plain if isinstance(plain, str) else json.dumps(plain)
    if "unserializableValue" in value:
        return value["unserializableValue"]
    parts = value.get("preview", {}).get("properties")
    if parts is not None and value.get("subtype") == "array":
        return "[" + ", ".join(part.get("value", "") for part in parts) + "]"
    if parts is not None and value.get("description") == "Object":
        named = (f"{part['name']}: {part.get('value', '')}" for part in parts)
        return "{" + ", ".join(named) + "}"
    return value.get("description", value["type"])


def exception_message(details: dict[str, Any]) -> str:
    """Return the message of a `Runtime.ExceptionDetails`."""
    exception = details.get("exception")
    if exception is None:
        return details["text"]
    if exception.get("subtype") != "error":
        return console_text(exception)
    # The description is the name and the message, and then the stack.
    text = exception.get("description", "").partition("\n    at ")[0]
    return text.partition(": ")[2] or text
