"""What layers promise beyond MindSpore's numbers: texts, names, precision, older forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import nn, ops


def tensor(*shape: int, dtype: Any = np.float32) -> ms.Tensor:
    return ms.Tensor(np.random.RandomState(0).uniform(-1, 1, shape).astype(dtype))


def test_errors_name_argument_value_and_rule() -> None:
    with pytest.raises(RuntimeError, match="Conv2d.*in_channels is 3.*has 2"):
        nn.Conv2d(3, 4, 3)(tensor(1, 2, 4, 4))
    with pytest.raises(ValueError, match="Conv2d.*'padding'.*1.*'pad_mode': same"):
        nn.Conv2d(3, 4, 3, padding=1)
    with pytest.raises(TypeError, match=r"Dense.*in_channels.*3\.0.*float"):
        nn.Dense(3.0, 4)
    with pytest.raises(ValueError, match=r"BatchNorm2d.*4 dims.*3"):
        nn.BatchNorm2d(2)(tensor(2, 4, 4))
    with pytest.raises(ValueError, match=r"class indices of shape \(4,\).*\(2,\)"):
        nn.CrossEntropyLoss()(tensor(4, 5), ms.Tensor(np.array([0, 1], np.int32)))
    with pytest.raises(RuntimeError, match="Conv2D.*5 output channels"):
        ops.Conv2D(5, 3)(tensor(1, 2, 4, 4), tensor(3, 2, 3, 3))


def test_recurrent_layers_refuse_sizes_that_are_not_theirs() -> None:
    x = tensor(5, 2, 3)
    for layer in (nn.LSTM(3, 4), nn.GRU(3, 4), nn.RNN(3, 4)):
        with pytest.raises(ValueError, match=r"input_size is 3.*has 4.*\(5, 2, 4\)"):
            layer(tensor(5, 2, 4))
        for shape in ((1, 2, 3), (2, 2, 4), (1, 3, 4)):
            state = tensor(*shape)
            with pytest.raises(ValueError, match=r"shape \(1, 2, 4\)"):
                layer(x, (state, state) if isinstance(layer, nn.LSTM) else state)


def test_an_id_out_of_range_is_refused_whatever_the_shapes() -> None:
    for shape in ((2,), (3, 3)):
        with pytest.raises(
            RuntimeError, match=r"vocab_size is 5, but the ids hold 5: .* in \[-5, 5\)"
        ):
            nn.Embedding(5, 3)(ms.Tensor(np.full(shape, 5, np.int32)))


def test_printing_follows_mindspore() -> None:
    net = nn.SequentialCell(nn.Dense(2, 3), nn.MaxPool2d((3, 2)), nn.Dropout(p=0.2), nn.ReLU())
    assert repr(net) == (
        "SequentialCell(\n"
        "  (0): Dense(input_channels=2, output_channels=3, has_bias=True)\n"
        "  (1): MaxPool2d(kernel_size=(3, 2), stride=1, pad_mode=VALID)\n"
        "  (2): Dropout(p=0.2)\n"
        "  (3): ReLU()\n"
        ")"
    )
    assert "kernel_size=(1, 3), stride=(1, 1), pad_mode=same, padding=(0, 0, 0, 0)" in repr(
        nn.Conv1d(1, 2, 3)
    )


def test_half_precision_keeps_statistics_in_float32() -> None:
    net = nn.SequentialCell(nn.Conv2d(2, 4, 3), nn.BatchNorm2d(4)).to_float(ms.float16).set_train()
    out = net(tensor(2, 2, 4, 4))
    assert out.dtype == ms.float16
    assert {p.dtype for p in net.get_parameters()} == {ms.float32}
    assert not np.array_equal(net[1].moving_mean.asnumpy(), np.zeros(4))


class WithConstants(nn.Cell):
    """Two constants, one of which a Cell inside in full precision holds too."""

    def __init__(self) -> None:
        super().__init__()
        self.rows, self.matrix = tensor(1, 3), tensor(3, 3)
        self.inside = nn.ReLU()
        self.inside.shared = self.matrix
        self.last: Any = None

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        self.last = ops.matmul(ops.concat([x, self.rows]), self.matrix)
        return self.last


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_to_float_casts_the_tensors_that_a_cell_holds(mode: int) -> None:
    ms.set_context(mode=mode)
    net = WithConstants().to_float(ms.float16)
    matrix = net.matrix
    out = net(tensor(2, 3))
    assert out.dtype == ms.float16
    assert net.last.dtype == ms.float16
    assert net.matrix is matrix
    assert net.inside.shared is matrix
    assert matrix.dtype == ms.float32
    rows = np.concatenate([tensor(2, 3).asnumpy(), net.rows.asnumpy()]).astype(np.float16)
    half = matrix.asnumpy().astype(np.float16)
    np.testing.assert_allclose(out.asnumpy(), rows.astype(np.float32) @ half, 2e-3, 2e-3)


def test_flags_of_precision_are_what_to_float_sets() -> None:
    net = nn.SequentialCell(nn.Dense(3, 2), nn.ReLU())
    assert net.add_flags_recursive(fp16=True)(tensor(4, 3)).dtype == ms.float16
    net[1].add_flags(fp32=True, fp16=False)
    assert net(tensor(4, 3)).dtype == ms.float32
    net.to_float(ms.bfloat16)
    assert net[0].get_flags() == {"fp16": False, "fp32": False, "bf16": True}
    assert net.add_flags_recursive(bf16=False)(tensor(4, 3)).dtype == ms.float32
    assert net.get_mixed_precision_type() is None


def test_an_embedding_lookup_takes_the_cache_size_of_earlier_releases() -> None:
    assert nn.EmbeddingLookup(5, 2, vocab_cache_size=0)(tensor(1).astype(ms.int32)).shape == (1, 2)
    with pytest.raises(NotImplementedError, match="'vocab_cache_size' 8"):
        nn.EmbeddingLookup(5, 2, vocab_cache_size=8)


def test_running_statistics_survive_a_gradient_of_every_parameter() -> None:
    net = nn.BatchNorm1d(3).set_train()
    x = tensor(5, 3)
    weights = ms.ParameterTuple(net.get_parameters())
    ms.grad(lambda x: net(x).sum(), None, weights)(x)
    np.testing.assert_allclose(net.moving_mean.asnumpy(), 0.1 * x.asnumpy().mean(0), 1e-5)


def test_default_weights_lie_in_mindspores_bounds() -> None:
    ms.set_seed(1)
    for layer, bound in ((nn.Dense(16, 64), 1 / 4), (nn.Conv2d(4, 8, 2, has_bias=True), 1 / 4)):
        for parameter in layer.get_parameters():
            values = np.abs(parameter.asnumpy())
            assert values.max() <= bound
            assert values.max() > 0.7 * bound


def test_old_homes_hold_the_same_objects() -> None:
    assert nn.loss.loss.LossBase is nn.LossBase
    assert nn.layer.basic.Dense is nn.Dense
    assert nn.layer.conv.Conv2d is nn.Conv2d
    assert nn.layer.normalization.BatchNorm2d is nn.BatchNorm2d
    assert nn.layer.activation.get_activation is nn.get_activation
    assert nn.layer.CellList is nn.CellList


def test_resize_bilinear_of_mindspore_1() -> None:
    x = tensor(1, 2, 3, 4)
    wanted = ops.ResizeBilinearV2(align_corners=True)(x, (6, 8)).asnumpy()
    np.testing.assert_array_equal(
        nn.ResizeBilinear()(x, (6, 8), align_corners=True).asnumpy(), wanted
    )
    np.testing.assert_array_equal(ops.ResizeBilinear((6, 8), True)(x).asnumpy(), wanted)
    plain = ops.ResizeBilinearV2()(x, (6, 8)).asnumpy()
    np.testing.assert_array_equal(nn.ResizeBilinear()(x, scale_factor=2).asnumpy(), plain)
    with pytest.raises(ValueError, match="one of 'size' and 'scale_factor'"):
        nn.ResizeBilinear()(x)


def test_interpolate_understands_the_arguments_of_mindspore_1() -> None:
    x = tensor(1, 2, 3, 4)
    new = ops.interpolate(x, (6, 8), mode="bilinear", align_corners=True).asnumpy()
    old = ops.interpolate(
        x, None, None, "bilinear", sizes=(6, 8), coordinate_transformation_mode="align_corners"
    )
    np.testing.assert_array_equal(old.asnumpy(), new)
    with pytest.raises(TypeError, match="unexpected"):
        ops.interpolate(x, (6, 8), foo=1)


def test_a_seed_of_dropout_starts_a_stream() -> None:
    """As in MindSpore: one mask after another, the same ones again after set_seed."""
    x = ms.Tensor(np.ones((4, 50), np.float32))

    def masks() -> list[np.ndarray]:
        ms.set_seed(1)
        return [ops.dropout(x, 0.5, seed=3).asnumpy() for _ in range(2)]

    (first, second), again = masks(), masks()
    assert not np.array_equal(first, second)
    np.testing.assert_array_equal([first, second], again)
    assert not np.array_equal(first, ops.dropout(x, 0.5, seed=4).asnumpy())
    assert set(np.unique(first)) == {0.0, 2.0}


def test_image_quality() -> None:
    x = tensor(1, 2, 16, 16)
    np.testing.assert_allclose(nn.SSIM()(x, x).asnumpy(), [1.0], 1e-6)
    half = ms.Tensor(np.full((1, 1, 4, 4), 0.5, np.float32))
    off = ms.Tensor(np.full((1, 1, 4, 4), 0.4, np.float32))
    np.testing.assert_allclose(nn.PSNR()(half, off).asnumpy(), [20.0], 1e-5)


def test_instance_norm_uses_each_samples_own_statistics() -> None:
    x = tensor(2, 3, 4, 4)
    for training in (True, False):
        net = nn.InstanceNorm2d(3).set_train(training)
        wanted = torch.nn.functional.instance_norm(x.to_torch()).numpy()
        np.testing.assert_allclose(net(x).asnumpy(), wanted, 1e-5, 1e-6)


def test_flash_attention_is_attention() -> None:
    q, k, v = (tensor(2, 5, 8) for _ in range(3))
    got = ops.flash_attention_score(q, k, v, 2, scalar_value=0.5).asnumpy()
    heads = [t.to_torch().reshape(2, 5, 2, 4).transpose(1, 2) for t in (q, k, v)]
    weights = torch.softmax(heads[0] @ heads[1].transpose(-1, -2) * 0.5, -1)
    wanted = (weights @ heads[2]).transpose(1, 2).reshape(2, 5, 8).numpy()
    np.testing.assert_allclose(got, wanted, 1e-5, 1e-6)
    with pytest.raises(NotImplementedError, match="'padding_mask'"):
        ops.flash_attention_score(q, k, v, 2, padding_mask=q)


def test_patches_keep_positions_before_channels() -> None:
    x = ms.Tensor(np.arange(8, dtype=np.float32).reshape(1, 2, 2, 2))
    out = nn.Unfold([1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1])(x).asnumpy()
    np.testing.assert_array_equal(out.ravel(), [0, 4, 1, 5, 2, 6, 3, 7])
