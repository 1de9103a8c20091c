"""browser-use as an agent under examination: it gets a browser and a task, webproctor marks it.

    pip install browser-use          # in an environment of its own
    webproctor run webgames --agent external \
        --command "python examples/browser_use_agent.py"

MODEL, and OPENAI_BASE_URL and OPENAI_API_KEY where they are needed, choose the model.
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
