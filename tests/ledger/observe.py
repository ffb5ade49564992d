"""Which arguments the parity cases exercise, seen by standing between the cases and msacc.

Every public function, constructor and method is replaced, in one process that does nothing else,
by one that notes the arguments given with another value than their default. Calls from inside
msacc and calls that raise do not count.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msacc
from tests.ledger.universe import Entry, class_method_home, universe
from tests.parity.harness import CASES, Runner, load_cases
from tests.signatures.reading import shown_default

HOME = str(Path(msacc.__file__).parent)
EXERCISED: dict[str, set[str]] = defaultdict(set)
BUILT_IN = (tuple, list, dict)


def given(entry: Entry, args: tuple[Any, ...], kwargs: dict[str, Any]) -> set[str]:
    """The arguments that differ from their defaults in one call."""
    try:
        bound = entry.signature.bind(*args, **kwargs)
    except TypeError:
        return set(kwargs)
    result = set()
    for name, value in bound.arguments.items():
        parameter = entry.signature.parameters[name]
        if parameter.kind is parameter.VAR_KEYWORD:
            result |= set(value)
        elif parameter.kind is parameter.VAR_POSITIONAL:
            result |= {name} if value else set()
        elif parameter.default is parameter.empty or differs(value, parameter.default):
            result.add(name)
    return result


def differs(value: Any, default: str) -> bool:
    """Whether a value shows as another text than the default, 1 and 1.0 being the same."""
    text = shown_default(value)
    if text == default:
        return False
    try:
        return float(text) != float(default)
    except ValueError:
        return True


def observed(
    entry: Entry,
    fn: Callable[..., Any],
    skip: int = 0,
    count: Callable[..., bool] = lambda outside, *_: outside,
) -> Any:
    """`fn`, noting what it is given from outside msacc, where `count(outside, self)` says so.

    `skip` is the number of leading arguments that are not the caller's: self.
    """

    @functools.wraps(fn)
    def call(*args: Any, **kwargs: Any) -> Any:
        outside = not sys._getframe(1).f_code.co_filename.startswith(HOME)
        out = fn(*args, **kwargs)
        if count(outside, *args[:skip]):
            EXERCISED[entry.name] |= given(entry, args[skip:], kwargs)
        return out

    return call


def watch_function(entry: Entry) -> None:
    call = observed(entry, entry.value)
    for module, name in entry.hosts:
        setattr(module, name, call)


def watch_class(entry: Entry) -> None:
    """A constructor counts for the very class, or for the first of msacc's under a case's own."""

    def counts(outside: bool, self: Any) -> bool:
        lineage = type(self).__mro__
        first = next((c for c in lineage if c.__module__.startswith("msacc")), None)
        return first is entry.value and outside

    cls = entry.value
    if cls.__init__ is not object.__init__:
        cls.__init__ = observed(entry, cls.__init__, 1, counts)
    elif "__new__" in vars(cls):
        cls.__new__ = observed(entry, cls.__new__, 1)


def watch_method(entry: Entry) -> None:
    owner = entry.owner if entry.attribute == "__call__" else class_method_home(entry)
    if owner in BUILT_IN:  # a tuple's own methods; its classes cannot be changed
        owner = entry.owner
    assert owner is not None
    static = inspect.getattr_static(owner, entry.attribute)
    if isinstance(static, (staticmethod, classmethod)):
        skip = int(isinstance(static, classmethod))
        call: Any = type(static)(observed(entry, static.__func__, skip))
    elif entry.attribute in ("construct", "__call__"):  # called through Cell or Primitive
        call = observed(entry, getattr(owner, entry.attribute), 1, lambda *_: True)
    else:
        call = observed(entry, getattr(owner, entry.attribute), 1, lambda outside, _: outside)
    setattr(owner, entry.attribute, call)


def watch_all() -> None:
    """Put observers in the place of all public callables."""
    for entry in universe().values():
        try:
            if entry.owner is not None:
                watch_method(entry)
            elif entry.is_class and entry.value.__module__.startswith("msacc"):
                watch_class(entry)
            elif callable(entry.value):
                watch_function(entry)
        except (AttributeError, TypeError) as error:
            print(f"cannot watch {entry.name}: {error}", file=sys.stderr)


def run_cases(chapters: set[str] | None = None) -> dict[str, set[str]]:
    """Run every parity case once; what was exercised, by callable."""
    load_cases()
    watch_all()
    for case in CASES.values():
        if chapters and case.chapter not in chapters:
            continue
        try:
            case.fn(msacc, Runner(msacc))
        except Exception as error:
            print(f"{case.key}: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
    return EXERCISED
