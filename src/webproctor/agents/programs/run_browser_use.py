"""Run browser-use on a task. Executed by the interpreter of the environment that has browser-use;
only its packages and the standard library can be imported here.

The environment variables are those of `agents.external`, and `WEBPROCTOR_MODEL` (PROVIDER/NAME),
`WEBPROCTOR_STEPS` (the step limit), `WEBPROCTOR_VISION` (1 or 0), and the provider's.
"""

import asyncio
import json
import logging
import os
import sys
from importlib import import_module
from typing import Any

# Standard output is only for the answer and the usage.
logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(message)s")
os.environ["BROWSER_USE_SETUP_LOGGING"] = "false"
os.environ.setdefault("ANONYMIZED_TELEMETRY", "false")
os.environ.setdefault("BROWSER_USE_CLOUD_SYNC", "false")
os.environ.setdefault("BROWSER_USE_VERSION_CHECK", "false")

# Imported here, because it reads these variables when it is imported.
browser_use = import_module("browser_use")

CHATS = {"openai": "ChatOpenAI", "anthropic": "ChatAnthropic", "google": "ChatGoogle"}


def chat(model: str) -> Any:
    """Return browser-use's interface of a model."""
    provider, _, name = model.partition("/")
    address = os.environ.get(f"{provider.upper()}_BASE_URL")
    options = (
        {"http_options": {"base_url": address}} if provider == "google" else {"base_url": address}
    )
    return getattr(browser_use, CHATS[provider])(model=name, **(options if address else {}))


async def main() -> None:
    model = os.environ["WEBPROCTOR_MODEL"]
    task = f"{os.environ['WEBPROCTOR_TASK']}\nThe page is open: {os.environ['WEBPROCTOR_URL']}"
    agent = browser_use.Agent(
        task=task,
        llm=chat(model),
        browser=browser_use.Browser(cdp_url=os.environ["WEBPROCTOR_DEVTOOLS"]),
        use_vision=os.environ["WEBPROCTOR_VISION"] == "1",
        directly_open_url=False,
        use_judge=False,
    )
    reported = 0

    def report() -> None:
        nonlocal reported
        used = [entry.usage for entry in agent.token_cost_service.usage_history]
        for one in used[reported:]:
            usage = {
                "model": model,
                "input_tokens": one.prompt_tokens,
                "cached_input_tokens": one.prompt_cached_tokens or 0,
                "output_tokens": one.completion_tokens,
            }
            print(json.dumps({"webproctor_usage": usage}), flush=True)
        reported = len(used)

    async def after_step(_: Any) -> None:
        report()

    steps = int(os.environ["WEBPROCTOR_STEPS"])
    history = await agent.run(max_steps=steps, on_step_end=after_step)
    report()
    errors = [error for error in history.errors() if error]
    at_limit = agent.state.n_steps > steps
    if at_limit:
        errors = errors[:-1]  # browser-use adds one for the step limit, which is not a failure.
    failing = agent.state.consecutive_failures >= min(steps, agent.settings.max_failures)
    if not history.is_done() and errors and (failing or not at_limit):
        raise SystemExit(f"browser-use stopped: {errors[-1]}")
    # The answer is one line.
    print(" ".join((history.final_result() or "").split()))


asyncio.run(main())
