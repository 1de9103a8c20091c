"""A connection of a program to the DevTools proxy."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from webproctor.environments.browser.proxy_policy import (
    INPUT,
    MOVING,
    WITHOUT_EFFECT,
    Parameters,
    cleaned,
)
from webproctor.environments.browser.proxy_scope import Scope

# Longest time in seconds that an input waits until the page has handled the previous ones.
_ACTING = 5.0
_SERVER_ERROR, _NO_SESSION = -32000, -32001


class CommandRefused(Exception):
    """A command is refused; the message is the reason."""


@dataclass
class _Sent:
    """A command that the browser has not answered yet.

    Attributes:
        id: The program's id of the command; None for a command of the proxy itself.
        session: The session id that the program sent.
        method: The command's name.
        answered: Called with the result before the program receives it.
    """

    id: int | None
    session: str | None
    method: str
    answered: Callable[[dict[str, Any]], None] | None = None


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
        self._own: str | None = None  # The session of `target`.
        self._number = 0
        self._sent: dict[int, _Sent] = {}
        # The target of each of the program's sessions, and the targets announced to it.
        self._sessions: dict[str, str] = {}
        self._shown: set[str] = set()
        # The harness's isolated worlds: session, and context id or unique id.
        self._hidden: set[tuple[str | None, object]] = set()
        self._inputs: set[int] = set()
        self._idle = asyncio.Event()

    async def run(self) -> None:
        """Forward messages until one side disconnects."""
        reading = asyncio.create_task(self._read_browser())
        try:
            if self._target is not None:
                given = {"targetId": self._target, "flatten": True}
                self._own = (await self._ask("Target.attachToTarget", given))["sessionId"]
            async for text in self._client:
                await self._heard(text)
        except ConnectionClosed:
            return  # The program or the browser has disconnected.
        finally:
            reading.cancel()
            await asyncio.wait([reading])
            await self._client.close()

    # From the program

    async def _heard(self, text: str | bytes) -> None:
        try:
            message = json.loads(text)
            number, method = message["id"], message["method"]
            given, session = message.get("params", {}), message.get("sessionId")
            if not isinstance(number, int) or not isinstance(method, str):
                raise TypeError
            if not isinstance(given, dict) or not isinstance(session, str | None):
                raise TypeError
        except (ValueError, KeyError, TypeError, RecursionError):
            await self._tell({"error": {"code": -32600, "message": "not a DevTools command"}})
            return
        sent = _Sent(number, session, method)
        try:
            await self._command(sent, given)
        except CommandRefused as why:
            self._scope.log.refused[method[:100]] += 1
            await self._fail(sent, _SERVER_ERROR, f"{method} refused: {why}")

    async def _command(self, sent: _Sent, given: Parameters) -> None:
        session, method = sent.session or self._own, sent.method
        if session is not None and session not in self._sessions:
            await self._fail(sent, _NO_SESSION, "Session with given id not found.")
            return
        scope = self._scope
        if why := scope.limits.refusal(method, given, page=session is not None):
            raise CommandRefused(why)
        given = cleaned(method, given)
        try:
            json.dumps(given, allow_nan=False)
        except ValueError:
            raise CommandRefused("its parameters contain a number that is not finite") from None
        await self._check(session, method, given)
        scope.log.note(method, given)
        if method in WITHOUT_EFFECT:
            await self._reply(sent, {})
        elif method == "Target.getBrowserContexts":
            await self._reply(sent, {"browserContextIds": []})
        else:
            if method == "Target.createTarget":
                given["browserContextId"] = scope.context
            if scope.replica is not None:
                await self._follow(sent, session, given)
            await self._pass_on(sent, session, given)

    async def _check(self, session: str | None, method: str, given: Parameters) -> None:
        """Refuse commands for other targets or for the harness's isolated worlds.

        Raises:
            CommandRefused: If the command is refused.
        """
        named = {"targetId": str, "contextId": int, "executionContextId": int}
        named |= dict.fromkeys(("uniqueContextId", "sessionId", "worldName"), str)
        for key, kind in (named | {"executionContextName": str}).items():
            if key in given and not isinstance(given[key], kind):
                raise CommandRefused(f"{key} must be a {'string' if kind is str else 'number'}")
        if method == "Target.closeTarget" and "targetId" not in given:
            raise CommandRefused("targetId is required")
        if "targetId" in given and not await self._scope.finds(given["targetId"]):
            raise CommandRefused("there is no such target")
        if method == "Target.detachFromTarget" and given.get("sessionId") not in self._sessions:
            raise CommandRefused("there is no such session")
        frame = given.get("frameId")
        if method == "Page.navigate" and session and frame not in (None, self._sessions[session]):
            raise CommandRefused("only the main frame can be navigated")
        if any(self._scope.hides(given.get(key)) for key in ("worldName", "executionContextName")):
            raise CommandRefused("this world belongs to the harness")
        for key in ("contextId", "executionContextId", "uniqueContextId"):
            if key in given and (session, given[key]) in self._hidden:
                raise CommandRefused("this world belongs to the harness")

    async def _follow(self, sent: _Sent, session: str | None, given: Parameters) -> None:
        """Repeat a command in the replica, before it is forwarded."""
        replica, method = self._scope.replica, sent.method
        assert replica is not None
        if method == "Target.createTarget":
            page = await replica.open(given["url"])
            if page is not None:
                sent.answered = lambda result: replica.pair(result["targetId"], page)
        elif method == "Target.closeTarget":
            await replica.follow(given["targetId"], method, given)
        elif session is not None and method in INPUT | MOVING:
            if method in INPUT:
                await self._settled()
            if method == "DOM.setFileInputFiles":
                named = {key: given[key] for key in _NODE if key in given}
                found = await self._ask("DOM.describeNode", named, session)
                node = found.get("node", {}).get("backendNodeId")
                given = {"files": given["files"], "backendNodeId": node}
            await replica.follow(self._sessions[session], method, given)

    async def _settled(self) -> None:
        """Wait until the program's page has handled all inputs so far, up to a timeout."""
        if self._inputs:
            self._idle.clear()
            try:
                async with asyncio.timeout(_ACTING):
                    await self._idle.wait()
            except TimeoutError:
                self._inputs.clear()  # Blocked, for example by an open dialog.

    async def _pass_on(self, sent: _Sent, session: str | None, given: Parameters) -> None:
        self._number += 1
        self._sent[self._number] = sent
        if sent.method in INPUT:
            self._inputs.add(self._number)
        message = {"id": self._number, "method": sent.method, "params": given}
        if session is not None:
            message["sessionId"] = session
        await self._browser.send(json.dumps(message), text=True)

    async def _ask(
        self, method: str, given: Parameters, session: str | None = None
    ) -> dict[str, Any]:
        """Send a command of the proxy itself; return its result, empty if it is rejected."""
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        await self._pass_on(_Sent(None, None, method, answer.set_result), session, given)
        return await answer

    # From the browser

    async def _read_browser(self) -> None:
        try:
            async for text in self._browser:
                message = json.loads(text)
                if "id" in message:
                    await self._answered(message)
                else:
                    await self._happened(message)
        except ConnectionClosed:
            return
        finally:
            await self._client.close()

    async def _answered(self, message: dict[str, Any]) -> None:
        number = message["id"]
        sent = self._sent.pop(number)
        self._inputs.discard(number)
        if not self._inputs:
            self._idle.set()
        result = message.get("result", {})
        if sent.method == "Target.getTargets" and "result" in message:
            result["targetInfos"] = [one for one in result["targetInfos"] if self._scope.shows(one)]
        if sent.answered is not None and ("result" in message or sent.id is None):
            sent.answered(result)
        if sent.id is not None:
            kind = "result" if "result" in message else "error"
            await self._tell({kind: message[kind]}, sent)

    async def _happened(self, message: dict[str, Any]) -> None:
        method, given, session = message["method"], message["params"], message.get("sessionId")
        if method == "Target.attachedToTarget":
            if not await self._attached(given):
                return
        elif session is not None and session not in self._sessions:
            return
        elif method in ("Target.targetCreated", "Target.targetInfoChanged"):
            if not self._scope.shows(given["targetInfo"]):
                return
            self._shown.add(given["targetInfo"]["targetId"])
        elif method in ("Target.targetDestroyed", "Target.targetCrashed"):
            if given["targetId"] not in self._shown:
                return
        elif method == "Target.detachedFromTarget":
            if self._sessions.pop(given["sessionId"], None) is None:
                return
        elif method == "Runtime.executionContextCreated":
            context = given["context"]
            if self._scope.hides(context["name"]):
                self._hidden |= {(session, context["id"]), (session, context.get("uniqueId"))}
                return
        elif method == "Runtime.executionContextDestroyed" and (
            (session, given["executionContextId"]) in self._hidden
        ):
            return
        if session is not None and session == self._own:
            del message["sessionId"]
        await self._client.send(json.dumps(message), text=True)

    async def _attached(self, given: dict[str, Any]) -> bool:
        """Register a new session; return whether to announce it to the program."""
        session, target = given["sessionId"], given["targetInfo"]
        if self._scope.shows(target):
            self._sessions[session] = target["targetId"]
            if self._target is not None and self._own is None:
                self._own = session
                return False
            return True
        # Not the program's: resume the target and detach.
        await self._pass_on(_Sent(None, None, "Runtime.runIfWaitingForDebugger"), session, {})
        detach = {"sessionId": session}
        await self._pass_on(_Sent(None, None, "Target.detachFromTarget"), None, detach)
        return False

    # To the program

    async def _reply(self, sent: _Sent, result: dict[str, Any]) -> None:
        await self._tell({"result": result}, sent)

    async def _fail(self, sent: _Sent, code: int, message: str) -> None:
        await self._tell({"error": {"code": code, "message": message}}, sent)

    async def _tell(self, message: dict[str, Any], sent: _Sent | None = None) -> None:
        if sent is not None:
            message["id"] = sent.id
            if sent.session is not None:
                message["sessionId"] = sent.session
        await self._client.send(json.dumps(message), text=True)


_NODE = ("nodeId", "backendNodeId", "objectId")
