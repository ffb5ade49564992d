"""SummaryRecord: scalars, images, tensors and histograms in TensorBoard's event files."""

from __future__ import annotations

import atexit
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from msacc.common.tensor import Tensor, wrap
from msacc.common.warn_once import logger, no_effect
from msacc.nn.cell import Cell
from msacc.ops import summary as summary_ops
from msacc.train.summary.arguments import of_type
from msacc.train.summary.images import as_pictures
from msacc.train.summary.lineage import hparams_summaries

PLUGINS = ("tensor", "scalar", "image", "histogram")
_OF_MINDINSIGHT = (
    "train_lineage", "eval_lineage", "dataset_graph", "custom_lineage_data", "graph", "LANDSCAPE",
)  # fmt: skip
_LEGAL = re.compile(r"^\w+[0-9a-zA-Z_.]*$", re.ASCII)


class SummaryRecord:
    """Writes what summary ops and `add_value` give, step by step, into `log_dir`.

    Look at it with `tensorboard --logdir LOG_DIR`. Use it in a `with` statement or call `close()`; only one
    may be open at a time (RuntimeError). Needs the package tensorboard (ImportError).

    `file_suffix`: the end of the file's name, of letters, digits, '_' and '.'.
    `raise_exception`: whether what cannot be written raises, a bool.
    `export_options`: {"tensor_format": "npy"} writes the values of the plugin 'tensor' as numpy's files too.
    `file_prefix`, `num_process`, `network` and `max_file_size` have no effect, which is said once of those
      that are given.

    Raises TypeError or ValueError for wrong arguments.

    Differs from MindSpore: TensorBoard's files instead of MindInsight's; SummaryCollector records the graph
    and lineage, not `network`; summary ops also record in PyNative mode.
    """

    count = 0

    def __init__(
        self,
        log_dir: str,
        file_prefix: str = "events",
        file_suffix: str = "_MS",
        num_process: int = 32,
        network: Cell | None = None,
        max_file_size: int | None = None,
        raise_exception: bool = False,
        export_options: dict[str, Any] | None = None,
    ):
        if SummaryRecord.count > 0:
            raise RuntimeError(
                "For 'SummaryRecord', only one instance may be open in a process; close() the other one."
            )
        self._folder = checked_folder("log_dir", log_dir)
        _check(file_prefix, file_suffix, max_file_size, raise_exception)
        self._export = checked_export(export_options)
        self._say_what_has_no_effect(file_prefix, num_process, network, max_file_size)
        self._writer = _event_writer(self._folder, file_suffix)
        self._event_file = str(self._writer.file_writer.event_writer._file_name)
        self._raises = raise_exception
        self._mode, self._closed = "train", False
        self._values: dict[str, dict[str, torch.Tensor]] = {}
        self._started = int(time.time())
        SummaryRecord.count += 1
        summary_ops.collect(+1)
        atexit.register(self.close)

    @staticmethod
    def _say_what_has_no_effect(
        prefix: str, processes: int, network: Cell | None, size: int | None
    ) -> None:
        where = "SummaryRecord"
        if prefix != "events":
            no_effect(
                where, "file_prefix", prefix, "TensorBoard's files begin with events.out.tfevents"
            )
        if processes != 32:
            no_effect(where, "num_process", processes, "one thread writes")
        if network is not None:
            no_effect(where, "network", type(network).__name__, "graphs are not recorded")
        if size is not None:
            no_effect(where, "max_file_size", size, "files are not cut")

    def __enter__(self) -> SummaryRecord:
        if self._closed:
            raise ValueError("For 'SummaryRecord', this record has been closed; make a new one.")
        return self

    def __exit__(self, *err: object) -> None:
        self.close()

    @property
    def log_dir(self) -> str:
        """The path of the event file."""
        return self._event_file

    def set_mode(self, mode: str) -> None:
        """`mode`: 'train', or 'eval', in which what summary ops give is dropped; ValueError otherwise."""
        if mode not in ("train", "eval"):
            raise ValueError(
                f"For 'SummaryRecord', 'mode' must be 'train' or 'eval', but got {mode!r}."
            )
        self._mode = mode

    def add_value(self, plugin: str, name: str, value: Tensor) -> None:
        """Keep a value for the next `record`; the newest one under a name counts.

        `plugin`: 'scalar' (shape () or (1,)), 'image' (N, C, H, W), 'tensor' or 'histogram' (one
        dimension or more). Raises ValueError for another plugin, name or shape, TypeError when
        `value` is no Tensor, NotImplementedError for MindInsight's graphs and lineage.
        """
        if plugin in _OF_MINDINSIGHT:
            raise NotImplementedError(
                f"msacc does not record the plugin '{plugin}', which only MindInsight shows. Use 'scalar', "
                "'image', 'tensor' or 'histogram'."
            )
        if plugin not in PLUGINS:
            raise ValueError(
                f"For 'SummaryRecord', 'plugin' must be one of {PLUGINS}, but got {plugin!r}."
            )
        if not isinstance(name, str) or not name:
            raise ValueError(
                f"For 'SummaryRecord', 'name' must be a str that is not empty, but got {name!r}."
            )
        if not isinstance(value, Tensor):
            raise TypeError(
                f"For 'SummaryRecord', 'value' must be a Tensor, but got {type(value).__name__}."
            )
        # One element in whatever shape is a number here, as in MindSpore.
        scalar_like = plugin == "scalar" and value.size == 1
        summary_ops.check_value("SummaryRecord", plugin, () if scalar_like else value.shape)
        values = self._values.setdefault(plugin, {})
        if name in values:
            logger.warning(
                "For 'SummaryRecord', '%s/%s' was added twice; only the newest value is recorded.",
                name,
                plugin,
            )
        values[name] = value.to_torch().detach().to("cpu", copy=True)

    def record(
        self,
        step: int,
        train_network: Cell | None = None,
        plugin_filter: Callable[[str], bool] | None = None,
    ) -> bool:
        """Write what was added and what summary ops gave, under `step`; False when closed.

        `plugin_filter(plugin)` leaves kinds out; `train_network` has no effect. Raises TypeError for a `step` that is
        no int.
        """
        if not isinstance(step, int) or isinstance(step, bool):
            raise TypeError(f"For 'SummaryRecord', 'step' must be an int, but got {step!r}.")
        if train_network is not None and not isinstance(train_network, Cell):
            raise TypeError(
                f"For 'SummaryRecord', 'train_network' must be a Cell, but got {train_network!r}."
            )
        if train_network is not None:
            kind = type(train_network).__name__
            no_effect("SummaryRecord.record", "train_network", kind, "graphs are not recorded")
        if self._closed:
            logger.error("For 'SummaryRecord', the record is closed; nothing was written.")
            return False
        from_ops = summary_ops.take()
        if self._mode == "train":
            for (plugin, name), value in from_ops.items():
                self.add_value(plugin, name, wrap(value))
        values, self._values = self._values, {}
        try:
            for plugin, values_by_name in values.items():
                if plugin_filter is None or plugin_filter(plugin):
                    for name, value in values_by_name.items():
                        self._write(plugin, name, value, step)
        except (OSError, RuntimeError) as error:
            if self._raises:
                raise
            logger.error("For 'SummaryRecord', step %d was not written: %s", step, error)
            return False
        return True

    def _write(self, plugin: str, name: str, value: torch.Tensor, step: int) -> None:
        writer = self._writer
        if plugin == "scalar":
            writer.add_scalar(name, value.item(), step)
        elif plugin == "histogram":
            writer.add_histogram(name, value.float(), step)
        elif plugin == "image":
            pictures = as_pictures(name, value)
            if pictures is not None:
                writer.add_images(name, pictures, step)
        elif self._export == "npy":
            folder = self._folder / f"export_{self._started}" / "tensor"
            folder.mkdir(parents=True, exist_ok=True)
            np.save(folder / f"{name.replace('/', '_')}_{step}.npy", wrap(value).asnumpy())
        if plugin == "tensor":
            writer.add_tensor(name, value, step)

    def add_graph(self, graph: Any) -> None:
        """Write a GraphDef of TensorBoard's; msacc's own."""
        from tensorboard.compat.proto.event_pb2 import Event

        self._writer.file_writer.add_event(Event(graph_def=graph.SerializeToString()))

    def add_scalar(self, name: str, value: float, step: int) -> None:
        """Write a number at once; msacc's own."""
        self._writer.add_scalar(name, value, step)

    def add_text(self, name: str, text: str) -> None:
        """Write text, which TensorBoard shows as Markdown; msacc's own."""
        self._writer.add_text(name, text)

    def add_lineage(self, settings: dict[str, Any], results: dict[str, float], step: int) -> None:
        """Write what a run was made with and its last results: a line of the HPARAMS tab; msacc's own."""
        for name, value in results.items():
            self._writer.add_scalar(name, value, step)
        for summary in hparams_summaries(settings, results):
            self._writer.file_writer.add_summary(summary)

    def flush(self) -> None:
        """Write buffered events to disk."""
        if self._closed:
            logger.error("For 'SummaryRecord', the record is closed and cannot be flushed.")
        else:
            self._writer.flush()

    def close(self) -> None:
        """Write everything and close the file; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        self._writer.close()
        SummaryRecord.count -= 1
        summary_ops.collect(-1)
        atexit.unregister(self.close)


def _event_writer(folder: Path, suffix: str) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError as error:
        raise ImportError(
            "SummaryRecord and SummaryCollector need the package 'tensorboard': "
            "pip install 'msacc[summary]'."
        ) from error
    return SummaryWriter(str(folder), filename_suffix=suffix)


def checked_folder(argument: str, value: object) -> Path:
    """The folder, made if need be; TypeError or ValueError for what is no path."""
    if not isinstance(value, str):
        raise TypeError(
            f"The {argument} is invalid, the type should be string. But got {type(value)}."
        )
    if not value.strip():
        raise ValueError(f"The {argument} is invalid, it should be non-blank.")
    folder = Path(value).resolve()
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"The {argument} {str(folder)!r} is a file; give a folder.")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _check(prefix: Any, suffix: Any, size: Any, raises: Any) -> None:
    where = "SummaryRecord"
    if size is not None and not isinstance(size, int):
        raise TypeError(f"For '{where}', 'max_file_size' must be an int, but got {size!r}.")
    for name, text in (("file_prefix", prefix), ("file_suffix", suffix)):
        if not isinstance(text, str):
            raise TypeError(f"For '{where}', '{name}' must be a str, but got {text!r}.")
        if not _LEGAL.match(text):
            raise ValueError(
                f"For '{where}', '{name}' must match {_LEGAL.pattern}, but got {text!r}."
            )
    if not isinstance(raises, bool):
        raise TypeError(f"For '{where}', 'raise_exception' must be a bool, but got {raises!r}.")


_DEFAULT_EXPORT_OPTIONS: dict[str, set[str | None]] = {"tensor_format": {"npy", None}}


def checked_export(options: dict[str, Any] | None) -> str | None:
    """The 'tensor_format' of `export_options`: 'npy' or None; TypeError or ValueError otherwise."""
    if options is None:
        return None
    of_type("export_options", options, dict, type(None))
    for key, value in options.items():
        of_type("export_option", key, str)
        of_type("export_format", value, str, type(None))
    unknown = set(options) - set(_DEFAULT_EXPORT_OPTIONS)
    if unknown:
        raise ValueError(
            f'For "SummaryRecord", the keys {unknown} of "export_options" are unsupported, expect the '
            f"follow keys: {list(_DEFAULT_EXPORT_OPTIONS)}"
        )
    for key, value in options.items():
        if value not in _DEFAULT_EXPORT_OPTIONS[key]:
            raise ValueError(
                f'For "SummaryRecord", the export_format {{{value!r}}} of "export_options" are unsupported '
                f"for {key}, expect the follow values: {list(_DEFAULT_EXPORT_OPTIONS[key])}"
            )
    return options.get("tensor_format")


def _cache_summary_tensor_data(summary: list[dict[str, Any]]) -> bool:
    """Values for the next `record`, as summary ops give them: {"name": "loss[:Scalar]", "data": Tensor} each."""
    for item in summary:
        name, _, plugin = item["name"].rstrip("]").rpartition("[:")
        summary_ops.note(plugin.lower(), name, item["data"].to_torch().detach())
    return True
