"""One process with a whole batch against the processes of a job, each with its part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.comparison import command
from msacc.comparison.report import Comparison

DRAW = np.random.RandomState(0)
X = DRAW.randn(6, 4).astype(np.float32)
Y = DRAW.randn(6, 2).astype(np.float32)
MASK = DRAW.randn(1, 3).astype(np.float32)
WEIGHTS = [DRAW.randn(3, 4).astype(np.float32), DRAW.randn(2, 3).astype(np.float32)]


class Net(nn.Cell):
    """Two dense layers and a norm between them, and a mask that each process has whole."""

    def __init__(self, norm: nn.Cell | None = None, shift: float = 0.0) -> None:
        super().__init__()
        self.first = nn.Dense(4, 3, weight_init=Tensor(WEIGHTS[0]), bias_init="zeros")
        self.masked = Masked()
        self.norm = norm or nn.LayerNorm((3,))
        self.last = nn.Dense(3, 2, weight_init=Tensor(WEIGHTS[1] * (1 + shift)), bias_init="zeros")

    def construct(self, x: Tensor) -> Tensor:
        return self.last(self.norm(self.masked(self.first(x), Tensor(MASK))))


class Masked(nn.Cell):
    """Adds a mask."""

    def construct(self, x: Tensor, mask: Tensor) -> Tensor:
        return ops.mul(x, mask)


def recorded(path: Path, rows: slice, reduction: str = "mean", **changes: Any) -> Path:
    """A step with some rows of the batch."""
    net, loss = Net(**changes).set_train(), nn.MSELoss(reduction)
    step = ms.value_and_grad(lambda x, y: loss(net(x), y), None, net.trainable_params())
    with ms.record(path):
        step(Tensor(X[rows]), Tensor(Y[rows]))
    return path


def compared(folder: Path, parts: list[dict[str, Any]], **options: Any) -> Comparison:
    """The whole batch by the network as it is, against as many processes as there are changes for them."""
    reduction = options.pop("reduction", "mean")
    whole = recorded(folder / "whole.npz", slice(None), reduction)
    rows = len(X) // len(parts)
    files = [
        recorded(folder / f"{rank}.npz", slice(rank * rows, (rank + 1) * rows), reduction, **changes)
        for rank, changes in enumerate(parts)
    ]  # fmt: skip
    return ms.compare_records(whole, files, **options)


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_parts_of_a_batch_are_the_whole(tmp_path: Path, count: int, reduction: str) -> None:
    found = compared(
        tmp_path, [{}] * count, reduction=reduction, gradients_mean=reduction == "mean"
    )
    assert found.same
    assert [row.name for row in found.rows] == ["", "first", "masked", "norm", "last", "MSELoss"]
    for row in found.rows:
        assert row.output
        assert row.gradient
        assert max(row.output.relative, row.gradient.relative) < 1e-5
        assert row.gradient.size > 1e-3
        assert not row.notes


def test_the_other_reduction_parts_at_the_loss(tmp_path: Path) -> None:
    found = compared(tmp_path, [{}, {}], reduction="sum")
    assert found.output
    assert found.output.name == "MSELoss"


def test_a_norm_over_a_part_of_the_batch_is_found(tmp_path: Path) -> None:
    whole = recorded(tmp_path / "whole.npz", slice(None), norm=nn.BatchNorm1d(3))
    halves = [slice(0, 3), slice(3, 6)]
    files = [
        recorded(tmp_path / f"{i}.npz", half, norm=nn.BatchNorm1d(3))
        for i, half in enumerate(halves)
    ]
    found = ms.compare_records(whole, files)
    assert found.output
    assert found.output.name == "norm"


def test_weights_that_one_process_alone_has_are_told(tmp_path: Path) -> None:
    found = compared(tmp_path, [{}, {}, {"shift": 0.01}])
    assert found.output
    assert found.output.name == "last"
    assert found.output.notes == ["weight has other values in process 2 than in process 0"]


def test_what_cannot_be_compared_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = recorded(tmp_path / "whole.npz", slice(None))
    half = recorded(tmp_path / "half.npz", slice(0, 3))
    with pytest.raises(ValueError, match=r"\(6, 4\) and \(3, 4\).*files of all its processes"):
        ms.compare_records(whole, half)
    with pytest.raises(ValueError, match=r"\(6, 4\) and \(3, 4\)"):
        ms.compare_records(whole, [half])
    with pytest.raises(ValueError, match="'second' has no files"):
        ms.compare_records(whole, [])
    with pytest.raises(TypeError, match="gradients_mean"):
        ms.compare_records(whole, [half], gradients_mean=1)  # type: ignore[arg-type]
    other = tmp_path / "other.npz"
    with ms.record(other):
        nn.Dense(4, 3)(Tensor(X[3:]))
    with pytest.raises(ValueError, match="process 1 and process 0 differ in MSELoss, first"):
        ms.compare_records(whole, [half, other])
    assert command.main([str(whole), str(half)]) == 2
    assert "files of all its processes" in capsys.readouterr().err


def test_the_command_with_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compared(tmp_path, [{}, {}], reduction="sum")
    files = [str(tmp_path / name) for name in ("whole.npz", "0.npz", "1.npz")]
    assert command.main(files) == 1
    assert "The first output that parts: MSELoss" in capsys.readouterr().out
    assert command.main([*files, "--gradients-sum"]) == 0
    assert command.main([*files[:2], "a.py:Net"]) == 2
    assert "name a second file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--processes", "1"), "should be 2 or more"),
        (("--processes", "3"), "divide --batch 4"),
        (("graph", "--processes", "2"), "not 'graph'"),
        (("--processes", "2", "--python", "python"), "two second sides"),
        (("graph", "b.npz"), "one more than two sides"),
    ],
)
def test_arguments_of_processes(
    argv: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["a.py:Net", *argv, "--input", "4"]) == 2
    assert words in capsys.readouterr().err
