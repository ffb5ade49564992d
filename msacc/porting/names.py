"""MindSpore's dotted names: the object behind one, and whether it is there, refused or unknown."""

from __future__ import annotations

import functools
import importlib
import inspect
from types import ModuleType
from typing import Any, NamedTuple

from msacc.alias import install
from msacc.missing_names import former, missing
from msacc.porting.members import has_member
from msacc.porting.tables import mindspore_names
from msacc.porting.verdicts import Judgement, Verdict

ROOT = "mindspore"
_UNDOCUMENTED = "nor does MindSpore 2.10 document it"  # as `missing` says it


class Known(NamedTuple):
    """Something of MindSpore's that is there: a module, class, function or constant."""

    name: str
    value: Any
    bound: bool = False  # a method that is taken from an object: its self is not given in a call


@functools.cache
def module(name: str) -> Known | None:
    """A module by its full name."""
    install()
    try:
        return Known(name, importlib.import_module(name))
    except ImportError:
        return None


def member(holder: Known, name: str) -> Known | None:
    """An attribute of a module or class, or a module below a module."""
    full = f"{holder.name}.{name}"
    try:
        if isinstance(holder.value, type) and inspect.isfunction(
            own := _static(holder.value, name)
        ):
            return Known(full, own)
        return Known(full, getattr(holder.value, name))
    except (AttributeError, ImportError, NotImplementedError):
        return module(full) if isinstance(holder.value, ModuleType) else None


def of_object(kind: Known, name: str) -> Known | None:
    """An attribute of an object of a class."""
    found = member(kind, name)
    if found is None:
        return None
    return found._replace(bound=inspect.isfunction(_static(kind.value, name)))


def is_read_only(kind: Known, name: str) -> bool:
    """Whether objects of a class have a property that cannot be assigned to."""
    found = _static(kind.value, name) if isinstance(kind.value, type) else None
    return isinstance(found, property) and found.fset is None


def _static(kind: type, name: str) -> Any:
    return inspect.getattr_static(kind, name, None)


@functools.cache
def find(name: str) -> Known | None:
    """The object of a full name; None where one of its parts is absent."""
    above, _, last = name.rpartition(".")
    if not above:
        return module(name)
    holder = find(above)
    found = member(holder, last) if holder else None
    if found is None and (inner := module(above)):
        return member(inner, last)  # `mindspore.common.tensor` is a function, and a module too
    return found


def judge(found: Known) -> Judgement:
    """What becomes of a name that is there."""
    why = getattr(found.value, "refusal", None)
    if isinstance(why, str) and not isinstance(found.value, ModuleType):
        return Judgement(Verdict.REFUSED, why)
    idle = getattr(found.value, "without_effect", None)
    if isinstance(idle, str):
        return Judgement(Verdict.NO_EFFECT, idle)
    row = former(found.name)
    if row is not None:
        return Judgement(text=f"it runs here; {row}", removed=True)
    if _in_mindspore(found.name) is False:
        return Judgement(text="it runs here; MindSpore 2.10 does not have it", removed=True)
    return Judgement()


def judge_absent(name: str) -> Judgement:
    """What to say of a name that is not there."""
    holder = find(name.rpartition(".")[0])
    if holder is not None and judge(holder).verdict is Verdict.REFUSED:
        return judge(holder)
    there, text = _in_mindspore(name), missing(name)
    if there or "MindSpore 2.10 does)" in text:
        return Judgement(Verdict.REFUSED, text.replace(_UNDOCUMENTED, "MindSpore 2.10 does"))
    if there is False:
        text = text.replace(_UNDOCUMENTED, "nor does MindSpore 2.10")
    return Judgement(Verdict.UNKNOWN, text, removed=former(name) is not None)


def _in_mindspore(name: str) -> bool | None:
    """Whether MindSpore 2.10 has a name; None where that cannot be told, as of what `__init__` gives an object."""
    module, _, last = name.rpartition(".")
    recorded = mindspore_names()
    if name in recorded:
        return True
    holder = find(module)
    if last.startswith("__"):
        return None
    if holder is not None and not isinstance(holder.value, ModuleType):
        if has_member(module, last):
            return True
        return False if _in_mindspore(module) is False else None
    if last in recorded.get(module, ()):
        return True
    if holder is None:
        return False
    # `mindspore.dtype` is mindspore.common.dtype.
    home = holder.value.__name__.replace("msacc", ROOT, 1)
    if home not in recorded:
        return False if _in_mindspore(module) is False else None
    return last in recorded[home]
