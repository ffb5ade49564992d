"""The sample's scripts through `python -m msacc`: what they print and what they leave."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import msacc
from tests.tutorial import steps
from tests.tutorial.conftest import run_script

LINE = re.compile(r"epoch: (\d+) step: (\d+) loss is  (\d+\.\d+)")
# Two epochs of 256 images are 2 x 8 batches of 32, with an update in every fourth.
ARGS = ("--epochs", "2", "--seed", "1")


def losses(text: str) -> list[float]:
    return [float(loss) for _, _, loss in LINE.findall(text)]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory, digits: Path) -> tuple[Path, str, str]:
    """(folder, stdout, stderr) of train.py in graph mode, asking for a GPU as the tutorial does."""
    folder = tmp_path_factory.mktemp("trained")
    out, err = run_script(
        "train.py",
        *ARGS,
        "--device_target",
        "GPU",
        data=digits,
        cwd=folder,
        CUDA_VISIBLE_DEVICES="",
    )
    return folder, out, err


@pytest.mark.slow
def test_prints_mindspore_format(trained: tuple[Path, str, str]) -> None:
    lines = trained[1].splitlines()
    assert lines[0] == "============== Starting Training =============="
    assert [LINE.fullmatch(line).groups()[:2] for line in lines[1:5]] == [  # type: ignore[union-attr]
        ("1", "1"), ("1", "2"), ("2", "1"), ("2", "2")
    ]  # fmt: skip
    assert all(2.2 < loss < 2.4 for loss in losses(trained[1]))
    assert re.fullmatch(r"\{'Accuracy': 0\.\d+\}", lines[-1])


@pytest.mark.slow
def test_says_once_that_it_runs_on_cpu(trained: tuple[Path, str, str]) -> None:
    said = [line for line in trained[2].splitlines() if "no GPU device" in line]
    assert len(said) == 1


@pytest.mark.slow
def test_checkpoint_is_laid_out_as_mindspore_writes_it(trained: tuple[Path, str, str]) -> None:
    path = trained[0] / "gradient_accumulation.ckpt"
    recorded = np.load(steps.RECORDED)
    assert path.stat().st_size == recorded["size"] == 741267
    found = [f"{k} {v.dtype} {list(v.shape)}" for k, v in msacc.load_checkpoint(str(path)).items()]
    assert found == recorded["layout"].tolist()


@pytest.mark.slow
def test_without_a_compiler_runs_op_by_op(
    trained: tuple[Path, str, str], digits: Path, tmp_path: Path
) -> None:
    out, err = run_script("train.py", *ARGS, data=digits, cwd=tmp_path, CXX="/nonexistent/c++")
    assert len([line for line in err.splitlines() if "no C++ compiler" in line]) == 1
    assert losses(out) == pytest.approx(losses(trained[1]), rel=1e-5)


def test_todays_spelling_with_model_and_callbacks(digits: Path, tmp_path: Path) -> None:
    out, _ = run_script(
        "train_today.py", "--by", "model", "--epochs", "2", data=digits, cwd=tmp_path
    )
    assert len(re.findall(r"epoch: [12] step: [12], loss is \d+\.\d+", out)) == 4
    assert len(re.findall(r"Train epoch time: [\d.]+ ms, per step time: [\d.]+ ms", out)) == 2
    assert re.fullmatch(r"\{'Accuracy': 0\.\d+\}", out.splitlines()[-1])
    kept = {path.name for path in (tmp_path / "checkpoints").iterdir()}
    assert {"lenet-1_2.ckpt", "lenet-2_2.ckpt"} <= kept


@pytest.mark.slow
def test_todays_spelling_by_hand(digits: Path, tmp_path: Path) -> None:
    out, err = run_script(
        "train_today.py", "--by", "hand", "--epochs", "1", data=digits, cwd=tmp_path
    )
    assert re.findall(r"epoch: 1 step: (\d) loss is \d+\.\d+", out) == ["1", "2"]
    assert "is split" not in err
    assert "op by op" not in err
