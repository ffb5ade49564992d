"""Mistakes of a first hour, and the words that help: misspelt names, torch's names, data without batches."""

from __future__ import annotations

import errno
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc import Tensor, mint, nn, ops
from msacc.common import torch_names, warn_once
from msacc.common.atomic_files import atomic_replace
from msacc.train import Model

X = Tensor(np.ones((4, 4), np.float32))


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(warn_once.logger, "propagate", True)
    warn_once.forget()
    return caplog


@pytest.mark.parametrize(
    ("module", "name", "meant"),
    [
        (ops, "sofmax", "softmax"),
        (nn, "Desne", "Dense"),
        (nn, "CrossEntropy", "CrossEntropyLoss"),
        (ds, "GenratorDataset", "GeneratorDataset"),
        (mint, "sofmax", "softmax"),
        (ms, "Tenser", "Tensor"),
    ],
)
def test_misspelt_names_are_guessed(module: Any, name: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=rf"\.{name} .*; did you mean '{meant}'\?$"):
        getattr(module, name)
    with pytest.raises(ImportError, match=rf"\.{name} .*; did you mean '{meant}'\?$"):
        exec(f"from {module.__name__} import {name}")


def test_what_resembles_nothing_is_not_guessed() -> None:
    with pytest.raises(AttributeError, match=r"mindspore\.ops\.qqqqq \(nor does .*\)$"):
        _ = ops.qqqqq
    with pytest.raises(AttributeError, match=r"torch\.nn\.Module is Cell in MindSpore$"):
        _ = nn.Module


NET = nn.Dense(4, 2)
SGD = nn.SGD(NET.trainable_params(), 0.1)
ASKED = [(X, torch_names.TENSOR), (NET, torch_names.CELL), (SGD, torch_names.OPTIMIZER)]
NAMES = [(thing, name, text) for thing, table in ASKED for name, text in table.items()]


@pytest.mark.parametrize(("thing", "name", "text"), NAMES, ids=[row[1] for row in NAMES])
def test_torchs_names_lead_to_mindspores(thing: Any, name: str, text: str) -> None:
    with pytest.raises(AttributeError) as refused:
        getattr(thing, name)
    assert str(refused.value).endswith(f"has no attribute '{name}'; in MindSpore: {text}")
    for path in re.findall(r"mindspore\.([\w.]+)", text):
        at: Any = ms
        for part in path.split("."):
            at = getattr(at, part)
    for method in re.findall(r"\b(?:x|net|optimizer)\.(\w+)", text):
        assert hasattr(thing, method)


def test_unknown_attributes_leave_room_for_pythons_guess() -> None:
    for thing in (X, NET):
        with pytest.raises(AttributeError, match="has no attribute 'numpyy'$"):
            _ = thing.numpyy
        assert not hasattr(thing, "numpyy")


def test_optimizers_name_what_they_were_given() -> None:
    params = NET.trainable_params()
    with pytest.raises(ValueError, match=r"'learning_rate' must be a number, .* string '0\.1'"):
        nn.Adam(params, learning_rate="0.1")
    with pytest.raises(
        TypeError, match=r"For 'SGD', .* 'lr'; its arguments are params, learning_r"
    ):
        nn.SGD(params, lr=0.1)
    with pytest.raises(TypeError, match=r"For 'Momentum', missing .*'momentum'"):
        nn.Momentum(params, 0.1)
    with pytest.raises(TypeError, match=r"Iterable.*; net\.trainable_params\(\) gives"):
        nn.SGD(NET, 0.1)
    for kind in (nn.SGD, nn.Adam):
        before = NET.weight.asnumpy().copy()
        with pytest.raises(
            ValueError, match=r"the gradient of 'weight' .* shape \(2, 4\), but got \(4"
        ):
            kind(params, 0.1)((X, X))
        assert (NET.weight.asnumpy() == before).all()


def data(rows: int, batch: int, **options: Any) -> Any:
    columns = np.ones((rows, 4), np.float32), np.ones((rows, 2), np.float32)
    plain = ds.NumpySlicesDataset(columns, ["x", "y"], shuffle=False)
    return plain.batch(batch, drop_remainder=True, **options)


def test_a_model_without_an_optimizer_says_that_it_trains_nothing(logged: Any) -> None:
    before = NET.weight.asnumpy().copy()
    Model(NET, nn.MSELoss()).train(1, data(4, 2))
    assert "this Model has no optimizer, so that nothing is trained" in logged.text
    assert (NET.weight.asnumpy() == before).all()
    logged.clear()
    warn_once.forget()
    Model(NET, nn.MSELoss(), SGD).train(1, data(4, 2))
    assert "optimizer" not in logged.text


def test_a_model_that_is_given_no_dataset_says_what_one_is() -> None:
    with pytest.raises(
        AttributeError, match=r"must be a Dataset .*, but got list; GeneratorDataset"
    ):
        Model(NET, nn.MSELoss(), SGD).train(1, [1, 2])


@pytest.mark.parametrize("by_map", [False, True])
def test_a_batch_larger_than_the_data_is_told(logged: Any, by_map: bool) -> None:
    options: dict[str, Any] = {"per_batch_map": lambda x, y, info: (x, y)} if by_map else {}
    words = "the data has 3 rows, and batch_size=8 with drop_remainder=True leaves no batch"
    assert list(data(3, 8, **options).create_tuple_iterator()) == []
    assert words in logged.text
    logged.clear()
    warn_once.forget()
    assert data(3, 8, **options).get_dataset_size() == 0
    assert words in logged.text
    with pytest.raises(
        ValueError, match=r"no valid data in dataset.*0 batches.*drop_remainder=True"
    ):
        Model(NET, nn.MSELoss(), SGD).train(1, data(3, 8, **options))


def test_a_last_batch_that_is_dropped_is_not_told(logged: Any) -> None:
    assert len(list(data(5, 2).create_tuple_iterator())) == 2
    assert "no batch" not in logged.text


@pytest.mark.parametrize(
    "error",
    [OSError(errno.ENOSPC, "No space left on device"), OSError("8 requested and 3 written")],
)
def test_an_error_of_writing_names_the_file(tmp_path: Path, error: OSError) -> None:
    with (
        pytest.raises(OSError, match=rf"(No space|requested).*{tmp_path}/big\.ckpt'$"),
        atomic_replace(str(tmp_path / "big.ckpt")),
    ):
        raise error
    with (
        pytest.raises(FileNotFoundError, match=r"other\.txt'$"),
        atomic_replace(str(tmp_path / "big.ckpt")),
    ):
        (tmp_path / "other.txt").read_text()


def test_ops_name_what_is_no_tensor() -> None:
    with pytest.raises(
        TypeError, match=r"'tensors' should be Tensors, but got a numpy array of shape \(3"
    ):
        ops.concat([np.ones(3), np.ones(3)])
    with pytest.raises(TypeError, match="For 'exp', 'input' should be a Tensor, but got None"):
        ops.exp(None)
    with pytest.raises(
        ValueError, match=r"MSELoss.*should broadcast, but got shapes \(4, 4\) and \(3"
    ):
        nn.MSELoss()(X, ops.ones((3, 4)))
    labels = Tensor([0, -100, 2, 4], ms.int32)
    with pytest.raises(IndexError, match=r"classes is 4, but the labels hold 4: .* in \[0, 4\)"):
        nn.CrossEntropyLoss()(X, labels)
