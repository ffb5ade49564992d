"""Unique variable names."""

from __future__ import annotations

import ast
from collections.abc import Iterable


class Names:
    """Names of one scope: `name`, `name_1`, `name_2`, …"""

    def __init__(self, used_names: Iterable[str] = ()):
        self.used = set(used_names)

    def unique(self, name: str) -> str:
        """The name itself where it is free, else with the next free number; it is taken from then on."""
        candidate, number = name, 0
        while candidate in self.used:
            number += 1
            candidate = f"{name}_{number}"
        self.used.add(candidate)
        return candidate


def of(tree: ast.AST) -> set[str]:
    """Every variable's name in a piece of source, its arguments included."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return names | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
