"""What the stubs show: the modules, their public names, and where each object is defined."""

from __future__ import annotations

import ast
import functools
import importlib
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from msacc.missing_names import known_names
from msacc.module_table import MODULE_ALIASES

ROOT = Path(__file__).parents[1]
# The files that scripts import from, as MindSpore has them; besides these the table of aliases.
_FILES = """
amp auto_parallel_context boost context graph hal interop log multiprocessing rewrite runtime utils
boost: base boost_cell_wrapper grad_accumulation grad_freeze group_loss_scale_manager
common: dtype file_system generator initializer np_dtype parameter seed tensor
communication: comm_func management
dataset: callback config core debug utils
dataset.audio: transforms utils
dataset.text: transforms utils
dataset.transforms: c_transforms py_transforms transforms
dataset.vision: c_transforms py_transforms py_transforms_util transforms utils
device_context: ascend cpu gpu
device_context.ascend: op_debug op_precision op_tuning
device_context.cpu: op_tuning
device_context.gpu: op_precision op_tuning
experimental.optim: adadelta adagrad adam adamax adamw asgd lr_scheduler nadam optimizer radam rmsprop rprop sgd
graph: lazy_inline
mindrecord: filereader filewriter mindpage tools
mint: distributed linalg optim special
mint.nn: functional
nn: cell dynamic_lr grad learning_rate_schedule metrics sparse utils
nn.layer: activation basic channel_shuffle combined container conv dense embedding image math normalization padding
nn.layer: pooling rnn_cells rnns timedistributed transformer
nn.loss: loss
nn.optim: ada_grad adadelta adafactor adam adamax asgd ftrl lamb lars lazyadam momentum optimizer proximal_ada_grad
nn.optim: rmsprop rprop sgd thor
nn.probability: bijector distribution
nn.wrap: grad_reducer loss_scale
numpy: fft
ops: composite function functional operations
parallel: auto_parallel function nn parameter_broadcast shard
profiler: mstx profiler schedule
scipy: fft linalg optimize
train: amp callback data_sink dataset_helper loss_scale_manager serialization
train.summary: enums summary_record
"""
# Where the primitives lie that declarations build; they say `msacc.ops` of themselves.
_PRIMITIVES = "msacc.ops.bindings.primitive_classes"


class Home(NamedTuple):
    """Where an object is defined, and its name there."""

    module: str
    name: str


def is_public(path: str) -> bool:
    """Whether no part of a dotted path begins with an underscore."""
    return not any(part.startswith("_") for part in path.split("."))


@functools.cache
def shown_modules() -> tuple[str, ...]:
    """The modules that users import from, in order: packages before what is in them."""
    names = {f"msacc.{path}" for path in MODULE_ALIASES if is_public(path)}
    for line in _FILES.strip().splitlines():
        package, colon, files = line.rpartition(":")
        names |= {f"msacc.{package}{'.' if colon else ''}{file}" for file in files.split()}
    for name in list(names):
        while name := name.rpartition(".")[0]:
            names.add(name)
    ordered = sorted(names, key=lambda n: (n.count("."), n))
    return tuple(name for name in ordered if _can_be_imported(name))


def private_modules() -> list[str]:
    """Module paths of MindSpore's own that libraries import from all the same: any name of theirs is taken."""
    return [f"msacc.{path}" for path in sorted(MODULE_ALIASES) if not is_public(path)]


def is_open(module: str) -> bool:
    """Whether a module answers to names that it makes when asked, which no stub can list."""
    return module.startswith("msacc.ops.auto_generate")


def _can_be_imported(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:  # below a module that is no package
        return False
    return True


@functools.cache
def tree(module: str) -> ast.Module | None:
    """The source of a module; None for one that is an entry in the table of aliases."""
    file = source_file(module)
    return None if file is None else ast.parse(file.read_text(encoding="utf-8"))


@functools.cache
def source_file(module: str) -> Path | None:
    """The file of a module of the source."""
    path = ROOT.joinpath(*module.split("."))
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in files if module and file.exists()), None)


@functools.cache
def own_names(module: str) -> frozenset[str]:
    """The names that the top level of a module's source defines or assigns."""
    names: set[str] = set()
    source = tree(module)
    for node in source.body if source else ():
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
    return frozenset(names)


@functools.cache
def is_package(module: str) -> bool:
    """Whether a module of the source is a package."""
    return (ROOT.joinpath(*module.split(".")) / "__init__.py").exists()


def public_names(path: str) -> dict[str, Any]:
    """The names that a module shows, with their values."""
    module = importlib.import_module(path)
    documented = _documented().get(path, frozenset())
    listed = set(getattr(module, "__all__", ())) | documented
    if not is_open(path):
        listed |= set(known_names().get(path.replace("msacc", "mindspore", 1), ()))
    if is_package(path) or tree(path) is None or not _defines_something(path):
        listed |= set(dir(module))
    listed |= own_names(path) | _reexported(path)
    shown = {}
    for name in sorted(n for n in listed if is_public(n)) + private_names(path):
        value = getattr(module, name, _MISSING)
        if isinstance(value, ModuleType) and name not in _imported(path):
            continue  # an attribute since somebody imported it
        if value is not _MISSING and (name in documented or _is_shown(value)):
            shown[name] = value
    return shown


def _reexported(path: str) -> set[str]:
    """The names that a module's source imports as themselves, which makes them its own: `from a import b as b`."""
    source = tree(path)
    nodes = [n for n in (source.body if source else ()) if isinstance(n, ast.ImportFrom)]
    return {a.name for n in nodes for a in n.names if a.asname == a.name}


def _imported(path: str) -> set[str]:
    """The names that a module's source imports, and the modules that lie in a package: they come when asked for."""
    source = tree(path)
    nodes = [n for n in (source.body if source else ()) if isinstance(n, ast.ImportFrom)]
    names = {a.asname or a.name for n in nodes for a in n.names}
    inside = [n for n in shown_modules() if n.rpartition(".")[0] == path]
    inside = [n for n in inside if source_file(n) or path == "msacc"]
    return names | {n.rpartition(".")[2] for n in inside}


_MISSING = object()


@functools.cache
def _documented() -> dict[str, frozenset[str]]:
    """The names that MindSpore documents, by the module here."""
    found = {}
    for line in (ROOT / "docs" / "documented_names.txt").read_text(encoding="utf-8").splitlines():
        module, _, names = line.partition(": ")
        found[module.replace("mindspore", "msacc", 1)] = frozenset(
            n for n in names.split() if "." not in n
        )
    return found


@functools.cache
def private_names(path: str) -> list[str]:
    """The names with an underscore that a module shows all the same, as libraries import them."""
    source = tree(path)
    if source is None:
        listed = [n for n in dir(importlib.import_module(path)) if not n.startswith("__")]
        return sorted(n for n in listed if n.startswith("_"))
    imported = [a for node in source.body if isinstance(node, ast.ImportFrom) for a in node.names]
    shown = {a.name for a in imported if a.name == a.asname and a.name.startswith("_")}
    return sorted(shown | ({"__version__"} if path == "msacc" else set()))


def _defines_something(path: str) -> bool:
    source = tree(path)
    kinds = (ast.FunctionDef, ast.ClassDef)
    return source is not None and any(
        isinstance(n, kinds) and not n.name.startswith("_") for n in source.body
    )


def _is_shown(value: Any) -> bool:
    if isinstance(value, ModuleType):
        return value.__name__ in shown_modules()
    if value is functools.partial:  # `ops.partial`
        return True
    home = getattr(value, "__module__", None) or ""
    if isinstance(value, (type, FunctionType)):
        return home.partition(".")[0] == "msacc"
    if type(value).__module__ in ("typing", "types", "logging", "threading", "re", "pathlib"):
        return False
    return type(value).__module__.partition(".")[0] in ("msacc", "builtins")


class Homes:
    """Where each class and function is defined: its own module if it is found there, else the first that shows it."""

    def __init__(self) -> None:
        self.names = {path: public_names(path) for path in shown_modules()}
        self._homes: dict[int, Home] = {}
        for path, names in self.names.items():
            for name, value in names.items():
                if isinstance(value, (type, FunctionType)):
                    self._homes.setdefault(id(value), own_home(value) or Home(path, name))

    def of(self, value: Any) -> Home | None:
        """The home of a class or function, None for one of no module."""
        return self._homes.get(id(value)) or own_home(value)


def own_home(value: Any) -> Home | None:
    """The module and name that an object gives of itself, where it is found there."""
    name = value.__name__
    if vars(importlib.import_module(_PRIMITIVES)).get(name) is value:
        return Home(_PRIMITIVES, name)
    module = importlib.import_module(value.__module__)
    found = vars(module).get(name) is value and source_file(value.__module__) is not None
    return Home(value.__module__, name) if found else None
