"""Run Inspect's solver `react()` on a WebGames task with webproctor's tools.

    python examples/inspect_react.py openai/gpt-5

Without a model, a scripted one observes the page and gives a wrong answer.
"""

import sys

import inspect_ai
from inspect_ai.agent import AgentSubmit, react
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model

from webproctor import inspect_tools


def scripted() -> Model:
    calls = [("observe", {}), ("submit", {"answer": "swordfish"})]
    outputs = [ModelOutput.for_tool_call("mockllm/model", *call) for call in calls]
    for output in outputs:
        output.usage = ModelUsage()
    return get_model("mockllm/model", custom_outputs=outputs)


[log] = inspect_ai.eval(
    "webproctor/webgames",
    task_args={"task": "date"},
    solver=react(tools=[inspect_tools()], submit=AgentSubmit(answer_only=True)),
    model=sys.argv[1] if len(sys.argv) > 1 else scripted(),
    log_dir="logs",
    display="none",
)
for sample in log.samples or []:
    [score] = (sample.scores or {}).values()
    print(f"{sample.id}: {score.value}, {len(sample.messages)} messages")
