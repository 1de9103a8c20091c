"""All doors by name."""

from fuzz.door import Door
from fuzz.doors import (
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

DOORS: dict[str, Door] = {
    door.name: door
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
    for door in module.DOORS
}

MISSING: dict[str, str] = parquet.MISSING | weights.MISSING
"""Reasons why doors are skipped here, by name."""
