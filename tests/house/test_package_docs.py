"""Every package's docstring ends with what it imports: `python -m tests.house.test_package_docs` writes those lines."""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path

import pytest

from tests.house.source import PACKAGE, imports, modules
from tests.house.test_imports import component, is_alternative_path, packages

_LINE = re.compile(r"^Imports: ([^.]+(?:\.\w[^.]*)*)\.$", re.MULTILINE)
_WIDTH = 100
# The alternative paths of ops, and msacc itself, re-export what other packages define.
PACKAGES = sorted(name for name in packages() if name != "msacc" and not is_alternative_path(name))


def imported(package: str) -> list[str]:
    """What the modules of a package import: other components of ORDER, and packages beside it in its own component."""
    members = [
        m for m in modules() if f"{m}.".startswith(f"{package}.") and not is_alternative_path(m)
    ]
    targets = {
        i.target for m in members if component(m) == component(package) for i in imports(m) if i.target in modules()
    }  # fmt: skip
    units = {_package(t) if component(t) == component(package) else component(t) for t in targets}
    return sorted(u.partition(".")[2] for u in units if not f"{u}.".startswith(f"{package}."))


def _package(module: str) -> str:
    return module if module in packages() else module.rpartition(".")[0]


def claimed(docstring: str) -> list[str] | None:
    """The names of a docstring's last paragraph `Imports: a, b.`; None if it has none."""
    match = _LINE.fullmatch(docstring.split("\n\n")[-1].replace("\n", " "))
    return None if match is None else [n for n in match[1].split(", ") if n != "nothing of msacc"]


def line(names: list[str]) -> str:
    """The paragraph that says so."""
    text = f"Imports: {', '.join(names) or 'nothing of msacc'}."
    return textwrap.fill(text, _WIDTH, break_on_hyphens=False)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_it_imports(package: str) -> None:
    docstring = ast.get_docstring(modules()[package]) or ""
    assert not docstring.startswith("Imports:"), f"{package} does not say what it holds"
    assert claimed(docstring) == imported(package), "run python -m tests.house.test_package_docs"


@pytest.mark.parametrize(
    ("docstring", "names"),
    [
        ("Holds it.\n\nImports: common, ops.core.", ["common", "ops.core"]),
        ("Holds it.\n\nImports: common,\nops.core.", ["common", "ops.core"]),
        ("Holds it.\n\nImports: nothing of msacc.", []),
        ("Holds it. Imports: common.", None),
        ("Holds it.\n\nImports: common.\n\nMore.", None),
        ("Imports `common`.", None),
    ],
)
def test_the_line_is_read(docstring: str, names: list[str] | None) -> None:
    assert claimed(docstring) == names


def _write(package: str) -> bool:
    """Put the true line into a package's docstring; whether it was another one."""
    path: Path = PACKAGE.parent.joinpath(*package.split(".")) / "__init__.py"
    source, node = path.read_text(), modules()[package].body[0]
    assert isinstance(node, ast.Expr), f"{package} has no docstring"
    docstring = ast.get_docstring(modules()[package]) or ""
    if claimed(docstring) == imported(package):
        return False
    description = docstring if claimed(docstring) is None else docstring.rpartition("\n\n")[0]
    rest = source.splitlines(keepends=True)[node.end_lineno :]
    path.write_text(f'"""{description}\n\n{line(imported(package))}\n"""\n{"".join(rest)}')
    return True


if __name__ == "__main__":
    print("\n".join(name for name in PACKAGES if _write(name)) or "every line is true")
