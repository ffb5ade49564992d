"""Names of the top level: tensors from other things, generators, recompute, seeds."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import as_array, case, merge, rand

X = rand(4, 2)


def _facts(*tensors: Any) -> dict[str, np.ndarray]:
    result = {
        f"kind{i}": np.array([str(t.dtype), *map(str, t.shape)]) for i, t in enumerate(tensors)
    }
    return result | {f"value{i}": as_array(t) for i, t in enumerate(tensors)}


@case(jit=False)
def tensor_kinds(ms: Any, run: Any) -> Any:
    values = (3, 3.5, True, [1, 2], [1.5, 2], np.float64(2.0), np.zeros(2), (1, 2), 1 + 2j, [])
    return _facts(*[ms.tensor(v) for v in values], ms.tensor([1.7, 2], ms.int32))


@case(jit=False)
def tensor_memory(ms: Any, run: Any) -> Any:
    array = np.zeros(2, np.float32)
    copied, shared = ms.tensor(array), ms.from_numpy(array)
    array[0] = 5
    first = ms.Tensor([1.0, 2.0])
    twin, cast = ms.tensor(first), ms.tensor(first, ms.float64)
    first[0] = 9.0
    return _facts(copied, shared, twin, cast)


@case(jit=False)
def tensor_refusals(ms: Any, run: Any) -> Any:
    calls = {
        "none": lambda: ms.tensor(None),
        "nothing": lambda: ms.tensor(),
        "dtype": lambda: ms.tensor([1], dtype="float32"),
        "numpy": lambda: ms.tensor([1], dtype=np.float32),
        "list": lambda: ms.from_numpy([1]),
        "tensor": lambda: ms.from_numpy(ms.Tensor([1])),
    }
    return merge(**{name: run.raises(call) for name, call in calls.items()})


@case(jit=False)
def from_numpy_layouts(ms: Any, run: Any) -> Any:
    block = np.arange(6).reshape(2, 3)
    turned = ms.from_numpy(block.T)
    block[0, 0] = 77
    line = np.arange(10)
    point, wide = np.array(3.0), np.broadcast_to(np.array(3.0), (2,))
    return _facts(turned, *[ms.from_numpy(a) for a in (line[::2], line[::-1], point, wide)])


@case(jit=False)
def is_tensor(ms: Any, run: Any) -> Any:
    x = ms.Tensor([1.0])
    given = (x, ms.Parameter(x), 3, np.zeros(2), None)
    return {"found": np.array([ms.is_tensor(v) for v in given])}


@case(jit=False)
def frombuffer(ms: Any, run: Any) -> Any:
    buffer = bytearray(4)
    shared = ms.frombuffer(buffer, dtype=ms.uint8)
    buffer[0] = 9
    return _facts(
        shared,
        ms.frombuffer(b"\x01\x02\x03\x04", ms.int16),
        ms.frombuffer(bytearray(range(8)), dtype=ms.int16, count=2, offset=2),
        ms.frombuffer(np.arange(3.0), dtype=ms.float64),
    )


@case(jit=False)
def frombuffer_refusals(ms: Any, run: Any) -> Any:
    def of(size: int, **options: Any) -> Any:
        return lambda: ms.frombuffer(bytearray(size), dtype=ms.int16, **options)

    return merge(
        odd=run.raises(of(7)),
        long=run.raises(of(8, count=5)),
        beyond=run.raises(of(8, offset=8)),
        below=run.raises(of(8, offset=-1)),
        none=run.raises(of(8, count=0)),
        negative=run.raises(of(8, count=-2)),
        empty=run.raises(of(0)),
        object=run.raises(lambda: ms.frombuffer([1], dtype=ms.float64)),
        dtype=run.raises(lambda: ms.frombuffer(bytearray(8), dtype=np.float64)),
    )


@case(jit=False)
def swap(ms: Any, run: Any) -> Any:
    a, b = ms.Tensor([1.0, 2.0]), ms.Tensor([[3]], ms.int32)
    ms.swap_tensors(a, b)
    p = ms.Parameter(ms.Tensor([1.0]), name="p")
    q = ms.Parameter(ms.Tensor([5.0, 6.0]), name="q", requires_grad=False)
    ms.swap_tensors(p, q)
    names = np.array([p.name, str(p.requires_grad), q.name, str(q.requires_grad)])
    return _facts(a, b, p.value(), q.value()) | {"names": names}


@case(jit=False)
def generators(ms: Any, run: Any) -> Any:
    own = ms.Generator()
    result = [own.initial_seed(), own.manual_seed(7).initial_seed()]
    result += [ms.manual_seed(5).initial_seed(), ms.initial_seed(), own.initial_seed()]
    result += [ms.manual_seed(-1).initial_seed(), ms.manual_seed(2**63).initial_seed()]
    state = own.get_state()
    other = ms.Generator()
    other.set_state(state)
    result += [
        other.initial_seed(),
        ms.seed() == ms.initial_seed(),
        own.seed() == own.initial_seed(),
    ]
    same = [
        ms.manual_seed(1) is ms.default_generator,
        isinstance(ms.default_generator, ms.Generator),
    ]
    return {"seeds": np.array([int(v) for v in result]), "same": np.array(same)}


@case(jit=False)
def generator_refusals(ms: Any, run: Any) -> Any:
    def put(value: Any) -> Any:
        return lambda: ms.set_rng_state(value)

    return merge(
        float=run.raises(lambda: ms.manual_seed(1.5)),
        tensor=run.raises(lambda: ms.manual_seed(ms.Tensor(3))),
        long=run.raises(lambda: ms.manual_seed(2**64)),
        number=run.raises(put(3)),
        dtype=run.raises(put(ms.Tensor([1, 2]))),
        size=run.raises(put(ms.Tensor(np.zeros(15, np.uint8)))),
    )


@case(jit=False)
def manual_seed_leaves_parameters(ms: Any, run: Any) -> Any:
    init = ms.common.initializer.initializer
    ms.set_seed(3)
    first = init("normal", (2, 2), ms.float32).init_data()
    ms.manual_seed(11)
    second = init("normal", (2, 2), ms.float32).init_data()
    return _facts(first, second) | {"numpy": np.random.rand(2), "seed": np.array(ms.get_seed())}


@case(jit=False)
def graph_seeds(ms: Any, run: Any) -> Any:
    get = importlib.import_module(f"{ms.__name__}.common.seed")._get_graph_seed
    ms.set_seed(0)
    result = [get(None, "a"), get(0, "a"), get(1, "a"), get(1, "a"), get(1, "b")]
    ms.set_seed(7)
    result += [get(0, "a"), get(None, "c"), get(None, "c"), get(2**31, "a")]
    return merge(
        negative=run.raises(lambda: get(-1, "a")), float=run.raises(lambda: get(1.5, "a"))
    ) | {"pairs": np.array(result)}


@case
def recompute(ms: Any, run: Any) -> Any:
    net = ms.nn.SequentialCell(
        ms.nn.Dense(2, 3, weight_init="ones", bias_init="zeros"), ms.nn.Tanh()
    )
    return merge(
        cell=run(lambda x: ms.recompute(net, x), X),
        keyword=run(lambda x: ms.recompute(net[0], x) * 2, X),
    )


@case(jit=False)
def recompute_function(ms: Any, run: Any) -> Any:
    net = ms.nn.Dense(2, 3, weight_init="ones", bias_init="zeros")

    def half(x: Any) -> Any:
        return ms.ops.tanh(net(x)) / 2

    return merge(
        function=run(lambda x: ms.recompute(half, x, use_reentrant=False), X),
        plain=run.raises(lambda: ms.recompute(half, ms.Tensor(X))),
        number=run.raises(lambda: ms.recompute(3, ms.Tensor(X))),
        context=run.raises(lambda: ms.recompute(net, ms.Tensor(X), context_fn=lambda: 1)),
    )


@case(jit=False)
def broadcast_in_one_process(ms: Any, run: Any) -> Any:
    net = ms.nn.Dense(2, 3, weight_init="ones")
    ms.parameter_broadcast(net, {"weight": []})
    return {"weight": net.weight.asnumpy()}
