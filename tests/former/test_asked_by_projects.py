"""Names of MindSpore 1.x that projects of it ask for beside the packages: what they give."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import msacc as ms
from msacc import nn, ops
from msacc.ops import composite


def test_parts_of_clipping_clip_as_the_whole() -> None:
    from msacc.alias import install

    install()
    from mindspore.ops.composite.clip_ops import apply_global_norm, get_square_sum

    grads = (ms.Tensor(np.full((2, 3), 2.0, np.float32)), ms.Tensor([1.0, 3.0], ms.float16))
    squares = composite.HyperMap()(get_square_sum, grads)
    assert [s.shape for s in squares] == [(1,), (1,)]
    assert [s.dtype for s in squares] == [ms.float32, ms.float32]
    assert [float(s) for s in squares] == [24.0, 10.0]
    limit, norm = ms.Tensor([1.0]), ops.sqrt(ops.addn(squares))
    clipped = composite.HyperMap()(ops.partial(apply_global_norm, limit, norm), grads)
    assert [c.dtype for c in clipped] == [ms.float32, ms.float16]
    np.testing.assert_allclose(clipped[0].asnumpy(), 2 / 34**0.5, rtol=1e-6)
    whole = ops.clip_by_global_norm(grads, 1.0)
    for part, all_at_once in zip(clipped, whole, strict=True):
        np.testing.assert_allclose(part.asnumpy(), all_at_once.asnumpy(), rtol=1e-3)


def test_parameters_have_what_optimizers_copy() -> None:
    parameter = ms.Parameter(np.ones(2, np.float32))
    held = (parameter.is_param_ps, parameter.init_in_server, parameter.requires_aggr)
    assert held == (False, False, True)
    parameter.requires_aggr = False
    assert not parameter.requires_aggr
    with pytest.raises(TypeError, match="requires_aggr"):
        parameter.requires_aggr = "no"


def test_a_stage_of_a_parameter_is_a_number() -> None:
    parameter = ms.Parameter(np.ones(2, np.float32))
    parameter.add_pipeline_stage(1)
    for stage in (-1, 1.0, "1"):
        with pytest.raises(TypeError, match="stage"):
            parameter.add_pipeline_stage(stage)  # type: ignore[arg-type]


def test_inputs_are_not_made_those_of_all_processes() -> None:
    from msacc.parallel.legacy_queries import _need_to_full, _to_full_tensor

    assert not _need_to_full()
    with pytest.raises(NotImplementedError, match="_to_full_tensor"):
        _to_full_tensor([], 1, 0)


@pytest.mark.parametrize("kind", [np.float32, np.float16])
def test_adam_weight_decay_takes_tensors_of_one_number(kind: type) -> None:
    def stepped(*numbers: object) -> np.ndarray:
        parameter = ms.Parameter(np.ones((2, 3), kind), name="p")
        moments = [ms.Parameter(np.zeros((2, 3), np.float32), name=n) for n in "mv"]
        ops.AdamWeightDecay()(parameter, *moments, *numbers, ms.Tensor(np.full((2, 3), 0.5, kind)))
        return parameter.asnumpy()

    numbers = (0.1, 0.9, 0.99, 1e-6, 0.1)
    tensors = [ms.Tensor(np.array([n], np.float32)) for n in numbers]
    np.testing.assert_allclose(stepped(*tensors), stepped(*numbers), rtol=1e-3)
    m, v = 0.05, 0.0025
    want = 1 - 0.1 * (m / (v**0.5 + 1e-6) + 0.1)
    np.testing.assert_allclose(stepped(*tensors), want, rtol=2e-3 if kind is np.float16 else 1e-5)


def test_parameters_are_updated_by_the_private_function() -> None:
    from msacc.train.serialization import _update_param

    parameter = ms.Parameter(np.ones((2, 2), np.float32), name="w")
    _update_param(parameter, ms.Parameter(np.full((2, 2), 3.0, np.float32)))
    assert parameter.asnumpy().tolist() == [[3, 3], [3, 3]]
    with pytest.raises(RuntimeError, match="w"):
        _update_param(parameter, ms.Parameter(np.ones(3, np.float32)), False)


def test_validator_has_checks_that_name_the_argument_first() -> None:
    from msacc._checkparam import Rel, Validator

    assert Validator.check_integer("n", 3, 0, Rel.GT, "Op") == 3
    assert Validator.check_float_positive("x", 0.5, "Op") == 0.5
    assert Validator.check_float_legal_value("x", -0.5, "Op") == -0.5
    with pytest.raises(ValueError, match="'n'"):
        Validator.check_integer("n", 0, 0, Rel.GT, "Op")
    with pytest.raises(TypeError, match="'n'"):
        Validator.check_integer("n", 1.0, 0, Rel.GT, "Op")
    with pytest.raises(ValueError, match="'x'"):
        Validator.check_float_positive("x", 0.0, "Op")
    with pytest.raises(ValueError, match="'x'"):
        Validator.check_float_legal_value("x", float("inf"), "Op")


def test_an_initializer_of_the_users_has_seeds() -> None:
    """The values are MindSpore 2.10's."""
    seen = []

    class Filled(ms.common.initializer.Initializer):
        def _initialize(self, arr: np.ndarray) -> None:
            seen.append(self.seed)
            arr[:] = 1

    before = ms.get_seed()
    ms.set_seed(3)
    for _ in range(2):
        ms.common.initializer.initializer(Filled(), [2]).init_data()
    own = Filled()
    own.seed = 4  # type: ignore[assignment]
    ms.common.initializer.initializer(own, [2]).init_data()
    assert seen == [(3, 3), (3, 533697031), (5, 0)]
    ms.set_seed(1 if before is None else before)


def test_transforms_of_the_users_find_what_pil_calls_a_mode() -> None:
    from PIL import Image

    from msacc.dataset.vision import py_transforms as pt

    assert pt.DE_PY_INTER_MODE[pt.Inter.BICUBIC] is Image.Resampling.BICUBIC
    assert pt.DE_PY_INTER_MODE[pt.Inter.ANTIALIAS] is Image.Resampling.LANCZOS
    assert pt.DE_PY_BORDER_TYPE[pt.Border.EDGE] == "edge"


def test_the_value_that_a_parameter_had() -> None:
    from msacc.alias import install

    install()
    from mindspore.common import _monad
    from mindspore.ops import operations as P

    parameter = ms.Parameter(np.array([1.0, 2.0], np.float32), name="p")
    value = P.Load()(parameter, _monad.U)
    parameter.set_data(ms.Tensor(np.array([5.0, 6.0], np.float32)))
    assert type(value) is ms.Tensor
    assert value.asnumpy().tolist() == [1, 2]
    gradient = ms.value_and_grad(lambda: (P.Load()(parameter) ** 2).sum(), None, [parameter])
    assert gradient()[1][0].asnumpy().tolist() == [10, 12]
    with pytest.raises(TypeError, match="variable"):
        P.Load()(3)


def test_numbers_become_those_of_a_small_type() -> None:
    """MindSpore 2.10 takes int64, float64 and bool alone."""
    assert ops.ScalarCast()(3.75, ms.float32) == 3.75
    assert ops.ScalarCast()(3.75, ms.int32) == 3
    with pytest.raises(ValueError, match="input_y"):
        ops.ScalarCast()(3.75, ms.string)


def test_a_tutorial_wraps_its_sampler_by_itself() -> None:
    from msacc.alias import install

    install()
    import mindspore.dataset as ds

    class Evens:
        def __iter__(self) -> Iterator[int]:
            yield from range(0, 6, 2)

    rows = ds.NumpySlicesDataset(list(range(6)), ["n"], sampler=ds.IterSampler(sampler=Evens()))
    assert [int(n) for (n,) in rows.create_tuple_iterator(num_epochs=1, output_numpy=True)] == [
        0,
        2,
        4,
    ]


def test_the_tutorials_step_scales_gradients() -> None:
    from msacc.alias import install

    install()
    from mindspore.nn.wrap.loss_scale import _grad_scale

    grads = (ms.Tensor([4.0]), ms.Tensor([4.0], ms.float16))
    scaled = ops.HyperMap()(ops.partial(_grad_scale, ms.Tensor([2.0])), grads)
    assert [(float(g), g.dtype) for g in scaled] == [(2, ms.float32), (2, ms.float16)]


def test_an_output_without_a_strategy_is_laid_out_as_it_comes() -> None:
    layer = nn.Dense(4, 4)
    sharded = layer.shard(in_strategy=((1, 1),), out_strategy=(None,))
    x = ms.Tensor(np.ones((2, 4), np.float32))
    np.testing.assert_array_equal(sharded(x).asnumpy(), layer(x).asnumpy())


def test_ops_that_were_selected_by_their_backend() -> None:
    from msacc.alias import install

    install()
    from mindspore.ops import _selected_ops

    assert _selected_ops.LogSoftmax is ops.LogSoftmax
