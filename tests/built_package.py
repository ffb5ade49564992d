"""Wheels and source distributions of the package, built as pip has setuptools build them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMES = ROOT / "docs" / "documented_names.txt"


def copy_sources(folder: Path) -> Path:
    """A copy of what is built, in which building may leave its folders."""
    for name in ("setup.cfg", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    for name in ("msacc", "stub_writer"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "docs").mkdir()
    shutil.copy(NAMES, folder / "docs")
    return folder


def build(sources: Path, kind: str) -> Path:
    """The file that setuptools builds; `kind` is "wheel", "editable" or "sdist"."""
    code = f"from setuptools import build_meta; print(build_meta.build_{kind}('.'))"
    run = subprocess.run([sys.executable, "-c", code], cwd=sources, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return sources / run.stdout.split()[-1]
