"""`_c_expression`, `_c_dataengine`, lists of mixed precision, helpers of jobs: as MindSpore 2.10 has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc import Parameter, Tensor, nn
from msacc.dataset.core.datatypes import mstype_to_detype
from msacc.dataset.text.transforms import (
    DE_C_INTER_NORMALIZE_FORM,
    Implementation,
    NormalizeForm,
    TextTensorOperation,
)
from msacc.internals import (
    amp_lists,
    c_dataengine,
    c_expression,
    c_expression_amp,
    distributed_helpers,
    recompute,
)
from msacc.internals.contiguous_tensors import ContiguousTensorsHandle
from msacc.mint import auto_generate
from msacc.parallel import Layout


def test_numbers_of_initializers_are_drawn_into_an_array() -> None:
    array = np.zeros(4, np.float32)
    c_expression._random_normal(3, array, 0.0, 1.0)
    assert array == pytest.approx([-0.8529851, -1.5072865, -0.26547745, -0.7844011], rel=1e-6)
    with pytest.raises(RuntimeError, match="Unsupported data type 'd'"):
        c_expression._random_normal(3, np.zeros(4), 0.0, 1.0)


def test_blocks_of_a_cache_are_swapped() -> None:
    host, device = Tensor(np.zeros((3, 2), np.float32)), Tensor(np.ones((4, 2), np.float32))
    c_expression.swap_cache(host, device, Tensor([[3, 0], [1, 2]]), True)
    assert host.asnumpy()[:, 0].tolist() == [1, 0, 1]
    c_expression.swap_cache(host, device, Tensor([[1, 0]]), False)
    assert device.asnumpy()[:, 0].tolist() == [0, 1, 1, 1]
    with pytest.raises(ValueError, match=r"shape \(n, 2\)"):
        c_expression.swap_cache(host, device, Tensor([1, 2]), True)


def test_memory_that_is_not_filled() -> None:
    assert c_expression._empty_instance((2, 3), dtype=ms.float16).shape == (2, 3)
    assert c_expression.pyboost_empty(auto_generate.Empty(), [(2,), ms.int32]).dtype == ms.int32
    with pytest.raises(ValueError, match="takes the primitive Empty"):
        c_expression.pyboost_empty(None, [(2,)])


def test_strategies_of_mixed_precision_are_refused_when_made() -> None:
    assert [level.name for level in c_expression_amp.AmpLevel][-1] == "AmpAuto"
    with pytest.raises(NotImplementedError, match="auto_mixed_precision"):
        c_expression_amp.create_amp_strategy(c_expression_amp.AmpLevel.AmpO3, ms.float16, [], [])


def test_networks_are_changed_by_lists() -> None:
    assert nn.Dense in amp_lists.AMP_WHITE_LIST
    assert nn.LayerNorm in amp_lists.AMP_BLACK_LIST
    x = Tensor(np.ones((2, 4), np.float32))
    black = nn.SequentialCell(nn.Dense(4, 4), nn.LayerNorm((4,)))
    assert amp_lists._auto_black_list(black, [nn.LayerNorm], ms.float16)(x).dtype == ms.float16
    white = amp_lists._auto_mixed_precision_rewrite(
        nn.SequentialCell(nn.Dense(4, 4)), ms.float16, white_list=[nn.Dense]
    )
    assert white(x).dtype == ms.float32
    with pytest.raises(ValueError, match="one of white_list and black_list"):
        amp_lists._auto_mixed_precision_rewrite(black, ms.float16)


class _Ids(TextTensorOperation):
    def __init__(self, words: Any):
        super().__init__()
        self.words = words

    def parse(self) -> Any:
        return c_dataengine.LookupOperation(self.words, "a", mstype_to_detype(ms.int32))


class _Tokens(TextTensorOperation):
    implementation = Implementation.C

    def parse(self) -> Any:
        form = DE_C_INTER_NORMALIZE_FORM.get(NormalizeForm.NFD)
        return c_dataengine.BasicTokenizerOperation(True, False, form, False, False)


class _FirstTwo(TextTensorOperation):
    implementation = Implementation.PY

    def __call__(self, x: Any) -> Any:
        return super().__call__(x)

    def _execute_py(self, x: Any) -> Any:
        return x[:2], len(x)


def test_transforms_of_a_scripts_own_are_built_or_run() -> None:
    words = c_dataengine.Vocab.from_dict({"a": 0, "hello": 1, "world": 2})
    rows = ds.NumpySlicesDataset(["Hello world hello", "x y z"], ["t"], shuffle=False)
    rows = rows.map(_Tokens(), ["t"]).map(_Ids(words), ["t"]).map(_FirstTwo(), ["t"], ["t", "n"])
    found = [
        [np.asarray(c).tolist() for c in r] for r in rows.create_tuple_iterator(output_numpy=True)
    ]
    assert found == [[[1, 2], 3], [[0, 0], 3]]
    assert isinstance(rows, (ds.TextBaseDataset, ds.VisionBaseDataset))
    assert issubclass(ds.MnistDataset, ds.VisionBaseDataset)
    assert not issubclass(ds.MnistDataset, ds.TextBaseDataset)
    assert not isinstance(3, ds.AudioBaseDataset)


def test_tensors_in_one_piece_of_memory() -> None:
    x, y = Tensor([1.0, 2.0], ms.float32), Tensor([3.0], ms.float32)
    handle = ContiguousTensorsHandle([x, y])
    handle[0:3]._t.mul_(10)
    assert [*x.asnumpy(), *y.asnumpy()] == [10, 20, 30]
    assert handle.slice_by_tensor_index(1, 2).asnumpy().tolist() == [30]
    assert str(handle).startswith("Handle total size: 12\n")
    with pytest.raises(ValueError, match="none at 3"):
        handle[3]


def test_who_saves_what() -> None:
    rows = {"w": ([2, 2], [0, -1], [4, 8]), "b": ([2, 2], [-1], [8])}
    groups = distributed_helpers.get_parameter_redundancy(rows)
    assert groups == {"b": ((0, 1, 2, 3),), "w": ((0, 2), (1, 3))}
    assert distributed_helpers.remove_param_redundancy(groups) == {0: {"b", "w"}, 1: {"w"}}
    names = {f"p{i}": ((0, 1, 2, 3),) for i in range(5)}
    twice = distributed_helpers.remove_param_redundancy(names, 2)
    assert twice[0] == {"p0", "p3", "p4"}
    assert twice[2] == {"p1", "p2"}
    assert distributed_helpers.get_strategy_metadata(nn.Dense(2, 2), 0) is None


def test_services_that_are_not_here_say_so() -> None:
    assert distributed_helpers._is_initialized() is False
    assert distributed_helpers._tft_handler.get_tft() is None
    with pytest.raises(ValueError, match="MindIO TFT"):
        distributed_helpers._tft_handler.init()
    with pytest.raises(ValueError, match="dump_device_local_norm"):
        distributed_helpers.get_squared_device_local_norm_param()
    assert distributed_helpers._DistributedTensorInfo(
        Layout((2, 4), ("dp", "mp"))("dp", "mp")
    ).sharding_strategy == [2, 4]
    with pytest.raises(TypeError, match="only supports Layout"):
        distributed_helpers._DistributedTensorInfo((2, 1))  # type: ignore[arg-type]


def test_recomputing_by_hand() -> None:
    grads: list[Any] = [1, 2]
    recompute._padding_input_grads((Tensor([1.0]), 3, [Tensor([1.0])], Tensor([2.0])), grads)
    assert grads == [1, None, [None], 2]
    net = nn.Dense(2, 2)
    x = Tensor(np.ones((1, 2), np.float32))
    again = ms.grad(lambda x: recompute._RecomputeCell(net)(x).sum())(x)
    assert again.asnumpy() == pytest.approx(ms.grad(lambda x: net(x).sum())(x).asnumpy())
    with pytest.raises(TypeError, match="function type"):
        recompute.RecomputeRegistry().register(3)  # type: ignore[arg-type]


def test_kernels_of_ascend_are_refused_when_called() -> None:
    drop = auto_generate.DropoutExt()
    with pytest.raises(NotImplementedError, match=r"ops.DropoutExt: .* mint.nn.functional.dropout"):
        drop(Tensor([1.0]), 0.5, 1, 1)


def test_one_step_of_adamw_is_that_of_the_optimizer() -> None:
    start, grad = np.array([1.0, -2.0], np.float32), Tensor([0.5, 0.25], ms.float32)
    by_hand = Parameter(Tensor(start), name="p")
    m, v = Tensor(np.zeros(2, np.float32)), Tensor(np.zeros(2, np.float32))
    step = Tensor([1.0], ms.float32)
    auto_generate.AdamW()(
        by_hand, m, v, None, grad, step, 0.1, 0.9, 0.999, 0.01, 1e-8, False, False
    )
    wanted = Parameter(Tensor(start), name="q")
    ms.experimental.optim.AdamW([wanted], lr=0.1, weight_decay=0.01)((grad,))
    assert by_hand.asnumpy() == pytest.approx(wanted.asnumpy(), rel=1e-6)


def test_rows_of_generated_primitives() -> None:
    x = Tensor(np.arange(1, 9, dtype=np.float32).reshape(2, 4))
    assert auto_generate.SliceExt()(x, 1, -3, 100, 2).asnumpy().tolist() == [[2, 4], [6, 8]]
    weight = Tensor(np.ones(4, np.float32))
    loss, total = auto_generate.nllloss_impl(x, Tensor([1, 2], ms.int32), weight, "mean", -100)
    assert (float(loss), float(total)) == (-4.5, 2.0)
