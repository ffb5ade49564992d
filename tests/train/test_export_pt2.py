"""PT2 files: torch reads and runs them in a process that has no msacc."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
import msacc.nn as nn
from msacc import Tensor, ops
from msacc.common.tensor_tree import leaves
from tests.train.test_export import LAYERS

_PROGRAM = """
import sys, torch
from torch.utils import _pytree as pytree
path, compiled, *saved = sys.argv[1:]
if compiled == "compiled":
    run = torch._inductor.aoti_load_package(path)
else:
    program = torch.export.load(path)
    print(*sorted(program.state_dict), program.graph_signature.user_inputs)
    run = program.module()
for file in saved:
    inputs, expected = torch.load(file)
    found = run(*inputs)
    torch.testing.assert_close(found, expected, rtol=1e-6, atol=1e-6)
assert not [name for name in sys.modules if name.split(".")[0] in ("msacc", "mindspore")]
print("equal", len(saved))
"""


class Two(nn.Cell):
    """Two inputs, results in a structure, and layers that the training mode changes."""

    def __init__(self) -> None:
        super().__init__()
        self.fc, self.drop, self.bn = nn.Dense(4, 3), nn.Dropout(p=0.5), nn.BatchNorm1d(3)

    def construct(self, image: Tensor, other: Tensor) -> Any:
        a = self.bn(self.fc(image))
        return a, {"sum": self.drop(a + other), "rows": [a.sum(1)]}


def _as_torch(value: Any) -> Any:
    if isinstance(value, Tensor):
        return torch.from_numpy(value.asnumpy().copy())
    if isinstance(value, dict):
        return {key: _as_torch(item) for key, item in value.items()}
    return type(value)(map(_as_torch, value))


def runs_equal(path: Path, net: nn.Cell, *calls: tuple[Tensor, ...], compiled: bool = False) -> str:
    """What a process without msacc prints that runs the file for each of `calls` and compares with `net`."""
    net.set_train(False)
    saved = []
    for i, inputs in enumerate(calls):
        saved.append(str(path.with_suffix(f".{i}.pt")))
        torch.save((_as_torch(inputs), _as_torch(net(*inputs))), saved[-1])
    kind = "compiled" if compiled else "program"
    command = [sys.executable, "-I", "-c", _PROGRAM, str(path), kind, *saved]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=path.parent)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def _random(*shape: int) -> Tensor:
    return Tensor(np.random.RandomState(0).randn(*shape), ms.float32)


def test_a_process_without_msacc_gives_the_networks_values(tmp_path: Path) -> None:
    net = Two().set_train()
    net.bn.set_train(False)
    net.set_inputs(*[Tensor(shape=[None, n], dtype=ms.float32) for n in (4, 3)])
    path = tmp_path / "model.pt2"
    ms.export(net, _random(1, 4), _random(1, 3), str(path))
    assert (net.training, net.bn.training, net.drop.training) == (True, False, True)
    assert path.stat().st_mode & 0o777 == 0o400
    calls = [(_random(n, 4), _random(n, 3)) for n in (1, 2, 5)]
    text = runs_equal(path, net, *calls)
    assert "fc.weight" in text
    assert "('image', 'other')" in text


@pytest.mark.slow
def test_a_compiled_package(tmp_path: Path) -> None:
    net = Two()
    sizes = [Tensor(shape=[None, n], dtype=ms.float32) for n in (4, 3)]
    name = str(tmp_path / "net")
    ms.export(net, *sizes, file_name=name, file_format="PT2", aot_inductor=True)
    calls = [(_random(n, 4), _random(n, 3)) for n in (2, 5)]
    assert "equal 2" in runs_equal(tmp_path / "net.pt2", net, *calls, compiled=True)


@pytest.mark.slow
@pytest.mark.parametrize(("net", "shape"), LAYERS)
def test_layers(tmp_path: Path, net: nn.Cell, shape: tuple[int, ...]) -> None:
    ms.export(net, _random(*shape), file_name=str(tmp_path / "net"), file_format="PT2")
    runs_equal(tmp_path / "net.pt2", net, (_random(*shape),))


def test_amp_and_keys(tmp_path: Path) -> None:
    net = ms.amp.auto_mixed_precision(nn.SequentialCell(nn.Dense(4, 3), nn.ReLU()), "O2")
    key: dict[str, Any] = {"enc_key": b"k", "enc_mode": lambda content, key: content[::-1] + key}
    ms.export(net, _random(2, 4), str(tmp_path / "secret.pt2"), **key)
    content = (tmp_path / "secret.pt2").read_bytes()
    assert content[-1:] == b"k"
    plain = tmp_path / "plain.pt2"
    plain.write_bytes(content[-2::-1])
    assert len(leaves(net(_random(2, 4)))) == 1
    runs_equal(plain, net, (_random(2, 4),))


def test_arguments_that_are_no_good(tmp_path: Path) -> None:
    net, x, name = nn.Dense(2, 2), _random(1, 2), str(tmp_path / "n")
    for error, words, inputs, given in (
        (TypeError, "arguments: file_name, file_format", [x], {}),
        (TypeError, "arguments: file_format", [x, name], {}),
        (TypeError, "must be a Tensor", [np.ones((1, 2)), name + ".pt2"], {}),
        (ValueError, "'file_format' must be one of", [x, name], {"file_format": "pt2"}),
        (
            ValueError,
            "'aot_inductor' works with file_format 'PT2'",
            [x, name + ".onnx"],
            {"aot_inductor": True},
        ),
        (NotImplementedError, "'PT2' for torch", [x, name], {"file_format": "MINDIR"}),
    ):
        with pytest.raises(error, match=words):
            ms.export(net, *inputs, **given)
    assert list(tmp_path.iterdir()) == []


class _Sums(nn.Cell):
    def construct(self, x: Tensor) -> Tensor:
        return ops.cumsum(x, 0)


def test_what_torch_does_not_have_is_named(tmp_path: Path) -> None:
    x = Tensor(np.ones((3, 2)), ms.float16)
    with pytest.raises(RuntimeError, match=r"msacc\.stepwise_sums.*does not have"):
        ms.export(_Sums(), x, str(tmp_path / "n.pt2"))
