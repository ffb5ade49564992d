"""A pipeline as text: its source, its operators in order, and what is known of its rows unread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common.short_repr import short
from msacc.common.text_tables import html_table
from msacc.dataset.pipeline.batch import BatchNode
from msacc.dataset.pipeline.combine import ProjectNode, RenameNode, ShardNode
from msacc.dataset.pipeline.length_buckets import BucketNode
from msacc.dataset.pipeline.map import MapNode
from msacc.dataset.pipeline.node import Node
from msacc.dataset.pipeline.rows import FilterNode, RepeatNode, SkipNode, TakeNode
from msacc.dataset.pipeline.shuffle import ShuffleNode
from msacc.dataset.pipeline.sync_wait import SyncWaitNode

if TYPE_CHECKING:
    from msacc.dataset.dataset import Dataset

# What an operator's method got, by the class of its node: one text a positional argument, then those by name.
_Arguments = tuple[list[Any], dict[str, Any]]


def _map(node: MapNode) -> _Arguments:
    operations = node.operations[0] if len(node.operations) == 1 else node.operations
    named = {"input_columns": node.input_columns, "output_columns": node.output_columns}
    return [operations], {**named, "callbacks": node.callbacks}


def _batch(node: BatchNode) -> _Arguments:
    named = {
        "drop_remainder": node.drop_remainder,
        "per_batch_map": node.per_batch_map,
        "pad_info": node.pad_info,
        "input_columns": node.input_columns,
        "output_columns": node.output_columns,
    }
    return [node.rows], named


_ARGUMENTS: dict[type[Node], tuple[str, Callable[[Any], _Arguments]]] = {
    MapNode: ("map", _map),
    BatchNode: ("batch", _batch),
    BucketNode: (
        "bucket_batch_by_length",
        lambda n: ([n.names, n.boundaries, n.sizes, n.length], {"pad_info": n.pads}),
    ),
    ShuffleNode: ("shuffle", lambda n: ([n.buffer_size], {})),
    RepeatNode: ("repeat", lambda n: ([] if n.count == -1 else [n.count], {})),
    SkipNode: ("skip", lambda n: ([n.count], {})),
    TakeNode: ("take", lambda n: ([n.count], {})),
    ProjectNode: ("project", lambda n: ([n.names], {})),
    RenameNode: ("rename", lambda n: ([n.old, n.new], {})),
    FilterNode: ("filter", lambda n: ([n.predicate], {"input_columns": n.input_columns})),
    SyncWaitNode: ("sync_wait", lambda n: ([n.name], {"callback": n.callback})),
    ShardNode: (
        "concat().use_sampler",
        lambda n: ([], {"num_shards": n.shards, "shard_id": n.shard}),
    ),
}


def text(dataset: Dataset) -> str:
    """The pipeline, an operator a line, below what is known of its rows and columns."""
    lines = _lines(dataset)
    facts = _facts(dataset._msacc_node)
    if len(lines) == 1:
        return f"{lines[0]}: {facts}" if facts else lines[0]
    return "\n  ".join(
        [f"{type(dataset).__name__}: {facts}" if facts else type(dataset).__name__, *lines]
    )


def html(dataset: Dataset) -> str:
    """A table with a line for each operator, and what is known of the rows after it."""
    rows = [[name, _count(node), ", ".join(_columns(node))] for name, node in _steps(dataset)]
    return html_table(type(dataset).__name__, ("operator", "rows", "columns"), rows)


def _lines(dataset: Dataset) -> list[str]:
    return [name for name, _ in _steps(dataset)]


def _steps(dataset: Dataset) -> list[tuple[str, Node]]:
    """(text, node) of every operator, sources first; those below a zip or concat are indented."""
    children, node = dataset.children, dataset._msacc_node
    if not children:
        return [(dataset.source_text(), node)]
    if len(children) == 1:
        return [*_steps(children[0]), (f".{_operator(dataset)}", node)]
    below = [(f"  {name}", inner) for child in children for name, inner in _steps(child)]
    return [(_operator(dataset), node), *below]


def _operator(dataset: Dataset) -> str:
    name, arguments = _ARGUMENTS.get(type(dataset._msacc_node), (None, None))
    if name is None or arguments is None:
        return f"{type(dataset).__name__.removesuffix('Dataset').lower()}()"
    positional, named = arguments(dataset._msacc_node)
    given = [f"{key}={short(value)}" for key, value in named.items() if _is_set(value)]
    return f"{name}({', '.join([*map(short, positional), *given])})"


def _is_set(value: object) -> bool:
    return not (value is None or value is False or value == [] or value == {})


def _facts(node: Node) -> str:
    count, columns = _count(node), _columns(node)
    names = f"column{'s' if len(columns) > 1 else ''} {', '.join(columns)}" if columns else ""
    return ", ".join(filter(None, (count, names)))


def _count(node: Node) -> str:
    """'5 rows', '5 batches'; empty where that must be counted first."""
    try:
        size = node.size() if node.size_is_known() else None
    except Exception:  # a length that a script's class refuses to tell
        return ""
    if size is None:
        return ""
    word = ("rows", "row") if node.batch_size() == 1 else ("batches", "batch")
    return f"{size:,} {word[size == 1]}"


def _columns(node: Node) -> list[str]:
    try:
        return node.columns() if node.columns_are_known() else []
    except Exception:  # what is wrong with them, the run says
        return []
