"""What the layers of MindSpore 1.x's transformer package give, on MindSpore and here: `CASES[name](ms, package)`.

Each case gives a list of Tensors, texts and numbers. Nothing here imports either side.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

CASES: dict[str, Callable[[Any, Any], list[Any]]] = {}


def case(function: Callable[[Any, Any], list[Any]]) -> Callable[[Any, Any], list[Any]]:
    CASES[function.__name__] = function
    return function


def numbers(name: str, *shape: int) -> np.ndarray[Any, Any]:
    """Normal numbers that follow from the name."""
    generator = np.random.RandomState(zlib.crc32(name.encode()) % 2**31)
    return generator.standard_normal(shape).astype(np.float32)


def filled(ms: Any, net: Any) -> Any:
    """The network with parameters that follow from their places in it, without dropout."""
    for name, parameter in net.parameters_and_names():
        if name.endswith("past"):
            continue
        values = numbers(name, *parameter.shape) * 0.3 + (1 if name.endswith("gamma") else 0)
        parameter.set_data(ms.Tensor(values, parameter.dtype))
    return net.set_train(False)


def tensor(ms: Any, name: str, *shape: int, dtype: str = "float32") -> Any:
    return ms.Tensor(numbers(name, *shape), getattr(ms, dtype))


def causal(ms: Any, batch: int, length: int, dtype: str = "float16") -> Any:
    mask = np.tril(np.ones((batch, length, length)))
    mask[-1, :, 0] = 0
    mask[-1, 0, 0] = 1
    return ms.Tensor(mask, getattr(ms, dtype))


def flat(result: Any) -> list[Any]:
    if isinstance(result, (tuple, list)):
        return [x for part in result for x in flat(part)]
    return [result]


def gradients(ms: Any, net: Any, *inputs: Any) -> list[Any]:
    """The result, the gradient of the first input and of each parameter."""

    def total(*given: Any) -> Any:
        result = flat(net(*given))[0].astype(ms.float32)
        return (result * ms.Tensor(numbers("weights", *result.shape))).sum()

    function = ms.value_and_grad(total, 0, net.trainable_params())
    value, (of_input, of_parameters) = function(*inputs)
    return [value, of_input, *of_parameters]


def encoder_layer(ms: Any, t: Any, **settings: Any) -> Any:
    sizes = {
        "batch_size": 2,
        "hidden_size": 8,
        "ffn_hidden_size": 16,
        "num_heads": 2,
        "seq_length": 4,
    }
    return filled(ms, t.TransformerEncoderLayer(**{**sizes, **settings}))


def encoder(ms: Any, t: Any, **settings: Any) -> Any:
    sizes = {
        "batch_size": 2,
        "num_layers": 2,
        "hidden_size": 8,
        "ffn_hidden_size": 16,
        "num_heads": 2,
    }
    return filled(ms, t.TransformerEncoder(**{"seq_length": 4, **sizes, **settings}))


def experts(t: Any, number: int = 3, **settings: Any) -> Any:
    return t.MoEConfig(expert_num=number, **settings)


def described(net: Any) -> list[str]:
    return [f"{p.name} {tuple(p.shape)} {p.dtype}" for p in net.get_parameters()]


@case
def parameters(ms: Any, t: Any) -> list[Any]:
    """Of networks that hold the package's layers, as scripts do: their names stand in checkpoints."""

    class Net(ms.nn.Cell):
        def __init__(self, part: Any) -> None:
            super().__init__()
            self.part = part

    config = t.TransformerOpParallelConfig()
    sizes = {"hidden_size": 8, "batch_size": 2, "ffn_hidden_size": 16, "num_heads": 2}
    lengths = {"src_seq_length": 4, "tgt_seq_length": 3}
    past = encoder(ms, t, use_past=True, param_init_type=ms.float16)
    parts = [
        past,
        t.Transformer(encoder_layers=1, decoder_layers=1, **sizes, **lengths),
        t.TransformerDecoder(num_layers=1, **sizes, **lengths),
        t.VocabEmbedding(6, 4, config.embedding_dp_mp_config),
        t.moe.MoE(8, 16, 0.1, moe_config=experts(t)),
    ]
    names = [name for part in parts for name in described(Net(part))]
    alone = t.TransformerEncoder(num_layers=1, seq_length=4, **sizes)
    return [*names, *described(alone), *(f"{n} {p.name}" for n, p in alone.parameters_and_names())]


@case
def settings(ms: Any, t: Any) -> list[Any]:
    config = t.TransformerOpParallelConfig(
        data_parallel=2, recompute=t.TransformerRecomputeConfig(recompute=True)
    )
    config.model_parallel = 4
    config.vocab_emb_dp = False
    config.expert_parallel = 2
    both = config.moe_parallel_config
    values = [config.dp_mp_config.model_parallel, both.data_parallel, both.dpmp.model_parallel]
    values += [config.embedding_dp_mp_config.vocab_emb_dp, both.expert_parallel]
    defaults = [
        t.OpParallelConfig(),
        t.EmbeddingOpParallelConfig(),
        t.TransformerOpParallelConfig(),
    ]
    moe = sorted(vars(t.MoEConfig()).items())
    return [str(config), *map(str, defaults), *map(str, values), str(moe)]


@case
def set_for_each_layer(ms: Any, t: Any) -> list[Any]:
    seen: list[str] = []

    def mine(block: Any, layer_id: int, offset: int, parallel_config: Any, layers: int) -> None:
        seen.append(
            f"{type(block).__name__} {layer_id} {offset} {layers} {parallel_config.data_parallel}"
        )

    sizes = {"hidden_size": 8, "batch_size": 2, "ffn_hidden_size": 16, "num_heads": 2}
    lengths = {"src_seq_length": 4, "tgt_seq_length": 3}
    counts = {"encoder_layers": 3, "decoder_layers": 2}
    t.Transformer(lambda_func=mine, **sizes, **lengths, **counts)
    config = t.TransformerOpParallelConfig(
        pipeline_stage=2, gradient_aggregation_group=2, recompute=True
    )
    seen.append(f"stages {ms.context.get_auto_parallel_context('pipeline_stages')}")
    net = t.Transformer(parallel_config=config, **sizes, **lengths, **counts)
    for block in [*net.encoder.blocks, *net.decoder.blocks]:
        fusion = {p.comm_fusion for p in block.get_parameters()}
        seen.append(f"{block.pipeline_stage} {sorted(fusion)} {block.get_scope()}")
    ms.context.set_auto_parallel_context(pipeline_stages=1)
    return seen


@case
def mask(ms: Any, t: Any) -> list[Any]:
    given = np.array([[1, 1, 1, 0], [2, 0, 0.5, 1]])
    both = [t.AttentionMask(4)(ms.Tensor(given, dtype)) for dtype in (ms.float32, ms.float16)]
    return [*both, str(both[0].dtype)]


@case
def embedding(ms: Any, t: Any) -> list[Any]:
    net = filled(ms, t.VocabEmbedding(6, 4))
    ids = ms.Tensor([[0, 5, 2], [1, 1, 3]], ms.int32)
    table = t.VocabEmbedding(6, 4, param_init=ms.Tensor(numbers("table", 6, 4)))
    return [*net(ids), *table(ids), *gradients(ms, first_of(ms, net), ids)[2:]]


def first_of(ms: Any, net: Any) -> Any:
    class First(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.net = net

        def construct(self, *inputs: Any) -> Any:
            return self.net(*inputs)[0]

    return First()


@case
def feed_forward(ms: Any, t: Any) -> list[Any]:
    class Doubled(ms.nn.Cell):
        def construct(self, x: Any) -> Any:
            return x * 2

    results: list[Any] = []
    for act in ("gelu", "relu", "fast_gelu", "sigmoid", "leakyrelu", ms.nn.Tanh, Doubled):
        net = filled(ms, t.FeedForward(8, 16, 0.1, hidden_act=act))
        results.append(net(tensor(ms, "x", 2, 3, 8)))
    net = filled(ms, t.FeedForward(8, 16, 0.1, param_init_type=ms.float16))
    for shape in ((5, 8), (1, 2, 2, 8)):
        x = tensor(ms, "x", *shape, dtype="float16")
        results += [net(x), *gradients(ms, net, x)]
    return results


@case
def linear(ms: Any, t: Any) -> list[Any]:
    x = tensor(ms, "x", 6, 8)
    single = t.layers._Linear(8, 4, activation="tanh", compute_dtype=ms.float32)
    several = t.layers._Linear(8, 4, expert_num=3, transpose_b=False, has_bias=False)
    parts = t.layers._Linear(8, 4, expert_num=3, outer_batch=2)
    norm = t.layers._LayerNorm((8,), 1e-3)
    return [filled(ms, net)(x) for net in (single, several, parts, norm)]


def _attention(ms: Any, t: Any, **settings: Any) -> Any:
    sizes = {
        "batch_size": 2,
        "src_seq_length": 4,
        "tgt_seq_length": 3,
        "hidden_size": 8,
        "num_heads": 2,
    }
    return filled(ms, t.MultiHeadAttention(**{**sizes, **settings}))


@case
def attention(ms: Any, t: Any) -> list[Any]:
    query, memory = tensor(ms, "query", 2, 4, 8), tensor(ms, "memory", 2, 3, 8)
    seen = ms.Tensor([[[1, 1, 0]] * 4, [[1, 0, 1]] * 4], ms.float32)
    results: list[Any] = []
    for types in (
        {},
        {"compute_dtype": ms.float32},
        {"softmax_compute_type": ms.float16, "param_init_type": ms.float16, "batch_size": None},
    ):
        net = _attention(ms, t, **types)
        results += flat(
            [net(query, memory, memory, m) for m in (seen, seen.astype(ms.float16), None)]
        )
        results += gradients(ms, net, query, memory, memory, seen)
    half = query.astype(ms.float16)
    net = _attention(ms, t, tgt_seq_length=4)
    by_head = ms.Tensor(np.tril(np.ones((2, 2, 4, 4))), ms.float16)
    results += flat(net(half.reshape((8, 8)), half.reshape((8, 8)), half.reshape((8, 8)), by_head))
    return results


@case
def encoder_layers(ms: Any, t: Any) -> list[Any]:
    x, seen = tensor(ms, "x", 2, 4, 8), causal(ms, 2, 4)
    results: list[Any] = []
    for types in (
        {},
        {"post_layernorm_residual": True, "hidden_act": "relu"},
        {"layernorm_compute_type": ms.float16, "batch_size": None},
        {"softmax_compute_type": ms.float16, "param_init_type": ms.float16},
    ):
        net = encoder_layer(ms, t, **types)
        results += flat([net(x, seen), net(x.reshape((8, 8)), seen), net(x)])
        results += [net(x.astype(ms.float16), seen)[0], *gradients(ms, net, x, seen)]
    return results


@case
def decoder_layers(ms: Any, t: Any) -> list[Any]:
    x, memory = tensor(ms, "x", 2, 3, 8), tensor(ms, "memory", 2, 4, 8)
    seen, of_memory = causal(ms, 2, 3), ms.Tensor([[[1, 1, 0, 1]] * 3] * 2, ms.float16)
    sizes = {"hidden_size": 8, "ffn_hidden_size": 16, "num_heads": 2, "batch_size": 2}
    results: list[Any] = []
    for after in (False, True):
        net = t.TransformerDecoderLayer(
            src_seq_length=4, tgt_seq_length=3, post_layernorm_residual=after, **sizes
        )
        net = filled(ms, net)
        results += flat([net(x, seen), net(x, seen, memory, of_memory), net(x, None, memory)])
        results += flat(net(x.reshape((6, 8)), seen, memory.reshape((8, 8)), of_memory))
        results += gradients(ms, net, x, seen, memory, of_memory)
    return results


@case
def transformer(ms: Any, t: Any) -> list[Any]:
    sizes = {"hidden_size": 8, "ffn_hidden_size": 16, "num_heads": 2, "batch_size": 2}
    lengths = {"src_seq_length": 4, "tgt_seq_length": 3}
    x, y = tensor(ms, "x", 2, 4, 8), tensor(ms, "y", 2, 3, 8)
    of_memory = ms.Tensor(np.ones((2, 3, 4)), ms.float16)
    inputs = (x, causal(ms, 2, 4), y, causal(ms, 2, 3), of_memory)
    net = filled(ms, t.Transformer(encoder_layers=1, decoder_layers=2, **sizes, **lengths))
    alone = filled(ms, t.Transformer(encoder_layers=2, decoder_layers=0, **sizes, **lengths))
    output, present, nothing = alone(*inputs[:2])
    routed = t.Transformer(
        encoder_layers=1, decoder_layers=1, moe_config=experts(t), **sizes, **lengths
    )
    return [
        *flat(net(*inputs)),
        *gradients(ms, net, *inputs),
        *flat([output, present]),
        str(nothing),
        *flat(filled(ms, routed)(*inputs)),
    ]


def _steps(ms: Any, net: Any, calls: int = 3) -> list[Any]:
    """A sequence of which 2 and 3 of 5 places are given, then one token at each call."""
    places = ms.Tensor(np.tril(np.ones((2, 5, 5))), ms.float16)
    lengths = np.array([2, 3])
    whole = tensor(ms, "tokens", 2, 5, 8)
    results = [net(whole, places, ms.Tensor([False]), ms.Tensor(lengths, ms.int32))]
    net.add_flags_recursive(is_first_iteration=False)
    for i in range(calls - 1):
        token, lengths = tensor(ms, f"token {i}", 2, 1, 8), lengths + 1
        one = ms.Tensor(np.ones((2, 1, 1)), ms.float16)
        results.append(net(token, one, ms.Tensor([True]), ms.Tensor(lengths, ms.int32)))
    return flat(results)


@case
def past(ms: Any, t: Any) -> list[Any]:
    layer = encoder_layer(ms, t, seq_length=5, use_past=True)
    stack = encoder(ms, t, seq_length=5, use_past=True, post_layernorm_residual=True)
    results = [*_steps(ms, layer), layer.key_past, layer.value_past, *_steps(ms, stack)]
    stack.add_flags_recursive(is_first_iteration=True)
    results += _steps(ms, stack, 2)  # forgets what it had
    token, one = tensor(ms, "token", 2, 1, 8), ms.Tensor(np.ones((2, 1, 1)), ms.float16)
    fresh = (ms.Tensor([False]), ms.Tensor([1, 1], ms.int32))
    return [*results, *flat(stack(token, one, *fresh))]  # so does a token alone


@case
def moe(ms: Any, t: Any) -> list[Any]:
    x = tensor(ms, "x", 2, 6, 8)
    results: list[Any] = []
    for chosen in (
        {},
        {"num_experts_chosen": 2},
        {"num_experts_chosen": 3, "capacity_factor": 1.5, "aux_loss_factor": 0.2},
        {"capacity_factor": 1.0, "comp_comm_parallel": True},
    ):
        net = filled(ms, t.moe.MoE(8, 16, 0.1, moe_config=experts(t, **chosen)))
        results += [*net(x), *gradients(ms, net, x)]
    config = t.op_parallel_config.MoEParallelConfig(data_parallel=2)
    net = filled(
        ms, t.moe.MoE(8, 16, 0.1, "relu", moe_config=experts(t, 2), parallel_config=config)
    )
    return [*results, *net(tensor(ms, "tokens", 12, 8))]


@case
def routing(ms: Any, t: Any) -> list[Any]:
    logits = np.full((10, 3), -1.0, np.float32)
    logits[:8, 1] = 2  # more than the second expert has room for
    logits[8:, 0] = 1
    config = t.op_parallel_config.MoEParallelConfig()
    results: list[Any] = []
    for chosen in (1, 2):
        router = t.moe.TopkRouter(8, experts(t, num_experts_chosen=chosen), parallel_config=config)
        given, weights, loss = router(ms.Tensor(logits))
        results += [given.astype(ms.float32), weights, loss]
    capacity = t.moe.calculate_expert_capacity
    return [*results, *(capacity(*a) for a in ((1, 10, 1.1, 3), (2, 8, 1.0, 4), (1, 7, 1.25, 2)))]


@case
def stacks(ms: Any, t: Any) -> list[Any]:
    x, seen = tensor(ms, "x", 2, 4, 8), causal(ms, 2, 4)
    net = encoder(ms, t)
    routed = encoder(ms, t, moe_config=experts(t, num_experts_chosen=2))
    return [
        *flat(net(x, seen)),
        *gradients(ms, net, x, seen),
        *flat(routed(x, seen)),
        *gradients(ms, routed, x, seen),
    ]


@case
def loss(ms: Any, t: Any) -> list[Any]:
    label = ms.Tensor([1, 0, 4, 2, 2], ms.int32)
    counted = ms.Tensor([1, 1, 0, 1, 0.5], ms.float32)
    net = t.CrossEntropyLoss()
    results: list[Any] = []
    for dtype in ("float32", "float16"):
        logits = tensor(ms, "logits", 5, 6, dtype=dtype) * 4
        results += ms.value_and_grad(net, 0)(logits, label, counted)
        results += [net(logits * 100, label, counted), net(logits, label, counted * 0)]
    return results


@case
def trained(ms: Any, t: Any) -> list[Any]:
    """Three steps of a small language model."""
    recomputed = t.TransformerOpParallelConfig(
        recompute=t.TransformerRecomputeConfig(recompute=True)
    )
    results: list[Any] = []
    for config in (t.TransformerOpParallelConfig(), recomputed):
        net = filled(ms, _language_model(ms, t, config))
        step = ms.nn.TrainOneStepCell(net, ms.nn.Adam(net.trainable_params(), 0.01)).set_train()
        ids = ms.Tensor([[1, 4, 10, 0, 2], [3, 3, 9, 5, 7]], ms.int32)
        present = ms.Tensor([[1, 1, 1, 0, 0], [1] * 5], ms.float32)
        results += [step(ids, present) for _ in range(3)]
        results += [net.embedding.embedding_table, net.encoder.blocks[1].attention.dense2.weight]
    return results


def _language_model(ms: Any, t: Any, config: Any) -> Any:
    class Model(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.embedding = t.VocabEmbedding(11, 8, config.embedding_dp_mp_config)
            self.mask = t.AttentionMask(5, config.dp_mp_config)
            self.encoder = t.TransformerEncoder(2, 2, 8, 16, 5, 2, 0.0, 0.0, parallel_config=config)
            self.loss = t.CrossEntropyLoss(config.dp_mp_config)

        def construct(self, ids: Any, present: Any) -> Any:
            embedded, table = self.embedding(ids)
            states = self.encoder(embedded, self.mask(present))[0].reshape((-1, 8))
            logits = ms.ops.matmul(states, table.T)
            label = ids.reshape((-1,))
            return self.loss(logits, label, present.reshape((-1,)))

    return Model()


def _outcome(call: Callable[[], Any]) -> str:
    try:
        call()
    except Exception as error:
        return type(error).__name__
    return "no error"


@case
def errors(ms: Any, t: Any) -> list[Any]:
    x, seen = tensor(ms, "x", 2, 4, 8), causal(ms, 2, 4)
    number = ms.Tensor(numbers("x", 2, 4, 8), ms.float64)
    layer, stack = t.TransformerEncoderLayer, t.TransformerEncoder
    past = layer(2, 8, 16, 2, 4, use_past=True)
    plain = layer(2, 8, 16, 2, 4)
    single, valid, reset = t.OpParallelConfig(), ms.Tensor([1, 2], ms.int32), ms.Tensor([True])
    several = t.op_parallel_config.MoEParallelConfig(expert_parallel=2)
    config = t.TransformerOpParallelConfig
    calls: list[Callable[[], Any]] = [
        lambda: t.OpParallelConfig(data_parallel=0),
        lambda: t.OpParallelConfig(model_parallel=1.0),
        lambda: setattr(single, "model_parallel", -1),
        lambda: t.EmbeddingOpParallelConfig(vocab_emb_dp=1),
        lambda: t.TransformerRecomputeConfig(recompute=1),
        lambda: config(recompute=1),
        lambda: config(optimizer_shard=1),
        lambda: config(gradient_aggregation_group=0),
        lambda: config(recompute=True),
        lambda: t.MoEConfig(capacity_factor=0.5),
        lambda: t.MoEConfig(capacity_factor=2),
        lambda: t.MoEConfig(aux_loss_factor=1.0),
        lambda: t.MoEConfig(expert_num=2, num_experts_chosen=3),
        lambda: t.MoEConfig(expert_group_size=0),
        lambda: t.FeedForward(8, 16, 1),
        lambda: t.FeedForward(8, 16, 1.0),
        lambda: t.FeedForward(8, 16, -0.1),
        lambda: t.FeedForward(8.0, 16, 0.1),
        lambda: t.FeedForward(8, 16, 0.1, hidden_act=None),
        lambda: t.FeedForward(8, 16, 0.1, hidden_act=3),
        lambda: t.FeedForward(8, 16, 0.1, hidden_act="unknown"),
        lambda: t.FeedForward(8, 16, 0.1, hidden_act=ms.nn.ReLU()),
        lambda: t.FeedForward(8, 16, 0.1, param_init_type=ms.int32),
        lambda: t.FeedForward(8, 16, 0.1, parallel_config=3),
        lambda: t.FeedForward(8, 16, 0.1, parallel_config=t.OpParallelConfig(1, 3)),
        lambda: t.FeedForward(8, 16, 0.1, parallel_config=t.OpParallelConfig(2, 2)),
        lambda: t.FeedForward(8, 16, 0.1)(number),
        lambda: t.AttentionMask(0),
        lambda: t.AttentionMask(4, config()),
        lambda: t.AttentionMask(4)(ms.Tensor([[1, 1, 1, 1]], ms.int32)),
        lambda: t.VocabEmbedding(0, 4),
        lambda: t.VocabEmbedding(6, 4, t.OpParallelConfig()),
        lambda: t.VocabEmbedding(7, 4, t.EmbeddingOpParallelConfig(1, 2, vocab_emb_dp=False)),
        lambda: t.VocabEmbedding(6, 4)(ms.Tensor([1], ms.int64)),
        lambda: t.MultiHeadAttention(2, 4, 4, 9, 2),
        lambda: t.MultiHeadAttention(2, 4, 4, 8, 2, hidden_dropout_rate=1.5),
        lambda: t.MultiHeadAttention(2, 4, 4, 8, 2, parallel_config=t.OpParallelConfig(1, 4)),
        lambda: t.MultiHeadAttention(2, 4, 4, 8, 2, parallel_config=several),
        lambda: t.MultiHeadAttention(-1, 4, 4, 8, 2),
        lambda: t.MultiHeadAttention(None, 4, 4, 8, 2),
        lambda: t.MultiHeadAttention(2, 4, 4, 8, 2, compute_dtype=ms.float64),
        lambda: t.MultiHeadAttention(2, 4, 4, 8, 2)(x, x, x, seen, x),
        lambda: layer(None, 8, 16, 2, 4),
        lambda: layer(None, 8, 16, 2, 4, use_past=True),
        lambda: layer(2, 8, 16, 3, 4),
        lambda: layer(2, 8, 16, 2, 4, use_past=1),
        lambda: layer(2, 8, 16, 2, 4, moe_config=3),
        lambda: layer(2, 8, 16, 2, 4, parallel_config=config()),
        lambda: layer(2, 8, 16, 2, 4, parallel_config=t.OpParallelConfig(2, 2)),
        lambda: layer(2, 8, 16, 2, 4, moe_config=experts(t, 2), parallel_config=several),
        lambda: layer(2, 8, 16, 2, 4, moe_config=experts(t, 2)),
        lambda: plain(number, seen),
        lambda: plain(x, seen.astype(ms.int32)),
        lambda: plain(x, seen, False),
        lambda: plain(x, seen, reset),
        lambda: plain(x, seen, True, valid),
        lambda: past(x, seen),
        lambda: past(x, seen, reset, valid.astype(ms.int64)),
        lambda: past(x, seen, ms.Tensor([1]), valid),
        lambda: t.TransformerDecoderLayer(8, 16, 2, 2, 4, 3, use_past=True),
        lambda: t.TransformerDecoderLayer(8, 16, 2, None, 4, 3),
        lambda: stack(None, 2, 8, 16, 4, 2),
        lambda: stack(2, 0, 8, 16, 4, 2),
        lambda: stack(2, 2, 8, 16, 4, 2, offset=-1),
        lambda: stack(2, 2, 8, 16, 4, 2, post_layernorm_residual=1),
        lambda: stack(2, 2, 8, 16, 4, 2, parallel_config=single),
        lambda: stack(2, 2, 8, 16, 4, 2, parallel_config=config(2, 2)),
        lambda: stack(2, 4, 8, 16, 4, 2, moe_config=experts(t, 2), parallel_config=config(2)),
        lambda: stack(2, 1, 8, 16, 4, 2, parallel_config=config(pipeline_stage=2)),
        lambda: stack(2, 2, 8, 16, 4, 2, lambda_func=lambda block: None),
        lambda: stack(2, 2, 8, 16, 4, 2),
        lambda: ms.context.set_auto_parallel_context(pipeline_stages=1),
        lambda: t.Transformer(8, 2, 16, 4, 3, encoder_layers=0),
        lambda: t.Transformer(8, 2, 16, 4, 3, use_past=True),
        lambda: t.Transformer(8, 2, 16, 4, 3, decoder_layers=0, use_past=True),
        lambda: t.CrossEntropyLoss(3),
        lambda: t.CrossEntropyLoss()(x, valid, x),
        lambda: t.CrossEntropyLoss()(x, 3, x),
        lambda: t.layers._Linear(8, 4, weight_init=ms.Tensor(numbers("w", 3, 8))),
        lambda: t.layers._Linear(8, 4, bias_init=ms.Tensor(numbers("w", 3))),
        lambda: t.layers._Linear(8, 4, activation=3),
        lambda: t.layers._LayerNorm((8,), param_init_type=ms.int32),
        lambda: t.layers._Dropout(0.0),
        lambda: t.layers._Dropout(1),
        lambda: t.FixedSparseAttention(1, 2, 64, 64, seq_length=512),
        lambda: t.FixedSparseAttention(1, 2, 32, 64),
        lambda: t.FixedSparseAttention(1, 2, 64, 32),
        lambda: t.FixedSparseAttention(1, 2, 64, 64, num_different_global_patterns=2),
        lambda: t.FixedSparseAttention(1, 3, 64, 64, parallel_config=t.OpParallelConfig(1, 2)),
        lambda: t.FixedSparseAttention(3, 2, 64, 64, parallel_config=t.OpParallelConfig(2, 1)),
        lambda: t.FixedSparseAttention(1, 2, 64, 64)(x, x, x, x),
    ]
    return [f"{i} {_outcome(call)}" for i, call in enumerate(calls)]


@case
def more_parts_than_processes(ms: Any, t: Any) -> list[Any]:
    """In one process settings ask for four."""
    config = t.TransformerOpParallelConfig(2, 2)
    calls: list[Callable[[], Any]] = [
        lambda: t.FeedForward(8, 16, 0.1, parallel_config=config.dp_mp_config),
        lambda: t.FeedForward(8, 16, 0.1),
        lambda: t.VocabEmbedding(8, 4, config.embedding_dp_mp_config),
        lambda: t.MultiHeadAttention(2, 4, 4, 8, 2, parallel_config=config.dp_mp_config),
        lambda: t.TransformerEncoder(2, 2, 8, 16, 4, 2, parallel_config=config),
        lambda: t.AttentionMask(4, config.dp_mp_config),
        lambda: t.CrossEntropyLoss(config.dp_mp_config),
    ]
    found: list[Any] = []
    for mode in ("semi_auto_parallel", "auto_parallel", "data_parallel", "stand_alone"):
        ms.context.set_auto_parallel_context(parallel_mode=mode)
        found += [f"{mode} {i} {_outcome(call)}" for i, call in enumerate(calls)]
    x = tensor(ms, "x", 2, 4, 8)
    return [*found, filled(ms, calls[4]())(x, causal(ms, 2, 4))[0]]
