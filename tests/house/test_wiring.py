"""What runs is what is written: no functions in lists that other modules fill, no object whose class is exchanged."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator

import pytest

from tests.house.source import modules, root

# Modules that fill a container of another module, and why.
FILLED_FROM_ELSEWHERE: dict[str, str] = {
    "msacc.launch.job: launcher_fds": "numbers of open files; the child processes close them",
}

# Names that a function binds anew in its module, and why.
REBOUND: dict[str, str] = {
    "msacc.common.distributed_runtime: _runtime": "the one place where the runtime is installed",
    "msacc.graph.gradients: _untraced_aliases": "made when a graph first goes in parts: it loads Dynamo",
    "msacc.graph.gradients: _untraced_backward": "made when a graph first goes in parts: it loads Dynamo",
    "msacc.ops.summary: _collectors": "how many collect summaries, a number",
}

# Modules that give an object another class, and why.
CLASS_EXCHANGED: dict[str, str] = {
    "msacc.step.sharded_parameters": (
        "the Parameter that a script holds must stay the same object; a property on every Parameter costs 60 ns a read"
    ),
}

_FILLING = {"append", "extend", "insert", "add", "update", "setdefault"}
_SETTERS = ("setattr", "__setattr__")
_LITERALS = (ast.List, ast.Dict, ast.Set)
_CONSTRUCTORS = {
    "list",
    "dict",
    "set",
    "defaultdict",
    "OrderedDict",
    "WeakValueDictionary",
    "WeakSet",
}


def _containers(tree: ast.Module, empty_only: bool = False) -> set[str]:
    """Names that the top level of a module binds to a list, dict or set, perhaps an empty one."""
    names = set()
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            items = [
                child for child in ast.iter_child_nodes(node.value) if isinstance(child, ast.expr)
            ]
            made = isinstance(node.value, ast.Call) and root(node.value) in _CONSTRUCTORS
            if made or (isinstance(node.value, _LITERALS) and not (empty_only and items)):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def _imported(tree: ast.Module) -> dict[str, str]:
    """Every name that a module imports from msacc, anywhere, with its full name."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("msacc")
        for alias in node.names
    }


def _written(tree: ast.Module) -> Iterator[str]:
    """Dotted names of what a module appends to or writes items of."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in _FILLING:
                yield ast.unparse(node.func.value)
        elif isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Subscript):
                    yield ast.unparse(target.value)
                elif isinstance(node, ast.AugAssign):
                    yield ast.unparse(target)


def filled_from_elsewhere(trees: dict[str, ast.Module]) -> Iterator[str]:
    """`module: name` of each module-level container of another module that a module fills."""
    containers = {
        f"{module}.{name}" for module, tree in trees.items() for name in _containers(tree)
    }
    for module, tree in trees.items():
        names = _imported(tree)
        for written in set(_written(tree)):
            first, dot, rest = written.partition(".")
            if names.get(first, "") + dot + rest in containers:
                yield f"{module}: {written}"


def called_by_index(trees: dict[str, ast.Module]) -> Iterator[str]:
    """`module:line` of each call of an item of a module-level list that begins empty: `hooks[0](x)`."""
    empty = {module: _containers(tree, empty_only=True) for module, tree in trees.items()}
    full = {f"{module}.{name}" for module, names in empty.items() for name in names}
    for module, tree in trees.items():
        names = _imported(tree) | {name: f"{module}.{name}" for name in empty[module]}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript):
                item = node.func
                constant = isinstance(item.slice, ast.Constant) and isinstance(item.value, ast.Name)
                if constant and names.get(ast.unparse(item.value)) in full:
                    yield f"{module}:{node.lineno}"


def rebound(trees: dict[str, ast.Module]) -> Iterator[str]:
    """`module: name` of each `global` statement."""
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Global):
                yield from (f"{module}: {name}" for name in node.names)


def class_exchanged(trees: dict[str, ast.Module]) -> Iterator[str]:
    """Modules with an assignment to `__class__`, by a statement or by setattr."""
    for module, tree in trees.items():
        for node in ast.walk(tree):
            stored = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
            if stored and node.attr == "__class__":  # type: ignore[attr-defined]
                yield module
            elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(_SETTERS):
                constants = [a.value for a in node.args if isinstance(a, ast.Constant)]
                if "__class__" in constants:
                    yield module


def test_no_container_is_filled_from_another_module() -> None:
    violations = set(filled_from_elsewhere(modules()))
    assert violations == set(FILLED_FROM_ELSEWHERE), violations ^ set(FILLED_FROM_ELSEWHERE)


def test_nothing_is_called_by_its_index_in_a_module_level_list() -> None:
    assert not list(called_by_index(modules()))


def test_global_names_are_bound_once() -> None:
    violations = set(rebound(modules()))
    assert violations == set(REBOUND), violations ^ set(REBOUND)


def test_objects_keep_their_class() -> None:
    violations = set(class_exchanged(modules()))
    assert violations == set(CLASS_EXCHANGED), violations ^ set(CLASS_EXCHANGED)


_HOOKS = (
    "from collections.abc import Callable\nhooks: list[Callable[[], None]] = []\nby_name = dict()\n"
)


@pytest.mark.parametrize(
    "source",
    [
        "from msacc.low import hooks\nhooks.append(print)",
        "from msacc.low import hooks as h\nh += [print]",
        "from msacc.low import by_name\nby_name['f'] = print",
        "from msacc import low\nlow.hooks.append(print)",
        "from msacc import low\nlow.by_name['f'] = print",
        "def begin():\n    from msacc.low import hooks\n    hooks.extend([print])",
    ],
)
def test_the_old_ways_of_filling_are_found(source: str) -> None:
    trees = {"msacc.low": ast.parse(_HOOKS), "msacc.high": ast.parse(source)}
    assert [name.partition(":")[0] for name in filled_from_elsewhere(trees)] == ["msacc.high"]


def test_the_old_way_of_calling_is_found() -> None:
    source = "from msacc.low import hooks\ndef call():\n    return hooks[0]()"
    trees = {"msacc.low": ast.parse(_HOOKS), "msacc.high": ast.parse(source)}
    assert list(called_by_index(trees)) == ["msacc.high:3"]


@pytest.mark.parametrize(
    "line",
    ["x.__class__ = A", "x.__class__, y.__class__ = A, B", "object.__setattr__(x, '__class__', A)"],
)
def test_exchanged_classes_are_found(line: str) -> None:
    tree = ast.parse(textwrap.dedent(line))
    assert "msacc.high" in class_exchanged({"msacc.high": tree})


def test_what_is_called_of_the_sharding_engine_exists() -> None:
    """`sharding.engine` is a module loaded late, which mypy does not follow."""
    calls = [
        (name, node.attr)
        for name, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) in ("engine", "sharding.engine")
    ]
    assert len(calls) > 30
    engine = modules()["msacc.sharding.dtensor_dispatch"]
    functions = {node.name for node in engine.body if isinstance(node, ast.FunctionDef)}
    assert not [call for call in calls if call[1] not in functions]
