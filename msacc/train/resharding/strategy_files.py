"""Strategy files: how every parameter of a job is cut, in MindSpore's protobuf and JSON forms."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from msacc.common import safe_parsing
from msacc.train.resharding import strategy_messages

# {parameter name: its layout message}
Strategy = dict[str, Any]


def build_searched_strategy(strategy_filename: str | None) -> Strategy | None:
    """Read the strategy file `strategy_filename`: {parameter name: its layout message}; None stays None.

    A name that ends with `.json` is read as JSON, any other as protobuf. A layout has `dev_matrix[0].dim`,
    `tensor_map[0].dim` (one list per axis where an axis follows several of the grid's), `param_split_shape`,
    `indices_offset`, `field`, `opt_weight_shard_step` and `opt_weight_shard_size`.

    Raises TypeError for a name that is no str and for content that is neither, ValueError for a file that is
    missing, empty or no JSON.
    """
    if strategy_filename is None:
        return None
    _check_file(strategy_filename)
    if strategy_filename.endswith(".json"):
        items = _items(strategy_filename, "parallel_layout_item")
        return {name: _message(strategy_filename, name, item) for name, item in items.items()}
    items = read_protobuf(strategy_filename).parallel_layout_item
    if not all(isinstance(item.param_name, str) for item in items):  # no UTF-8 comes as bytes
        raise TypeError(f"The strategy file {strategy_filename} holds a name that is no text.")
    return {item.param_name: item.parallel_layouts for item in items}


def read_protobuf(path: str) -> Any:
    """The ParallelStrategyMap of a file; TypeError for other content."""
    return _parse_protobuf(path, strategy_messages.ParallelStrategyMap)


def _parse_protobuf(path: str, kind: Any) -> Any:
    from google.protobuf.message import DecodeError

    with open(path, "rb") as file:
        content = file.read()
    try:
        return kind.FromString(content)
    except DecodeError as error:
        raise TypeError(
            f"The strategy file {path} is not protobuf (a name without the end .json says so): {error}."
        ) from error


def read_json(path: str) -> dict[str, Any]:
    """The content of a JSON strategy file; ValueError for what is no JSON, TypeError for no object."""
    try:
        content = safe_parsing.read_json(path)
    except json.JSONDecodeError as error:
        # A ValueError too, of MindSpore's class.
        message = f"The strategy file {path} is no JSON: {error.msg}"
        raise json.JSONDecodeError(message, error.doc, error.pos) from error
    except ValueError as error:
        raise ValueError(f"The strategy file {path} is no JSON: {error}.") from error
    if not isinstance(content, dict):
        raise TypeError(
            f"The strategy file {path} should hold a JSON object, but got {content!r:.80}."
        )
    return content


def _items(path: str, name: str) -> dict[str, dict[str, Any]]:
    """The entries of one kind in a JSON strategy file; TypeError for others."""
    items = read_json(path).get(name, {})
    if not isinstance(items, dict) or not all(isinstance(item, dict) for item in items.values()):
        raise TypeError(f"The strategy file {path}: {name!r} should be an object of objects.")
    return items


def stage_of(path: str) -> int:
    """The pipeline stage that a strategy file was written in; ValueError when it names no operator."""
    if path.endswith(".json"):
        items = list(_items(path, "parallel_strategy_item").values())
        stages: list[Any] = [item.get("stage") for item in items]
        if stages and (type(stages[0]) is not int or stages[0] < 0):
            raise TypeError(f"The strategy file {path} names the stage {stages[0]!r:.80}.")
    else:
        stages = [
            item.parallel_strategys.stage for item in read_protobuf(path).parallel_strategy_item
        ]
    if not stages:
        raise ValueError(f"The strategy file {path} is empty: it holds no parallel_strategy_item.")
    return int(stages[0])


def _check_file(path: str) -> None:
    where = "For 'build_searched_strategy', the argument 'strategy_filename'"
    if not isinstance(path, str):
        raise TypeError(f"{where} should be a str, but got {path!r} of type {type(path)}.")
    if not os.path.isfile(path):
        raise ValueError(f"{where} names no file: {path!r}.")
    if os.path.getsize(path) == 0:
        raise ValueError(f"{where} names an empty file: {path!r}.")


def _message(path: str, key: str, item: Mapping[str, Any]) -> Any:
    """A layout message from its JSON form, whose lists have no lists in them; TypeError for others."""
    layout = strategy_messages.ParallelLayouts()
    try:
        for name in ("field", "opt_weight_shard_size", "opt_weight_shard_step"):
            setattr(layout, name, item.get(name))
        for name in ("dev_matrix", "tensor_map", "param_split_shape", "indices_offset"):
            getattr(layout, name).add().dim.extend(item.get(name) or [])
    except (TypeError, ValueError) as error:
        raise TypeError(
            f"The strategy file {path}: the layout of {key!r:.80} cannot be read: {error}"
        ) from error
    return layout


def restore_group_info_list(group_info_file_name: str) -> list[int]:
    """The ranks that can restore each other's checkpoints, from the group information file `group_info_file_name`.

    Raises TypeError for a name that is no str and for other content, ValueError for a file that is missing or
    empty.
    """
    where = "For 'restore_group_info_list', the argument 'group_info_file_name'"
    if not isinstance(group_info_file_name, str):
        raise TypeError(f"{where} should be a str, but got {group_info_file_name!r}.")
    if not os.path.isfile(group_info_file_name) or not os.path.getsize(group_info_file_name):
        raise ValueError(f"{where} names no file, or an empty one: {group_info_file_name!r}.")
    return list(
        _parse_protobuf(
            group_info_file_name, strategy_messages.ParallelGroupMap
        ).ckpt_restore_rank_list.dim
    )
