"""The environment `webproctor-verifiers`: verifiers finds environments by the names of modules."""

from webproctor.rollouts.adapters.verifiers import WebEnv, WebHarness, WebTaskset

__all__ = ["WebEnv", "WebHarness", "WebTaskset"]
