"""Imports run one way, and nothing goes around them."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

from tests.house.source import files, imported_names, imports, modules, root

# From the ground up. A component may import itself and every line above its own here; components of one
# line do not import each other. The longest entry that contains a module is its component.
ORDER: list[tuple[str, ...]] = [
    ("msacc.former_table",),
    ("msacc.version", "msacc.examples", "msacc.module_table", "msacc.missing_names",
     "msacc.installed_mindspore"),
    ("msacc.module_aliases",),
    ("msacc.mindspore_homes",),
    ("msacc.common",),
    ("msacc._checkparam", "msacc.log", "msacc.execution_context", "msacc.auto_parallel_context",
     "msacc.multiprocessing", "msacc.runtime", "msacc.utils", "msacc.datafiles", "msacc.mindrecord",
     "msacc.graph", "msacc.communication",
     "msacc.sharding"),
    ("msacc.alias", "msacc.context", "msacc.device_context", "msacc.dataset", "msacc.hal", "msacc.ops.core"),
    ("msacc.ops.math", "msacc.ops.comm", "msacc.ops.parameter_assign", "msacc.ops.random", "msacc.ops.spectral",
     "msacc.ops.summary", "msacc.ops.printing", "msacc.ops.debug", "msacc.ops.compiled_kernels", "msacc.ops.func_graph",
     "msacc.ops.legacy_containers",
     "msacc.ops.container_functions", "msacc.ops.container_primitives",
     "msacc.ops.gradient_functions"),
    ("msacc.ops.array", "msacc.ops.stft", "msacc.ops.update"),
    ("msacc.ops.linalg", "msacc.ops.generator_random", "msacc.ops.legacy_random"),
    ("msacc.ops.nn",),
    ("msacc.ops.sparse",),
    ("msacc.ops.backward",),
    ("msacc.ops.bindings",),
    ("msacc.ops",),
    ("msacc.mindir",),
    ("msacc.communication.comm_func", "msacc.nn.cell"),
    ("msacc.nn.layer",),
    ("msacc.nn.learning_rate_schedule",),
    ("msacc.nn.optim",),
    ("msacc.step",),
    ("msacc.nn",),
    ("msacc.interop", "msacc.inspection"),
    ("msacc.numpy", "msacc.scipy", "msacc.experimental", "msacc.train", "msacc.rewrite"),
    ("msacc.mint", "msacc.profiler", "msacc.amp", "msacc.boost", "msacc.weights"),
    ("msacc.parallel",),
    ("msacc.internals",),
    ("msacc.run_check", "msacc.doctor", "msacc.comparison"),
    ("msacc",),
    ("msacc.former",),
    ("msacc.launch", "msacc.child_process_alias", "msacc.stub_distribution", "msacc.pytest_plugin", "msacc.porting"),
    ("msacc.__main__",),
]  # fmt: skip
_LEVEL = {name: i for i, line in enumerate(ORDER) for name in line}

# An import inside a function, and why it waits.
LATE: dict[tuple[str, str], str] = {
    (
        "msacc.nn.cell.graph_cell",
        "msacc.mindir.interpreter",
    ): "it loads the primitives of gradients",
    (
        "msacc.step.sharding_context",
        "msacc.sharding.dtensor_dispatch",
    ): "DTensor takes half a second to load",
    (
        "msacc.step.sharding_context",
        "msacc.sharding.function_rules",
    ): "DTensor takes half a second to load",
    ("msacc.train.summary.graph_event", "msacc.inspection.op_trace"): (
        "programs without a SummaryCollector do not load torch's counter of operations"
    ),
    ("msacc.train.serialization.export", "msacc.train.serialization.onnx_file"): (
        "programs that write no ONNX do not load torch's modules for it"
    ),
    ("msacc.train.serialization.export", "msacc.train.serialization.pt2_file"): (
        "programs that export nothing do not load what makes torch modules of Cells"
    ),
}

# What a module puts into objects of another component at import, and why that component cannot import it instead.
REGISTRATIONS = {
    "msacc.dataset.serialization.pipelines: Dataset": "writing a pipeline needs every operator; Dataset is below them",
    "msacc._checkparam: Validator": "a class that holds the functions of this module",
    "msacc.train.callback._callback: CallbackManager": "a class of this module, one method a hook",
    "msacc: _attach_examples": "examples are written beside the package, one a public name, not in each docstring",
    "msacc.dataset: _attach_examples": "the same, for what is loaded with the first use",
    "msacc.boost: _attach_examples": "the same",
    "msacc.mindrecord: _attach_examples": "the same",
    "msacc.nn.probability: _attach_examples": "the same",
    "msacc.profiler: _attach_examples": "the same",
    "msacc.rewrite: _attach_examples": "the same",
    "msacc.numpy: _attach_examples": "the same",
    "msacc.scipy: _attach_examples": "the same",
    "msacc: _install_aliases": "older module paths must be importable before anything else is",
    "msacc.child_process_alias.mindspore: install": "this module exists to install the alias in a spawned process",
    "msacc.pytest_plugin: install": "pytest imports it for that",
    "msacc.parallel: install": (
        "what several processes do at a Cell's call, a gradient, a step and a save is asked for by layers below them"
    ),
}


def component(module: str) -> str:
    """The component of a module: the longest entry of ORDER that contains it."""
    while module not in _LEVEL:
        module = module.rpartition(".")[0]
    return module


def test_every_component_exists() -> None:
    gone = [name for name in _LEVEL if name not in modules()]
    assert not gone, f"no such module or package: {gone}"


def test_imports_run_one_way() -> None:
    wrong = [
        f"{i.module}:{i.line} imports {i.target}"
        for module in modules()
        for i in imports(module)
        if component(i.module) != component(i.target) and _LEVEL[component(i.target)] >= _LEVEL[component(i.module)]
        and not is_alternative_path(i.module)
    ]  # fmt: skip
    assert not wrong, "\n".join(wrong)


def is_alternative_path(module: str) -> bool:
    """`ops.functional` and its like export everything that `ops` has; nothing in the package imports them."""
    return module in ("msacc.ops.composite", "msacc.ops.function", "msacc.ops.functional",
                      "msacc.ops.operations")  # fmt: skip


def test_no_circle_between_modules() -> None:
    edges = {
        module: {i.target for i in imports(module) if i.target not in packages()}
        for module in modules()
    }
    done: set[str] = set()
    for start in edges:
        _walk(start, edges, [], done)


@functools.cache
def packages() -> set[str]:
    """The modules that hold others."""
    return {name for name in files() if any(m.startswith(name + ".") for m in files())}


def _walk(at: str, edges: dict[str, set[str]], path: list[str], done: set[str]) -> None:
    assert at not in path, f"a circle of imports: {' -> '.join([*path[path.index(at) :], at])}"
    if at in done:
        return
    for target in sorted(edges.get(at, ())):
        _walk(target, edges, [*path, at], done)
    done.add(at)


def test_late_imports_have_a_reason() -> None:
    late_imports = {(i.module, i.target) for module in modules() for i in imports(module) if i.late}
    assert late_imports == set(LATE), (
        f"late: {late_imports - set(LATE)}; stale: {set(LATE) - late_imports}"
    )


def test_registrations_have_a_reason() -> None:
    registrations = {
        f"{module}: {name}"
        for module, tree in modules().items()
        if component(module) != "msacc.ops.bindings"  # it exists to put methods on Tensor
        for name in _registrations(tree)
    }
    listed = set(REGISTRATIONS)
    assert registrations == listed, (
        f"new: {sorted(registrations - listed)}; stale: {sorted(listed - registrations)}"
    )


def _registrations(tree: ast.Module) -> Iterator[str]:
    """Names of other modules' objects that the top level of a module calls for effect or writes into."""
    names = imported_names(tree)
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in (inner for top in tree.body if not _defines(top) for inner in ast.walk(top)):
        for target in _touched(node):
            if target in names or (target in classes and _sets(node)):
                yield target


def _defines(node: ast.stmt) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))


def _sets(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and ast.unparse(node).startswith("setattr(")


def _touched(node: ast.AST) -> Iterator[str | None]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        call = node.value
        yield root(call.args[0]) if _sets(node) else root(call)
    elif isinstance(node, (ast.Assign, ast.AugAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (root(t) for t in targets if isinstance(t, (ast.Attribute, ast.Subscript)))


def test_no_file_is_named_by_what_is_left_over() -> None:
    # mindspore.utils, nn.utils and the utils of dataset, dataset.audio, text and vision are MindSpore's public names.
    utility_packages = ("nn", "dataset", "dataset.audio", "dataset.text", "dataset.vision")
    public = {"msacc.utils", *(f"msacc.{package}.utils" for package in utility_packages)}
    bad = [
        m for m in modules() if m.endswith(("_more", "_misc", "_utils", ".utils", ".misc", ".more"))
    ]
    assert set(bad) <= public, bad
