"""Conversion between `.ckpt` and `.safetensors`, of a file or a folder of rank folders."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from msacc.train.serialization.load import load_checkpoint
from msacc.train.serialization.save import save_checkpoint


def ckpt_to_safetensors(
    file_path: str,
    save_path: str | None = None,
    name_map: dict[str, str] | None = None,
    file_name_regex: str | None = None,
    processes_num: int = 1,
) -> None:
    """Write each `.ckpt` (a file, or those in the `rank*` folders of a folder) as safetensors.

    `file_path`: the file or folder. Results lie in `save_path`, a folder, by default beside the source.
    `name_map`: a dict by which parameters are renamed.
    `file_name_regex`: only paths that it is found in.
    `processes_num`: how many threads, where MindSpore uses processes.

    Raises ValueError for paths that do not fit.
    """
    _convert("ckpt_to_safetensors", file_path, save_path, name_map, file_name_regex, processes_num)


def safetensors_to_ckpt(
    file_path: str,
    save_path: str | None = None,
    name_map: dict[str, str] | None = None,
    file_name_regex: str | None = None,
    processes_num: int = 1,
) -> None:
    """Write each `.safetensors` (a file, or those in the `rank*` folders of a folder) as a `.ckpt`.

    `file_path`, `save_path`, `name_map`, `file_name_regex` and `processes_num`, and errors, are those of
    `ckpt_to_safetensors`.
    """
    _convert("safetensors_to_ckpt", file_path, save_path, name_map, file_name_regex, processes_num)


def _convert(
    where: str,
    source: str,
    target: str | None,
    name_map: dict[str, Any] | None,
    pattern: str | None,
    workers: int,
) -> None:
    from_format, to_format = where.split("_to_")
    if not os.path.exists(source):
        raise ValueError(f"For '{where}', 'file_path' {source!r} does not exist.")
    if target and os.path.splitext(target)[1]:
        raise ValueError(f"For '{where}', 'save_path' must be a directory, but got {target!r}.")
    if name_map is not None and not isinstance(name_map, dict):
        raise ValueError(f"For '{where}', 'name_map' must be a dict, but got {name_map!r}.")
    if os.path.isfile(source):
        _check_file(where, source, from_format, pattern)
        _convert_file(source, target or os.path.dirname(source), name_map, from_format, to_format)
        return
    jobs = list(_rank_files(where, source, target, from_format, pattern))
    with ThreadPoolExecutor(max_workers=workers) as pool:
        done = pool.map(
            lambda job: _convert_file(job[0], job[1], name_map, from_format, to_format), jobs
        )
        from rich.progress import track

        for _ in track(done, description=where, total=len(jobs)):
            pass


def _check_file(where: str, source: str, from_format: str, pattern: str | None) -> None:
    if not source.endswith(f".{from_format}"):
        raise ValueError(
            f"For '{where}', 'file_path' must end with .{from_format}, but got {source!r}."
        )
    if pattern is not None and not re.search(pattern, source):
        raise ValueError(f"For '{where}', {source!r} does not match 'file_name_regex' {pattern!r}.")


def _rank_files(
    where: str, source: str, target: str | None, from_format: str, pattern: str | None
) -> Iterator[tuple[str, str]]:
    """(file, folder of the result) in the `rank*` folders."""
    ranks = sorted(e.name for e in os.scandir(source) if e.is_dir() and e.name.startswith("rank"))
    if not ranks:
        raise ValueError(f"For '{where}', no directories starting with 'rank' found in {source}.")
    for rank in ranks:
        for name in sorted(os.listdir(os.path.join(source, rank))):
            if name.endswith(f".{from_format}") and (pattern is None or re.search(pattern, name)):
                yield os.path.join(source, rank, name), os.path.join(target or source, rank)


def _convert_file(
    source: str, folder: str, name_map: dict[str, str] | None, from_format: str, to_format: str
) -> None:
    parameters = load_checkpoint(source, format=from_format)
    renamed = {(name_map or {}).get(name, name): value for name, value in parameters.items()}
    os.makedirs(folder or ".", exist_ok=True)
    stem = os.path.splitext(os.path.basename(source))[0]
    save_checkpoint(renamed, os.path.join(folder, f"{stem}.{to_format}"), format=to_format)
