"""Classes as the stubs write them: bases, attributes, methods, and what calling a Cell takes."""

from __future__ import annotations

import ast
import enum
import functools
import inspect
import re
from types import FunctionType
from typing import Any

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.dataset.dataset import Dataset
from msacc.nn.cell import Cell
from msacc.ops.core.primitive import Primitive
from stub_writer.annotations import Module, render
from stub_writer.forms import forms, in_forms
from stub_writer.primitives import declared, primitive
from stub_writer.signatures import INDENT, _scope, definition, docstring, method, signature
from stub_writer.spellings import spellings, spelt_method
from stub_writer.surface import own_home, tree

_OPEN_ENDED = ("__getattribute__", "__setattr__", "__delattr__")
_OF_PICKLE = (
    "__getstate__",
    "__setstate__",
    "__reduce__",
    "__reduce_ex__",
    "__copy__",
    "__deepcopy__",
)
_OF_THE_CLASS = (
    "__init_subclass__",
    "__class_getitem__",
    "__set_name__",
    "__subclasshook__",
    "__instancecheck__",
)
# Nothing that a user calls; what overrides such a method by another signature would be told off.
_UNSHOWN = {
    *_OPEN_ENDED,
    *_OF_PICKLE,
    *_OF_THE_CLASS,
    "__repr__",
    "__str__",
    "__del__",
    "__array_ufunc__",
    "__getnewargs__",
}


def cls(module: Module, name: str, value: Any) -> list[str]:
    """The definition of a class."""
    if built := declared(value):
        return primitive(module, name, value, ", ".join(_bases(module, built)))
    if issubclass(value, enum.Enum):
        return _enum(module, name, value)
    module.members = frozenset(
        n for each in value.__mro__[:-1] for n in vars(each) if _is_public(n)
    )
    module.members |= frozenset(_assigned(value))
    bases = _bases(module, value)
    lines = [f"class {name}({', '.join(bases)}):" if bases else f"class {name}:"]
    home = own_home(value)
    if home is None or home.module != module.path:
        lines += docstring(value.__doc__, INDENT) if value.__doc__ else []
    body = [*_fields(module, value), *_attributes(module, value)]
    for key, member in vars(value).items():
        body += _member(module, value, key, member)
    module.members = frozenset()
    return [*lines, *body] if len(lines) > 1 or body else [f"{lines[0]} ..."]


def _is_public(name: str) -> bool:
    return not name.startswith("_")


def _bases(module: Module, value: type) -> list[str]:
    if issubclass(value, tuple) and hasattr(value, "_fields") and tuple in value.__bases__:
        return [module.named("typing", "NamedTuple")]
    scope = vars(__import__("sys").modules[value.__module__])
    bases = (
        getattr(value, "__orig_bases__", value.__bases__)
        if "__orig_bases__" in vars(value)
        else value.__bases__
    )
    texts = [render(module, base, scope, argument=False) for base in bases if base is not object]
    return list(dict.fromkeys(texts))


def _enum(module: Module, name: str, value: Any) -> list[str]:
    base = [render(module, each, {}, argument=False) for each in value.__bases__]
    lines = [f"class {name}({', '.join(base)}):"]
    for key, member in value.__members__.items():
        plain = type(member.value) in (int, str)
        lines.append(f"{INDENT}{key} = {member.value!r}" if plain else f"{INDENT}{key} = ...")
    for key, member in vars(value).items():
        if _is_public(key) and isinstance(
            member, (FunctionType, staticmethod, classmethod, property)
        ):
            lines += _member(module, value, key, member)
    return lines if len(lines) > 1 else [f"{lines[0]} ..."]


def _fields(module: Module, value: Any) -> list[str]:
    """What a class's body annotates: fields of named tuples and data classes, attributes."""
    scope = vars(__import__("sys").modules[value.__module__])
    lines = []
    for name, kind in value.__dict__.get("__annotations__", {}).items():
        if _is_public(name) and not isinstance(vars(value).get(name), (FunctionType, staticmethod)):
            lines.append(f"{INDENT}{name}: {render(module, kind, scope, argument=False)}")
    return lines


def _member(module: Module, owner: Any, name: str, member: Any) -> list[str]:
    """A method, a property or a value of a class's."""
    if name == "__getattr__" and issubclass(owner, (Cell, Tensor, Dataset)):
        return []  # it only raises; shown, no misspelt name would be found
    is_constructor = name == "__new__" and not {"__init__", "_fields"} & vars(owner).keys()
    if is_constructor and isinstance(member, staticmethod):
        # One that takes anything hands it to the `__init__` of derived classes.
        return [] if _is_open(member.__func__) else _new(module, member.__func__)
    if name == "construct" and issubclass(owner, Cell) and owner is not Cell:
        return _call(module, owner, member)
    if not _is_public(name) and not _is_shown_dunder(name, member):
        return []
    if found := forms(f"{owner.__module__}.{owner.__qualname__}.{name}"):
        return in_forms(module, name, found, member, indent=INDENT)
    if name == "__init__" and "__signature__" in vars(owner) and _is_open(member):
        return _made_with(module, owner)
    if isinstance(member, staticmethod):
        return [f"{INDENT}@staticmethod", *_plain(module, name, member.__func__)]
    if isinstance(member, classmethod):
        return [f"{INDENT}@classmethod", *_plain(module, name, member.__func__)]
    if isinstance(member, (property, functools.cached_property)):
        return _property(module, name, member, doc=name not in _defined(owner))
    if isinstance(member, FunctionType) and spellings(member):
        return spelt_method(module, name, member)
    if (
        owner is Dataset
        and isinstance(member, FunctionType)
        and signature(member).return_annotation == "Dataset"
    ):
        # `data = data.map(…)` where `data` was a GeneratorDataset is how pipelines are written.
        returned = module.named("typing_extensions", "Self")
        return [
            re.sub(r"-> Dataset:", f"-> {returned}:", line) for line in method(module, name, member)
        ]
    if isinstance(member, FunctionType):
        return method(module, name, member, doc=name not in _defined(owner) and _is_public(name))
    if name in owner.__dict__.get("__annotations__", {}) or name.startswith("__"):
        return []
    return [f"{INDENT}{name}: {_value_type(module, member)}"]


def _is_shown_dunder(name: str, member: Any) -> bool:
    if not (name.startswith("__") and name.endswith("__")) or name in _UNSHOWN:
        return False
    return isinstance(member, (FunctionType, classmethod, staticmethod)) and name != "__new__"


def _new(module: Module, fn: Any) -> list[str]:
    """`__new__` as the constructor that it is to a caller."""
    found = signature(fn)
    self, *rest = found.parameters.values()
    found = inspect.Signature([self.replace(name="self"), *rest], return_annotation="None")
    return definition(module, "__init__", found, _scope(fn), indent=INDENT)


def _is_open(fn: Any) -> bool:
    """Whether a constructor takes `*args, **kwargs` alone."""
    _, *kinds = (p.kind for p in signature(fn).parameters.values())
    return kinds == [inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD]


def _made_with(module: Module, owner: Any) -> list[str]:
    """The constructor of a class made of a function: its settings have the types of the function's arguments."""
    fn = getattr(owner, "_msacc_fn", None)
    kinds = signature(fn).parameters if isinstance(fn, FunctionType) else {}
    settings = [
        p.replace(annotation=kinds[p.name].annotation) if p.name in kinds else p
        for p in owner.__signature__.parameters.values()
    ]
    self = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    found = inspect.Signature([self, *settings], return_annotation="None")
    return definition(module, "__init__", found, _scope(fn) if kinds else {}, indent=INDENT)


def _plain(module: Module, name: str, fn: Any) -> list[str]:
    return definition(module, name, signature(fn), _scope(fn), indent=INDENT)


def _call(module: Module, owner: Any, construct: Any) -> list[str]:
    """What a Cell is called with. `construct` itself stays open, as classes derived from this one have their own."""
    if "__call__" in vars(owner) or not isinstance(construct, FunctionType):
        return []
    return method(module, "__call__", construct)


def _property(module: Module, name: str, member: Any, *, doc: bool) -> list[str]:
    getter = getattr(member, "fget", None) or member.func
    scope = _scope(getter)
    found = inspect.signature(getter)
    kind = module.any()
    if found.return_annotation is not found.empty:
        kind = render(module, found.return_annotation, scope, argument=False)
    if getattr(member, "fset", None) is not None or isinstance(member, functools.cached_property):
        return _settable(module, name, member, kind, scope)
    decorator = module.builtin("property")
    text = docstring(getter.__doc__, INDENT * 2) if doc and getter.__doc__ else []
    head = f"{INDENT}def {name}(self) -> {kind}:"
    return [f"{INDENT}@{decorator}", *([head, *text] if text else [f"{head} ..."])]


def _settable(module: Module, name: str, member: Any, kind: str, scope: Any) -> list[str]:
    if isinstance(member, functools.cached_property):
        return [f"{INDENT}{name}: {kind}"]
    value = list(inspect.signature(member.fset).parameters.values())[-1]
    taken = module.any()
    if value.annotation is not value.empty:
        taken = render(module, value.annotation, scope, argument=True)
    return [
        f"{INDENT}@{module.builtin('property')}",
        f"{INDENT}def {name}(self) -> {kind}: ...",
        f"{INDENT}@{name}.setter",
        f"{INDENT}def {name}(self, value: {taken}) -> None: ...",
    ]


def _value_type(module: Module, value: Any) -> str:
    if type(value) in (int, str, bool, float):
        return module.builtin(type(value).__name__)
    if isinstance(getattr(value, "_shared", value), Primitive):
        return module.cls(Primitive)
    return module.any()


def _attributes(module: Module, value: type) -> list[str]:
    """What the methods of a class assign to `self`."""
    # A method of a base's name gives way, as `unique` of Tensor does in a Parameter.
    known = {
        n
        for each in value.__mro__
        for n, v in vars(each).items()
        if not isinstance(v, FunctionType)
    }
    known |= set(vars(value))
    known |= {n for each in value.__mro__ for n in each.__dict__.get("__annotations__", {})}
    lines = []
    for name, kind in _assigned(value).items():
        if name not in known and _is_public(name):
            lines.append(f"{INDENT}{name}: {_attribute_type(module, value, kind)}")
    return lines


def _attribute_type(module: Module, value: type, kind: Any) -> str:
    scope = vars(__import__("sys").modules[value.__module__])
    if kind is None:
        return module.any()
    # None stands for what some settings leave out; who made the object knows.
    return render(module, kind, scope, argument=False).removesuffix(" | None")


@functools.cache
def _assigned(value: type) -> dict[str, Any]:
    """The attributes that a class's own methods assign, each with its type where the source tells it, or None."""
    found: dict[str, Any] = {}
    node = _node(value)
    for each in node.body if node else ():
        if isinstance(each, ast.FunctionDef) and each.args.args:
            kinds = {a.arg: a.annotation for a in [*each.args.args, *each.args.kwonlyargs]}
            for statement in ast.walk(each):
                _note(statement, each.args.args[0].arg, kinds, found, value.__module__)
    return found


def _node(value: type) -> ast.ClassDef | None:
    source = tree(value.__module__)
    for node in source.body if source else ():
        if isinstance(node, ast.ClassDef) and node.name == value.__name__:
            return node
    return None


@functools.cache
def _defined(value: type) -> frozenset[str]:
    """The methods that the source of a class defines; the others are put on it."""
    node = _node(value)
    return frozenset(n.name for n in (node.body if node else ()) if isinstance(n, ast.FunctionDef))


def _note(
    statement: ast.AST, self: str, kinds: dict[str, Any], found: dict[str, Any], module: str
) -> None:
    if isinstance(statement, ast.AnnAssign):
        pairs: list[tuple[ast.expr, Any]] = [(statement.target, ast.unparse(statement.annotation))]
    elif isinstance(statement, ast.Assign):
        pairs = [
            pair
            for target in statement.targets
            for pair in _pairs(target, statement.value, kinds, module)
        ]
    elif (
        isinstance(statement, ast.Call)
        and ast.unparse(statement.func) == f"{self}._msacc_set_primitives"
    ):
        found |= {each.arg: Primitive for each in statement.keywords if each.arg}
        return
    else:
        return
    for target, kind in pairs:
        name = _attribute(target, self)
        if name:
            found[name] = kind if name not in found or found[name] == kind else None


def _attribute(target: ast.expr, self: str) -> str | None:
    """The attribute that an assignment sets: `self.name`, or `own["name"]` where `own` is the object's dictionary."""
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        return target.attr if target.value.id == self else None
    if isinstance(target, ast.Subscript) and ast.unparse(target.value) in (
        "own",
        f"{self}.__dict__",
    ):
        key = target.slice
        return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None
    return None


def _pairs(
    target: ast.expr, value: ast.expr, kinds: dict[str, Any], module: str
) -> list[tuple[ast.expr, Any]]:
    if not isinstance(target, ast.Tuple):
        return [(target, _inferred(value, kinds))]
    if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
        return [(t, _inferred(v, kinds)) for t, v in zip(target.elts, value.elts, strict=True)]
    returned = _returned(value, module)
    if len(returned) == len(target.elts):
        return list(zip(target.elts, returned, strict=True))
    return [(each, None) for each in target.elts]


def _returned(value: ast.expr, module: str) -> list[str]:
    """The types in the tuple that a function of the same module returns, as its source says."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        for node in tree(module).body:  # type: ignore[union-attr]
            if isinstance(node, ast.FunctionDef) and node.name == value.func.id:
                kind = node.returns
                if isinstance(kind, ast.Subscript) and isinstance(kind.slice, ast.Tuple):
                    return [ast.unparse(each) for each in kind.slice.elts]
    return []


def _inferred(value: ast.expr, kinds: dict[str, Any]) -> Any:
    """The type of an argument that is kept as it is, or checked; that of a new Parameter."""
    if isinstance(value, ast.Name) and kinds.get(value.id) is not None:
        return ast.unparse(kinds[value.id])
    if isinstance(value, ast.Constant) and type(value.value) in (bool, str):
        return type(value.value).__name__
    if isinstance(value, ast.Call):
        called = ast.unparse(value.func)
        if called == "Parameter":
            return Parameter
        if called in ("check.boolean", "check.positive_int") and value.args:
            return "bool" if called == "check.boolean" else "int"
    return None


__all__ = ["Tensor", "cls"]
