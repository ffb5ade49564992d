"""What the pages of MindSpore's tutorials do and no other chapter did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case


@case(jit=False)
def backward_hooks_and_forward_hooks(ms: Any, run: Any) -> Arrays:
    """Backward hooks stand outside of forward hooks, inside of forward-pre hooks."""
    seen: dict[str, np.ndarray] = {}

    def before(cell: Any, grads: Any) -> Any:
        seen["before"] = grads[0].asnumpy()
        return (grads[0] * 7,)

    def after(cell: Any, into: Any, out: Any) -> Any:
        seen["into"], seen["out"] = into[0].asnumpy(), out[0].asnumpy()
        return (into[0] * 11,)

    layer = ms.nn.ReLU()
    layer.register_forward_pre_hook(lambda cell, inputs: (inputs[0] * 3,))
    layer.register_forward_hook(lambda cell, inputs, out: out * 2 + inputs[0] * 100)
    layer.register_backward_pre_hook(before)
    layer.register_backward_hook(after)
    gradient = ms.grad(lambda x: layer(x) * 5)(ms.Tensor([1.0, 2.0]))
    return {"gradient": gradient.asnumpy(), **seen}


@case(jit=False)
def iterators_that_a_graph_returns(ms: Any, run: Any) -> Arrays:
    """They leave as tuples and lists of what they give."""

    @ms.jit
    def returned(x: Any) -> Any:
        numbers, others = (1, 2, 3), [4, 5, 6]
        return (
            zip(numbers, others),  # noqa: B905 (MindSpore's graphs know no `strict`)
            enumerate(others, 2),
            filter(odd, numbers),
            map(add, numbers, (4, 5, 6)),
            map(add, [1, 2], [3, 4]),
            (i * 2 for i in numbers),
            {"a": 1, "b": 2}.keys(),
            {"a": 1, "b": 2}.values(),
            {"a": 1, "b": 2}.items(),
            x,
        )

    *values, _ = returned(ms.Tensor([1.0]))
    return {str(i): np.array(repr(value)) for i, value in enumerate(values)}


def add(x: Any, y: Any) -> Any:
    return x + y


def odd(x: Any) -> Any:
    if x % 2:  # noqa: SIM103 (as the page has it)
        return True
    return False


@case(jit=False)
def results_of_a_graph_that_writes_to_its_input(ms: Any, run: Any) -> Arrays:
    """They keep what they are when the next call writes to the input again."""

    @ms.jit
    def added(x: Any, y: Any) -> Any:
        x.add_(y)
        return x

    @ms.jit
    def parts(x: Any, y: Any) -> Any:
        return x.view((4,)), x[0], x.reshape((4,)), x

    x, y = ms.Tensor(np.zeros((2, 2), np.float32)), ms.Tensor(1.0)
    first = added(x, y)
    looking = parts(x, y)
    second = added(x, y)
    kept = {str(i): part.asnumpy() for i, part in enumerate(looking)}
    return {"first": first.asnumpy(), "second": second.asnumpy(), "x": x.asnumpy(), **kept}


_DICTS: dict[str, list[Any]] = {
    "ints": [1, 2, 3],
    "floats": [1.5, 2, 3],
    "strings": ["a", "bc", "d"],
    "bytes": [b"a", b"bc", b"d"],
    "arrays": [np.float32([1, 2]), np.float32([3, 4]), np.float32([5, 6])],
    "lists": [[1, 2], (3, 4), [5, 6]],
}
_REFUSED: dict[str, list[Any]] = {
    "ragged": [{"x": [1, 2]}, {"x": [3]}],
    "None": [{"x": None}, {"x": None}],
    "nested": [{"x": {"y": 1}}, {"x": {"y": 2}}],
    "other keys": [{"x": 1}, {"y": 2}],
    "more keys": [{"x": 1, "y": 2}, {"x": 2}],
}


@case(jit=False)
def batches_of_dicts(ms: Any, run: Any) -> Arrays:
    rows = [{key: values[i] for key, values in _DICTS.items()} for i in range(3)]
    batches = list(_batched(ms, rows))
    told = {f"{k} {i}": v for i, batch in enumerate(batches) for k, v in batch.items()}
    refused = {
        key: np.array(_kind(lambda r=r: list(_batched(ms, r)))) for key, r in _REFUSED.items()
    }
    return told | refused


def _batched(ms: Any, rows: list[Any]) -> Iterator[Any]:
    def source() -> Iterator[Any]:
        for row in rows:
            yield row, 1

    data = ms.dataset.GeneratorDataset(source, ["a", "b"], shuffle=False).batch(2)
    for row in data.create_dict_iterator(num_epochs=1, output_numpy=True):
        yield row["a"]


def _kind(call: Callable[[], Any]) -> str:
    try:
        call()
    except Exception as error:
        return type(error).__name__
    return "nothing"


class _Numbers:
    """Row numbers by position alone."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __getitem__(self, index: int) -> int:
        return self.numbers[index % 6 if hasattr(self, "__len__") else index]


class _Counted(_Numbers):
    """Positions do not end; its length does."""

    def __len__(self) -> int:
        return 8


@case(jit=False)
def samplers_by_position(ms: Any, run: Any) -> Arrays:
    told = {}
    for kind in (_Numbers, _Counted):
        sampler = kind([3, 1, 2, 0, 3, 3])
        data = ms.dataset.NumpySlicesDataset([10, 11, 12, 13], ["data"], sampler=sampler)
        rows = [row[0] for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]
        told[kind.__name__] = np.array([data.get_dataset_size(), *rows])
    return told


@case(jit=False)
def values_that_are_not_drawn_yet(ms: Any, run: Any) -> Arrays:
    one = ms.common.initializer.One()
    shapes = [(), (2,), (2, 3)]
    texts = [str(ms.Tensor(shape=shape, dtype=ms.float32, init=one)) for shape in shapes]
    return {"texts": np.array(texts)}
