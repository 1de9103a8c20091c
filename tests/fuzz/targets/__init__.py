"""All targets by name."""

from fuzz.target import Target
from fuzz.targets import (
    archives,
    clients,
    collected,
    data_sets,
    model_answers,
    pages,
    parquet,
    programs,
    runs,
    tables,
    weights,
)

TARGETS: dict[str, Target] = {
    target.name: target
    for module in (
        model_answers,
        pages,
        tables,
        data_sets,
        parquet,
        archives,
        programs,
        clients,
        collected,
        runs,
        weights,
    )
    for target in module.TARGETS
}

MISSING: dict[str, str] = parquet.MISSING | weights.MISSING
"""Reasons why targets are skipped here, by name."""
