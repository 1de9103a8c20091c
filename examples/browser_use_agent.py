"""Run browser-use as an external agent: it gets a browser and a task, webproctor scores the result.

    pip install browser-use          # in a separate environment
    webproctor run webgames --agent external \
        --command "PYTHON examples/browser_use_agent.py" \
        --pass-env OPENAI_API_KEY --reach api.openai.com

PYTHON is the interpreter of that environment. MODEL, and if needed OPENAI_BASE_URL and
OPENAI_API_KEY, select the model. The program gets only the variables that `--pass-env` names, and
connects only to the hosts that `--reach` names (`127.0.0.1:PORT` for a server on this machine).
"""

import asyncio
import os

os.environ.setdefault("ANONYMIZED_TELEMETRY", "false")

from browser_use import Agent, Browser, ChatOpenAI  # pyright: ignore[reportMissingImports]


async def main() -> None:
    model = ChatOpenAI(
        model=os.environ.get("MODEL", "gpt-5-mini"), base_url=os.environ.get("OPENAI_BASE_URL")
    )
    browser = Browser(cdp_url=os.environ["WEBPROCTOR_DEVTOOLS"])
    task = f"{os.environ['WEBPROCTOR_TASK']}\nThe page is open: {os.environ['WEBPROCTOR_URL']}"
    history = await Agent(task=task, llm=model, browser=browser).run(max_steps=20)
    print(history.final_result() or "")


asyncio.run(main())
