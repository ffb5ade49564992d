"""Loads the rewritten network from a file of its source."""

from __future__ import annotations

import importlib.util
import itertools
import os
import sys
from pathlib import Path

from msacc.nn.cell import Cell
from msacc.rewrite.source_writer import Writer
from msacc.rewrite.tree import Tree

_FOLDER = "rewritten_network"
_count = itertools.count()


def network_of(tree: Tree) -> Cell:
    """Write the source, import it, and make the network from the first one."""
    writer = Writer(tree)
    # Processes of one job share the folder: a name for each, and each time, keeps their files apart.
    name = f"{writer.name}_{os.getpid()}_{next(_count)}"
    path = Path(_FOLDER).absolute() / f"{name}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(writer.text(), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return getattr(module, writer.name)(tree.network)  # type: ignore[no-any-return]
