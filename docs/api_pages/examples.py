"""The example of a docstring as a program that can be copied, and what it prints."""

from __future__ import annotations

import ast
import doctest
import inspect
import re

from msacc.examples import PRELUDE

# Calls that print while they run, and give None.
_CALLS_BACK = re.compile(r"\.(train|fit|on_train_\w+|step_end|begin|end|on_\w+)\(")


def segments(example: str) -> list[tuple[str, str]]:
    """Pieces of program, each with what it prints; the first begins with the imports that all of them need."""
    found: list[tuple[str, str]] = []
    source = ""
    for each in doctest.DocTestParser().get_examples(inspect.cleandoc(example)):
        source += _printing(each.source, each.want) if each.want else each.source
        if each.want:
            found.append((source, each.want))
            source = ""
    if source:
        found.append((source, ""))
    if not found:
        return []
    imports = needed_imports("".join(program for program, _ in found))
    first, printed = found[0]
    return [(f"{imports}\n{first}" if imports else first, printed), *found[1:]]


def _printing(source: str, printed: str) -> str:
    """A statement whose value Python shows in a session alone, as one that a program prints."""
    statement = ast.parse(source).body[0]
    prints_itself = source.startswith("print(") or _CALLS_BACK.search(source)
    if not isinstance(statement, ast.Expr) or prints_itself:
        return source
    shown = source.strip()
    return f"print({shown})\n" if _is_plain(printed) else f"print(repr({shown}))\n"


def _is_plain(printed: str) -> bool:
    """Whether `print` shows a value as a session does: numbers, tuples and lists of them, not strings and Tensors."""
    try:
        return not isinstance(ast.literal_eval(printed.strip()), str)
    except (SyntaxError, ValueError):
        return False


def needed_imports(program: str) -> str:
    """Of the imports that examples share, those that a program uses."""
    used = {node.id for node in ast.walk(ast.parse(program)) if isinstance(node, ast.Name)}
    own = {alias.asname or alias.name for node in ast.walk(ast.parse(program)) for alias in getattr(node, "names", ())
           if isinstance(alias, ast.alias)}  # fmt: skip
    lines = []
    for node in ast.parse(PRELUDE).body:
        assert isinstance(node, (ast.Import, ast.ImportFrom))
        names = [a for a in node.names if (a.asname or a.name) in used - own]
        if names:
            node.names = names
            lines.append(ast.unparse(node))
    return "".join(f"{line}\n" for line in lines)
