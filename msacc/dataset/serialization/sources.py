"""What a pipeline's source writes: its class, its arguments, and the sampler in use."""

from __future__ import annotations

from typing import Any

from msacc.dataset.dataset import MappableDataset, SourceDataset
from msacc.dataset.serialization.json_values import built, sampler, written

# What their rows come from is in this process alone.
_LOCAL = ("GeneratorDataset", "NumpySlicesDataset", "PaddedDataset")
# These say which rows are read, and so does the sampler.
_CHOICE = ("num_samples", "shuffle", "sampler", "num_shards", "shard_id")


def source_content(dataset: SourceDataset) -> dict[str, Any]:
    """A source as JSON."""
    kind = type(dataset).__name__
    if kind in _LOCAL:
        return {"op_type": kind}
    given = dataset.made_with()
    chosen = getattr(dataset._node, "sampler", None)
    sampled = chosen is not None and "sampler" in given
    names = [name for name in given if not (sampled and name in _CHOICE)]
    content = {"op_type": kind, **{name: written(given[name]) for name in names}}
    if sampled:
        content["sampler"] = written(chosen)
    return content


def _sources(kind: type[SourceDataset]) -> dict[str, type[SourceDataset]]:
    """All classes of sources by their names."""
    known: dict[str, type[SourceDataset]] = {}
    for part in kind.__subclasses__():
        known |= {part.__name__: part, **_sources(part)}
    return known


def made_source(content: dict[str, Any]) -> SourceDataset:
    """The source that `source_content` wrote; RuntimeError for one of Python objects."""
    kind = content["op_type"]
    found = _sources(SourceDataset).get(kind) if kind not in _LOCAL else None
    if found is None:
        raise RuntimeError(f"Invalid data, unsupported operation type: {kind}")
    given = {k: v for k, v in content.items() if k not in ("op_type", "children")}
    chosen = given.pop("sampler", None)
    made = built(found, {**given, "shuffle": False} if chosen else given)
    if chosen and isinstance(made, MappableDataset):
        made._node.sampler = sampler(chosen)
    return made
