"""Record MindSpore's signatures: `python -m tests.signatures.record`, where MindSpore is installed."""

from __future__ import annotations

import importlib
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
)
from tests.signatures.table import Record, write

NAMES = Path(__file__).parents[2] / "msacc" / "mindspore_names.txt"
# Generated op bodies without documentation, and a package that rewrites source code.
LEFT_OUT = ("mindspore.ops.auto_generate", "mindspore.rewrite")
ROOTS = (mindspore.ops.Primitive, mindspore.nn.Cell)
COMPILED = ("mindspore._c_", "pybind11")
FORM = re.compile(r'^"[\w.]+\((.*)\)"', re.MULTILINE)


def modules() -> list[str]:
    """The public modules, in the order of the list of names."""
    found = [line.split(":")[0] for line in NAMES.read_text().splitlines()]
    return [m for m in found if m not in LEFT_OUT and not inspect.isclass(attribute(m))]


def attribute(name: str) -> Any:
    """What a dotted name stands for; None where there is none."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            continue
        for part in parts[end:]:
            value = getattr(value, part, None)
        return value
    return None


def callables() -> Iterator[tuple[str, Any]]:
    """Every public (name, callable), module by module; what a module re-exports included."""
    public = dict(line.split(": ") for line in NAMES.read_text().splitlines())
    for module in modules():
        for name in sorted(public[module].split()):
            value = attribute(f"{module}.{name}")
            if (
                not name.startswith("_")
                and not name.endswith("Tensor_")
                and is_public_callable(value, "mindspore")
            ):
                yield f"{module}.{name}", value


def forms(call: Any, *given: Any) -> str:
    """The argument names of an overloaded function, as its own error message lists them."""
    try:
        call(*given, no_such_argument=1)
    except TypeError as error:
        found = [re.sub(r"=<[^>]*>", "", f) for f in FORM.findall(str(error))]
        return "".join(f" ({f})" for f in sorted(set(found)))
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
    found = list(callables())
    classes = {value for _, value in found if isinstance(value, type)}
    # A method belongs to the public class that defines it, else to the first that inherits it.
    shared = {(home_of(c, m), m): home_of(c, m) for c in classes for m in method_names(c)}
    shared = {key: home for key, home in shared.items() if home in classes}
    for name, value in found:
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
    write(record, modules())
    hidden = sum(text.startswith("hidden") for text in record.signatures.values())
    print(f"{len(record.signatures)} signatures, {hidden} hidden, {len(record.aliases)} aliases")
    return 0


if __name__ == "__main__":
    sys.exit(main())
