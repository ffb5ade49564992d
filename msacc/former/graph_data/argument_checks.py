"""Checks of what the methods of graphs are called with: lists and arrays of numbers of nodes, edges and types."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from msacc._checkparam import check_value_type
from msacc.dataset import shared_arguments

_INT32 = np.iinfo(np.int32)
_HOST_PART = re.compile(r"(?!-)[A-Za-z\d-]{1,63}(?<!-)")
MODES = ("local", "client", "server")


def check_range(value: int, low: int, high: int, name: str) -> None:
    """TypeError for what is no int, ValueError outside of the limits."""
    check_value_type(name, value, [int])
    if not low <= value <= high:
        raise ValueError(
            f"Input {name} is not within the required interval of [{low}, {high}]. Got {value}."
        )


def numbers(value: Any, name: str) -> np.ndarray:
    """A list of int, or an int32 array of one dimension, as an array: TypeError for others."""
    check_value_type(name, value, [list, np.ndarray])
    if isinstance(value, list):
        for member in value:
            check_value_type(f"each member in {name}", member, [int])
        return _int32(value, name)
    _check_int32(value, name)
    if value.ndim != 1:
        raise TypeError(
            f"{name} should have one dimension, but its shape is {value.shape}. Give {name}.ravel()."
        )
    return value


def nested_numbers(value: Any, name: str) -> np.ndarray:
    """A list of int or of equally long such lists, or an int32 array of any shape: TypeError for others."""
    check_value_type(name, value, [list, np.ndarray])
    if isinstance(value, list):
        _check_nested(value, name)
        return _int32(value, name)
    _check_int32(value, name)
    return value


def pairs(value: Any, name: str) -> np.ndarray:
    """A list of pairs (tuples) of int, or an int32 array (pairs, 2): TypeError, ValueError for others."""
    check_value_type(name, value, [list, np.ndarray])
    if isinstance(value, np.ndarray):
        if value.ndim != 2 or value.shape[1] != 2:
            raise ValueError(
                f"{name} must have the shape (pairs, 2), but its shape is {value.shape}."
            )
        _check_int32(value, name)
        return value
    for i, pair in enumerate(value):
        check_value_type(f"{name}[{i}]", pair, [tuple])
        if len(pair) != 2:
            raise ValueError(
                f"Each member in {name} must be a pair, but {name}[{i}] has {len(pair)} members."
            )
    return np.array([_int32(list(pair), name) for pair in value], np.int32).reshape(-1, 2)


def names(value: Any, name: str) -> list[str]:
    """A list or an array of str: TypeError for others."""
    check_value_type(name, value, [list, np.ndarray])
    members = value.tolist() if isinstance(value, np.ndarray) else value
    return [check_value_type(f"{name}[{i}]", member, [str]) for i, member in enumerate(members)]


def hops(neighbor_nums: Any, neighbor_types: list[Any]) -> np.ndarray:
    """How many neighbors each of 1 to 6 hops samples, with a type for each: ValueError for others."""
    counts = numbers(neighbor_nums, "neighbor_nums")
    for name, given in (("neighbor_nums", counts), ("neighbor_types", neighbor_types)):
        if not 1 <= len(given) <= 6:
            raise ValueError(
                f"Wrong number of input members for {name}, should be between 1 and 6, got {len(given)}."
            )
    if len(counts) != len(neighbor_types):
        raise ValueError(
            f"neighbor_nums has {len(counts)} members and neighbor_types {len(neighbor_types)}; "
            "give one of each for a hop."
        )
    return counts


def data_file(value: Any) -> str:
    """The path of a readable file: TypeError, ValueError for others."""
    if not isinstance(value, str):
        raise TypeError(f"path: {value} is not string")
    if set(os.path.basename(value)) & set(r"\/:*?\"<>|`&';"):
        raise ValueError(f"filename should not contain any of \\/:*?\"<>|`&;', but got {value!r}.")
    if not os.path.isfile(value) or not os.access(value, os.R_OK):
        raise ValueError(f"The file {value} does not exist or permission denied!")
    return value


def service_settings(
    num_parallel_workers: int | None,
    working_mode: str,
    hostname: str,
    port: int,
    num_client: int,
    auto_shutdown: bool,
) -> None:
    """TypeError, ValueError for what MindSpore's graphs do not take."""
    shared_arguments.workers(num_parallel_workers)
    check_value_type("hostname", hostname, [str])
    check_value_type("working_mode", working_mode, [str])
    if not hostname or len(hostname) > 255 or not _is_host(hostname):
        raise ValueError(f"The hostname is illegal. Got {hostname!r}.")
    if working_mode not in MODES:
        raise ValueError(
            f"Invalid working mode, please enter 'local', 'client' or 'server'. Got {working_mode!r}."
        )
    check_range(port, 1024, 65535, "port")
    check_range(num_client, 1, 255, "num_client")
    check_value_type("auto_shutdown", auto_shutdown, [bool])


def _is_host(name: str) -> bool:
    return all(_HOST_PART.fullmatch(part) for part in name.removesuffix(".").split("."))


def _check_int32(value: np.ndarray, name: str) -> None:
    if value.dtype != np.int32:
        raise TypeError(
            f"Each member in {name} should be of type int32. Got {value.dtype}. Give {name}.astype(np.int32)."
        )


def _check_nested(value: list[Any], name: str) -> None:
    if not value:
        raise TypeError(f"Parameter {name} or its members are empty.")
    kinds = {len(member) if isinstance(member, list) else -1 for member in value}
    if len(kinds) > 1:
        raise TypeError(
            f"The members of {name} should all be int, or all lists of one length. Got {value}."
        )
    for member in value:
        if isinstance(member, list):
            _check_nested(member, name)


def _int32(value: list[Any], name: str) -> np.ndarray:
    """A list, of lists if those were checked, as an array."""
    for member in _flat(value):
        check_value_type(f"each member in {name}", member, [int])
        if not _INT32.min <= member <= _INT32.max:
            raise TypeError(f"Each member in {name} should be of type int32. Got {member}.")
    return np.array(value, np.int32)


def _flat(value: list[Any]) -> Iterator[Any]:
    for member in value:
        if isinstance(member, list):
            yield from _flat(member)
        else:
            yield member
