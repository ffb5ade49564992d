"""Selection of a source's sampler from its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common import checks as check
from msacc.dataset import shared_arguments
from msacc.dataset.cache import check_cache
from msacc.dataset.enums import Shuffle
from msacc.dataset.samplers import (
    BuiltinSampler,
    DistributedSampler,
    PKSampler,
    RandomSampler,
    SequentialSampler,
    as_sampler,
)

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache
    from msacc.dataset.samplers import SamplerLike


def choose_sampler(
    sampler: SamplerLike | None,
    num_samples: int | None,
    shuffle: bool | Shuffle | None,
    num_shards: int | None,
    shard_id: int | None,
) -> BuiltinSampler:
    """Returns the sampler for a source's arguments (random order unless `shuffle` is False)."""
    if num_samples is not None:
        shared_arguments.num_samples(num_samples)
    if shuffle is not None and not isinstance(shuffle, (bool, Shuffle)):
        raise TypeError(f"Argument shuffle with value {shuffle!r} is not of type bool or Shuffle.")
    check_shards(num_shards, shard_id)
    if sampler is not None:
        others = (num_shards, shard_id, shuffle, num_samples)
        if isinstance(sampler, BuiltinSampler) and any(v is not None for v in others):
            raise ValueError(
                "Conflicting arguments during sampler assignments. num_samples: "
                f"{num_samples}, num_shards: {num_shards}, shard_id: {shard_id}, "
                f"shuffle: {shuffle}."
            )
        source_sampler = as_sampler(sampler)
        if num_samples:  # for iterables; a Sampler has its own
            source_sampler.num_samples = num_samples
        return source_sampler
    random = shuffle not in (False, Shuffle.FALSE)
    if num_shards is not None:
        assert shard_id is not None
        return DistributedSampler(num_shards, shard_id, random, num_samples)
    if random:
        # With num_samples MindSpore draws with replacement.
        return RandomSampler(num_samples is not None, num_samples)
    return SequentialSampler(None, num_samples)


def refuse_pk_sampler(where: str, sampler: object) -> None:
    """ValueError for a PKSampler: rows of these sources have no single label."""
    if isinstance(sampler, PKSampler):
        raise ValueError(f"{where} doesn't support PKSampler.")


def check_shards(num_shards: int | None, shard_id: int | None) -> None:
    """Checks that `num_shards` and `shard_id` come together with shard_id < num_shards."""
    if (num_shards is None) != (shard_id is None):
        raise ValueError("num_shards and shard_id need to be passed in together.")
    if num_shards is None or shard_id is None:
        return
    check.integer(None, "num_shards", num_shards, 1, check.INT32_MAX)
    check.integer(None, "shard_id", shard_id, 0, check.INT32_MAX)
    if shard_id >= num_shards:
        raise ValueError(
            f"shard_id should be less than num_shards, but got shard_id {shard_id} and "
            f"num_shards {num_shards}."
        )


def file_sampler(
    workers: int | None,
    shuffle: bool | Shuffle | None,
    sampler: SamplerLike | None,
    num_samples: int | None,
    num_shards: int | None,
    shard_id: int | None,
    cache: DatasetCache | None = None,
) -> BuiltinSampler:
    """Returns the sampler of a file source; TypeError, ValueError, RuntimeError for conflicting arguments."""
    shared_arguments.workers(workers)
    if shuffle is not None:
        check.boolean(None, "shuffle", shuffle)
    check_cache(cache)
    sharding = shard_id if num_shards is None else num_shards
    others = {"shuffle": shuffle, "sharding": sharding, "num_samples": num_samples}
    clash = [name for name, value in others.items() if value is not None]
    if sampler is not None and clash:
        raise RuntimeError(f"sampler and {clash[0]} cannot be specified at the same time.")
    check_file_shards(num_shards, shard_id)
    return choose_sampler(sampler, num_samples, shuffle, num_shards, shard_id)


def check_file_shards(num_shards: int | None, shard_id: int | None) -> None:
    """Checks that `num_shards` and `shard_id` come together (RuntimeError) with shard_id < num_shards."""
    if num_shards is None and shard_id is not None:
        raise RuntimeError("shard_id is specified but num_shards is not; give both.")
    if num_shards is None:
        return
    check.integer(None, "num_shards", num_shards, 1, check.INT32_MAX)
    if shard_id is None:
        raise RuntimeError("num_shards is specified and currently requires shard_id as well.")
    check.integer(None, "shard_id", shard_id, 0, num_shards - 1)
