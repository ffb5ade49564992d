"""How files of weights are opened: by Python's own `open`, or by MindIO where it is installed."""

from __future__ import annotations

from typing import Any

from msacc.module_aliases import refuse


class FileSystem:
    """`create` and `open`: functions of a path, with the arguments that follow it; plain files at first."""

    def __init__(self) -> None:
        _register_basic_file_system(self)


def _register_basic_file_system(fs: Any) -> bool:
    """Let `fs` open plain files; always possible."""
    fs.create, fs.create_args = open, ("ab",)
    fs.open, fs.open_args = open, ("rb",)
    fs.backend = "basic"
    return True


def _register_mindio_file_system(fs: Any) -> bool:
    """Whether MindIO, a cache of Ascend clusters, opens files now; without its package `fs` stays as it is."""
    try:
        import mindio
    except ImportError:
        return False
    if mindio.initialize() != 0:
        return False
    fs.create, fs.create_args = mindio.create_file, ()
    fs.open, fs.open_args = mindio.open_file, ()
    fs.backend = "mindio"
    return True


__getattr__ = refuse("mindspore.common.file_system")
