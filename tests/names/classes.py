"""Classes that scripts derive from, and the private names that they take: methods and attributes.

Runs beside MindSpore as beside msacc, so it imports neither.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
from collections.abc import Iterator

# Where scripts find the classes.
MODULES = (
    *("", ".nn", ".ops", ".train", ".amp", ".boost", ".dataset", ".parallel", ".mint", ".mint.nn", ".mint.optim"),
    *(".train.callback", ".nn.optim", ".nn.learning_rate_schedule", ".nn.probability.distribution"),
    *(".nn.probability.bijector", ".parallel.nn", ".experimental.optim", ".experimental.optim.lr_scheduler"),
    *(".common.initializer", ".ops.operations", ".dataset.transforms", ".dataset.vision", ".dataset.text"),
    *(".dataset.audio", ".profiler"),
)  # fmt: skip
# Classes that scripts derive from are these and those below them.
ROOTS = frozenset(
    ("Cell", "Optimizer", "LearningRateSchedule", "LRScheduler", "Callback", "Dataset", "Metric", "EvaluationBase")
    + ("Primitive", "Tensor", "Parameter", "Sampler", "BuiltinSampler", "Initializer", "LossScaleManager", "Model")
    + ("TensorOperation", "Transform", "PyTensorOperation", "GradOperation")
)  # fmt: skip

# How methods write to the attributes of self without `__setattr__`.
_DICTS = ("self.__dict__", "own")


def is_private(name: str) -> bool:
    """Whether a name has one underscore in front."""
    return name.startswith("_") and not name.startswith("__")


def public_classes(package: str) -> dict[str, type]:
    """The classes by the paths under which scripts find them, without the package's name."""
    found = {}
    for suffix in MODULES:
        module = importlib.import_module(package + suffix)
        for name in dir(module):
            value = getattr(module, name, None)
            if inspect.isclass(value) and any(base.__name__ in ROOTS for base in value.__mro__):
                found[f"{suffix}.{name}".strip(".")] = value
    return found


def bases_in(package: str, cls: type) -> list[type]:
    """The class and those that it derives from, of one package."""
    return [b for b in cls.__mro__ if b.__module__.split(".")[0] == package]


def private_names(cls: type) -> set[str]:
    """The private names that the class itself takes, without those of its bases."""
    return {name for name in {*vars(cls), *_stored(cls)} if is_private(name)}


def _stored(cls: type) -> Iterator[str]:
    """Names of attributes that the source of a class sets on self, and names in its `__slots__` and annotations."""
    try:
        tree = _tree(inspect.getsourcefile(cls) or "")
    except (TypeError, OSError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
            yield from (each for inner in ast.walk(node) for each in _names_set(inner))


def _names_set(node: ast.AST) -> Iterator[str]:
    stored = isinstance(getattr(node, "ctx", None), ast.Store)
    if stored and isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self":
        yield node.attr
    if stored and isinstance(node, ast.Subscript) and ast.unparse(node.value) in _DICTS:
        key = getattr(node.slice, "value", None)
        yield from (key,) if isinstance(key, str) else ()


@functools.cache
def _tree(file: str) -> ast.Module:
    with open(file, encoding="utf-8") as source:
        return ast.parse(source.read())
