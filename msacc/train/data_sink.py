"""data_sink: a function that draws its own batches."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.warn_once import no_effect, once
from msacc.graph import JitConfig, jit

if TYPE_CHECKING:
    from msacc.dataset.dataset import Dataset


def _endless(dataset: Dataset) -> Iterator[Any]:
    while True:
        yield from dataset.create_tuple_iterator(num_epochs=1)


def data_sink(
    fn: Callable[..., Any],
    dataset: Dataset,
    sink_size: int = 1,
    jit_config: JitConfig | None = None,
    input_signature: object = None,
) -> Callable[..., Any]:
    """A function that calls `fn` with the next `sink_size` batches and returns its last result.

    `fn`: a function or Cell of a batch's columns.
    `dataset`: a Dataset, which starts over when it ends.
    `jit_config`: a JitConfig, by which `fn` is compiled.
    `input_signature` has no effect, which is said once.

    Raises ValueError for a `sink_size` below 1.

    Differs from MindSpore: it also runs on the CPU, and batches come from the host.
    """
    check.positive_int("data_sink", "sink_size", sink_size)
    if input_signature is not None:
        once(
            "data_sink:signature",
            "data_sink: input_signature has no effect; shapes come from the data.",
        )
    step = fn
    if jit_config is not None:
        step = jit(fn, jit_level=jit_config.jit_config_dict.get("jit_level") or None)
    batches = _endless(dataset)

    @functools.wraps(fn)
    def run(*args: object, **kwargs: object) -> Any:
        if args or kwargs:
            no_effect("data_sink", "args", (args, kwargs), "the dataset gives the arguments")
        out = None
        for _ in range(sink_size):
            out = step(*next(batches))
        return out

    return run
