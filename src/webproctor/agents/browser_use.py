"""The browser-use agent: runs browser-use in a separate Python environment, with the DevTools
address of a browser (see `agents.external`).
"""

import shutil
from pathlib import Path
from typing import Annotated

from webproctor.agents.external import External
from webproctor.agents.installed import (
    PassEnv,
    Reach,
    Read,
    Vision,
    check_folders,
    interpreter,
    output_of,
)
from webproctor.agents.providers import model_access, model_name
from webproctor.benchmarks import Benchmark
from webproctor.core.errors import UserError

AGENT = "browser-use"
INSTALL = (
    "python3 -m venv browser-use-env && browser-use-env/bin/pip install browser-use, and add "
    "--program browser-use-env/bin/python"
)
_PROGRAM = Path(__file__).with_name("programs") / "run_browser_use.py"
_VERSION = "import importlib.metadata; print(importlib.metadata.version('browser-use'))"


def browser_use(
    benchmark: Benchmark,
    *,
    program_model: Annotated[str, "The program's model: openai/, anthropic/ or google/NAME."],
    program: Annotated[str, "Python of the environment with browser-use; default: on PATH."] = "",
    vision: Vision = True,
    pass_env: PassEnv = (),
    reach: Reach = (),
    read: Read = (),
) -> External:
    """The browser-use agent, which runs scripts in its page.

    The key and the address of the model are those of the provider's environment variables.

    Raises:
        UserError: If browser-use is not installed, or a key, a variable or a folder is missing.
    """
    provider, _ = model_name(program_model, AGENT)
    python = _python(program)
    access = model_access(provider, AGENT, pass_env, reach)
    variables = {"WEBPROCTOR_MODEL": program_model, "WEBPROCTOR_VISION": str(int(vision))}
    return External(
        [python, str(_PROGRAM)],
        secrets=access.secrets,
        hosts=access.hosts,
        readable=check_folders(read),
        variables={**access.variables, **variables},
    )


def _python(program: str) -> str:
    """Return the interpreter of the environment that has browser-use."""
    found = shutil.which(program or AGENT)
    if found is None:
        problem = f"--program {program}: there is no such program" if program else "not on PATH"
        raise UserError(f"agent {AGENT!r} needs browser-use ({problem}). Install it: {INSTALL}.")
    # Without resolving links: an environment's interpreter is a link.
    path = Path(found).absolute()
    python = str(path) if program else (interpreter(path) or [str(path)])[0]
    try:
        output_of([python, "-c", _VERSION])
    except UserError as error:
        message = f"agent {AGENT!r}: {python} has no browser-use."
        raise UserError(f"{message} Install it: {INSTALL}.") from error
    return python
