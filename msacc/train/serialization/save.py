"""save_checkpoint: parameters to a `.ckpt` or `.safetensors` file, in MindSpore's layout."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
import torch

from msacc.common import crypto
from msacc.common.distributed_runtime import runtime
from msacc.common.keyword_hints import hints_keywords
from msacc.common.parameter import Parameter
from msacc.common.parameter_names import equal_names, refuse_equal_names
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect, once
from msacc.nn.cell import Cell
from msacc.train.serialization import argument_checks, background_save
from msacc.train.serialization.checkpoint_files import CheckpointFile, Values, write

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import Unpack

Choice = Callable[[str], bool]


class _Options(TypedDict, total=False):
    """What `save_checkpoint` takes by keyword besides its arguments."""

    incremental: bool
    global_step_num: int | None
    remove_redundancy: bool
    enable_redundance: bool


@hints_keywords
def save_checkpoint(
    save_obj: Cell | list[Any] | Mapping[str, Any],
    ckpt_file_name: str,
    integrated_save: bool = True,
    async_save: bool | str = False,
    append_dict: dict[str, Any] | None = None,
    enc_key: bytes | None = None,
    enc_mode: str = "AES-GCM",
    choice_func: Choice | None = None,
    crc_check: bool = False,
    format: str = "ckpt",
    **kwargs: Unpack[_Options],
) -> None:
    """Save the parameters of a Cell, list or dict to a file.

    `save_obj`: a Cell, a list of Parameters or of {'name', 'data'}, or a dict name -> value.
    `ckpt_file_name`: the suffix of `format` ('ckpt', 'safetensors') is added when missing; an existing file
      is replaced in one step, after the new one is on disk; the file ends read-only (0400).
      `choice_func(name)` selects.
    `append_dict` adds int (Int64), float (Float32), bool, str, Tensor or Parameter values, in the place of a
      parameter of that name, which is said.
    `async_save`: True or 'thread', or 'process', one save at a time; what fails in it is raised by the next
      save or `wait_for_async_saves`.
    `integrated_save`: gather parameters that are spread over processes.
    `enc_key` (bytes) and `enc_mode` encrypt a ckpt, `crc_check` adds a checksum.
    `crc_check` with `enc_key` is refused (MindSpore writes a file it cannot read), and so are two values of
      one name (it keeps one).

    Raises TypeError or ValueError for wrong arguments, OSError when the file cannot be written.

    Differs from MindSpore: a dict may hold plain Tensors; empty tensors are kept.
    """
    path = _checked_path(save_obj, ckpt_file_name, format)
    _check_options(integrated_save, async_save, enc_key, enc_mode, crc_check, format)
    redundancy = _check_kwargs(format, kwargs)
    _check_append(append_dict)
    values = _collect(save_obj, integrated_save, choice_func, append_dict or {})
    if values is None:
        return
    encryption = None if enc_key is None else (enc_key, enc_mode)
    job = CheckpointFile(path, values, encryption, crc_check, format, redundancy)
    if async_save:
        background_save.start(job, "thread" if async_save is True else str(async_save))
    else:
        background_save.wait_for_async_saves()
        write(job)


# -- arguments ---------------------------------------------------------------------------------
def _checked_path(save_obj: Any, name: str, format: str) -> str:
    if format not in argument_checks.FORMATS:
        raise ValueError(
            f"For 'save_checkpoint', 'format' must be 'safetensors' or 'ckpt', but got {format!r}."
        )
    if not isinstance(save_obj, (Cell, list, dict)):
        raise TypeError(
            "For 'save_checkpoint', 'save_obj' must be a Cell, a list or a dict, but got "
            f"{type(save_obj)}."
        )
    if not isinstance(name, str):
        raise TypeError(f"For 'save_checkpoint', 'ckpt_file_name' must be a str, but got {name!r}.")
    path = os.path.realpath(name)
    if os.path.isdir(path):
        raise IsADirectoryError(
            f"For 'save_checkpoint', 'ckpt_file_name' is the directory {path}; give a file name."
        )
    return path if path.endswith(format) else f"{path}.{format}"


def _check_options(
    integrated: bool,
    async_save: bool | str,
    enc_key: bytes | None,
    enc_mode: str,
    crc_check: bool,
    format: str,
) -> None:
    argument_checks.boolean("integrated_save", integrated)
    if not isinstance(async_save, (bool, str)):
        raise TypeError(
            f"For 'save_checkpoint', 'async_save' must be bool or str, but got {async_save!r}."
        )
    if isinstance(async_save, str) and async_save not in ("process", "thread"):
        raise ValueError(
            "For 'save_checkpoint', 'async_save' can only be True, False, 'process' or 'thread', but "
            f"got {async_save!r}."
        )
    argument_checks.instance("enc_key", enc_key, (type(None), bytes))
    argument_checks.instance("enc_mode", enc_mode, str)
    argument_checks.instance("crc_check", crc_check, bool)
    argument_checks.plain_safetensors("save_checkpoint", format, enc_key=enc_key, enc_mode=enc_mode)
    if enc_key is not None:
        crypto.check_key(enc_key, enc_mode, "enc_key")
        if crc_check:
            raise ValueError(
                "For 'save_checkpoint', 'crc_check' and 'enc_key' exclude each other: AES-GCM already "
                "detects a damaged file. Leave one of them out."
            )


def _check_kwargs(format: str, kwargs: Mapping[str, Any]) -> bool | None:
    allowed = {"incremental", "global_step_num", "remove_redundancy"}
    for name in kwargs.keys() - allowed:
        no_effect("save_checkpoint", name, kwargs[name], "there is no such argument")
    redundancy = kwargs.get("remove_redundancy")
    argument_checks.instance("remove_redundancy", redundancy, (type(None), bool))
    increments = {
        "incremental": kwargs.get("incremental", False),
        "global_step_num": kwargs.get("global_step_num"),
    }
    argument_checks.plain_safetensors("save_checkpoint", format, **increments)
    for name, value in increments.items():
        if value:
            no_effect("save_checkpoint", name, value, "it concerns MapParameter and remote stores")
    return redundancy


def _check_append(append: dict[str, Any] | None) -> None:
    if append is None:
        return
    if not isinstance(append, dict):
        raise TypeError(
            f"For 'save_checkpoint', 'append_dict' must be a dict, but got {type(append)}."
        )
    for key, value in append.items():
        ok = isinstance(value, (int, float, bool, str, Tensor)) or hasattr(value, "get_state")
        if not isinstance(key, str) or not ok:
            raise TypeError(
                "For 'save_checkpoint', 'append_dict' takes str keys and int, float, bool, str, Tensor, "
                f"Parameter or Generator values, but got {key!r}: {type(value)}."
            )


# -- what is saved -----------------------------------------------------------------------------
def values_here(cell: Cell, by: str) -> list[dict[str, Any]]:
    """A list for `save_checkpoint` of the parameters as "each" process writes them, its "share", or one "alone"."""
    pairs = _values_of_cell(cell, True, None, by)
    return [{"name": name, "data": data} for name, data in pairs or ()]


def named_values(
    save_obj: Any, integrated_save: bool, choice: Choice | None
) -> Iterable[tuple[str, Any]] | None:
    """Names and values of a Cell, list or dict that `choice` lets through; None where another process saves them."""
    if isinstance(save_obj, Cell):
        pairs = _values_of_cell(save_obj, integrated_save, choice)
    else:
        pairs = (_pairs_of_dict if isinstance(save_obj, dict) else _pairs_of_list)(save_obj)
    return pairs if pairs is None or choice is None else (pair for pair in pairs if choice(pair[0]))


def _values_of_cell(
    cell: Cell, integrated_save: bool, choice: Choice | None, by: str = "first"
) -> Iterator[tuple[str, Any]] | None:
    """What this process writes of a Cell. ValueError, on all processes alike, where a name would be written twice."""
    equal = equal_names(cell.parameters_and_names())
    refuse_equal_names(
        cell, {n: paths for n, paths in equal.items() if choice is None or choice(n)}
    )
    return runtime().gather_parameters(cell, integrated_save, by)


def _collect(
    save_obj: Any, integrated_save: bool, choice: Choice | None, append: dict[str, Any]
) -> Values | None:
    pairs = named_values(save_obj, integrated_save, choice)
    if pairs is None:
        return None
    found: dict[str, Any] = {}
    twice = {name for name, data in pairs if found.setdefault(name, data) is not data}
    if twice:
        raise ValueError(
            "For 'save_checkpoint', 'save_obj' holds several values of one name, of which a file keeps one: "
            f"{', '.join(sorted(twice))}. Give each a name of its own."
        )
    if replaced := [name for name, data in append.items() if found.get(name, data) is not data]:
        once(
            f"save_checkpoint:{replaced}",
            f"For 'save_checkpoint', what 'append_dict' holds is saved in the place of the parameters "
            f"{', '.join(replaced)}, as in MindSpore: give it other names to save both.",
        )
    return {name: _value(data) for name, data in (found | append).items()}


def _pairs_of_dict(items: dict[Any, Any]) -> Iterator[tuple[str, Any]]:
    for name, data in items.items():
        if not isinstance(name, str) or not isinstance(data, (Tensor, np.ndarray, str)):
            raise TypeError(
                "For 'save_checkpoint', a dict must hold str keys and Parameter, Tensor, numpy.ndarray or "
                f"str values, but got {name!r}: {type(data)}."
            )
        yield name, data


def _pairs_of_list(items: list[Any]) -> Iterator[tuple[str, Any]]:
    of_dicts = bool(items) and isinstance(items[0], dict)
    for item in items:
        if not of_dicts:
            if not isinstance(item, Parameter):
                raise TypeError(
                    "For 'save_checkpoint', a list that starts with a Parameter must hold Parameters "
                    f"only, but got {type(item)}."
                )
            yield item.name, item
            continue
        if not isinstance(item, dict) or not {"name", "data"} <= item.keys():
            raise TypeError(
                "For 'save_checkpoint', each dict in the list must have the keys 'name' and 'data', but "
                f"got {item!r}."
            )
        if not isinstance(item["name"], str) or not isinstance(item["data"], Tensor):
            raise TypeError(
                "For 'save_checkpoint', in a list of dicts 'name' must be a str and 'data' a Tensor or "
                f"Parameter, but got {item['name']!r}: {type(item['data'])}."
            )
        yield item["name"], item["data"]


def _value(data: Any) -> str | torch.Tensor:
    if isinstance(data, str):
        return data
    if isinstance(data, np.ndarray):
        return Tensor(data).to_torch()
    if hasattr(data, "get_state"):
        data = data.get_state()
    if not isinstance(data, Tensor):
        data = Tensor(data)
    return data.init_data().to_torch().detach()
