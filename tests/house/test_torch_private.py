"""Torch's private parts are used in one package of msacc."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import torch

from msacc.common import torch_private as private
from tests.house.source import modules


class Uses(ast.NodeVisitor):
    """Private names of torch's in a file: imported, in a chain of names, and of its tensors."""

    TENSORS = {
        name
        for kind in (torch.Tensor, torch.UntypedStorage, torch.nn.Module, torch.autograd.Function)
        for name in dir(kind)
        if name.startswith("_") and not name.startswith("__")
    }

    def __init__(self, tree: ast.AST):
        self.torch, self.found = {"torch", "dist"}, set[str]()
        self.visit(tree)

    def visit_Import(self, node: ast.Import) -> None:
        for item in node.names:
            if item.name.split(".")[0] in ("torch", "torchvision"):
                self.torch.add(item.asname or "torch")
                self._note(item.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        if node.level == 0 and module.split(".")[0] in ("torch", "torchvision"):
            for item in node.names:
                self.torch.add(item.asname or item.name)
                self._note(f"{module}.{item.name}")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        names, inner = [node.attr], node.value
        while isinstance(inner, ast.Attribute):
            names.append(inner.attr)
            inner = inner.value
        names.append(inner.id if isinstance(inner, ast.Name) else "")
        if names[-1] in self.torch:
            self._note(".".join(reversed(names)))
        elif node.attr in self.TENSORS and names[-1] not in ("self", "cls"):
            self.found.add(node.attr)
        else:
            self.generic_visit(node)

    def _note(self, path: str) -> None:
        parts = path.split(".")
        private = [p for p in parts if p.startswith("_") and not p.endswith("__")]
        if private and not (len(parts) == 2 and parts[1].removeprefix("_foreach_") in self.foreach):
            self.found.add(path)

    foreach = private.FOREACH


def test_no_other_file_uses_torchs_private_parts() -> None:
    uses = {name: Uses(tree).found for name, tree in modules().items()}
    found = {name: names for name, names in uses.items() if names}
    allowed = [name for name in found if name.startswith("msacc.common.torch_private.")]
    assert sum(len(found.pop(name)) for name in allowed) > 10
    found.pop("msacc.common.torch_private")
    assert found == {}


def test_the_search_finds_what_it_looks_for() -> None:
    code = """
import torch, torch._dynamo
import torch.nn.functional as F
from torch._inductor import config
from torch.utils import _pytree as tree
def f(x):
    a = torch._foreach_add([x], 1), torch._foreach_abs_([x]), F._pad(x), x._version
    return dist.distributed_c10d._get_default_store(), tree.tree_map, self._version, x.t()._is_view()
"""
    wanted = "torch._dynamo torch._inductor.config torch.utils._pytree torch._foreach_abs_ F._pad"
    wanted += " _version dist.distributed_c10d._get_default_store _is_view"
    assert Uses(ast.parse(code)).found == set(wanted.split())


def used_of_foreach() -> Iterator[str]:
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr.startswith("_foreach_"):
                yield node.attr.removeprefix("_foreach_")


def test_the_foreach_list_is_what_is_used() -> None:
    assert set(used_of_foreach()) == private.FOREACH
