"""`bash run.sh`, the README's first command: what it prints, what it writes, and that it learns."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.launch.helpers import free_port
from tests.tutorial.conftest import ROOT

_SAMPLE = Path("sample_code/distributed_gradient_accumulation")
_REAL_DIGITS = ROOT.parent / "shared" / "data" / "MNIST_Data"
_DIGITS = {"drawn": {}, "real": {"DATA_PATH": str(_REAL_DIGITS)}}
_CURVE = re.compile(r"  step +(\d+)  loss +([\d.]+)  #+")

# msrun itself counts a device; its workers, from which it hides it, do not.
_ONE_GPU = """
import sys
if "msacc.launch" in sys.orig_argv:
    import torch
    torch.cuda.is_available, torch.cuda.device_count = lambda: True, lambda: 1
"""


def _run(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """run.sh in a copy of the repository's scripts, so that tests share no folder."""
    shutil.copy(ROOT / "run.sh", folder)
    ignored = shutil.ignore_patterns("output", "log_output", "__pycache__")
    shutil.copytree(ROOT / _SAMPLE, folder / _SAMPLE, ignore=ignored)
    own = {"PYTHON": sys.executable, "PYTHONPATH": str(ROOT), "MASTER_PORT": free_port()}
    # A toolkit without a device is what torch has a notice for.
    own |= {"CUDA_VISIBLE_DEVICES": "", "CUDA_HOME": str(folder), "MSACC_OFFLINE": "1"}
    environment = {name: value for name, value in os.environ.items() if name != "DATA_PATH"}
    return subprocess.run(
        ["bash", "run.sh"],
        cwd=folder,
        env={**environment, "OMP_NUM_THREADS": "1", **own, **variables},
        capture_output=True,
        text=True,
        timeout=500,
    )


@pytest.mark.dist
@pytest.mark.parametrize("digits", ["drawn", *["real"] * _REAL_DIGITS.is_dir()])
def test_it_learns_and_says_where_things_are(digits: str, tmp_path: Path) -> None:
    done = _run(tmp_path, WORKERS="2", EPOCHS="2", **_DIGITS[digits])
    assert done.returncode == 0, done.stdout + done.stderr
    losses = [float(loss) for _, loss in _CURVE.findall(done.stdout)]
    assert losses[0] == pytest.approx(2.303, abs=0.02)
    assert losses[-1] < 0.5
    # The same step as LossMonitor prints it, and as one sample's loss.
    (printed,) = re.findall(r"epoch: 1 step: 200, loss is ([\d.]+)", done.stdout)
    assert dict(_CURVE.findall(done.stdout))["200"] == f"{float(printed) / 4:.3f}"
    (accuracy,) = re.findall(
        r"accuracy of the checkpoint on the test images: ([\d.]+)", done.stdout
    )
    assert float(accuracy) >= 0.9
    assert (tmp_path / _SAMPLE / "output" / "mnist.ckpt").is_file()
    for line in (f"checkpoint: {_SAMPLE}/output/mnist.ckpt", f"logs: {_SAMPLE}/log_output/worker_"):
        assert f"\n{line}" in done.stdout
    assert re.search(rf"\ncurve: {_SAMPLE}/output/loss\.(png|csv)\n", done.stdout)
    assert str(tmp_path) not in done.stdout
    assert "CUDA" not in done.stdout + done.stderr


@pytest.mark.dist
def test_one_gpu_and_two_processes(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(_ONE_GPU)
    paths = os.pathsep.join([str(ROOT), str(tmp_path)])
    visible = {"CUDA_VISIBLE_DEVICES": "0", "PYTHONPATH": paths}
    done = _run(tmp_path, WORKERS="2", **visible)
    assert done.returncode == 0, done.stdout + done.stderr
    line = "1 GPU, 2 processes: running on the CPU; WORKERS=1 trains on the GPU"
    assert f"\nmsrun: {line}\n" in done.stdout
    assert "accuracy of the checkpoint" in done.stdout


def test_without_an_installed_msacc_one_line_says_how(tmp_path: Path) -> None:
    bare = tmp_path / "bare_python"
    bare.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n')
    bare.chmod(0o755)
    done = _run(tmp_path, PYTHON=str(bare))
    assert done.returncode == 1
    assert not done.stdout
    (line,) = done.stderr.splitlines()
    assert "msacc is not installed" in line
    assert "`pip install -e .`" in line
