"""Pages as trees: from a DOM snapshot to candidates and to text for models.

    snapshot --raw_tree--> raw page --candidates--> candidate elements
                                    --cleaned----> cleaned page --prune--> Pruned --Writer--> text

The rules and their order are those of the Mind2Web data set and its released code
(src/data_utils/dom_utils.py of github.com/OSU-NLP-Group/Mind2Web). This package is independent of
browsers and benchmarks.
"""

from webproctor.core.dom.candidates import EquivalenceBox, Positive, candidates, positives
from webproctor.core.dom.cleaning import cleaned
from webproctor.core.dom.naming import field_name, lines, name, role, text
from webproctor.core.dom.page import Dom, dom_of
from webproctor.core.dom.pruning import Pruned, prune
from webproctor.core.dom.snapshot import MARKER, SALIENT, raw_tree
from webproctor.core.dom.tree import ID, MarkupError, Rect, Tree, parse, rect, to_xml
from webproctor.core.dom.writing import Style, Writer

__all__ = [
    "ID",
    "MARKER",
    "SALIENT",
    "Dom",
    "EquivalenceBox",
    "MarkupError",
    "Positive",
    "Pruned",
    "Rect",
    "Style",
    "Tree",
    "Writer",
    "candidates",
    "cleaned",
    "dom_of",
    "field_name",
    "lines",
    "name",
    "parse",
    "positives",
    "prune",
    "raw_tree",
    "rect",
    "role",
    "text",
    "to_xml",
]
