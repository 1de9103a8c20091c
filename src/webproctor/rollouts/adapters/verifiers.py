"""The tasks of a service as an environment of `verifiers`: a taskset, and a harness in which the
model acts by tool calls.

An episode that is void raises an error in its rollout, so that verifiers gives it no reward and
runs it again. Requires verifiers 0.4; the module `webproctor_verifiers` makes this one available
under the id `webproctor-verifiers`.
"""

import asyncio
import functools
import os
from collections.abc import Iterator
from typing import Any

import httpx
import verifiers.v1 as vf  # pyright: ignore[reportMissingImports]

from webproctor.core.errors import UserError
from webproctor.core.llm import Tool
from webproctor.rollouts.client import Client, connected, observation_text, tasks_of, tools_of
from webproctor.rollouts.schema import Answer, End

TOKEN = "WEBPROCTOR_ROLLOUTS_TOKEN"
"""The environment variable with the service's token."""
ENDED = "webproctor"
"""The key in a trace's `info` of how its episode ended: `End` as data."""
_WAIT_SECONDS = 600.0
_LEASE_SECONDS = 3600.0


class EpisodeVoid(Exception):
    """The environment failed, so the rollout has no reward; the message says how."""


class WebData(vf.TaskData):
    """A task of the service.

    Attributes:
        url: The address of the service.
        task: The id of the task.
        actions: The name of its action set.
        reads: The text views in observations; the service's own by default.
    """

    url: str
    task: str
    actions: str
    reads: list[str] | None = None


class WebTask(vf.Task[WebData, vf.State, vf.TaskConfig]):
    """A task whose reward is the benchmark's score."""

    @vf.reward
    async def benchmark_score(self, trace: vf.Trace) -> float:
        """Return the score, 0 to 1; 0 if the agent failed. A void episode is not scored."""
        return trace.info[ENDED]["value"]


class WebConfig(vf.TasksetConfig):
    """Settings of the taskset.

    Attributes:
        url: The address that `webproctor rollouts serve` prints. Its token is read from
            `WEBPROCTOR_ROLLOUTS_TOKEN`.
        reads: The text views in observations; the service's own by default.
    """

    url: str = "http://127.0.0.1:8080"
    reads: list[str] | None = None


class WebTaskset(vf.Taskset[WebTask, WebConfig]):
    """The tasks that a service offers."""

    def load(self) -> Iterator[WebTask]:
        url = self.config.url
        for one in tasks_of(url, _token()):
            data = WebData(
                id=one.id,
                name=one.id,
                prompt=one.instruction,
                url=url,
                task=one.id,
                actions=one.actions,
                reads=self.config.reads,
            )
            yield WebTask(data, self.config.task)


class WebHarness(vf.Harness[vf.HarnessConfig]):
    """Offers the task's actions to the model as tools, in the process of verifiers.

    A reply without a tool call ends the episode, with the reply as its answer.
    """

    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: WebData,
    ) -> vf.ProgramResult:
        """Run an episode.

        Raises:
            EpisodeVoid: If the environment failed.
            ServiceLost: If the connection to the service ended.
        """
        system, prompt = self.resolve_text_prompt(data)
        messages = [{"role": "system", "content": system}] if system else []
        disabled = self.config.disabled_tools or ()
        available = await asyncio.to_thread(_tools, data.url, data.actions)
        tools = [tool for tool in available if tool["function"]["name"] not in disabled]
        headers = {"authorization": f"Bearer {secret}"}
        async with (
            connected(data.url, _token()) as client,
            httpx.AsyncClient(headers=headers, timeout=None, trust_env=False) as http,
        ):
            choice = {"task": data.task, "reads": data.reads}
            first = await client.ask("create", wait=_WAIT_SECONDS, lease=_LEASE_SECONDS, **choice)
            messages.append({"role": "user", "content": f"{prompt}\n\n{_observation_text(first)}"})

            async def generate() -> dict[str, Any]:
                body = {"model": ctx.model, "messages": messages, "tools": tools}
                answer = await http.post(f"{endpoint}/chat/completions", json=body)
                answer.raise_for_status()
                return answer.json()["choices"][0]["message"]

            answer = first
            try:
                while answer.ended is None:
                    messages.append(reply := await generate())
                    answer = await _perform(client, answer.session, reply, messages)
            finally:
                # A limit of the trainer refuses the model's next reply: the episode is scored as
                # it is. If the model failed, verifiers does not use the score.
                if answer.ended is None:
                    answer = await client.ask("score", answer.session)
                _record_end(trace, answer.ended)
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


class WebEnvConfig(vf.SingleAgentEnvConfig):
    """The environment with the defaults that fit: the harness runs in the process of verifiers, and
    void episodes are run again up to three times.
    """

    agent: vf.AgentConfig = vf.AgentConfig(
        runtime=vf.SubprocessConfig(),
        retries=vf.RetryConfig(rules=[vf.RetryRule(type="HarnessError", max_retries=3)]),
    )


class WebEnv(vf.SingleAgentEnv, vf.Env[WebEnvConfig]):
    """One agent that does tasks of the service."""


async def _perform(
    client: Client, session: str, reply: dict[str, Any], messages: list[dict[str, Any]]
) -> Answer:
    """Execute the calls of a reply in order, until one ends the episode."""
    answer = None
    for call in reply.get("tool_calls") or ():
        function = call["function"]
        answer = await client.act(session, function["name"], function["arguments"])
        content = "\n\n".join(filter(None, (answer.result, _observation_text(answer))))
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": content})
        if answer.ended is not None:
            break
    return answer or await client.act(session, "done", {"answer": reply.get("content") or ""})


def _observation_text(answer: Answer) -> str:
    return observation_text(answer.observation) if answer.observation else ""


def _record_end(trace: vf.Trace, ended: End | None) -> None:
    """Record how an episode ended.

    Raises:
        EpisodeVoid: If it is void.
    """
    assert ended is not None
    trace.info[ENDED] = ended.model_dump()
    if ended.outcome == "void":
        raise EpisodeVoid(f"the episode is void: {ended.cause}: {ended.message}")


@functools.cache
def _tools(url: str, actions: str) -> list[dict[str, Any]]:
    return [_function(tool) for tool in tools_of(url, _token())[actions]]


def _function(tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _token() -> str:
    token = os.environ.get(TOKEN)
    if not token:
        raise UserError(f"set {TOKEN} to the token that `webproctor rollouts serve` prints.")
    return token
