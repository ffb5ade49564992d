"""Record MindSpore's signatures: `python -m tests.signatures.record`, where MindSpore is installed."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mindspore

from tests.signatures.reading import (
    as_text,
    home_of,
    is_public_callable,
    method_names,
    of_callable,
    of_method,
    walk,
)
from tests.signatures.table import Record, write

NAMES = Path(__file__).parents[2] / "msacc" / "mindspore_names.txt"
# Generated op bodies without documentation, and a package that rewrites source code.
USED = Path(__file__).parents[1] / "ledger" / "used_in_public.txt"
CLASSES = ("mindspore.Tensor", "mindspore.Parameter", "mindspore.nn.Cell")
LEFT_OUT = ("mindspore.ops.auto_generate", "mindspore.rewrite")
ROOTS = (mindspore.ops.Primitive, mindspore.nn.Cell)
COMPILED = ("mindspore._c_", "pybind11")
FORM = re.compile(r'^"[\w.]+\((.*)\)"', re.MULTILINE)


def public_names() -> dict[str, list[str]]:
    """The public names by module, and those that public code was seen to give arguments to."""
    rows = dict(line.split(": ") for line in NAMES.read_text().splitlines())
    names = {m: n.split() for m, n in rows.items() if m not in LEFT_OUT + CLASSES}
    for line in USED.read_text().splitlines():
        module, _, name = line.partition(":")[0].rpartition(".")
        if not any(part[:1].isupper() for part in module.split(".")):
            names.setdefault(module, []).append(name)
    return names


def callables() -> Iterator[tuple[str, Any]]:
    """Every public (name, callable), module by module; what a module re-exports included."""
    for module, names in public_names().items():
        for name in sorted(set(names)):
            try:
                value = walk(f"{module}.{name}")[1]
            except AttributeError:
                continue
            private = name.startswith("_") or name.endswith("Tensor_")
            if not private and is_public_callable(value, "mindspore"):
                yield f"{module}.{name}", value


def forms(call: Any, *given: Any) -> str:
    """The argument names of an overloaded function, as its own error message lists them."""
    try:
        call(*given, no_such_argument=1)
    except TypeError as error:
        result = [re.sub(r"=<[^>]*>", "", f) for f in FORM.findall(str(error))]
        return "".join(f" ({f})" for f in sorted(set(result)))
    except Exception:
        return ""
    return ""


def behind_decorator(owner: type) -> str:
    """The constructor that a decorator without `functools.wraps` closes over."""
    for cell in getattr(owner.__init__, "__closure__", None) or ():
        inner = cell.cell_contents
        if inspect.isfunction(inner) and inner.__name__ == "__init__":
            return as_text(inspect.signature(inner), drop_first=True)
    return "hidden"


def is_overloaded(value: Any) -> bool:
    return "auto_generate" in str(getattr(value, "__module__", ""))


def methods(name: str, owner: type, shared: dict[Any, type]) -> Iterator[tuple[str, str]]:
    """The methods that no other class has recorded already; `shared` remembers who did."""
    tensor = mindspore.Tensor([1.0]) if issubclass(owner, mindspore.Tensor) else None
    for method in method_names(owner):
        home = home_of(owner, method)
        if home is object or shared.setdefault((home, method), owner) is not owner:
            continue
        if home.__module__.startswith(COMPILED) and tensor is None:
            continue  # machinery of a compiled base, no part of the public API
        if method in ("__call__", "construct") and home in ROOTS and owner is not home:
            continue
        text = of_method(owner, method)
        if text == "hidden" and tensor is not None:
            text += forms(getattr(tensor, method))
        yield f"{name}.{method}", text


def main() -> int:
    record, first = Record(), {}
    result = list(callables())
    classes = {value for _, value in result if isinstance(value, type)}
    # A method belongs to the public class that defines it, else to the first that inherits it.
    shared = {(home_of(c, m), m): home_of(c, m) for c in classes for m in method_names(c)}
    shared = {key: home for key, home in shared.items() if home in classes}
    for name, value in result:
        if id(value) in first:
            record.aliases[name] = first[id(value)]
            continue
        first[id(value)] = name
        text = of_callable(value)
        if text == "hidden" and isinstance(value, type):
            text = behind_decorator(value)
        elif text == "hidden" and is_overloaded(value):
            text += forms(value)
        record.signatures[name] = text
        if isinstance(value, type):
            record.signatures.update(methods(name, value, shared))
    write(record, list(public_names()))
    hidden = sum(text.startswith("hidden") for text in record.signatures.values())
    print(f"{len(record.signatures)} signatures, {hidden} hidden, {len(record.aliases)} aliases")
    return 0


if __name__ == "__main__":
    sys.exit(main())
