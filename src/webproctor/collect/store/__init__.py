"""The database of a collection: people, links, and what each tool stores."""

from webproctor.collect.store.database import Store, open_store
from webproctor.collect.store.tables import (
    Link,
    Moment,
    Person,
    Role,
    Table,
    now,
    storable,
    time_text,
)

__all__ = [
    "Link",
    "Moment",
    "Person",
    "Role",
    "Store",
    "Table",
    "now",
    "open_store",
    "storable",
    "time_text",
]
