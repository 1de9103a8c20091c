"""The stagehand agent: runs Stagehand's agent from a separate folder, with a browser's DevTools
address (see `agents.external`).
"""

import shutil
from pathlib import Path
from typing import Annotated

from webproctor.agents.external import External
from webproctor.agents.installed import PassEnv, Reach, Read, check_folders
from webproctor.agents.providers import model_access, model_name
from webproctor.benchmarks import Benchmark
from webproctor.core.errors import UserError

AGENT = "stagehand"
PACKAGE = "@browserbasehq/stagehand"
INSTALL = f"npm install --prefix stagehand {PACKAGE}@3, and add --packages stagehand"
_PROGRAM = Path(__file__).with_name("programs") / "run_stagehand.mjs"


def stagehand(
    benchmark: Benchmark,
    *,
    program_model: Annotated[str, "The program's model: openai/, anthropic/ or google/NAME."],
    packages: Annotated[Path, "Folder in which npm installed Stagehand."] = Path("stagehand"),
    pass_env: PassEnv = (),
    reach: Reach = (),
    read: Read = (),
) -> External:
    """The agent of Stagehand 3, which runs scripts in its page.

    The key and the address of the model are those of the provider's environment variables.

    Raises:
        UserError: If Stagehand or Node.js is not installed, or a key, a variable or a folder is
            missing.
    """
    provider, _ = model_name(program_model, AGENT)
    access = model_access(provider, AGENT, pass_env, reach)
    node = shutil.which("node")
    if node is None:
        raise UserError(f"agent {AGENT!r} needs Node.js 20 or later: install it.")
    folder = packages.absolute()
    if not (folder / "node_modules" / PACKAGE / "package.json").is_file():
        raise UserError(f"agent {AGENT!r}: {packages} has no Stagehand. Install it: {INSTALL}.")
    variables = {"WEBPROCTOR_MODEL": program_model, "WEBPROCTOR_PACKAGES": str(folder)}
    return External(
        [node, str(_PROGRAM)],
        secrets=access.secrets,
        hosts=access.hosts,
        readable=[folder / "node_modules", *check_folders(read)],
        variables={**access.variables, **variables},
    )
