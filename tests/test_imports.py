"""There are no circular imports, not even for types."""

from graphlib import TopologicalSorter

import grimp


def test_there_are_no_circular_imports() -> None:
    graph = grimp.build_graph("webproctor")
    imports = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    TopologicalSorter(imports).prepare()  # Raises a CycleError that names the modules.
