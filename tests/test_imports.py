"""No module imports itself, not even through others or for a type."""

from graphlib import TopologicalSorter

import grimp


def test_imports_have_no_circles() -> None:
    graph = grimp.build_graph("webproctor")
    imports = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    TopologicalSorter(imports).prepare()  # Raises a CycleError that names the modules.
