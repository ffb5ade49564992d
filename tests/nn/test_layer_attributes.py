"""Layers hold what MindSpore's hold: attributes and primitives that derived classes use."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn, ops
from msacc.common import warn_once
from tests.nn.layer_examples import make
from tests.nn.record_layer_attributes import PATH, described

RECORDED: dict[str, dict[str, str]] = json.loads(PATH.read_text())

_INNER = "a kernel that MindSpore keeps out of `ops`"
_SERIES = "part of a series for a function that is one op here"
_BUILT = "a Cell of MindSpore's own that computes what is one op here"

# (layer, attribute): why it is not there.
ABSENT = {
    ("ClipByNorm", "clip_by_norm"): _INNER,
    ("DiGamma", "k_base_lanczos_coeff"): _SERIES,
    ("DiGamma", "k_lanczos_coefficients"): _SERIES,
    ("DiGamma", "k_lanczos_gamma"): _SERIES,
    ("DiGamma", "lanczos_gamma_plus_one_half"): _SERIES,
    ("DiGamma", "log_lanczos_gamma_plus_one_half"): _SERIES,
    ("Embedding", "init_tensor"): "a second copy of the table as it was at the start",
    ("GRU", "rnn"): _BUILT,
    ("IGamma", "log_maxfloat32"): _SERIES,
    ("InstanceNorm1d", "instance_bn"): _INNER,
    ("InstanceNorm2d", "instance_bn"): _INNER,
    ("InstanceNorm3d", "instance_bn"): _INNER,
    ("LBeta", "minimax_coeff"): _SERIES,
    ("LGamma", "k_base_lanczos_coeff"): _SERIES,
    ("LGamma", "k_lanczos_coefficients"): _SERIES,
    ("LGamma", "k_lanczos_gamma"): _SERIES,
    ("LGamma", "lanczos_gamma_plus_one_half"): _SERIES,
    ("LGamma", "log_lanczos_gamma_plus_one_half"): _SERIES,
    ("LSTM", "rnn"): _BUILT,
    ("MSSSIM", "avg_pool"): _BUILT,
    ("MSSSIM", "conv"): _BUILT,
    ("MSSSIM", "multi_convs_list"): _BUILT,
    ("MSSSIM", "relu"): _BUILT,
    ("MSSSIM", "weight_tensor"): _BUILT,
    ("MatDet", "det_triangle"): _INNER,
    ("MatInverse", "choleskytrsm"): _INNER,
    ("MatrixDiag", "matrix_diag"): _INNER,
    ("MatrixDiagPart", "matrix_diag_part"): _INNER,
    ("MatrixSetDiag", "matrix_set_diag"): _INNER,
    ("MultilabelMarginLoss", "multilabel_margin_loss"): _INNER,
    ("RNN", "rnn"): _BUILT,
    ("Roll", "op_list"): "kernels of another platform",
    ("SSIM", "conv"): _BUILT,
    ("SampledSoftmaxLoss", "sampler"): _INNER,
    ("SparseTensorDenseMatmul", "sparse_dense_matmul"): _INNER,
    ("SparseToDense", "sparse_to_dense"): _INNER,
    ("Unfold", "extract_image_patches"): _INNER,
}

_NUMBER = "a number here, a Tensor of it there"

# (layer, attribute): why it is something else.
OTHER = {
    ("AdaptiveMaxPool3d", "output_size"): _NUMBER,
    ("EmbeddingLookup", "gatherv2"): "Gather; the sparse one differs in its gradient's form alone",
    ("EmbeddingLookup", "max_norm"): _NUMBER,
    ("L1Regularizer", "scale"): _NUMBER,
    ("MultiFieldEmbeddingLookup", "gatherv2"): "as in EmbeddingLookup",
    ("Pad", "paddings"): _NUMBER,
    ("RReLU", "lower"): _NUMBER,
    ("RReLU", "upper"): _NUMBER,
    ("ReflectionPad1d", "padding"): "flat, as the other padding layers have it",
    ("ReflectionPad2d", "padding"): "flat, as the other padding layers have it",
    ("ReflectionPad3d", "padding"): "flat, as the other padding layers have it",
}


def alike(held: Any, wanted: str) -> bool:
    """Whether an attribute is what was recorded."""
    found = described(ms, held)
    if wanted == "function":
        return callable(held)
    if wanted in ("class Float", "class Int"):
        return isinstance(held, type(ms.float32))
    if not wanted.startswith("@"):
        return found == wanted
    _, kind, settings = wanted.split(" ", 2)
    if not isinstance(held, ops.Primitive) or held.name != kind:
        return False
    given = {k: v for k, v in json.loads(settings).items() if k in vars(held)}
    return all(
        _listed(getattr(held, key)) == _spread(value, getattr(held, key))
        for key, value in given.items()
    )


def _listed(value: Any) -> Any:
    return [_listed(item) for item in value] if isinstance(value, (tuple, list)) else value


def _spread(value: Any, beside: Any) -> Any:
    """1 stands for (1, 1, 1)."""
    return [value] * len(beside) if isinstance(beside, tuple) and isinstance(value, int) else value


@pytest.mark.parametrize("text", sorted(RECORDED))
def test_layer_holds_what_mindspores_does(text: str) -> None:
    cell, name = make(ms, np, text), text.split("(")[0]
    for attribute, wanted in RECORDED[text].items():
        if (name, attribute) in ABSENT:
            continue
        assert hasattr(cell, attribute), (name, attribute, wanted)
        if (name, attribute) not in OTHER:
            held = getattr(cell, attribute)
            assert alike(held, wanted), (attribute, wanted, described(ms, held))


def test_exceptions_are_not_stale() -> None:
    recorded = {(text.split("(")[0], name) for text, held in RECORDED.items() for name in held}
    assert not (set(ABSENT) | set(OTHER)) - recorded
    there = {
        (text.split("(")[0], name)
        for text, held in RECORDED.items()
        for name in held
        if hasattr(make(ms, np, text), name)
    }
    assert not set(ABSENT) & there
    different = {
        (text.split("(")[0], name)
        for text, held in RECORDED.items()
        for name, wanted in held.items()
        if (text.split("(")[0], name) not in ABSENT
        and not alike(getattr(make(ms, np, text), name), wanted)
    }
    assert different == set(OTHER)


def tensor(*shape: int) -> ms.Tensor:
    return ms.Tensor(np.random.RandomState(0).uniform(-1, 1, shape).astype(np.float32))


def test_primitives_stay_out_of_sight() -> None:
    net = nn.SequentialCell(nn.Conv2d(2, 3, 3), nn.BatchNorm2d(3), nn.ReLU())
    names = [name for name, _ in net.cells_and_names()]
    assert names == ["", "0", "1", "2"]
    assert [p.name for p in net.get_parameters()] == [
        "0.weight", "1.moving_mean", "1.moving_variance", "1.gamma", "1.beta",
    ]  # fmt: skip
    assert "Conv2D" not in repr(net)
    assert "relu" not in repr(net)


@pytest.mark.parametrize(
    "text", ["Conv2d(2, 3, 3)", "BatchNorm2d(2)", "ReLU()", "MaxPool2d(3, 2, 'pad', 1)", "LayerNorm((4,))"]
)  # fmt: skip
def test_copies_and_pickles(text: str) -> None:
    cell, x = make(ms, np, text), tensor(2, 2, 4, 4)
    for other in (copy.deepcopy(cell), pickle.loads(pickle.dumps(cell))):
        np.testing.assert_array_equal(other(x).asnumpy(), cell(x).asnumpy())
        for name, held in vars(cell).items():
            if isinstance(held, ops.Primitive):
                assert vars(other)[name] is not held


REPLACED = {
    "ReLU()": ("relu", ops.Tanh()),
    "Softmax()": ("softmax", ops.Softmax(0)),
    "LayerNorm((4,))": ("layer_norm", ops.LayerNorm(-1, -1, 1.0)),
    "Conv2d(2, 3, 3)": ("conv2d", ops.Conv2D(3, 3, pad_mode="valid")),
    "Conv1d(2, 3, 3, has_bias=True)": ("conv2d", ops.Conv2D(3, (1, 3), pad_mode="valid")),
    "Dense(4, 3)": ("matmul", lambda x, w: ops.matmul(x, w.T) * 2),
    "MaxPool2d(2)": ("max_pool", ops.MaxPool(3)),
    "AvgPool2d(2)": ("avg_pool", ops.AvgPool(3)),
    "BatchNorm2d(2)": ("bn_infer", ops.BatchNorm(False, 1.0)),
    "Embedding(5, 3)": ("gather", lambda table, ids, axis: ops.gather(table, ids, axis) + 1),
}


@pytest.mark.parametrize("graph", [False, True])
@pytest.mark.parametrize("text", sorted(REPLACED))
def test_a_replaced_primitive_is_called(text: str, graph: bool) -> None:
    name, other = REPLACED[text]
    shapes = {"Conv1d": (2, 2, 5), "Dense": (2, 4), "Softmax": (3, 4)}
    x = tensor(*shapes.get(text.split("(")[0], (2, 2, 4, 4)))
    if text.startswith("Embedding"):
        x = ms.Tensor(np.array([1, 4], np.int32))
    cell = make(ms, np, text)
    before = cell(x).asnumpy()
    setattr(cell, name, other)
    again = copy.deepcopy(cell)
    call = ms.jit(lambda value: cell(value), jit_level="O0") if graph else cell
    after = call(x).asnumpy()
    assert after.shape != before.shape or np.abs(after - before).max() > 1e-3
    np.testing.assert_allclose(again(x).asnumpy(), after, rtol=1e-5, atol=1e-6)


def test_a_replacement_without_effect_is_said(caplog: pytest.LogCaptureFixture) -> None:
    warn_once.forget()
    layer = nn.BatchNorm2d(2)
    layer.reshape = ops.Reshape()
    assert "reshape.copy" in caplog.text
    with pytest.raises(NotImplementedError, match="'reshape'"):
        layer.reshape = ops.Sqrt()

    class Own(nn.BatchNorm2d):
        def construct(self, x: ms.Tensor) -> ms.Tensor:
            return self.square(x)

    Own(2).square = ops.Sqrt()
    assert "square=" not in caplog.text


def test_a_derived_class_may_set_and_hide_them() -> None:
    class Hidden(nn.ReLU):
        def __init__(self) -> None:
            super().__init__()
            self.relu = nn.ReLU6()

        def construct(self, x: ms.Tensor) -> ms.Tensor:
            return self.relu(x)

    net = Hidden()
    assert [name for name, _ in net.cells_and_names()] == ["", "relu"]
    assert float(net(ms.Tensor([9.0]))) == 6.0
