"""A connection of a program to the DevTools proxy."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from webproctor.environments.browser.proxy_messages import NotACommand, read_message, unreadable
from webproctor.environments.browser.proxy_policy import (
    INPUT,
    MOVING,
    TAB,
    WITHOUT_EFFECT,
    Parameters,
    cleaned,
)
from webproctor.environments.browser.proxy_scope import Scope

# Longest time in seconds that an input waits until the page has handled the previous ones.
_INPUT_TIMEOUT = 5.0
_SERVER_ERROR, _NO_SESSION = -32000, -32001
# The parameters by which a command can name an element.
_NODE = ("nodeId", "backendNodeId", "objectId")


class CommandRefused(Exception):
    """A command is refused; the message is the reason."""


@dataclass
class _Command:
    """A command that the browser has not answered yet.

    Attributes:
        id: The program's id of the command; None for a command of the proxy itself.
        session: The session id that the program sent.
        method: The command's name.
        on_answer: Called with the result before the program receives it.
    """

    id: int | None
    session: str | None
    method: str
    on_answer: Callable[[dict[str, Any]], None] | None = None


class Connection:
    """Forward messages between a program and the browser.

    Args:
        target: The target id of the page that messages without a session are for; None for the
            browser.
    """

    def __init__(
        self,
        scope: Scope,
        client: ServerConnection,
        browser: ClientConnection,
        target: str | None,
    ) -> None:
        self._scope = scope
        self._client = client
        self._browser = browser
        self._target = target
        self._own_session: str | None = None  # The session of `target`.
        self._number = 0
        self._pending: dict[int, _Command] = {}
        # The target of each of the program's sessions, and the targets announced to it.
        self._sessions: dict[str, str] = {}
        self._shown: set[str] = set()
        # The program's sessions with the browser itself, which have the same limits as no session.
        self._browser_sessions: set[str] = set()
        self._tab_sessions: set[str] = set()
        # The streams that the program may read: target, and handle.
        self._streams: set[tuple[str | None, object]] = set()
        # The harness's isolated worlds: session, and context id.
        self._hidden: set[tuple[str | None, object]] = set()
        # The worlds that the program may use: target, and context id or unique id.
        self._worlds: set[tuple[str | None, object]] = set()
        self._inputs: set[int] = set()
        self._idle = asyncio.Event()

    async def run(self) -> None:
        """Forward messages until one side disconnects."""
        reading = asyncio.create_task(self._read_browser())
        try:
            if self._target is not None:
                parameters = {"targetId": self._target, "flatten": True}
                self._own_session = (await self._call("Target.attachToTarget", parameters))[
                    "sessionId"
                ]
            async for text in self._client:
                await self._on_client_message(text)
        except ConnectionClosed:
            return  # The program or the browser has disconnected.
        finally:
            reading.cancel()
            await asyncio.wait([reading])
            await self._client.close()

    # From the program

    async def _on_client_message(self, text: str | bytes) -> None:
        try:
            message = read_message(text)
        except NotACommand as why:
            await self._send(why.answer)
            return
        sent = _Command(message.id, message.session, message.method)
        try:
            await self._handle_command(sent, message.parameters)
        except CommandRefused as why:
            self._scope.log.note_refusal(sent.method)
            await self._fail(sent, _SERVER_ERROR, f"{sent.method} refused: {why}")

    async def _handle_command(self, command: _Command, parameters: Parameters) -> None:
        session, method = command.session or self._own_session, command.method
        if session is not None and not self._knows(session):
            await self._fail(command, _NO_SESSION, "Session with given id not found.")
            return
        scope = self._scope
        page = session in self._sessions
        if session in self._tab_sessions and method not in TAB:
            raise CommandRefused("not allowed for tabs; send it to the page of the tab")
        if reason := scope.limits.refusal(method, parameters, page=page):
            raise CommandRefused(reason)
        parameters = cleaned(method, parameters)
        if reason := unreadable(parameters):
            raise CommandRefused(reason)
        await self._check(session, method, parameters)
        scope.log.note(method)
        if method in WITHOUT_EFFECT:
            await self._reply(command, {})
        elif method == "Target.getBrowserContexts":
            await self._reply(command, {"browserContextIds": []})
        else:
            if method == "Target.createTarget":
                parameters["browserContextId"] = scope.context
            if scope.replica is not None:
                await self._repeat_in_replica(command, session, parameters)
            await self._forward(command, session, parameters)

    async def _check(self, session: str | None, method: str, parameters: Parameters) -> None:
        """Refuse commands for other targets or for the harness's isolated worlds.

        Raises:
            CommandRefused: If the command is refused.
        """
        types = {"targetId": str, "contextId": int, "executionContextId": int}
        types |= dict.fromkeys(("uniqueContextId", "sessionId", "worldName", "handle"), str)
        if method == "Page.screencastFrameAck":
            del types["sessionId"]  # The number of a frame.
        for key, type_ in (types | {"executionContextName": str}).items():
            if key in parameters and not isinstance(parameters[key], type_):
                raise CommandRefused(f"{key} must be a {'string' if type_ is str else 'number'}")
        if method == "Target.closeTarget" and "targetId" not in parameters:
            raise CommandRefused("targetId is required")
        if "targetId" in parameters and not await self._scope.find_target(parameters["targetId"]):
            raise CommandRefused("there is no such target")
        if method == "Target.detachFromTarget" and not self._knows(parameters.get("sessionId")):
            raise CommandRefused("there is no such session")
        # Handles are small numbers too.
        stream = (self._target_of(session), parameters.get("handle"))
        if method.startswith("IO.") and stream not in self._streams:
            raise CommandRefused("there is no such stream")
        frame = parameters.get("frameId")
        if method == "Page.navigate" and session and frame not in (None, self._sessions[session]):
            raise CommandRefused("only the main frame can be navigated")
        if any(
            self._scope.hides(parameters.get(key)) for key in ("worldName", "executionContextName")
        ):
            raise CommandRefused("this world belongs to the harness")
        # Ids are small numbers. A program could guess those of the harness's worlds.
        for key in ("contextId", "executionContextId", "uniqueContextId"):
            if (
                key in parameters
                and (self._target_of(session), parameters[key]) not in self._worlds
            ):
                raise CommandRefused("no such world was announced; send Runtime.enable first")

    def _knows(self, session: object) -> bool:
        return session in self._sessions or session in self._browser_sessions

    def _target_of(self, session: str | None) -> str | None:
        return self._sessions.get(session) if session is not None else None

    async def _repeat_in_replica(
        self, command: _Command, session: str | None, parameters: Parameters
    ) -> None:
        """Repeat a command in the replica, before it is forwarded."""
        replica, method = self._scope.replica, command.method
        assert replica is not None
        if method == "Target.createTarget":
            page = await replica.open(parameters["url"])
            if page is not None:
                command.on_answer = lambda result: replica.pair(result["targetId"], page)
        elif method == "Target.closeTarget":
            await replica.follow(parameters["targetId"], method, parameters)
        elif session in self._sessions and method in INPUT | MOVING:
            if method in INPUT:
                await self._wait_for_inputs()
            if method == "DOM.setFileInputFiles":
                named = {key: parameters[key] for key in _NODE if key in parameters}
                found = await self._call("DOM.describeNode", named, session)
                node = found.get("node", {}).get("backendNodeId")
                parameters = {"files": parameters["files"], "backendNodeId": node}
            await replica.follow(self._sessions[session], method, parameters)

    async def _wait_for_inputs(self) -> None:
        """Wait until the program's page has handled all inputs so far, up to a timeout."""
        if self._inputs:
            self._idle.clear()
            try:
                async with asyncio.timeout(_INPUT_TIMEOUT):
                    await self._idle.wait()
            except TimeoutError:
                self._inputs.clear()  # Blocked, for example by an open dialog.

    async def _forward(
        self, command: _Command, session: str | None, parameters: Parameters
    ) -> None:
        self._number += 1
        self._pending[self._number] = command
        if command.method in INPUT:
            self._inputs.add(self._number)
        message = {"id": self._number, "method": command.method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        await self._browser.send(json.dumps(message), text=True)

    async def _call(
        self, method: str, parameters: Parameters, session: str | None = None
    ) -> dict[str, Any]:
        """Send a command of the proxy itself; return its result, empty if it is rejected."""
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        await self._forward(_Command(None, None, method, answer.set_result), session, parameters)
        return await answer

    # From the browser

    async def _read_browser(self) -> None:
        try:
            async for text in self._browser:
                message = json.loads(text)
                if "id" in message:
                    await self._on_answer(message)
                elif "method" in message:  # Not the error for a message that cannot be read.
                    await self._on_event(message)
        except ConnectionClosed:
            return
        finally:
            await self._client.close()

    async def _on_answer(self, message: dict[str, Any]) -> None:
        number = message["id"]
        command = self._pending.pop(number)
        self._inputs.discard(number)
        if not self._inputs:
            self._idle.set()
        result = message.get("result", {})
        if command.method == "Target.getTargets" and "result" in message:
            result["targetInfos"] = [one for one in result["targetInfos"] if self._scope.shows(one)]
        if command.method == "Page.createIsolatedWorld" and "result" in message:
            session = command.session or self._own_session
            self._worlds.add((self._target_of(session), result["executionContextId"]))
        if command.method == "Page.printToPDF" and "stream" in result:
            target = self._target_of(command.session or self._own_session)
            self._streams.add((target, result["stream"]))
        if command.on_answer is not None and ("result" in message or command.id is None):
            command.on_answer(result)
        if command.id is not None:
            kind = "result" if "result" in message else "error"
            await self._send({kind: message[kind]}, command)

    async def _on_event(self, message: dict[str, Any]) -> None:
        method, parameters, session = message["method"], message["params"], message.get("sessionId")
        if method == "Target.attachedToTarget":
            visible = await self._on_attached(parameters, session)
        else:
            known = session is None or self._knows(session)
            visible = known and self._note_event(method, parameters, session)
        if not visible:
            return
        if session is not None and session == self._own_session:
            del message["sessionId"]
        await self._client.send(json.dumps(message), text=True)

    def _note_event(self, method: str, parameters: dict[str, Any], session: str | None) -> bool:
        """Note what an event says about targets, sessions and worlds.

        Returns:
            Whether the program may see the event.
        """
        match method:
            case "Target.targetCreated" | "Target.targetInfoChanged":
                if not self._scope.shows(parameters["targetInfo"]):
                    return False
                self._shown.add(parameters["targetInfo"]["targetId"])
            case "Target.targetDestroyed" | "Target.targetCrashed":
                return parameters["targetId"] in self._shown
            case "Target.detachedFromTarget":
                return self._forget_session(parameters["sessionId"])
            case "Runtime.executionContextCreated":
                return self._note_world(parameters["context"], session)
            case "Runtime.executionContextDestroyed":
                return (session, parameters["executionContextId"]) not in self._hidden
        return True

    def _forget_session(self, session: str) -> bool:
        """Forget a session that has ended; return whether it was the program's."""
        if not self._knows(session):
            return False
        self._sessions.pop(session, None)
        self._browser_sessions.discard(session)
        self._tab_sessions.discard(session)
        return True

    def _note_world(self, context: dict[str, Any], session: str | None) -> bool:
        """Note a new world of a page; return whether the program may use it."""
        if self._scope.hides(context["name"]):
            self._hidden.add((session, context["id"]))
            return False
        target = self._target_of(session)
        self._worlds |= {(target, context["id"]), (target, context.get("uniqueId"))}
        return True

    async def _on_attached(self, parameters: dict[str, Any], parent: str | None) -> bool:
        """Register a new session of a session, or of none; return whether to announce it."""
        session, target = parameters["sessionId"], parameters["targetInfo"]
        if target["type"] == "browser":
            self._browser_sessions.add(session)
            return True
        if self._scope.shows(target):
            self._sessions[session] = target["targetId"]
            if target["type"] == "tab":
                self._tab_sessions.add(session)
            if self._target is not None and self._own_session is None:
                self._own_session = session
                return False
            return True
        # Not the program's: resume the target and detach.
        await self._forward(_Command(None, None, "Runtime.runIfWaitingForDebugger"), session, {})
        detach = {"sessionId": session}
        await self._forward(_Command(None, None, "Target.detachFromTarget"), parent, detach)
        return False

    # To the program

    async def _reply(self, command: _Command, result: dict[str, Any]) -> None:
        await self._send({"result": result}, command)

    async def _fail(self, command: _Command, code: int, message: str) -> None:
        await self._send({"error": {"code": code, "message": message}}, command)

    async def _send(self, message: dict[str, Any], command: _Command | None = None) -> None:
        if command is not None:
            message["id"] = command.id
            if command.session is not None:
                message["sessionId"] = command.session
        await self._client.send(json.dumps(message), text=True)
