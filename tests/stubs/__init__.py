"""The stubs that stub_writer/ writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def write_stubs(folder: Path, *options: str) -> Path:
    """Have the stubs written into a folder, in a process of its own: what tests import would show in the modules."""
    command = [sys.executable, "-W", "ignore", "-m", "stub_writer", str(folder), *options]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-3000:]
    return folder
