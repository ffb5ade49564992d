"""What the layers do besides the recorded numbers: token by token, in graphs, derived from, loaded, recomputed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.former import transformer as t
from tests.former.transformer_cases import filled, numbers

SIZES = {"hidden_size": 32, "ffn_hidden_size": 64, "num_heads": 4}


def _encoder(length: int, **settings: Any) -> Any:
    sizes = {"batch_size": 2, "num_layers": 2, "seq_length": length}
    return filled(ms, t.TransformerEncoder(**sizes, **SIZES, **settings))


def _causal(length: int) -> Tensor:
    return Tensor(np.tril(np.ones((2, length, length))), ms.float16)


def _token_by_token(net: Any, x: Tensor, given: int) -> list[np.ndarray]:
    """Results for the last of `given` tokens and each one behind them."""
    length = x.shape[1]
    counts = Tensor([given, given], ms.int32)
    whole = net(x, _causal(length), Tensor([False]), counts)[0]
    net.add_flags_recursive(is_first_iteration=False)
    one, keep = Tensor(np.ones((2, 1, 1)), ms.float16), Tensor([True])
    found = [whole[:, given - 1 : given]]
    for i in range(given, length):
        count = Tensor([i + 1, i + 1], ms.int32)
        found.append(net(x[:, i : i + 1], one, keep, count)[0])
    net.add_flags_recursive(is_first_iteration=True)
    return [part.asnumpy() for part in found]


@pytest.mark.parametrize("after", [False, True])
def test_token_by_token_is_the_whole_sequence(after: bool) -> None:
    x = Tensor(numbers("tokens", 2, 7, 32))
    whole = _encoder(7, post_layernorm_residual=after)(x, _causal(7))[0].asnumpy()
    net = _encoder(7, post_layernorm_residual=after, use_past=True)
    for _ in range(2):  # a second sequence forgets the first one
        found = np.concatenate(_token_by_token(net, x, 3), 1)
        np.testing.assert_allclose(found, whole[:, 2:], atol=2e-2, rtol=1e-2)


def test_a_token_does_not_see_what_is_forgotten() -> None:
    net = _encoder(4, use_past=True)
    x, counts = Tensor(numbers("tokens", 2, 4, 32)), Tensor([4, 4], ms.int32)
    net(x, _causal(4), Tensor([False]), counts)
    assert np.abs(net.blocks[0].key_past.asnumpy()).max() > 0
    net(x, _causal(4), Tensor([False]), Tensor([1, 1], ms.int32))
    for past, axis in ((net.blocks[0].key_past, 3), (net.blocks[0].value_past, 2)):
        filled_places = np.abs(past.asnumpy()).sum(tuple(a for a in range(4) if a != axis)) > 0
        assert filled_places.tolist() == [True, False, False, False]


def test_in_a_graph_attention_is_fused_and_the_numbers_are_the_same() -> None:
    x = Tensor(numbers("tokens", 2, 16, 32))
    net = _encoder(16)
    expected = net(x, _causal(16))[0].asnumpy()
    ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": "O1"})
    try:
        found = net(x, _causal(16))[0].asnumpy()
        stats = ms.graph.stats()
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE, jit_config={"jit_level": ""})
    assert stats.recorded.get("TransformerEncoder") == 1
    assert stats.fused_attentions.get("TransformerEncoder") == 2
    assert np.abs(found - expected).max() < 1e-2 * np.abs(expected).max()  # float16 throughout


class _As16(t.MultiHeadAttention):
    """Written as classes for MindSpore 1.6 to 1.9 are."""

    def construct(
        self,
        query_tensor: Any,
        key_tensor: Any,
        value_tensor: Any,
        attention_mask: Any,
        key_past: Any = None,
        value_past: Any = None,
        batch_valid_length: Any = None,
    ) -> Any:
        self._check_inputs(
            *(query_tensor, key_tensor, value_tensor, attention_mask),
            *(key_past, value_past, batch_valid_length),
        )
        query, key, value, batch, shape = self._convert_to_2d_tensor(
            query_tensor, key_tensor, value_tensor, attention_mask
        )
        query, key, value = (self.cast(x, self.dtype) for x in (query, key, value))
        parts = (batch, -1, self.n_head, self.size_per_head)
        query = self.transpose(self.dense1(query).reshape(parts), (0, 2, 1, 3))
        key = self.transpose(self.dense2(key).reshape(parts), (0, 2, 3, 1))
        value = self.transpose(self.dense3(value).reshape(parts), (0, 2, 1, 3))
        mask = self.expand_dims(attention_mask, 1)
        output = self.projection(self._attn(query, key, value, mask))
        return self.dropout(output).reshape(shape), (key, value)


def test_classes_of_scripts_call_what_they_derive_from() -> None:
    settings = (2, 4, 4, 8, 2)
    own, layer = (filled(ms, kind(*settings)) for kind in (_As16, t.MultiHeadAttention))
    x = Tensor(numbers("x", 2, 4, 8), ms.float16)
    found, expected = own(x, x, x, _causal(4)), layer(x, x, x, _causal(4))
    assert found[0].asnumpy().tolist() == expected[0].asnumpy().tolist()
    rows = layer._convert_to_2d_tensor(x, x, x, None)
    assert [r.shape for r in rows] == [(8, 8)] * 3


def test_checkpoints_load_by_name(tmp_path: Path) -> None:
    net, other = _encoder(4), t.TransformerEncoder(2, 2, 32, 64, 4, 4).set_train(False)
    ms.save_checkpoint(net, str(tmp_path / "net.ckpt"))
    values = ms.load_checkpoint(str(tmp_path / "net.ckpt"))
    assert "0.attention.dense1.weight" in values
    assert ms.load_param_into_net(other, values) == ([], [])
    x = Tensor(numbers("x", 2, 4, 32))
    assert np.array_equal(net(x, _causal(4))[0].asnumpy(), other(x, _causal(4))[0].asnumpy())


def test_recomputation_runs_a_layer_twice() -> None:
    runs: list[int] = []

    class Counted(nn.Cell):
        def construct(self, x: Any) -> Any:
            runs.append(1)
            return ops.gelu(x)

    config = t.TransformerOpParallelConfig(recompute=t.TransformerRecomputeConfig(recompute=True))
    for settings, count in ((config, 2), (t.TransformerOpParallelConfig(), 1)):
        net = t.TransformerEncoder(2, 1, 32, 64, 4, 4, hidden_act=Counted, parallel_config=settings)
        runs.clear()
        ms.grad(lambda x, net=net: net(x, _causal(4))[0].sum())(Tensor(numbers("x", 2, 4, 32)))
        assert len(runs) == count


def test_dropout_is_drawn_while_it_trains() -> None:
    x = Tensor(numbers("x", 2, 4, 32))
    for rates in ((0.5, 0.0), (0.0, 0.5)):  # of attention's weights, of what layers give
        net = t.TransformerEncoderLayer(2, 32, 64, 4, 4, *rates)
        first, second = (net.set_train()(x, _causal(4))[0].asnumpy() for _ in range(2))
        assert not np.array_equal(first, second)
        still = [net.set_train(False)(x, _causal(4))[0].asnumpy() for _ in range(2)]
        assert np.array_equal(*still)


def test_shapes_are_checked_as_before() -> None:
    t._check_input_shape((2, 3), "x", "Net", [2, 3])
    t._check_shape_equal((2, 3), "x", "Net", [[2, 3], [6]])
    t._check_input_shape_value((2, 3), 1, "x", "Net", 3)
    t._check_shape_equal_without_batch((6, 8), "x", "Net", [3, 8])
    wrong = [
        lambda: t._check_input_shape((2,), "x", "Net", [2, 3]),
        lambda: t._check_shape_equal((2, 4), "x", "Net", [[2, 3], [6]]),
        lambda: t._check_input_shape_value((2, 3), 1, "x", "Net", 4),
        lambda: t._check_shape_equal_without_batch((7, 8), "x", "Net", [3, 8]),
        lambda: t._check_shape_equal_without_batch((6, 7), "x", "Net", [3, 8]),
    ]
    for call in wrong:
        with pytest.raises(ValueError, match="For 'Net', .*x"):
            call()


def test_experts_need_the_size_of_their_groups_where_strategies_are_searched_for() -> None:
    ms.context.set_auto_parallel_context(
        parallel_mode="auto_parallel", search_mode="dynamic_programming"
    )
    try:
        with pytest.raises(ValueError, match="expert_group_size"):
            t._Linear(8, 8, expert_num=2)
        assert t._Linear(8, 8, expert_num=2, expert_group_size=3)(
            Tensor(numbers("x", 12, 8))
        ).shape == (12, 8)
    finally:
        ms.context.reset_auto_parallel_context()


def test_activations_that_shard_themselves_are_told_how() -> None:
    told: list[tuple[str, int, int]] = []

    class Own(nn.Cell):
        def activation_shard(self, config: Any) -> None:
            told.append((type(config).__name__, config.data_parallel, config.model_parallel))

        def construct(self, x: Any) -> Any:
            return x

    t.FeedForward(8, 16, 0.0, Own, parallel_config=t.OpParallelConfig(1, 2))
    experts = t.MoEParallelConfig(2, 2, 1)
    t.FeedForward(8, 16, 0.0, Own, expert_num=2, parallel_config=experts)
    # Of four axes the third is read, where the strategy has the rows of an expert, as in MindSpore.
    assert told == [("OpParallelConfig", 1, 2), ("MoEParallelConfig", 2, 1)]
    with pytest.raises(ValueError, match="LogSoftmax"):
        t.FeedForward(8, 16, 0.0, "logsoftmax")
