"""JSON content of each operator of a pipeline, and its reconstruction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.dataset.dataset import ConcatDataset, Dataset, zip_datasets
from msacc.dataset.pipeline.batch import BatchNode
from msacc.dataset.pipeline.combine import ConcatNode, ProjectNode, RenameNode, ShardNode, ZipNode
from msacc.dataset.pipeline.length_buckets import BucketNode
from msacc.dataset.pipeline.map import MapNode
from msacc.dataset.pipeline.node import Node
from msacc.dataset.pipeline.random_mix import MixNode
from msacc.dataset.pipeline.rows import FilterNode, RepeatNode, SkipNode, TakeNode
from msacc.dataset.pipeline.shuffle import ShuffleNode
from msacc.dataset.pipeline.sync_wait import SyncWaitNode
from msacc.dataset.samplers import DistributedSampler, RandomSampler
from msacc.dataset.serialization.json_values import from_json_value, to_json_value

Content = dict[str, Any]


def _map(node: MapNode) -> Content:
    inputs = node.input_columns or []
    return {
        "callback": [],
        "input_columns": inputs,
        "num_parallel_workers": node.random_workers,
        "operations": [to_json_value(step) for step in node.operations],
        "output_columns": node.output_columns or inputs,
    }


def _batch(node: BatchNode) -> Content:
    content = {
        "batch_size": "pyfunc" if callable(node.rows) else node.rows,
        "drop_remainder": node.drop_remainder,
        "input_columns": node.input_columns or [],
        "output_columns": node.output_columns or [],
    }
    if node.per_batch_map is not None:
        content["per_batch_map"] = "pyfunc"
    if node.pad_info is not None:
        content["pad_info"] = to_json_value(node.pad_info)
    return content


def _buckets(node: BucketNode) -> Content:
    return {
        "column_names": node.names,
        "bucket_boundaries": node.boundaries,
        "bucket_batch_sizes": node.sizes,
        "element_length_function": None if node.length is None else "pyfunc",
        "pad_info": to_json_value(node.pads),
        "pad_to_bucket_boundary": node.to_boundary,
        "drop_remainder": node.drop_remainder,
    }


# Node class -> its name and the function that returns its content.
WRITERS: dict[type[Node], tuple[str, Callable[[Any], Content]]] = {
    MapNode: ("Map", _map),
    BatchNode: ("Batch", _batch),
    BucketNode: ("BucketBatchByLength", _buckets),
    ShuffleNode: (
        "Shuffle",
        lambda n: {"buffer_size": n.buffer_size, "reset_each_epoch": n.reshuffle},
    ),
    RepeatNode: ("Repeat", lambda n: {"count": n.count}),
    SkipNode: ("Skip", lambda n: {"count": n.count}),
    TakeNode: ("Take", lambda n: {"count": n.count}),
    ProjectNode: ("Project", lambda n: {"columns": n.names}),
    RenameNode: ("Rename", lambda n: {"input_columns": n.old, "output_columns": n.new}),
    FilterNode: (
        "Filter",
        lambda n: {"input_columns": n.input_columns or [], "predicate": "pyfunc"},
    ),
    SyncWaitNode: ("SyncWait", lambda n: {"condition_name": n.name}),
    ZipNode: ("Zip", lambda n: {}),
    ConcatNode: ("Concat", lambda n: {}),
    ShardNode: ("Concat", lambda n: {"num_shards": n.shards, "shard_id": n.shard}),
    MixNode: ("Concat", lambda n: {"mixed": True}),
}


def _refuse_function(content: Content, *names: str) -> None:
    for name in names:
        if content.get(name) == "pyfunc":
            raise RuntimeError(
                f"Invalid data, unsupported operation type: {content['op_type']} with {name}: a "
                "Python function is not written with the pipeline; make the pipeline anew."
            )


def _read_map(child: Dataset, content: Content) -> Dataset:
    return child.map(
        [from_json_value(step) for step in content["operations"]],
        content["input_columns"] or None,
        content["output_columns"] or None,
        num_parallel_workers=content.get("num_parallel_workers"),
    )


def _read_batch(child: Dataset, content: Content) -> Dataset:
    _refuse_function(content, "batch_size", "per_batch_map")
    rows, drop = content["batch_size"], content["drop_remainder"]
    if "pad_info" in content:
        return child.padded_batch(rows, drop, pad_info=from_json_value(content["pad_info"]))
    return child.batch(rows, drop)


def _read_buckets(child: Dataset, content: Content) -> Dataset:
    _refuse_function(content, "element_length_function")
    names = ("column_names", "bucket_boundaries", "bucket_batch_sizes", "drop_remainder")
    return child.bucket_batch_by_length(
        **{name: content[name] for name in names},
        pad_info=from_json_value(content["pad_info"]) or None,
        pad_to_bucket_boundary=content["pad_to_bucket_boundary"],
    )


def _read_shuffle(child: Dataset, content: Content) -> Dataset:
    shuffled = child.shuffle(content["buffer_size"])
    shuffled._msacc_node.reshuffle = content["reset_each_epoch"]  # type: ignore[attr-defined]
    return shuffled


# Name -> function that reconstructs an operator on its child.
READERS: dict[str, Callable[[Dataset, Content], Dataset]] = {
    "Map": _read_map,
    "Batch": _read_batch,
    "BucketBatchByLength": _read_buckets,
    "Shuffle": _read_shuffle,
    "Repeat": lambda dataset, c: dataset.repeat(c["count"]),
    "Skip": lambda dataset, c: dataset.skip(c["count"]),
    "Take": lambda dataset, c: dataset.take(c["count"]),
    "Project": lambda dataset, c: dataset.project(c["columns"]),
    "Rename": lambda dataset, c: dataset.rename(c["input_columns"], c["output_columns"]),
}


def combine(children: list[Dataset], content: Content) -> Dataset | None:
    """Reconstructs Zip and Concat on their children; returns None for other operators."""
    if content["op_type"] == "Zip":
        return zip_datasets(tuple(children))
    if content["op_type"] != "Concat":
        return None
    concatenated = children[0].concat(children[1:])
    assert isinstance(concatenated, ConcatDataset)
    if content.get("mixed"):
        concatenated.use_sampler(RandomSampler())
    elif "num_shards" in content:
        concatenated.use_sampler(
            DistributedSampler(content["num_shards"], content["shard_id"], False)
        )
    return concatenated
