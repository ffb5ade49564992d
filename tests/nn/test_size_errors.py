"""Inputs of another size than a layer's: the error names the Cell by its path, the argument and both sizes."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, mint, nn, ops


def ones(*shape: int, dtype: type = np.float32) -> Tensor:
    return Tensor(np.ones(shape, dtype))


class Inside(nn.Cell):
    """Has a layer as `network.2`."""

    def __init__(self, layer: nn.Cell) -> None:
        super().__init__()
        self.network = nn.CellList([nn.ReLU(), nn.ReLU(), layer])

    def construct(self, *inputs: Any) -> Any:
        return self.network[2](*inputs)


IDS = Tensor([[1, 7]], ms.int32)
SEQUENCE, STEP, STATE = ones(2, 4, 4), ones(4, 4), ones(4, 3)
IMAGE, VOLUME = ones(1, 2, 8, 8), ones(1, 2, 8, 8, 8)
OF_IMAGE = "the input has 2: shape (1, 2, 8, 8)."
OF_VOLUME = "the input has 2: shape (1, 2, 8, 8, 8)."
# The layer, its inputs, the class of MindSpore's exception, the text.
CASES: dict[str, tuple[Callable[[], Any], tuple[Any, ...], type[Exception], str]] = {
    "Dense": (lambda: nn.Dense(5, 3), (STEP,), ValueError, "in_channels is 5, but the input has 4: shape (4, 4)."),
    "Dense of three dimensions": (
        lambda: nn.Dense(5, 3, activation="relu"), (SEQUENCE,), ValueError,
        "in_channels is 5, but the input has 4: shape (2, 4, 4)."),
    "Dense of float64": (
        lambda: nn.Dense(4, 3), (ones(4, 4, dtype=np.float64),), TypeError,
        "the parameters are Float32, but the input is Float64: cast one of them, as by x.astype(mindspore.float32)."),
    "Linear": (lambda: mint.nn.Linear(5, 3), (STEP,), ValueError, "in_features is 5, but the input has 4"),
    "BiDense": (lambda: nn.BiDense(4, 3, 2), (STEP, STEP), ValueError, "in2_channels is 3, but input2 has 4"),
    "Conv1d": (lambda: nn.Conv1d(3, 4, 3), (ones(1, 2, 8),), RuntimeError, "in_channels is 3, but the input has 2"),
    "Conv2d": (lambda: nn.Conv2d(3, 4, 3), (IMAGE,), RuntimeError, f"in_channels is 3, but {OF_IMAGE}"),
    "Conv2d of channels last": (
        lambda: nn.Conv2d(3, 4, 3), (ones(1, 8, 8, 3),), RuntimeError,
        "in_channels is 3, but the input has 8: shape (1, 8, 8, 3); channels come first, as in (N, C, …)."),
    "Conv2d of three dimensions": (
        lambda: nn.Conv2d(3, 4, 3), (ones(2, 8, 8),), ValueError,
        "the input must have 4 dims, but got 3 (shape (2, 8, 8))."),
    "Conv3d": (lambda: nn.Conv3d(3, 4, 3), (VOLUME,), ValueError, f"in_channels is 3, but {OF_VOLUME}"),
    "Conv1dTranspose": (
        lambda: nn.Conv1dTranspose(3, 4, 3), (ones(1, 2, 8),), RuntimeError, "in_channels is 3, but the input has 2"),
    "Conv2dTranspose": (
        lambda: nn.Conv2dTranspose(3, 4, 3), (IMAGE,), RuntimeError, f"in_channels is 3, but {OF_IMAGE}"),
    "Conv3dTranspose": (
        lambda: nn.Conv3dTranspose(3, 4, 3), (VOLUME,), ValueError, f"in_channels is 3, but {OF_VOLUME}"),
    "BatchNorm1d": (lambda: nn.BatchNorm1d(3), (ones(4, 2),), ValueError, "num_features is 3, but the input has 2"),
    "BatchNorm2d": (lambda: nn.BatchNorm2d(3), (IMAGE,), ValueError, f"num_features is 3, but {OF_IMAGE}"),
    "BatchNorm3d": (lambda: nn.BatchNorm3d(3), (VOLUME,), ValueError, f"num_features is 3, but {OF_VOLUME}"),
    "SyncBatchNorm": (lambda: nn.SyncBatchNorm(3), (IMAGE,), ValueError, f"num_features is 3, but {OF_IMAGE}"),
    "LayerNorm": (
        lambda: nn.LayerNorm((5,)), (STEP,), ValueError,
        "normalized_shape is (5,), but the input has (4,): shape (4, 4)."),
    "GroupNorm": (lambda: nn.GroupNorm(2, 4), (IMAGE,), ValueError, f"num_channels is 4, but {OF_IMAGE}"),
    "InstanceNorm1d": (
        lambda: nn.InstanceNorm1d(3), (ones(1, 2, 8),), ValueError, "num_features is 3, but the input has 2"),
    "InstanceNorm2d": (lambda: nn.InstanceNorm2d(3), (IMAGE,), ValueError, f"num_features is 3, but {OF_IMAGE}"),
    "InstanceNorm3d": (lambda: nn.InstanceNorm3d(3), (VOLUME,), ValueError, f"num_features is 3, but {OF_VOLUME}"),
    "Embedding": (
        lambda: nn.Embedding(5, 3), (IDS,), RuntimeError,
        "vocab_size is 5, but the ids hold 7: they should be in [-5, 5)."),
    "LSTM": (lambda: nn.LSTM(5, 3), (SEQUENCE,), ValueError, "input_size is 5, but the input has 4: shape (2, 4, 4)."),
    "LSTM's state": (
        lambda: nn.LSTM(4, 3), (SEQUENCE, (ones(1, 4, 2),) * 2), ValueError,
        "the state (layers * directions, batch, hidden) must have shape (1, 4, 3), but got (1, 4, 2)."),
    "GRU": (lambda: nn.GRU(5, 3), (SEQUENCE,), ValueError, "input_size is 5, but the input has 4"),
    "RNN": (lambda: nn.RNN(5, 3), (SEQUENCE,), ValueError, "input_size is 5, but the input has 4"),
    "LSTMCell": (lambda: nn.LSTMCell(5, 3), (STEP, (STATE, STATE)), ValueError, "input_size is 5, but the input has 4"),
    "LSTMCell's state": (
        lambda: nn.LSTMCell(4, 2), (STEP, (STATE, STATE)), ValueError, "hidden_size is 2, but hx has 3: shape (4, 3)."),
    "GRUCell": (lambda: nn.GRUCell(5, 3), (STEP, STATE), ValueError, "input_size is 5, but the input has 4"),
    "RNNCell": (lambda: nn.RNNCell(4, 2), (STEP, STATE), ValueError, "hidden_size is 2, but hx has 3"),
    "PReLU": (lambda: nn.PReLU(3), (ones(4, 2, 5),), ValueError, "channel is 3, but the input has 2: shape (4, 2, 5)."),
    "MultiheadAttention": (
        lambda: nn.MultiheadAttention(8, 2, kdim=5), (ones(3, 2, 8), ones(3, 2, 6), ones(3, 2, 8)), ValueError,
        "kdim is 5, but the key has 6: shape (3, 2, 6)."),
    "Transformer": (
        lambda: nn.Transformer(8, 2, 1, 1, 16), (ones(3, 2, 8), ones(3, 2, 6)), ValueError,
        "d_model is 8, but tgt has 6: shape (3, 2, 6)."),
    "mint Conv2d": (lambda: mint.nn.Conv2d(3, 4, 3), (IMAGE,), ValueError, f"in_channels is 3, but {OF_IMAGE}"),
    "mint ConvTranspose2d": (
        lambda: mint.nn.ConvTranspose2d(3, 4, 3), (IMAGE,), ValueError, f"in_channels is 3, but {OF_IMAGE}"),
    "mint BatchNorm2d": (lambda: mint.nn.BatchNorm2d(3), (IMAGE,), ValueError, f"num_features is 3, but {OF_IMAGE}"),
    "mint LayerNorm": (
        lambda: mint.nn.LayerNorm(5), (STEP,), ValueError, "normalized_shape is (5,), but the input has (4,)"),
    "mint GroupNorm": (lambda: mint.nn.GroupNorm(2, 4), (IMAGE,), ValueError, f"num_channels is 4, but {OF_IMAGE}"),
    "mint Embedding": (
        lambda: mint.nn.Embedding(5, 3), (IDS,), IndexError, "num_embeddings is 5, but the ids hold 7"),
    "mint PReLU": (lambda: mint.nn.PReLU(3), (ones(4, 2, 5),), ValueError, "num_parameters is 3, but the input has 2"),
}  # fmt: skip
MODES = {"PyNative": ms.PYNATIVE_MODE, "graph": ms.GRAPH_MODE}


@pytest.fixture(params=MODES)
def mode(request: Any) -> Iterator[None]:
    before = ms.get_context("mode")
    ms.set_context(mode=MODES[request.param])
    yield
    ms.set_context(mode=before)


@pytest.mark.usefixtures("mode")
@pytest.mark.parametrize("name", CASES)
def test_the_cell_the_argument_and_both_sizes_are_named(name: str, capfd: Any) -> None:
    make, inputs, kind, text = CASES[name]
    layer = make()
    where = type(layer).__name__
    for net, begin in ((Inside(layer), f"Cell network.2 ({where}): "), (layer, f"For '{where}', ")):
        with pytest.raises(kind) as refused:
            net(*inputs)
        assert type(refused.value) is kind
        assert str(refused.value).startswith(begin + text)
        assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)
    assert capfd.readouterr().err == ""


@pytest.mark.usefixtures("mode")
def test_paths_are_those_within_the_cell_that_was_called() -> None:
    step = nn.TrainOneStepCell(
        nn.WithLossCell(net := Inside(nn.Dense(5, 3)), nn.MSELoss()), nn.SGD(net.trainable_params())
    )
    with pytest.raises(ValueError, match=r"^Cell network\._backbone\.network\.2 \(Dense\): in_"):
        step(STEP, STATE)
    grads = ms.value_and_grad(lambda x: net(x).sum(), None, net.trainable_params())
    with pytest.raises(ValueError, match=r"^Cell network\.2 \(Dense\): in_channels is 5"):
        grads(STEP)
    with pytest.raises(
        ValueError, match=r"^Cell network\.2\.layers\.0\.self_attn \(Multi.*: embed_"
    ):
        Inside(nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16), 1))(ones(3, 2, 6))


class Product(nn.Cell):
    """A Cell of a script's own."""

    def construct(self, x: Tensor) -> Tensor:
        return ops.matmul(x, ones(5, 4))


@pytest.mark.usefixtures("mode")
def test_ops_in_a_scripts_own_cells_name_themselves_and_the_cell() -> None:
    text = "For 'matmul', 'input' and 'other' of shapes (4, 4) and (5, 4) cannot be multiplied."
    for net, begin in ((Inside(Product()), "Cell network.2 (Product): "), (Product(), "")):
        with pytest.raises(RuntimeError) as refused:
            net(STEP)
        assert str(refused.value) == begin + text


class Raising(nn.Cell):
    """Raises an error of its own, by itself or through an op that calls a function."""

    def construct(self, x: Tensor) -> Tensor:
        return ops.vmap(self.refuse)(x)

    def refuse(self, x: Tensor) -> Tensor:
        raise ValueError("mine")


@pytest.mark.usefixtures("mode")
def test_a_scripts_own_errors_are_left_alone() -> None:
    with pytest.raises(ValueError, match="^mine$"):
        Inside(Raising())(STEP)


def test_a_cell_that_no_other_holds_has_no_path() -> None:
    loose = nn.Dense(5, 3)

    class Calls(nn.Cell):
        def construct(self, x: Tensor) -> Tensor:
            return loose(x)

    with pytest.raises(ValueError, match=r"^For 'Dense', in_channels is 5, but the input has 4"):
        Calls()(STEP)
