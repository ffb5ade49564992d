"""sample_code/gpt: the losses of 2 stages x 2 parts, and of 4 processes that share experts, are those of one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.launch.helpers import free_port

_SAMPLE = Path(__file__).parents[2] / "sample_code" / "gpt"
_LOSS = re.compile(r"step (\d+): loss is ([\d.]+)")


def _losses(command: list[str], variant: str, log: Path | None = None) -> list[float]:
    fixed = {"STEPS": "5", "WORKERS": "4", "MODE": "1", "OMP_NUM_THREADS": "1"}
    given = {"PYTHON": sys.executable, "PYTHONPATH": str(_SAMPLE.parents[1])}
    env = {**os.environ, **fixed, **given, "MASTER_PORT": free_port(), "VARIANT": variant}
    done = subprocess.run(
        command, cwd=_SAMPLE, env=env, capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [
        float(loss) for _, loss in _LOSS.findall(done.stdout if log is None else log.read_text())
    ]


@pytest.mark.dist
@pytest.mark.parametrize("variant", ["", "experts"])
def test_losses_are_those_of_one_process(variant: str) -> None:
    log = _SAMPLE / "log_output" / "worker_0.log"
    together = _losses(["bash", "run.sh", variant], variant, log)
    alone = _losses([sys.executable, "-m", "msacc", "train.py"], variant)
    assert together == pytest.approx(alone, abs=2e-4)
    assert log.read_text().count(" of experts: 256 tokens to experts") == 3 * (variant == "experts")
    assert len(alone) == 2
    assert alone[1] < alone[0] - 0.5
