"""How msacc's signatures differ from the record: `python -m tests.signatures.compare`."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.signatures.reading import of_callable, of_method, walk
from tests.signatures.table import read

EXCEPTIONS = Path(__file__).parent / "exceptions.txt"
# The forms of an overloaded function: `hidden (dim, keepdim) (axis, keepdims, *, initial)`.
FORM = re.compile(r"\(([^()]*)\)")


@dataclass(frozen=True)
class Found:
    """A recorded callable and what msacc shows for it."""

    name: str
    mindspore: str
    msacc: str
    accepts: frozenset[str] | None  # names it takes; None: any

    @property
    def agrees(self) -> bool:
        if not self.mindspore.startswith("hidden"):
            return self.mindspore == self.msacc
        return self.accepts is None or all(
            word in self.accepts
            for form in FORM.findall(self.mindspore)
            for word in re.split(r"[,\s*]+", form)
            if word
        )


def resolve(name: str) -> tuple[Any, Any]:
    """(owner, value) of a MindSpore name under msacc; AttributeError where msacc lacks it."""
    return walk("msacc" + name[len("mindspore") :])


def accepted(value: Any) -> frozenset[str] | None:
    """The argument names a callable takes; None for any."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        return None
    return frozenset(p.name for p in parameters)


def compared() -> list[Found]:
    """Every recorded callable that msacc has."""
    result = []
    for name, text in sorted(read().all_names()):
        try:
            owner, value = resolve(name)
        except AttributeError:
            continue
        method = isinstance(owner, type)
        mine = of_method(owner, name.rpartition(".")[2]) if method else of_callable(value)
        result.append(Found(name, text, mine, accepted(value)))
    return result


def exceptions(text: str | None = None) -> dict[str, str]:
    """Names that may differ, each with its reason: the comment at the head of its paragraph."""
    reasons: dict[str, str] = {}
    for paragraph in (text or EXCEPTIONS.read_text()).split("\n\n"):
        lines = paragraph.strip().splitlines()
        reason = " ".join(line[1:].strip() for line in lines if line.startswith("#"))
        for name in (line.strip() for line in lines if not line.startswith("#")):
            assert reason, f"{name} is excepted without a reason"
            assert name not in reasons, f"{name} is excepted twice"
            reasons[name] = reason
    return reasons


def main() -> None:
    excepted, all_found = exceptions(), compared()
    for result in all_found:
        if not result.agrees and result.name not in excepted:
            print(f"{result.name}\n    MindSpore {result.mindspore}\n    msacc     {result.msacc}")
    equal = sum(result.agrees for result in all_found)
    print(f"{len(all_found)} callables, {equal} agree, {len(excepted)} excepted")


if __name__ == "__main__":
    main()
