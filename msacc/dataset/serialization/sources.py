"""JSON content of a pipeline's source: its class, arguments and sampler."""

from __future__ import annotations

from typing import Any

from msacc.dataset.dataset import MappableDataset, SourceDataset
from msacc.dataset.serialization.json_values import construct, sampler, to_json_value

# Sources of objects in this process's memory.
_LOCAL = ("GeneratorDataset", "NumpySlicesDataset", "PaddedDataset")
# Arguments that the sampler replaces.
_SAMPLING = ("num_samples", "shuffle", "sampler", "num_shards", "shard_id")


def source_content(dataset: SourceDataset) -> dict[str, Any]:
    """Returns a source as JSON."""
    kind = type(dataset).__name__
    if kind in _LOCAL:
        return {"op_type": kind}
    arguments = dataset.recorded_arguments()
    row_sampler = getattr(dataset._msacc_node, "sampler", None)
    sampled = row_sampler is not None and "sampler" in arguments
    names = [name for name in arguments if not (sampled and name in _SAMPLING)]
    content = {"op_type": kind, **{name: to_json_value(arguments[name]) for name in names}}
    if sampled:
        content["sampler"] = to_json_value(row_sampler)
    return content


def _sources(kind: type[SourceDataset]) -> dict[str, type[SourceDataset]]:
    """Returns all source classes by name."""
    classes: dict[str, type[SourceDataset]] = {}
    for part in kind.__subclasses__():
        classes |= {part.__name__: part, **_sources(part)}
    return classes


def construct_source(content: dict[str, Any]) -> SourceDataset:
    """Reconstructs the source that `source_content` wrote; RuntimeError for sources of Python objects."""
    kind = content["op_type"]
    source_class = _sources(SourceDataset).get(kind) if kind not in _LOCAL else None
    if source_class is None:
        raise RuntimeError(f"Invalid data, unsupported operation type: {kind}")
    arguments = {k: v for k, v in content.items() if k not in ("op_type", "children")}
    sampler_content = arguments.pop("sampler", None)
    dataset = construct(
        source_class, {**arguments, "shuffle": False} if sampler_content else arguments
    )
    if sampler_content and isinstance(dataset, MappableDataset):
        dataset._msacc_node.sampler = sampler(sampler_content)
    return dataset
