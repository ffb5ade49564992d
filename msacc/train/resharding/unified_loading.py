"""Whole parameters in a folder that unified_safetensors has written, cut for one process."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import torch

from msacc.common import safe_parsing
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import wrap
from msacc.nn.cell import Cell
from msacc.train.resharding.rank_folders import list_files, make_folder
from msacc.train.resharding.slice_conversion import convert_slice, stage_layouts
from msacc.train.resharding.strategy_layouts import layouts_of, stage_size
from msacc.train.resharding.unified_writing import HYPER, NAME_MAP
from msacc.train.serialization.load_into_net import load_param_into_net
from msacc.train.serialization.safetensors_files import open_file, read_errors
from msacc.train.serialization.save import save_checkpoint

_WHERE = "For 'load_distributed_checkpoint', 'unified_safetensors_dir'"


def load_into(
    network: Cell,
    folder: str,
    strategy: str | None,
    rank: int,
    names: dict[str, Any] | None,
    as_dict: bool,
) -> Any:
    """Load rank `rank`'s slices into `network`, or return them as {name: Parameter}."""
    values = rank_slices(folder, strategy, rank, names)
    parameters = {n: Parameter(wrap(t.to(settings.device)), name=n) for n, t in values.items()}
    return parameters if as_dict else load_param_into_net(network, parameters)


def write_slices(
    folder: str, strategy: str | None, rank: int, names: Any, target: str, format: str
) -> None:
    """Write `target`/rank_<n>/net.<format>."""
    values = rank_slices(folder, strategy, rank, names)
    path = make_folder(os.path.join(target, f"rank_{rank}"), "path")
    save_checkpoint(
        {n: wrap(t) for n, t in values.items()}, os.path.join(path, f"net.{format}"), format=format
    )


def rank_slices(
    folder: str, strategy: str | None, rank: int, names: Mapping[str, str] | None
) -> dict[str, torch.Tensor]:
    """{name: what rank `rank` holds of it}, whole parameters without a strategy.

    `names`: {name: its name in the files}.
    """
    names = names or {}
    file_by_name = _file_by_name(folder, names)
    _, layouts = stage_layouts(rank, None, layouts_of(strategy, rank))
    local = rank % stage_size(layouts)
    slices: dict[str, torch.Tensor] = {}
    for name in file_by_name if layouts is None else layouts:
        path = file_by_name.get(name) or file_by_name.get(names.get(name, name))
        value = None if path is None else _read(path, names.get(name, name))
        if value is not None:
            cut = layouts and layouts[name].cut
            slices[name] = convert_slice(name, {0: value}, None, cut or None, local)
    hyper = os.path.join(folder, HYPER)
    if os.path.exists(hyper):
        with read_errors(hyper), open_file(hyper) as file:
            slices |= {name: file.get_tensor(name) for name in list(file.keys())}
    return slices


def _file_by_name(folder: str, names: Mapping[str, str]) -> dict[str, str]:
    """{name: the file that holds it}; ValueError when several files have no map."""
    files = list_files(folder, ".safetensors")
    listing = os.path.join(folder, NAME_MAP)
    if len(files) == 1:
        network_names = {theirs: mine for mine, theirs in names.items()}
        with read_errors(files[0]), open_file(files[0]) as file:
            return {network_names.get(name, name): files[0] for name in list(file.keys())}
    if not os.path.exists(listing):
        raise ValueError(
            f"{_WHERE} {folder!r} should hold {NAME_MAP!r} beside its {len(files)} files."
        )
    try:
        content = safe_parsing.json_object(safe_parsing.read_text(listing))
        files_by_name = content.get("weight_map", content)
        return {
            n: os.path.join(folder, _checked_file_name(path)) for n, path in files_by_name.items()
        }
    except (AttributeError, ValueError) as error:
        raise ValueError(f"{_WHERE}: {listing} cannot be read: {error}.") from error


def _checked_file_name(path: str) -> str:
    """A file's name; ValueError for what leads out of the folder."""
    if not isinstance(path, str) or not path or os.path.basename(path) != path or "\0" in path:
        raise ValueError(f"{path!r:.80} is no name of a file in the folder")
    return path


def _read(path: str, name: str) -> torch.Tensor | None:
    with read_errors(path), open_file(path) as file:
        return file.get_tensor(name) if name in set(file.keys()) else None
