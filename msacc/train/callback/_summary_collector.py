"""SummaryCollector: loss, inputs, parameter histograms and summary ops of a run, for TensorBoard."""

from __future__ import annotations

import logging
import re
from typing import Any

from msacc.common.notice import logger, no_effect, once
from msacc.common.tensor import Tensor
from msacc.train.callback._built_in import built_in
from msacc.train.callback._callback import Callback, RunContext, handle_loss
from msacc.train.summary.summary_record import SummaryRecord, checked_export, checked_folder

_DEFAULTS: dict[str, Any] = {
    "collect_metric": True,
    "collect_graph": True,
    "collect_train_lineage": True,
    "collect_eval_lineage": True,
    "collect_input_data": True,
    "collect_dataset_graph": True,
    "histogram_regular": None,
    "collect_landscape": None,
}
_OF_MINDINSIGHT = (
    "collect_graph", "collect_train_lineage", "collect_eval_lineage", "collect_dataset_graph",
    "collect_landscape",
)  # fmt: skip
_PARAMETERS = 5
_TENSOR_STEPS = 20


@built_in()
class SummaryCollector(Callback):
    """Records every `collect_freq` steps, and at the first one, into `summary_dir`.

    `collect_specified_data` chooses: 'collect_metric' (the loss), 'collect_input_data' (the first
    column, if it holds images), 'histogram_regular' (a pattern for parameter names; None: the first
    five). With `keep_default_action` what is not named keeps its default. Summary ops are always
    recorded. `collect_tensor_freq` is for TensorSummary alone (default: at most 20 times in a run).
    `export_options`: {'tensor_format': 'npy'} also writes tensors as numpy files. `num_process`,
    `max_file_size` and `custom_lineage_data` are checked and have no effect.

    Differs from MindSpore: no graphs, lineage or landscapes, which MindInsight alone shows.

    Raises TypeError or ValueError for wrong arguments, ImportError without tensorboard.
    """

    def __init__(
        self,
        summary_dir: str,
        collect_freq: int = 10,
        num_process: int = 32,
        collect_specified_data: dict[str, Any] | None = None,
        keep_default_action: bool = True,
        custom_lineage_data: dict[str, Any] | None = None,
        collect_tensor_freq: int | None = None,
        max_file_size: int | None = None,
        export_options: dict[str, Any] | None = None,
    ):
        self._folder = str(checked_folder("summary_dir", summary_dir))
        _check_positive("collect_freq", collect_freq)
        for name, value in (
            ("collect_tensor_freq", collect_tensor_freq),
            ("max_file_size", max_file_size),
        ):
            if value is not None:
                _check_positive(name, value)
        checked_export(export_options)
        _check_lineage(custom_lineage_data)
        self._wanted = _specified(collect_specified_data, keep_default_action)
        self._frequency, self._tensor_frequency = collect_freq, collect_tensor_freq
        self._record_arguments: dict[str, Any] = {
            "num_process": num_process,
            "max_file_size": max_file_size,
            "export_options": export_options,
        }
        self._record: SummaryRecord | None = None
        self._tensor_steps: range = range(0)
        self._first = True

    def __enter__(self) -> SummaryCollector:
        self._record = SummaryRecord(self._folder, **self._record_arguments)
        self._first = True
        return self

    def __exit__(self, *err: Any) -> None:
        if self._record is not None:
            self._record.close()

    def begin(self, run_context: RunContext) -> None:
        """Tell the record whether this is training."""
        params = run_context.original_args()
        again = [c for c in params.get("list_callback") or [] if isinstance(c, SummaryCollector)]
        if len(again) > 1:
            raise ValueError("There is more than one SummaryCollector in the callbacks; keep one.")
        self._opened().set_mode(params.mode)

    def step_end(self, run_context: RunContext) -> None:
        """Record this step if it is one of those to record."""
        params = run_context.original_args()
        if params.mode != "train":
            return
        step = params.cur_step_num
        if self._first:
            self._tensor_steps = self._range(params.epoch_num * params.batch_num)
            self._collect(params, None)
            self._first = False
            self._opened().flush()
            return
        all_kinds, tensors = step % self._frequency == 0, step in self._tensor_steps
        if all_kinds and tensors:
            self._collect(params, None)
        elif all_kinds:
            self._collect(params, lambda plugin: plugin != "tensor")
        elif tensors:
            self._collect(params, lambda plugin: plugin == "tensor")

    def epoch_end(self, run_context: RunContext) -> None:
        """Bring the file up to date."""
        self._opened().flush()

    def end(self, run_context: RunContext) -> None:
        """Drop what summary ops gave after the last recorded step."""
        record = self._opened()
        record.set_mode("eval")
        record.record(0)

    # -- what is collected ---------------------------------------------------------------------
    def _opened(self) -> SummaryRecord:
        if self._record is None:
            raise RuntimeError("SummaryCollector must be entered: give it to Model, or use `with`.")
        return self._record

    def _range(self, total: int) -> range:
        """The steps at which tensors are recorded too: at most twenty unless told otherwise."""
        if self._tensor_frequency is not None:
            return range(0, total + 1, self._tensor_frequency)
        if len(range(0, total + 1, self._frequency)) <= _TENSOR_STEPS:
            return range(0, total + 1, self._frequency)
        stride = total // (_TENSOR_STEPS - 1)
        if stride > 1:
            return range(0, total + 1, stride)[:_TENSOR_STEPS]
        return range(0, total + 1)[: _TENSOR_STEPS + 1]

    def _collect(self, params: Any, plugin_filter: Any) -> None:
        record = self._opened()
        self._add_input(params, record)
        self._add_loss(params, record)
        self._add_histograms(params, record)
        record.record(params.cur_step_num, plugin_filter=plugin_filter)

    def _add_input(self, params: Any, record: SummaryRecord) -> None:
        if not self._wanted.get("collect_input_data"):
            return
        element = params.get("train_dataset_element")
        if isinstance(element, (list, tuple)) and element:
            element = element[0]
        try:
            record.add_value("image", "input_data/auto", element)
        except (TypeError, ValueError):
            logger.warning("The input data is no image, so SummaryCollector does not collect it.")
            self._wanted["collect_input_data"] = False

    def _add_loss(self, params: Any, record: SummaryRecord) -> None:
        if not self._wanted.get("collect_metric"):
            return
        output = params.get("net_outputs")
        first = output[0] if isinstance(output, (list, tuple)) and output else output
        if not isinstance(first, (Tensor, int, float)):
            logger.warning(
                "The network's output is no loss, so SummaryCollector does not collect it."
            )
            self._wanted["collect_metric"] = False
            return
        record.add_value("scalar", "loss/auto", Tensor(handle_loss(first)))

    def _add_histograms(self, params: Any, record: SummaryRecord) -> None:
        if "histogram_regular" not in self._wanted:
            return
        optimizer = params.get("optimizer") or getattr(
            params.get("train_network"), "optimizer", None
        )
        parameters = list(getattr(optimizer, "parameters", ()))
        if not parameters:
            once("collector:no-optimizer", "SummaryCollector found no optimizer: no histograms.")
        pattern = self._wanted["histogram_regular"]
        if pattern is None:
            chosen = parameters[:_PARAMETERS]
        else:
            chosen = [p for p in parameters if re.match(pattern, p.name)]
        for parameter in chosen:
            if parameter.ndim:
                record.add_value("histogram", f"{parameter.name}/auto", parameter)


# -- arguments ---------------------------------------------------------------------------------
def _check_positive(name: str, value: Any) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"For 'SummaryCollector', '{name}' must be an int, but got {value!r}.")
    if value <= 0:
        raise ValueError(
            f"For 'SummaryCollector', '{name}' must be greater than 0, but got {value}."
        )


def _check_lineage(data: Any) -> None:
    if data is None:
        return
    if not isinstance(data, dict):
        raise TypeError(
            f"For 'SummaryCollector', 'custom_lineage_data' must be a dict, but got {data!r}."
        )
    for key, value in data.items():
        if not isinstance(key, str) or not isinstance(value, (int, str, float)):
            raise TypeError(
                "For 'SummaryCollector', 'custom_lineage_data' maps str to int, str or float, but got "
                f"{key!r}: {value!r}."
            )
    no_effect(
        "SummaryCollector", "custom_lineage_data", data, "lineage is shown by MindInsight only"
    )


def _specified(data: Any, keep: Any) -> dict[str, Any]:
    if not isinstance(keep, bool):
        raise TypeError(
            f"For 'SummaryCollector', 'keep_default_action' must be a bool, but got {keep!r}."
        )
    if data is not None and not isinstance(data, dict):
        raise TypeError(
            f"For 'SummaryCollector', 'collect_specified_data' must be a dict, but got {data!r}."
        )
    for key, value in (data or {}).items():
        _check_specified(key, value)
    once(
        "collector:kinds",
        "SummaryCollector records loss, inputs, parameter histograms and summary ops; graphs, lineage and "
        "landscapes, which MindInsight alone shows, are not recorded.",
        logging.INFO,
    )
    return {**(_DEFAULTS if keep else {}), **(data or {})}


def _check_specified(key: Any, value: Any) -> None:
    if key not in _DEFAULTS:
        kind = ValueError if isinstance(key, str) else TypeError
        raise kind(
            f"For 'SummaryCollector', 'collect_specified_data' knows the keys {list(_DEFAULTS)}, but got {key!r}."
        )
    kinds: dict[str, Any] = {
        "histogram_regular": (str, type(None)),
        "collect_landscape": (dict, type(None)),
    }
    if not isinstance(value, kinds.get(key, bool)):
        raise TypeError(
            f"For 'SummaryCollector', '{key}' cannot be {value!r} of type {type(value).__name__}."
        )
    if key == "histogram_regular" and value is not None:
        try:
            re.compile(value)
        except re.error as error:
            raise ValueError(
                f"For 'SummaryCollector', 'histogram_regular' {value!r} is no pattern: {error}."
            ) from error
    if key in _OF_MINDINSIGHT and value:
        no_effect("SummaryCollector", key, value, "MindInsight alone shows it")
