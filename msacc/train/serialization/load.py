"""load_checkpoint: a `.ckpt` or `.safetensors` file to a dict of Parameters."""

from __future__ import annotations

import binascii
import difflib
import mmap
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import crypto
from msacc.common.keyword_hints import hints_keywords
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import wrap
from msacc.common.warn_once import logger, once
from msacc.nn.cell import Cell
from msacc.train.serialization import (
    argument_checks,
    ckpt_records,
    file_diagnosis,
    safetensors_files,
)
from msacc.train.serialization.checkpoint_files import CRC_MARK
from msacc.train.serialization.load_into_net import load_param_into_net

if TYPE_CHECKING:
    from collections.abc import Sequence

Choice = Callable[[str], bool]
_CRC_BYTES = len(CRC_MARK) + 10


@hints_keywords
def load_checkpoint(
    ckpt_file_name: str | BytesIO,
    net: Cell | None = None,
    strict_load: bool = False,
    filter_prefix: str | Sequence[str] | None = None,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    specify_prefix: str | Sequence[str] | None = None,
    choice_func: Choice | None = None,
    crc_check: bool = False,
    remove_redundancy: bool = False,
    format: str = "ckpt",
) -> dict[str, Any]:
    """The parameters of a file as {name: Parameter}; a saved str comes back as a str.

    `ckpt_file_name`: a path that ends with `format` ('ckpt' or 'safetensors'), or a BytesIO that holds
      safetensors. With `net` they are also loaded into it, `strict_load` and `remove_redundancy` as in
      load_param_into_net. `choice_func(name)` selects; `specify_prefix` and `filter_prefix` (older) override
      it in a ckpt, and do nothing in safetensors.
    `dec_key` (bytes) and `dec_mode` decrypt a ckpt; `crc_check` compares its checksum, if it has one.

    Raises ValueError for a file that is missing, foreign, cut short, encrypted otherwise, of another
    `format`, or holds nothing that was asked for, and for options of another type; TypeError for a name or a
    prefix of another type; of what `choice_func` raises ValueError for a ckpt, and the error itself for
    safetensors.

    Differs from MindSpore: reads complex and float8 values, Int4 ones as Int8 byte for byte, and files that
    were encrypted with crc_check; parameters from safetensors bear their names.
    """
    choice = _choice(specify_prefix, filter_prefix, choice_func, format)
    argument_checks.instance("dec_key", dec_key, (type(None), bytes))
    argument_checks.instance("dec_mode", dec_mode, str)
    argument_checks.instance("crc_check", crc_check, bool)
    argument_checks.instance("remove_redundancy", remove_redundancy, bool)
    argument_checks.plain_safetensors("load_checkpoint", format, dec_key=dec_key, dec_mode=dec_mode)
    source = _checked_source(ckpt_file_name, format)
    values, metadata = _read(source, format, choice, dec_key, dec_mode, crc_check)
    if not values:
        raise ValueError(
            f"The loaded parameter dict is empty: {ckpt_file_name} holds no parameter that "
            "'choice_func', 'specify_prefix' and 'filter_prefix' let through."
        )
    parameters = {name: _parameter(name, values.pop(name)) for name in list(values)}
    if net is not None:
        flag = _redundancy(metadata, remove_redundancy)
        load_param_into_net(net, parameters, strict_load, flag)
    return parameters


def load_checkpoint_async(
    ckpt_file_name: str,
    net: Cell | None = None,
    strict_load: bool = False,
    filter_prefix: str | Sequence[str] | None = None,
    dec_key: bytes | None = None,
    dec_mode: str = "AES-GCM",
    specify_prefix: str | Sequence[str] | None = None,
    choice_func: Choice | None = None,
) -> Future:
    """`load_checkpoint` in a thread; `.result()` waits and gives its dict.

    `ckpt_file_name`: a path; its end says the format. `net`, `strict_load`, `filter_prefix`, `dec_key`,
    `dec_mode`, `specify_prefix` and `choice_func`, and the errors, which `.result()` raises, are those of
    `load_checkpoint`.
    """
    format = "safetensors" if str(ckpt_file_name).endswith(".safetensors") else "ckpt"
    executor = ThreadPoolExecutor(max_workers=1)
    future = executor.submit(
        load_checkpoint, ckpt_file_name, net, strict_load, filter_prefix, dec_key, dec_mode,
        specify_prefix, choice_func, format=format,
    )  # fmt: skip
    executor.shutdown(wait=False)
    return future


# -- arguments ---------------------------------------------------------------------------------
def _choice(
    specify: Sequence[str] | str | None,
    drop: Sequence[str] | str | None,
    choice: Choice | None,
    format: str,
) -> Choice | None:
    keep = argument_checks.prefixes("specify_prefix", specify)
    avoid = argument_checks.prefixes("filter_prefix", drop)
    if keep is None and avoid is None:
        # Of a safetensors file MindSpore lets what `choice_func` raises through.
        return choice if choice is None or format == "safetensors" else _with_value_errors(choice)
    name = "specify_prefix" if keep else "filter_prefix"
    once(
        f"load_checkpoint:{name}",
        f"For 'load_checkpoint', '{name}' is deprecated: use 'choice_func'.",
    )
    if format == "safetensors":
        once(
            f"load_checkpoint:safetensors:{name}",
            f"For 'load_checkpoint', '{name}' has no effect on safetensors files, as in MindSpore: use "
            "'choice_func'.",
        )
        return choice
    return lambda tag: (
        (keep is None or tag.startswith(keep)) and not (avoid and tag.startswith(avoid))
    )


def _with_value_errors(choice: Choice) -> Choice:
    """`choice_func` with its errors as ValueErrors, as in MindSpore."""

    def chosen(name: str) -> Any:
        try:
            return choice(name)
        except Exception as error:
            raise ValueError(
                f"For 'load_checkpoint', 'choice_func' failed for {name!r}: {error}"
            ) from error

    return chosen


def _checked_source(source: Any, format: str) -> str | BytesIO:
    if format not in argument_checks.FORMATS:
        raise ValueError(
            f"For 'load_checkpoint', 'format' must be 'ckpt' or 'safetensors', but got {format!r}."
        )
    if isinstance(source, BytesIO):
        if format == "ckpt":
            raise TypeError(
                "For 'load_checkpoint', a BytesIO is read with format='safetensors' only."
            )
        return source
    if not isinstance(source, str):
        raise TypeError(
            f"For 'load_checkpoint', 'ckpt_file_name' must be a str, but got {source!r} of type "
            f"{type(source).__name__}."
        )
    if not source.endswith(format):
        raise ValueError(
            f"For 'load_checkpoint', the file name '{source}' must end with the format '{format}'; pass "
            "format= 'ckpt' or 'safetensors' to match the file."
        )
    path = os.path.realpath(source)
    if not os.path.exists(path):
        raise ValueError(
            f"For 'load_checkpoint', the checkpoint file {path} does not exist{_neighbour(path)}."
        )
    if not os.path.isfile(path):
        raise ValueError(f"For 'load_checkpoint', {path} is a directory, not a checkpoint file.")
    return path


def _neighbour(path: str) -> str:
    """The file in the folder that the name of a missing one resembles, or the folder that is missing."""
    folder, name = os.path.split(path)
    if not os.path.isdir(folder):
        return f"; there is no folder {folder}"
    near = difflib.get_close_matches(name, os.listdir(folder), 1)
    return f"; {folder} has {near[0]!r}" if near else ""


def _redundancy(metadata: dict[str, str], remove_redundancy: bool) -> bool:
    recorded = metadata.get("remove_redundancy")
    if recorded is None or (recorded == "True") == remove_redundancy:
        return remove_redundancy
    state = "deduplicated" if recorded == "True" else "not deduplicated"
    logger.warning(
        "For 'load_checkpoint', the safetensors file is %s, but 'remove_redundancy' is %s; the file "
        "decides.",
        state,
        remove_redundancy,
    )
    return recorded == "True"


def read_values(
    path: str, dec_key: bytes | None = None, dec_mode: str = "AES-GCM"
) -> dict[str, str | torch.Tensor]:
    """The values of a file, on the CPU; the suffix of its name is the format, as in load_checkpoint."""
    format = "safetensors" if path.endswith(".safetensors") else "ckpt"
    source = _checked_source(path, format)
    return _read(source, format, None, dec_key, dec_mode, False)[0]


# -- reading -----------------------------------------------------------------------------------
def _read(
    source: str | BytesIO,
    format: str,
    choice: Choice | None,
    dec_key: bytes | None,
    dec_mode: str,
    crc_check: bool,
) -> tuple[dict[str, Any], dict[str, str]]:
    if format == "safetensors":
        return safetensors_files.read(source, choice, crc_check)
    path = str(source)
    try:
        content = _content(path, dec_key, dec_mode)
        return _of_different_names(_values(_without_crc(content, crc_check), choice)), {}
    except (OSError, ValueError) as error:
        logger.critical("Failed to load the checkpoint file %s.", path)
        raise ValueError(
            f"Failed to read the checkpoint file {path}: {error}. {file_diagnosis.diagnose(path)}".rstrip()
        ) from error


def _of_different_names(pairs: Iterator[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in pairs:
        if name in values:
            raise ValueError(
                f"'{name}' is the name of two values in it, of which neither can be told to be meant; leave it out "
                "with choice_func"
            )
        values[name] = value
    return values


def _content(path: str, key: bytes | None, mode: str) -> Any:
    if os.path.getsize(path) == 0:
        return b""
    with open(path, "rb") as file:
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if key is None:
        return content
    crypto.check_key(key, mode, "dec_key")
    # With crc_check MindSpore appends a mark and the CRC of nothing to an encrypted file.
    marked = content[-_CRC_BYTES : -_CRC_BYTES + len(CRC_MARK)] == CRC_MARK
    plain = bytearray()
    for block in crypto.blocks(content[:-_CRC_BYTES] if marked else content, key, mode):
        plain += block
    return plain


def _without_crc(content: Any, crc_check: bool) -> memoryview:
    view = memoryview(content)
    body, mark = view[:-_CRC_BYTES], view[-_CRC_BYTES:]
    if bytes(mark[: len(CRC_MARK)]) != CRC_MARK:
        if crc_check:
            logger.warning("For 'load_checkpoint', the file holds no CRC; nothing was checked.")
        return view
    if crc_check and binascii.crc32(body) != int.from_bytes(mark[len(CRC_MARK) :], "big"):
        raise ValueError("the CRC check failed, so the file is damaged")
    return body


def _values(content: memoryview, choice: Choice | None) -> Iterator[tuple[str, Any]]:
    """(name, str or torch tensor) pairs; successive records of one name are one value."""
    last: ckpt_records.ValueReader | None = None
    for value in ckpt_records.read_records(content):
        if choice is not None and not choice(value.tag):
            continue
        if not value.HasField("tensor"):
            raise ValueError(
                f"'{value.tag}' is a MapParameter, which msacc does not have; leave it out with "
                "choice_func"
            )
        if last is None or value.tag != last.tag:
            if last is not None:
                yield last.tag, last.value()
            last = ckpt_records.ValueReader(value.tag)
        last.add(value.tensor)
    if last is not None:
        yield last.tag, last.value()


def _parameter(name: str, value: torch.Tensor | str) -> Any:
    if isinstance(value, str):
        return value
    tensor: torch.Tensor = value.to(settings.device)
    return Parameter(wrap(tensor), name=name)
