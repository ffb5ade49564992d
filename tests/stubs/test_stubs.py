"""The stubs in the repository say what the package has."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.stubs.surface import ROOT


@pytest.mark.slow
def test_every_stub_is_true() -> None:
    """In a process of its own: what other tests import would show in the modules."""
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.stubs", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, (
        f"run python -m tests.stubs\n{run.stdout[-2000:]}{run.stderr[-2000:]}"
    )
