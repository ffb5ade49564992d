"""Every `import` and `from … import` of MindSpore's names in public code that MindSpore 2.10 resolves.

The code: MindArmour, GraphLearning, MindScience, MindRL, MindQuantum, Golden Stick, XAI, the models, course and docs of
mindspore-ai; 18 projects of mindspore-lab (MindCV to MindYOLO), 19 of mindspore-courses; two libraries of others.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.internals import public_imports

ROWS = Path(__file__).with_name("imported_in_public.txt")


def test_imports_resolve() -> None:
    # All in one process: importing one name must not take another away.
    command = [sys.executable, "-m", "msacc", public_imports.__file__, "missing", str(ROWS)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "GLOG_v": "4"}
    )
    assert (done.returncode, done.stdout.split("\n")) == (0, ["", ""]), done.stderr
    rows = public_imports.read(str(ROWS))
    assert (len(rows), sum(map(len, rows.values()))) == (146, 919)


def test_what_does_not_resolve_is_found() -> None:
    rows = {"json": {"loads", "nothing"}, "json.nothing": set(), "os": {"path"}}
    assert [line.partition(":")[0] for line in public_imports.missing(rows)] == [
        "json nothing",
        "json.nothing ",
    ]
    assert public_imports.resolving(rows) == {"json": {"loads"}, "os": {"path"}}


def test_imports_are_collected(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "import numpy, mindspore.nn as nn\nfrom mindspore import ops as P, Tensor\nfrom . import mindspore\n"
        "def f():\n    from mindspore.nn import *\n    from mindspore_gl import nn\n"
    )
    (tmp_path / "old.py").write_text("print 'mindspore'\n")
    (tmp_path / "b.ipynb").write_text(
        '{"cells": [{"cell_type": "code", "source": ["%pip install x\\n", "from mindspore import jit\\n"]},'
        ' {"cell_type": "markdown", "source": ["from mindspore import no"]}]}'
    )
    found = public_imports.collected([tmp_path])
    assert found == {"mindspore.nn": set(), "mindspore": {"ops", "Tensor", "jit"}}
    text = public_imports.text(found)
    assert text == "mindspore: Tensor jit ops\nmindspore.nn:\n"
