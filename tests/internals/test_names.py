"""Private names that releases of large-model libraries import: each is there, under the module it is asked for in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROWS = Path(__file__).with_name("asked_for.txt")
# Every name in one process, as a script would: `mindspore.a.B.c` may be a method of a class.
PROGRAM = """
import importlib, pathlib
def found(dotted):
    parts = dotted.split(".")
    for count in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for part in parts[count:]:
            thing = getattr(thing, part)
        return thing
    raise ImportError(dotted)
for row in pathlib.Path(ROWS).read_text().splitlines():
    home, _, names = row.partition(": ")
    for name in names.split():
        try:
            found(f"{home}.{name}")
        except Exception as error:
            print(f"{home}.{name}", repr(error))
"""


def test_names_resolve(tmp_path: Path) -> None:
    script = tmp_path / "names.py"
    script.write_text(PROGRAM.replace("ROWS", repr(str(ROWS))))
    command = [sys.executable, "-m", "msacc", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert sum(len(row.split()) - 1 for row in ROWS.read_text().splitlines()) == 402
