"""Providers of models for agents that are programs: where their keys and addresses come from."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from webproctor.core.errors import UserError

_LOCAL = ("127.0.0.1", "localhost")


@dataclass(frozen=True)
class Provider:
    """A provider of models.

    Attributes:
        keys: Environment variables for the key, of which at least one is required.
        address: The environment variable for the server's address.
        default: The address if the variable is not set.
    """

    keys: tuple[str, ...]
    address: str
    default: str


PROVIDERS: Mapping[str, Provider] = {
    "anthropic": Provider(
        ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"),
        "ANTHROPIC_BASE_URL",
        "https://api.anthropic.com",
    ),
    "google": Provider(
        ("GOOGLE_API_KEY",), "GOOGLE_BASE_URL", "https://generativelanguage.googleapis.com"
    ),
    "openai": Provider(("OPENAI_API_KEY",), "OPENAI_BASE_URL", "https://api.openai.com/v1"),
}
"""The providers, by the names that Inspect gives them."""


@dataclass(frozen=True)
class ModelAccess:
    """What a program needs to send requests to its model.

    Attributes:
        address: The server's address.
        variables: The environment variable for the address, with the address.
        secrets: The other environment variables that are passed to the program.
        hosts: What it must be able to reach, for `isolation.programs.program`.
    """

    address: str
    variables: Mapping[str, str]
    secrets: Mapping[str, str]
    hosts: Sequence[str]


def model_access(
    name: str, agent: str, passed: Sequence[str] = (), reach: Sequence[str] = ()
) -> ModelAccess:
    """Return what a program needs for the models of a provider, from environment variables.

    Args:
        name: The provider's name in `PROVIDERS`.
        agent: The agent's name, for errors.
        passed: Names of further variables for the program.
        reach: Further hosts for the program.

    Raises:
        UserError: If the provider is unknown, no key is set, or a variable or the address is wrong.
    """
    provider = PROVIDERS.get(name)
    if provider is None:
        raise UserError(
            f"agent {agent!r}: models of {name!r} are not supported. Write --program-model "
            f"PROVIDER/NAME with one of {', '.join(PROVIDERS)}."
        )
    keys = [key for key in provider.keys if os.environ.get(key)]
    if not keys:
        raise UserError(
            f"agent {agent!r} needs a key for its model: set the environment variable "
            f"{' or '.join(provider.keys)}. For another server, also set {provider.address}."
        )
    address = os.environ.get(provider.address) or provider.default
    secrets = {one: os.environ[one] for one in keys} | passed_variables(passed)
    hosts = [_host(provider.address, address), *reach]
    return ModelAccess(address, {provider.address: address}, secrets, hosts)


def passed_variables(names: Sequence[str]) -> dict[str, str]:
    """Return the environment variables that `--pass-env` names.

    Raises:
        UserError: If one does not exist.
    """
    for name in names:
        if name not in os.environ:
            raise UserError(f"--pass-env {name}: there is no such variable. Set it first.")
    return {name: os.environ[name] for name in names}


def model_name(model: str, agent: str, provider: str = "") -> tuple[str, str]:
    """Split a model in Inspect's notation into its provider and its name.

    Args:
        model: `PROVIDER/NAME`, or only the name if the provider is fixed.
        agent: The agent's name, for errors.
        provider: The only provider of the agent; "" if it has several.

    Raises:
        UserError: If the provider is missing or another one.
    """
    prefix, slash, name = model.partition("/")
    if provider and (not slash or prefix == provider):
        prefix, name = provider, name if slash else model
    if not re.fullmatch(r"[\w.:@/\[\]-]+", name) or name.startswith("-"):
        expected = f"a model of {provider}" if provider else "PROVIDER/NAME, such as openai/gpt-5"
        raise UserError(f"agent {agent!r}, --program-model {model!r}: write {expected}.")
    if provider and prefix != provider:
        raise UserError(f"agent {agent!r} uses models of {provider}, not of {prefix}.")
    return prefix, name


def _host(variable: str, address: str) -> str:
    """Return the host of an address; for this machine, with its port."""
    try:
        url = urlsplit(address)
        host, port = url.hostname, url.port or (443 if url.scheme == "https" else 80)
    except ValueError:
        host, port = None, 0
    if not host or not address.startswith(("http://", "https://")):
        raise UserError(f"{variable} is not an address: write for example http://127.0.0.1:8000.")
    return f"127.0.0.1:{port}" if host in _LOCAL else host
