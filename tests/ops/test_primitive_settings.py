"""Settings of primitives changed after construction: compiled calls, copies, layers that hold them."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops

A = Tensor(np.arange(4, dtype=np.float32).reshape(2, 2))
IMAGE = Tensor(np.arange(32, dtype=np.float32).reshape(1, 2, 4, 4))
KERNEL = Tensor(np.ones((3, 2, 2, 2), np.float32))
VOLUME = Tensor(np.ones((1, 2, 4, 4, 4), np.float32))


def test_a_compiled_call_sees_the_change() -> None:
    concat = ops.Concat(0)

    @ms.jit(jit_level="O0")
    def joined(x: Tensor) -> Tensor:
        return concat((x, x))

    assert joined(A).shape == (4, 2)
    concat.axis = 1
    assert joined(A).shape == (2, 4)
    concat.add_prim_attr("axis", 0)
    assert joined(A).shape == (4, 2)


def test_a_graph_can_make_and_change_one() -> None:
    @ms.jit(jit_level="O0", fullgraph=True)
    def made(x: Tensor, image: Tensor, kernel: Tensor) -> Any:
        concat, conv = ops.Concat(1), ops.Conv2D(3, 2)
        concat.axis = 0
        conv.add_prim_attr("stride", (1, 1, 2, 2))
        return concat((x, x)), conv(image, kernel)

    joined, convolved = made(A, IMAGE, KERNEL)
    assert joined.shape == (4, 2)
    assert convolved.shape == (1, 3, 2, 2)


# A primitive with settings worked out when it is made, the change, and one made with it.
CHANGES = {
    "conv_stride": (ops.Conv2D(3, 2), {"stride": 2}, ops.Conv2D(3, 2, stride=2), (IMAGE, KERNEL)),
    "conv_mode": (
        ops.Conv2D(3, 2),
        {"pad_mode": "pad", "pad": (1, 0, 0, 1)},
        ops.Conv2D(3, 2, pad_mode="pad", pad=(1, 0, 0, 1)),
        (IMAGE, KERNEL),
    ),
    "max_pool": (ops.MaxPool(2), {"pad_mode": "same"}, ops.MaxPool(2, pad_mode="same"), (IMAGE,)),
    "max_pool3d": (ops.MaxPool3D(2), {"kernel_size": 3}, ops.MaxPool3D(3), (VOLUME,)),
    "depthwise": (
        ops.DepthwiseConv2dNative(3, 2),
        {"pad_mode": "same"},
        ops.DepthwiseConv2dNative(3, 2, pad_mode="same"),
        (IMAGE, KERNEL),
    ),
    "transpose": (
        ops.Conv3DTranspose(2, 1, 2),
        {"stride": 2},
        ops.Conv3DTranspose(2, 1, 2, stride=2),
        (VOLUME, Tensor(np.ones((2, 1, 2, 2, 2), np.float32))),
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_was_worked_out_is_worked_out_again(name: str) -> None:
    primitive, changes, expected, inputs = CHANGES[name]
    before = primitive(*inputs)
    for setting, value in changes.items():
        setattr(primitive, setting, value)
    after, other = primitive(*inputs), expected(*inputs)
    assert after.shape == other.shape
    assert (after.asnumpy() == other.asnumpy()).all()
    assert before.shape != after.shape


def test_a_bad_setting_is_refused_when_it_is_set() -> None:
    conv = ops.Conv2D(3, 2)
    with pytest.raises(ValueError, match="stride"):
        conv.stride = 0
    with pytest.raises(ValueError, match="pad_mode"):
        conv.add_prim_attr("pad_mode", "other")
    assert (conv.stride, conv.pad_mode, conv.attrs) == (1, "valid", {})
    assert conv(IMAGE, KERNEL).shape == (1, 3, 3, 3)


def test_a_changed_probability_leaves_the_stream_where_it_was() -> None:
    ms.set_seed(1)
    ones = Tensor(np.ones(64, np.float32))
    plain, changed = ops.Dropout(0.5, Seed0=3), ops.Dropout(0.25, Seed0=3)
    first, _ = plain(ones)[0], changed(ones)
    changed.keep_prob = 0.5
    second = plain(ones)[0]
    assert (changed(ones)[0].asnumpy() == second.asnumpy()).all()
    changed.Seed1 = 5
    changed.Seed1 = 0
    assert (changed(ones)[0].asnumpy() == first.asnumpy()).all()


def test_a_deleted_setting_is_the_constructors() -> None:
    concat = ops.Concat(1).add_prim_attr("axis", 0).add_prim_attr("note", 3)
    concat.del_prim_attr("axis").del_prim_attr("note")
    assert concat((A, A)).shape == (2, 4)
    assert concat.attrs == {}
    assert not hasattr(concat, "note")


def test_copies_have_settings_of_their_own() -> None:
    first = ops.Concat(0)
    for other in (copy.copy(first), copy.deepcopy(first), pickle.loads(pickle.dumps(first))):
        other.axis = 1
        assert other((A, A)).shape == (2, 4)
    assert first((A, A)).shape == (4, 2)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda layer: pickle.loads(pickle.dumps(layer))])
def test_a_copied_layer_listens_to_its_own_primitive(again: Any) -> None:
    layer = nn.Conv2d(2, 3, 3)
    other = again(layer)
    other.conv2d.stride = 2
    assert layer(IMAGE).shape == (1, 3, 4, 4)
    assert other(IMAGE).shape == (1, 3, 2, 2)


def test_listening_does_not_keep_a_layer() -> None:
    gc.disable()
    try:
        layer = nn.LayerNorm((2,))
        primitive, gone = layer.layer_norm, weakref.ref(layer)
        del layer
        assert gone() is None
        primitive.epsilon = 1.0  # nobody is told
    finally:
        gc.enable()


def test_a_primitive_taken_out_of_a_layer_changes_it_no_more() -> None:
    layer = nn.Softmax(-1)
    held = layer.softmax
    layer.softmax = ops.Softmax(0)
    held.axis = 1
    assert np.allclose(layer(A).asnumpy().sum(0), 1)


def test_a_setting_of_a_primitive_that_a_layer_holds_is_the_layers_own() -> None:
    layer, other = nn.Dense(2, 2), nn.Dense(2, 2)
    before = other(A).asnumpy()
    layer.matmul.transpose_b = False
    want = A.asnumpy() @ layer.weight.asnumpy() + layer.bias.asnumpy()
    np.testing.assert_allclose(layer(A).asnumpy(), want, rtol=1e-6)
    assert (other(A).asnumpy() == before).all()
