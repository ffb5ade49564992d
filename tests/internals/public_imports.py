"""What public code imports of MindSpore, and what of it resolves: on MindSpore itself, and here.

    python tests/internals/public_imports.py collect FOLDER… > all.txt
    python tests/internals/public_imports.py resolving all.txt > tests/internals/imported_in_public.txt   # MindSpore
    python -m msacc tests/internals/public_imports.py missing tests/internals/imported_in_public.txt      # msacc

The first reads Python files and notebooks, the second is run where MindSpore 2.10 is installed, the third prints
what resolves there and not here. A row is `module: names`.
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

Imports = dict[str, set[str]]
_MAGIC = re.compile(r"^\s*[%!?].*$", re.MULTILINE)


def sources(folder: Path) -> Iterator[str]:
    """The text of each Python file below a folder, and of each code cell of its notebooks."""
    for path in sorted(folder.rglob("*.py")):
        yield path.read_text(errors="replace")
    for path in sorted(folder.rglob("*.ipynb")):
        try:
            cells = json.loads(path.read_text(errors="replace")).get("cells", [])
        except ValueError:
            continue
        for cell in cells:
            if cell.get("cell_type") == "code":
                yield _MAGIC.sub("", "".join(cell["source"]))


def imports_of(source: str) -> Iterator[tuple[str, str]]:
    """Module and name of each import of MindSpore's; the name is empty for `import module`."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if _is_mindspore(alias.name))
        elif isinstance(node, ast.ImportFrom) and not node.level and _is_mindspore(node.module):
            assert node.module is not None
            yield from ((node.module, alias.name) for alias in node.names)


def _is_mindspore(module: str | None) -> bool:
    return (module or "").partition(".")[0] == "mindspore"


def collected(folders: list[Path]) -> Imports:
    """Module -> names, over all files below some folders."""
    found: Imports = defaultdict(set)
    for folder in folders:
        for source in sources(folder):
            for module, name in imports_of(source):
                found[module] |= {name} - {"", "*"}
    return found


def failure(module: str, name: str = "") -> str | None:
    """Why `import module`, or `from module import name`, fails; None where it does not."""
    try:
        space = importlib.import_module(module)
        if name and not hasattr(space, name):
            importlib.import_module(f"{module}.{name}")
    except (Exception, SystemExit) as error:
        return f"{type(error).__name__}: {error}"
    return None


def resolving(rows: Imports) -> Imports:
    """Those that resolve in this process, one after the other."""
    return {
        module: {name for name in rows[module] if failure(module, name) is None}
        for module in sorted(rows)
        if failure(module) is None
    }


def missing(rows: Imports) -> list[str]:
    """A line for each that does not resolve."""
    asked = [(module, name) for module in sorted(rows) for name in ("", *sorted(rows[module]))]
    return [
        f"{module} {name}: {text}"
        for module, name in asked
        if (text := failure(module, name)) is not None
    ]


def read(file: str) -> Imports:
    """The rows of a file."""
    lines = (line.partition(":") for line in Path(file).read_text().splitlines())
    return {module: set(names.split()) for module, _, names in lines}


def text(rows: Imports) -> str:
    """Rows for a file."""
    return "".join(
        f"{module}: {' '.join(sorted(rows[module]))}".strip() + "\n" for module in sorted(rows)
    )


if __name__ == "__main__":
    what, *files = sys.argv[1:]
    if what == "collect":
        sys.stdout.write(text(collected([Path(folder) for folder in files])))
    elif what == "resolving":
        sys.stdout.write(text(resolving(read(files[0]))))
    else:
        print(*missing(read(files[0])), sep="\n")
