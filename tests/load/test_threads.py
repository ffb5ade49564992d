"""Threads of a script: data sets that two of them read, and contexts that one sets while others work."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
import msacc.dataset.vision as vision
from msacc import nn

ROWS, EPOCHS = 200, 4


def together(*works: Callable[[], Any]) -> None:
    """Run each in a thread of its own; what one raises is raised."""
    failed: list[BaseException] = []

    def run(work: Callable[[], Any]) -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    if failed:
        raise failed[0]


def pipeline() -> Any:
    images = np.arange(ROWS * 8 * 8 * 3, dtype=np.uint8).reshape(ROWS, 8, 8, 3)
    data = ds.NumpySlicesDataset((images, np.arange(ROWS)), ["image", "n"], shuffle=True)
    steps = [vision.RandomCrop(6), vision.RandomHorizontalFlip()]
    return data.map(steps, "image").shuffle(20).batch(4)


def read(data: Any, epochs: int = EPOCHS) -> list[Any]:
    walked = data.create_tuple_iterator(num_epochs=epochs, output_numpy=True)
    return [[np.concatenate([c.ravel() for c in row]) for row in walked] for _ in range(epochs)]


def same(one: list[Any], other: list[Any]) -> bool:
    return all(
        np.array_equal(a, b)
        for x, y in zip(one, other, strict=True)
        for a, b in zip(x, y, strict=True)
    )


def test_two_threads_read_one_data_set() -> None:
    ds.config.set_seed(3)
    alone, data, found = read(pipeline()), pipeline(), {}
    together(*[lambda k=k: found.update({k: read(data)}) for k in range(2)])
    assert [len(epoch) for epoch in alone] == [ROWS // 4] * EPOCHS
    assert all(same(found[k], alone) for k in range(2))


def test_two_threads_share_one_iterator() -> None:
    rows = pipeline().create_tuple_iterator(num_epochs=1, output_numpy=True)
    taken: list[Any] = []

    def take() -> None:
        while (row := next(rows, None)) is not None and len(taken) < ROWS // 4:
            taken.append(row[1])

    # The second thread may ask beyond the end, as anyone may.
    with suppress(RuntimeError):
        together(take, take)
    assert sorted(np.concatenate(taken).tolist()) == list(range(ROWS))


@pytest.mark.parametrize("threads", [2, 4])
def test_contexts_are_of_the_process(threads: int) -> None:
    net, x = nn.Dense(4, 4), ms.Tensor(np.ones((2, 4), np.float32))
    wanted = net(x).asnumpy()
    ds.config.set_seed(3)
    alone = read(pipeline(), 1)

    def flip() -> None:
        for _ in range(100):
            ms.set_context(device_target="CPU")
            ms.set_context(mode=ms.PYNATIVE_MODE)

    def use() -> None:
        for _ in range(100):
            assert np.array_equal(net(x).asnumpy(), wanted)

    def walk() -> None:
        assert same(read(pipeline(), 1), alone)

    together(flip, *[use, walk] * (threads // 2))
    together(lambda: ms.set_context(mode=ms.GRAPH_MODE))
    assert ms.get_context("mode") == ms.GRAPH_MODE


def test_gradients_are_of_the_thread() -> None:
    weight = ms.Parameter(ms.Tensor(np.float32(2)), name="w")
    grad = ms.grad(lambda x: x * x * weight)

    def work(n: int) -> None:
        for _ in range(50):
            assert float(grad(ms.Tensor(np.float32(n)))) == 4 * n

    together(*[lambda n=n: work(n) for n in range(1, 4)])
