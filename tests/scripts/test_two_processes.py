"""MindSpore scripts under msrun: two processes end where one with the whole batch does."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import msacc as ms
from tests.launch.helpers import free_port
from tests.scripts.conftest import PROGRAMS, Start
from tests.scripts.test_one_process import losses

_ROOT = Path(__file__).parents[2]


def _same(*files: Path) -> None:
    first, *others = [ms.load_checkpoint(str(file)) for file in files]
    for other in others:
        assert first.keys() == other.keys()
        for name, value in first.items():
            np.testing.assert_allclose(value.asnumpy(), other[name].asnumpy(), atol=2e-6)


@pytest.mark.dist
def test_functional_data_parallel(run: Start, run_two: Start, tmp_path: Path) -> None:
    run("data_parallel.py", "one")
    run_two("data_parallel.py", "two")
    _same(*[tmp_path / name for name in ("one_0.ckpt", "two_0.ckpt", "two_1.ckpt")])


@pytest.mark.parametrize(
    "way",
    [
        pytest.param("function", marks=pytest.mark.dist),
        pytest.param("context", marks=pytest.mark.dist),
        pytest.param("slices", marks=pytest.mark.dist),
        pytest.param("slices_context", marks=pytest.mark.dist),
        pytest.param("strategies", marks=pytest.mark.dist),
    ],
)
def test_semi_auto_steps(way: str, run: Start, run_two: Start, tmp_path: Path) -> None:
    one = losses(run("semi_auto.py", way))
    (tmp_path / f"{way}_0.ckpt").rename(tmp_path / "one.ckpt")
    text = run_two("semi_auto.py", way)
    two = losses(text)
    # Asked by the context, and not done for a step that a script writes itself.
    assert ("enable_parallel_optimizer=True has no effect here" in text) == way.endswith("context")
    np.testing.assert_allclose(sorted(two), sorted(one * 2), atol=1e-5)
    _same(tmp_path / "one.ckpt", tmp_path / f"{way}_0.ckpt", tmp_path / f"{way}_1.ckpt")


@pytest.mark.dist
def test_collectives_with_gradients(run_two: Start) -> None:
    found = losses(run_two("collectives.py"))
    assert len(found) == 4
    # Both processes print the loss of the whole batch.
    assert len({round(x, 5) for x in found}) == 2


@pytest.mark.dist
def test_interleaved(run_two: Start) -> None:
    assert len(losses(run_two("interleaved.py"))) == 4


@pytest.mark.dist
def test_model_train_per_rank(run_two: Start, tmp_path: Path) -> None:
    assert len(losses(run_two("recover.py"))) == 4
    for rank in ("0", "1"):
        names = [p.name for p in (tmp_path / "ckpt_of_rank" / rank).glob("*.ckpt")]
        assert names == ["train-1_2.ckpt"]
    assert run_two("recover.py").count("resumed from train-1_2.ckpt missing []") == 2


@pytest.mark.dist
def test_started_by_pytest(run_two: Start) -> None:
    text = run_two(("pytest", "-s", "by_pytest.py"))
    for rank in (0, 1):
        assert f"imported on {rank} of 2" in text
        assert f"tested on {rank}" in text


@pytest.mark.dist
def test_scheduler_and_workers_from_the_environment(tmp_path: Path, digits: Path) -> None:
    """The same file three times, told apart by MS_ROLE, as in the disaster recovery tutorial."""
    shared = {
        **os.environ,
        "PYTHONPATH": str(_ROOT),
        "OMP_NUM_THREADS": "1",
        "DATA_PATH": str(digits / "train"),
        "MS_WORKER_NUM": "2",
        "MS_SCHED_HOST": "127.0.0.1",
        "MS_SCHED_PORT": free_port(),
    }
    for resumed in (0, 2):
        text = _three(tmp_path, shared)
        assert text.count("resumed from train-1_2.ckpt") == resumed
        assert len(losses(text)) == 4


def _three(folder: Path, env: dict[str, str]) -> str:
    roles = [{"MS_ROLE": "MS_SCHED"}] + [
        {"MS_ROLE": "MS_WORKER", "MS_NODE_ID": str(i)} for i in range(2)
    ]
    command = [sys.executable, "-m", "msacc", str(PROGRAMS / "recover.py")]
    started = [
        subprocess.Popen(
            command,
            cwd=folder,
            env={**env, **role},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for role in roles
    ]
    end = time.monotonic() + 240
    texts = [process.communicate(timeout=max(1, end - time.monotonic()))[0] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], texts
    return "".join(texts)
