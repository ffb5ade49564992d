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
    "msacc.ops.summary: _collectors": "how many collect summaries, a number",
}

# Modules that give an object another class, and why.
CLASS_EXCHANGED: dict[str, str] = {
    "msacc.step.sharded_parameters": (
        "the Parameter that a script holds must stay the same object; a property on every Parameter costs 60 ns a read"
    ),
    "msacc.graph.recording.places_at_once": (
        "a recording that is given up puts back the class that a script's own object had"
    ),
}

# Attributes of classes that functions set, and what they tell. None is of a call: that is `CallContext`.
CLASS_STATE: dict[str, str] = {
    "msacc.common.parameter: cls.attributes": "how often any attribute that a graph may read was set",
    "msacc.common.parameter: cls.version": "how often any tree of Cells changed",
    "msacc.communication._peer_status: _Process.status": "the job's channel to its other processes",
    "msacc.communication._timeouts: _Job.limit": "the job's longest wait",
    "msacc.communication.management: GlobalComm.BACKEND": "MindSpore's own name",
    "msacc.communication.management: GlobalComm.INITED": "MindSpore's own name",
    "msacc.communication.management: GlobalComm.WORLD_COMM_GROUP": "MindSpore's own name",
    "msacc.communication.management: _Session.earlier_exception": "the job's processes",
    "msacc.communication.management: _Session.failed": "the job's processes",
    "msacc.communication.management: _Session.generation": "the job's processes",
    "msacc.communication.management: _Session.rendezvous": "the job's processes",
    "msacc.dataset.pipeline.node: cls.start": "a decorator of classes",
    "msacc.dataset.recorded_arguments: cls.__init__": "a decorator of classes",
    "msacc.dataset.recorded_arguments: cls.__signature__": "a decorator of classes",
    "msacc.dataset.sources.classes.shared_arguments: cls.__doc__": "a decorator of classes",
    "msacc.graph.custom_function: cls._has_setup_context": "of each subclass, when it is made",
    "msacc.graph.recording.places_at_once: cls.__bases__": "a class that hides its bases for a while",
    "msacc.common.cell_tree: cls._msacc_made_plainly": "of each subclass, when it is made",
    "msacc.nn.cell.cell: DistributedCells.exist": "whether any Cell was ever laid over processes",
    "msacc.nn.cell.cell: TrainFlags.changes": "how often any training flag changed",
    "msacc.nn.cell.cell: cls._msacc_construct_inputs": "of each subclass, when it is made",
    "msacc.nn.layer.layer_primitives: cls._msacc_free_names": "of each subclass, when it is first asked for",
    "msacc.nn.optim.optimizer: cls.__signature__": "of each subclass, when it is made",
    "msacc.ops.core.primitive: cls.__call__": "of each subclass, when it is made",
    "msacc.parallel.auto_parallel: ExpectedSharding.for_auto_parallel": "whether an AutoParallel was ever made",
    "msacc.parallel.pipeline_api.cell: DistributedCells.exist": "whether any Cell was ever laid over processes",
    "msacc.profiler.env_profiler: EnvProfiler.profiler": "the profiler that the environment asks for",
    "msacc.step.pipeline_runtime.engine: DistributedCells.exist": "whether any Cell was ever laid over processes",
    "msacc.step.pipeline_runtime.engine: RemotePlaceholder.anywhere": "whether parameters of other stages exist",
    "msacc.train.resume.options: _RunCounter.runs": "how many runs this process began",
    "msacc.train.summary.summary_record: SummaryRecord.count": "MindSpore's own: how many are open",
}

# What decides by which step a network is trained, what it decides by, and the one module that does.
DECIDES_THE_STEP = "msacc.step.step_factory"
_OF_THE_DECISION = {"read_plan", "StepSetup", "needs_step", "accumulates"}

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


def class_state(trees: dict[str, ast.Module]) -> Iterator[str]:
    """`module: Class.name` of each attribute of a class that a function sets."""
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    classes = {node.name for node in nodes if isinstance(node, ast.ClassDef)} | {"cls"}
    for module, tree in trees.items():
        functions = [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.Lambda))]
        for node in (inner for function in functions for inner in ast.walk(function)):
            stored = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
            if stored and root(node) in classes and isinstance(node.value, ast.Name):  # type: ignore[attr-defined]
                yield f"{module}: {ast.unparse(node)}"


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


def decides_the_step(trees: dict[str, ast.Module]) -> Iterator[str]:
    """Modules that read the plan of a step, ask the reader's answer what it needs, or make a TrainStep."""
    for module, tree in trees.items():
        for node in ast.walk(tree):
            names: set[str] = set()
            if isinstance(node, ast.ImportFrom):
                names = {alias.name for alias in node.names} & {"read_plan", "StepSetup"}
            elif isinstance(node, ast.Attribute):
                names = {node.attr} & _OF_THE_DECISION
            elif isinstance(node, ast.Call):
                names = {ast.unparse(node.func).rpartition(".")[2]} & {"TrainStep"}
            if names:
                yield module


def test_no_container_is_filled_from_another_module() -> None:
    violations = set(filled_from_elsewhere(modules()))
    assert violations == set(FILLED_FROM_ELSEWHERE), violations ^ set(FILLED_FROM_ELSEWHERE)


def test_nothing_is_called_by_its_index_in_a_module_level_list() -> None:
    assert not list(called_by_index(modules()))


def test_global_names_are_bound_once() -> None:
    violations = set(rebound(modules()))
    assert violations == set(REBOUND), violations ^ set(REBOUND)


def test_classes_hold_no_state_of_a_call() -> None:
    violations = set(class_state(modules()))
    assert violations == set(CLASS_STATE), violations ^ set(CLASS_STATE)


def test_state_of_a_class_is_found() -> None:
    source = "class A:\n    on = False\n\ndef begin():\n    x, A.on = 1, True"
    assert list(class_state({"m": ast.parse(source)})) == ["m: A.on"]


def test_objects_keep_their_class() -> None:
    violations = set(class_exchanged(modules()))
    assert violations == set(CLASS_EXCHANGED), violations ^ set(CLASS_EXCHANGED)


def test_one_module_decides_which_step_trains_a_network() -> None:
    assert set(decides_the_step(modules())) == {DECIDES_THE_STEP}


@pytest.mark.parametrize(
    "source",
    [
        "from msacc.step.plan_reader import read_plan as read",
        "from msacc.step import plan_reader\nplan_reader.read_plan(net)",
        "step = setup.needs_step",
        "step = TrainStep(net, optimizer, plan)",
        "step = step_module.TrainStep(net, optimizer, plan)",
    ],
)
def test_who_else_decides_it_is_found(source: str) -> None:
    assert "msacc.high" in decides_the_step({"msacc.high": ast.parse(source)})


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
    """`dtensor_dispatch` is loaded late, as the `engine` of a state object, which mypy does not follow."""
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
