"""What a source file computes with torch, read from its text: calls, operators and indexing of torch tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# Asked of torch, not computed by it.
_FACTS = {
    "torch." + name
    for name in (
        *("no_grad", "enable_grad", "set_grad_enabled", "is_grad_enabled", "device", "Size"),
        *("finfo", "iinfo", "is_tensor", "get_default_dtype", "promote_types", "Generator"),
        *("compiler.is_compiling", "cuda.is_available", "cuda.device_count"),
    )
}
# Methods of a torch tensor that tell about it, or hand on what it holds, and compute nothing.
_TELLING = {
    *("size", "dim", "numel", "item", "tolist", "detach", "data_ptr", "stride", "is_contiguous"),
    *("storage_offset", "element_size", "untyped_storage", "numpy", "cpu", "requires_grad_"),
    *("is_floating_point", "is_complex", "_is_view", "register_hook", "nelement", "get_device"),
}
_OPS = {"op", "binary"}


@dataclass(frozen=True)
class Use:
    """One computation: the file, the function around it, its name and its line."""

    path: str
    where: str
    name: str
    line: int

    @property
    def key(self) -> tuple[str, str, str]:
        return self.path, self.where, self.name


def uses(path: Path, shown: str) -> list[Use]:
    """Every computation with torch in one file, in the order of its lines."""
    reader = _Reader(shown)
    reader.visit(ast.parse(path.read_text(encoding="utf-8")))
    return sorted(reader.found, key=lambda use: use.line)


class _Reader(ast.NodeVisitor):
    """Walks one file; knows the names that stand for torch's modules and for torch tensors."""

    def __init__(self, path: str):
        self.path = path
        self.found: list[Use] = []
        self._around: list[str] = []
        self._modules: dict[str, str] = {}  # a name in this file -> torch's dotted name
        self._tensors: list[set[str]] = [set()]  # names that hold torch tensors, per function

    # -- names ---------------------------------------------------------------------------------
    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            if alias.name.split(".")[0] == "torch":
                name = alias.asname or "torch"
                self._modules[name] = alias.name if alias.asname else "torch"

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if (node.module or "").split(".")[0] == "torch":
            for alias in node.names:
                self._modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._around.append(node.name)
        self.generic_visit(node)
        self._around.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for mark in node.decorator_list:
            if isinstance(mark, ast.Name) and mark.id in _OPS:
                self._add(node, f"@{mark.id} {node.name}")
        self._around.append(node.name)
        self._tensors.append(self._tensors[-1] | set(self._tensor_arguments(node.args)))
        for statement in node.body:
            self.visit(statement)
        self._tensors.pop()
        self._around.pop()

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._tensors.append(set(self._tensors[-1]))
        self.visit(node.body)
        self._tensors.pop()

    def _tensor_arguments(self, arguments: ast.arguments) -> Iterator[str]:
        for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if one.annotation is not None and self._dotted(one.annotation) == "torch.Tensor":
                yield one.arg

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            values = values if len(values) == len(names) else [node.value] * len(names)
            for name, value in zip(names, values, strict=False):
                if isinstance(name, ast.Name):
                    known = self._tensors[-1]
                    (known.add if self._is_tensor(value) else known.discard)(name.id)
                else:
                    self._write(name)

    def _write(self, target: ast.expr) -> None:
        """`x._t[i] = v` computes; `x._t = v` hands over."""
        if isinstance(target, ast.Subscript) and self._is_tensor(target.value):
            self._add(target, "[...] =")

    # -- computations --------------------------------------------------------------------------
    def visit_Call(self, node: ast.Call) -> None:
        name = self._dotted(node.func)
        if name is not None:
            if name not in _FACTS:
                self._add(node, name)
        elif isinstance(node.func, ast.Attribute):
            method = node.func.attr
            if method not in _TELLING and self._is_tensor(node.func.value):
                self._add(node, f".{method}")
        elif isinstance(node.func, ast.Name) and node.func.id in _OPS:
            self._add(node, f"{node.func.id}(...)")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if self._is_tensor(node.left) or self._is_tensor(node.right):
            self._add(node, type(node.op).__name__)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        identity = all(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops)
        if not identity and any(self._is_tensor(x) for x in (node.left, *node.comparators)):
            self._add(node, type(node.ops[0]).__name__)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Load) and self._is_tensor(node.value):
            self._add(node, "[...]")
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    # -- what an expression is -----------------------------------------------------------------
    def _dotted(self, node: ast.expr) -> str | None:
        """torch's own dotted name of an expression, if it is one."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if isinstance(node, ast.Name) and node.id in self._modules:
            return ".".join([self._modules[node.id], *reversed(parts)])
        return None

    def _is_tensor(self, node: ast.expr) -> bool:
        """Whether an expression is a torch tensor, as far as the text tells."""
        if isinstance(node, ast.Name):
            return node.id in self._tensors[-1]
        if isinstance(node, ast.Attribute):
            return node.attr == "_t" or (
                node.attr in ("T", "mT", "data", "grad") and self._is_tensor(node.value)
            )
        if isinstance(node, ast.Subscript):
            return self._is_tensor(node.value)
        if isinstance(node, ast.BinOp):
            return self._is_tensor(node.left) or self._is_tensor(node.right)
        if isinstance(node, ast.IfExp):
            return self._is_tensor(node.body) or self._is_tensor(node.orelse)
        return isinstance(node, ast.Call) and self._gives_tensor(node)

    def _gives_tensor(self, node: ast.Call) -> bool:
        name = self._dotted(node.func)
        if name is not None:
            return name not in _FACTS
        if not isinstance(node.func, ast.Attribute):
            return False
        if node.func.attr in ("to_torch", "raw"):
            return True
        numbers = _TELLING - {"detach", "cpu", "requires_grad_"}
        return node.func.attr not in numbers and self._is_tensor(node.func.value)

    def _add(self, node: ast.AST, name: str) -> None:
        line = getattr(node, "lineno", 0)
        self.found.append(Use(self.path, ".".join(self._around) or "<module>", name, line))
