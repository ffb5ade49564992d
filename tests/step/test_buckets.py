"""Which parameters travel together, and what a bucket's gradients are while they come in."""

from __future__ import annotations

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.step.accumulators.flat_buffer import FlatBuffer
from msacc.step.bucket import Bucket
from msacc.step.bucket_assignment import (
    ParameterItem,
    assign_buckets,
    balanced_owners,
    message_size,
)
from msacc.step.mesh import single_process


def _items(*sizes: int, fused: bool = False) -> list[ParameterItem]:
    return [ParameterItem(i, (n,), torch.float32, None, fused) for i, n in enumerate(sizes)]


def test_buckets_are_neighbours_of_at_most_so_many_bytes() -> None:
    found = assign_buckets(_items(100, 100, 900, 50, 60), 1, 0, max_bytes=1000)
    assert [[slot.index for slot in bucket.slots] for bucket in found] == [[0, 1], [2], [3, 4]]
    assert len(assign_buckets(_items(100, 100, 900, 50, 60, fused=True), 1, 0, max_bytes=1000)) == 1
    assert len(assign_buckets(_items(100, 100, 900, 50, 60), 1, 0)) == 1


def test_a_message_is_a_quarter_of_all_within_limits() -> None:
    million = 10**6
    assert message_size(_items(10)) == 8 * 2**20
    assert message_size(_items(10 * million)) == 10 * million
    assert message_size(_items(100 * million)) == 25 * 2**20


def test_processes_own_about_as_many_bytes_each() -> None:
    items = _items(500, 100, 300, 200, 10, 290)
    owners = balanced_owners(items, 3, 100)
    assert owners == {
        0: 0,
        2: 1,
        5: 2,
        3: 2,
        1: 1,
    }  # 500, 400, 490; what is below 100 bytes has no owner
    small, large = sorted(assign_buckets(items, 3, 0, owners=owners), key=lambda b: b.sharded)
    assert [slot.index for slot in small.slots] == [4]
    assert [slot.index for slot in large.slots] == [0, 1, 2, 3, 5]
    ranges = [large.shard_range(i, 3) for i in range(3)]
    assert ranges[0][0] == 0
    assert ranges[2][1] == large.size
    for slot in large.slots:
        low, high = ranges[owners[slot.index]]
        assert low <= slot.start < slot.stop <= high


def test_no_process_is_without_a_parameter() -> None:
    assert balanced_owners(_items(5, 3, 4), 4, 0) == {0: 0, 2: 1}
    assert balanced_owners(_items(5, 3, 4), 3, 0) == {0: 0, 2: 1, 1: 2}
    assert balanced_owners(_items(500, 3, 400), 4, 100) == {0: 0, 2: 1}


def test_what_was_there_before_the_first_gradient_does_not_count() -> None:
    (assignment,) = assign_buckets(_items(3, 5), 1, 0)
    parameters = [Parameter(Tensor(torch.zeros(n))) for n in (3, 5)]
    bucket = Bucket(assignment, single_process(), parameters)
    filled = FlatBuffer(bucket, torch.full((assignment.size,), torch.nan))
    filled.add_gradient(0, torch.ones(3))
    filled.add_gradient(0, torch.ones(3))
    whole = filled.full()
    assert whole[:3].tolist() == [2.0, 2.0, 2.0]
    assert not whole[3:].any()
    filled.reset()
    filled.add_gradient(1, torch.ones(5))
    assert filled.full().sum() == 5
