"""Every `import` and `from … import` of MindSpore's names in public libraries that MindSpore 2.10 resolves.

The libraries: MindArmour, GraphLearning, MindScience, MindRL, MindCV, MindYOLO, MindOCR, MindAudio, MindNLP,
MindFormers, MindPose, MindFace, MindEditing, MindDiffusion, MindPet, mindspore-lab/models, four of mindspore-courses.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROWS = Path(__file__).with_name("imported_in_public.txt")
# Every statement in one process: importing one name must not take another away.
PROGRAM = """
import pathlib
for row in pathlib.Path(ROWS).read_text().splitlines():
    module, _, names = row.partition(":")
    statements = [f"from {module} import {name}" for name in names.split()]
    for statement in [f"import {module}", *statements]:
        try:
            exec(statement, {})
        except Exception as error:
            print(statement, repr(error))
"""


def test_imports_resolve(tmp_path: Path) -> None:
    script = tmp_path / "imports.py"
    script.write_text(PROGRAM.replace("ROWS", repr(str(ROWS))))
    command = [sys.executable, "-m", "msacc", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    rows = ROWS.read_text().splitlines()
    assert (len(rows), sum(len(row.split()) - 1 for row in rows)) == (124, 684)
