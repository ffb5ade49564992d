"""Names that are taken, and new ones."""

from __future__ import annotations

import ast
from collections.abc import Iterable


class Names:
    """Names of one scope: `name`, `name_1`, `name_2`, …"""

    def __init__(self, taken: Iterable[str] = ()):
        self.taken = set(taken)

    def unique(self, name: str) -> str:
        """The name itself where it is free, else with the next free number; it is taken from then on."""
        found, number = name, 0
        while found in self.taken:
            number += 1
            found = f"{name}_{number}"
        self.taken.add(found)
        return found


def of(tree: ast.AST) -> set[str]:
    """Every variable's name in a piece of source, its arguments included."""
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return found | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
