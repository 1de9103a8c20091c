"""Pages as trees: from a DOM snapshot to candidates and to the text that models read.

    snapshot --raw_tree--> raw page --candidates--> who can be acted on
                                    --cleaned----> cleaned page --prune--> Pruned --Writer--> text

The rules, and their order, are those of Mind2Web (catalogue, section 2); nothing here knows of
browsers or benchmarks.
"""

from webproctor.dom.candidates import EquivalenceBox, Positive, candidates, positives
from webproctor.dom.cleaning import cleaned
from webproctor.dom.naming import lines, name, role, text
from webproctor.dom.page import Dom, dom_of
from webproctor.dom.pruning import Pruned, prune
from webproctor.dom.snapshot import MARKER, SALIENT, raw_tree
from webproctor.dom.tree import ID, MarkupError, Rect, Tree, parse, rect, to_xml
from webproctor.dom.writing import Style, Writer

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
