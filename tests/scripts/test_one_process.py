"""MindSpore scripts through `python -m msacc`, one process each."""

from __future__ import annotations

import importlib.util
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from msacc.common.crypto import MAGIC
from tests.scripts.conftest import PROGRAMS, Start

_ROOT = Path(__file__).parents[2]


def losses(text: str) -> list[float]:
    """The numbers behind "loss is", "loss" or "losses:"."""
    return [float(x) for x in re.findall(r"loss(?:es:| is|:)? *([\d.]+)", text)]


@pytest.mark.slow
def test_model_train_and_resume(run: Start, tmp_path: Path) -> None:
    first = run("recover.py")
    assert len(losses(first)) == 4
    assert re.search(r"Train epoch time: \d+\.\d+ ms, per step time: \d+\.\d+ ms", first)
    saved = sorted(p.name for p in (tmp_path / "ckpt_of_rank" / "0").glob("*.ckpt"))
    assert saved == ["train-1_2.ckpt", "train-1_4.ckpt"]
    second = run("recover.py")
    assert "resumed from train-1_4.ckpt missing []" in second
    assert sum(losses(second)) < sum(losses(first))


def test_options_of_other_hardware_are_said_once(run: Start) -> None:
    text = run("options.py")
    assert losses(text)
    said = re.findall(r"msacc: (.*?)[=:] ?", text)
    assert text.count("no Ascend device here: running on CPU") == 1
    for name in ("max_device_memory", "memory_offload", "offload_config", "MatMul", "Add"):
        assert sum(name in line for line in text.splitlines() if "msacc:" in line) == 1, said


def test_alexnet_on_cifar_binaries(run: Start, tmp_path: Path, pictures: Path) -> None:
    (tmp_path / "datasets" / "cifar10").mkdir(parents=True)
    (tmp_path / "datasets" / "cifar10" / "train").symlink_to(pictures)
    text = run("alexnet.py", "--device_target=CPU")
    # The test file lies in the same folder, as any *.bin does: 25 pictures, 6 batches of 4.
    assert len(losses(text)) == 6
    assert all(2.2 < x < 2.4 for x in losses(text))
    assert "no Ascend" not in text


def test_profiler_from_a_step_to_a_step(run: Start, tmp_path: Path) -> None:
    assert run("profiling.py").rstrip().endswith("Done!")
    assert (tmp_path / "data_step" / "trace.json").stat().st_size > 0


@pytest.mark.slow
def test_profiler_options_from_the_environment(tmp_path: Path) -> None:
    # A process of its own: what counts is the environment at `import mindspore`.
    env = {
        **os.environ,
        "PYTHONPATH": str(_ROOT),
        "OMP_NUM_THREADS": "1",
        "MS_DEV_SAVE_GRAPHS": "2",
    }
    command = [sys.executable, "-m", "msacc", str(PROGRAMS / "env_profiler.py")]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "data" / "trace.json").is_file()
    assert done.stderr.count("MS_DEV_SAVE_GRAPHS=2 has no effect here") == 1


@pytest.mark.skipif(
    importlib.util.find_spec("tensorboard") is None,
    reason="event files need the package tensorboard",
)
@pytest.mark.slow
def test_summaries(run: Start, tmp_path: Path) -> None:
    text = run("summary.py")
    assert text.rstrip().endswith("Done!")
    assert len(list((tmp_path / "summary_dir").glob("*/events.out.tfevents.*"))) == 2


@pytest.mark.slow
def test_encrypted_checkpoints(run: Start, digits: Path, tmp_path: Path) -> None:
    pytest.importorskip("cryptography", reason="encryption needs the package cryptography")
    (tmp_path / "MNIST_Data").symlink_to(digits)
    text = run("encrypt.py")
    assert "refused: Failed to read the checkpoint file" in text
    # The same values under the same key, but an IV of their own, hence other bytes (see msacc/common/crypto.py).
    saved = [(tmp_path / name).read_bytes() for name in ("lenet_enc-1_2.ckpt", "own.ckpt")]
    assert not any(b"conv1.weight" in file for file in saved)
    assert all(file[:4] == MAGIC["AES-GCM"].to_bytes(4, "little") for file in saved)
    assert saved[0][28:44] != saved[1][28:44]
    assert saved[0][48:112] != saved[1][48:112]


def test_inference_from_a_checkpoint(run: Start) -> None:
    text = run("inference.py")
    assert text.rstrip().endswith("Done!")
    assert text.count("running on CPU") == 1


@pytest.mark.slow
def test_gradients_per_sample(run: Start) -> None:
    # The program compares the loop with vmap; weights of 0.01 tell nothing apart yet.
    found = losses(run("per_sample.py"))
    assert found == pytest.approx([math.log(10)] * 2, abs=0.02)
    assert found[0] != found[1]


def test_a_parameter_server_is_refused(run: Start) -> None:
    text = run("parameter_server.py", code=1)
    assert "NotImplementedError: msacc has no parameter-server mode" in text


def test_shard_leaves_the_numbers(run: Start) -> None:
    text = run("shard_function.py")
    assert text.rstrip().endswith("Done!")
