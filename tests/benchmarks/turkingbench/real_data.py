"""The real data of TurkingBench, for tests that need it."""

import pytest
from repository import DATA as ALL_DATA

DATA = ALL_DATA / "turkingbench"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"no real TurkingBench data at {DATA}")
