"""One recording, after which everything is as before, and why it does not stand for later calls where it does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import Any

import torch

from msacc.common import torch_private
from msacc.common.seed import restore_streams, streams
from msacc.common.without_values import NeedsValue, Reads, noting_reads
from msacc.graph.garbage_collection import collection_paused
from msacc.graph.recording.dependencies import Dependencies
from msacc.graph.recording.host_calls import HostCall, refusing_host_calls
from msacc.graph.recording.recorder import CallFails, CannotRecord, Decisions, Recorded, record
from msacc.graph.recording.user_lines import line_of_error
from msacc.graph.torch_messages import divert_torch_logs, diverted_warnings


class HasEffect(CannotRecord):
    """Raised where a run changes what it may read. The next one may not: what fills a cache does so once."""


def attempt(
    run: Callable[..., Any],
    inputs: list[torch.Tensor],
    depends_on: Dependencies,
    decisions: Decisions,
    axes: Sequence[Sequence[int]],
) -> tuple[Recorded, list[tuple[torch.Tensor, int]]]:
    """One way through a program, and the coefficients that it read on the host."""
    seeds, context = streams(), copy_context()
    try:
        # What it sets of context variables is gone with the context.
        recorded, reads = context.run(_record, run, inputs, depends_on, decisions, axes)
        if streams() != seeds:
            raise CannotRecord("it counts the calls of an op that has a seed")
        if (effect := context.run(depends_on.effect)) is not None:
            raise HasEffect(effect)
    except BaseException:
        depends_on.undo()
        restore_streams(seeds)
        raise
    return recorded, reads.known


def _record(
    run: Any,
    inputs: list[torch.Tensor],
    depends_on: Dependencies,
    decisions: Decisions,
    axes: Sequence[Sequence[int]],
) -> tuple[Recorded, Reads]:
    divert_torch_logs()
    torch_private.load_recorder()  # what is imported below is seen call by call
    failure: BaseException | None = None
    # What a collection of garbage calls is not the run's.
    with (
        collection_paused(),
        diverted_warnings(),
        noting_reads(decisions) as reads,
        refusing_host_calls() as calls,
        torch_private.without_hooks(),
    ):
        try:
            recorded = record(run, inputs, depends_on.tensors, decisions, axes)
        except (NeedsValue, HostCall, Exception) as error:
            failure = error
    # What a handler of the script's took counts as well.
    depends_on.code.update(calls.code)
    if calls.outside:
        raise CannotRecord(calls.outside[0])
    if decisions.refusal is not None:
        raise decisions.refusal
    if reads.asked:
        where = line_of_error(reads.asked[0])
        raise CannotRecord(f"{reads.asked[0]} asks for the values of a Tensor{where}")
    if isinstance(failure, CannotRecord):
        raise failure
    if isinstance(failure, Exception):
        raise CallFails(torch_private.reason(failure) + line_of_error(failure))
    return recorded, reads
