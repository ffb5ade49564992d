"""SummaryCollector: loss, inputs, parameter histograms and summary ops of a run, for TensorBoard."""

from __future__ import annotations

import re
import textwrap
from typing import Any

from msacc.common.tensor import Tensor
from msacc.common.warn_once import logger, once
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import Callback, RunContext, handle_loss
from msacc.train.summary.arguments import DEFAULTS, check_lineage, check_positive, specified
from msacc.train.summary.graph_event import graph_of
from msacc.train.summary.lineage import train_lineage
from msacc.train.summary.summary_record import SummaryRecord, checked_export, checked_folder

_PARAMETERS = 5
_TENSOR_STEPS = 20


@built_in()
class SummaryCollector(Callback):
    """Records every `collect_freq` steps, and at the first one, into `summary_dir`.

    `collect_specified_data` chooses: 'collect_metric' (the loss), 'collect_input_data' (the first
    column, if it holds images), 'histogram_regular' (a pattern for parameter names; None: the first
    five), 'collect_graph' (the network of the first step, in TensorBoard's GRAPHS), 'collect_train_lineage' (network,
    loss, optimizer, batch size and the like with `custom_lineage_data`, and the last loss, in its HPARAMS),
    'collect_eval_lineage' (metrics, as scalars 'eval/<name>'), 'collect_dataset_graph' (the pipeline, in its TEXT).
    With `keep_default_action` what is not named keeps its default. Summary ops are always
    recorded. `collect_tensor_freq` is for TensorSummary alone (default: at most 20 times in a run).
    `export_options`: {'tensor_format': 'npy'} also writes tensors as numpy files. `num_process` and
    `max_file_size` are checked and have no effect.

    Differs from MindSpore: the graph is that of the forward pass, op by op; no landscapes, which MindInsight alone
    shows.

    Raises TypeError or ValueError for wrong arguments, ImportError without tensorboard.
    """

    _DEFAULT_SPECIFIED_DATA = DEFAULTS
    _argument_attributes = {"summary_dir": "_folder", "collect_freq": "_frequency"}

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
        check_positive("collect_freq", collect_freq)
        for name, value in (
            ("collect_tensor_freq", collect_tensor_freq),
            ("max_file_size", max_file_size),
        ):
            if value is not None:
                check_positive(name, value)
        checked_export(export_options)
        check_lineage(custom_lineage_data)
        self._collect_specified_data = specified(
            collect_specified_data, keep_default_action, self._DEFAULT_SPECIFIED_DATA
        )
        self._frequency, self._tensor_frequency = collect_freq, collect_tensor_freq
        self._record_arguments: dict[str, Any] = {
            "num_process": num_process,
            "max_file_size": max_file_size,
            "export_options": export_options,
        }
        self._custom_lineage = dict(custom_lineage_data or {})
        self._record: SummaryRecord | None = None
        self._tensor_steps: range = range(0)
        self._first = self._is_parse_loss_success = True
        self._has_graph = False
        # The newest metrics.
        self._results: dict[str, float] = {}
        # The optimizer, cached; 'Failed' where there is none.
        self._temp_optimizer: Any = None

    def __enter__(self) -> SummaryCollector:
        self._record = SummaryRecord(self._folder, **self._record_arguments)
        self._first, self._has_graph = True, False
        return self

    def __exit__(self, *err: Any) -> None:
        if self._record is not None:
            self._record.close()

    def begin(self, run_context: RunContext) -> None:
        """Sets the record's mode. `run_context`: the run's RunContext."""
        params = run_context.original_args()
        self._check_callbacks(params)
        self._opened().set_mode(params.mode)

    def step_begin(self, run_context: RunContext) -> None:
        """Records the graph and the pipeline, before the first step."""
        params = run_context.original_args()
        if params.mode != "train" or self._has_graph:
            return
        self._has_graph = True
        if self._collect_specified_data.get("collect_graph"):
            self._collect_graph(params)
        if self._collect_specified_data.get("collect_dataset_graph"):
            pipeline = repr(params.get("train_dataset"))
            self._opened().add_text("train_dataset/auto", textwrap.indent(pipeline, "    "))

    def step_end(self, run_context: RunContext) -> None:
        """Records this step if it is due. `run_context`: the run's RunContext."""
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
        """Records the metrics of the epoch, and flushes the file. `run_context`: the run's RunContext."""
        self._collect_metrics(run_context.original_args())
        self._opened().flush()

    def end(self, run_context: RunContext) -> None:
        """Records lineage; drops the values of summary ops after the last recorded step. `run_context`: the run's
        RunContext.
        """
        record, params = self._opened(), run_context.original_args()
        self._collect_lineage(params, record)
        record.set_mode("eval")
        record.record(0)

    @staticmethod
    def _check_callbacks(params: Any) -> None:
        """Raises ValueError for a second collector among the callbacks."""
        again = [c for c in params.get("list_callback") or [] if isinstance(c, SummaryCollector)]
        if len(again) > 1:
            raise ValueError(
                "There is more than one SummaryCollector instance in callback list; keep one."
            )

    # -- collecting ---------------------------------------------------------------------
    def _opened(self) -> SummaryRecord:
        if self._record is None:
            raise RuntimeError("SummaryCollector must be entered: give it to Model, or use `with`.")
        return self._record

    def _range(self, total: int) -> range:
        """The steps at which tensors are recorded too: at most twenty without `collect_tensor_freq`."""
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
        self._collect_input_data(params)
        self._add_loss(params, record)
        self._collect_histogram(params)
        record.record(params.cur_step_num, plugin_filter=plugin_filter)

    def _collect_graph(self, params: Any) -> None:
        """The network with its loss, as it runs forward on the first batch."""
        step = params.get("train_network")
        network = getattr(step, "network", step)
        inputs = params.get("train_dataset_element")
        inputs = tuple(inputs) if isinstance(inputs, (list, tuple)) else (inputs,)
        try:
            self._opened().add_graph(graph_of(network, inputs))
        except Exception as error:  # a picture is no reason to end a run
            logger.warning("SummaryCollector could not record the graph: %s", error)

    def _collect_metrics(self, params: Any) -> None:
        if not self._collect_specified_data.get("collect_eval_lineage"):
            return
        step = int(params.get("cur_step_num") or 0)
        for name, value in (params.get("metrics") or {}).items():
            if isinstance(value, (int, float)):
                self._results[f"eval/{name}"] = float(value)
                self._opened().add_scalar(f"eval/{name}", float(value), step)

    def _collect_lineage(self, params: Any, record: SummaryRecord) -> None:
        if params.mode != "train":
            self._collect_metrics(params)
        elif self._collect_specified_data.get("collect_train_lineage"):
            loss = None if params.get("net_outputs") is None else self._get_loss(params)
            results = dict(self._results)
            if loss is not None:
                results["train/last_loss"] = float(loss)
            settings = train_lineage(params, self._custom_lineage)
            record.add_lineage(settings, results, int(params.cur_step_num))

    def _collect_input_data(self, params: Any) -> None:
        if not self._collect_specified_data.get("collect_input_data"):
            return
        element = params.get("train_dataset_element")
        if isinstance(element, (list, tuple)) and element:
            element = element[0]
        try:
            if not isinstance(element, Tensor):
                raise TypeError(f"{element!r} is no Tensor.")
            self._opened().add_value("image", "input_data/auto", element)
        except (TypeError, ValueError):
            logger.warning("The input data is no image, so SummaryCollector does not collect it.")
            self._collect_specified_data["collect_input_data"] = False

    def _add_loss(self, params: Any, record: SummaryRecord) -> None:
        if not self._collect_specified_data.get("collect_metric"):
            return
        loss = self._get_loss(params)
        if loss is not None:
            record.add_value("scalar", "loss/auto", loss)

    def _get_loss(self, params: Any) -> Tensor | None:
        """The mean of the network's (first) output; None, from then on too, where that is no number or Tensor."""
        if not self._is_parse_loss_success:
            return None
        output = params.get("net_outputs")
        first = output[0] if isinstance(output, (list, tuple)) and output else output
        if not isinstance(first, (Tensor, int, float)):
            logger.warning(
                "The network's output is no loss, so SummaryCollector does not collect it."
            )
            self._is_parse_loss_success = False
            return None
        return Tensor(handle_loss(first))

    def _get_optimizer(self, params: Any) -> Any:
        """The run's optimizer, or the one in its network; None where there is none."""
        if self._temp_optimizer is None:
            network = params.get(
                "train_network" if params.get("mode", "train") == "train" else "eval_network"
            )
            optimizer = params.get("optimizer") or getattr(network, "optimizer", None)
            if optimizer is None:
                once(
                    "collector:no-optimizer", "SummaryCollector found no optimizer: no histograms."
                )
            self._temp_optimizer = "Failed" if optimizer is None else optimizer
        return None if self._temp_optimizer == "Failed" else self._temp_optimizer

    def _collect_histogram(self, params: Any) -> None:
        if "histogram_regular" not in self._collect_specified_data:
            return
        parameters = list(getattr(self._get_optimizer(params), "parameters", ()))
        pattern = self._collect_specified_data["histogram_regular"]
        if pattern is None:
            selected = parameters[:_PARAMETERS]
        else:
            selected = [p for p in parameters if re.match(pattern, p.name)]
        for parameter in selected:
            values = parameter if parameter.ndim else parameter.reshape((1,))
            self._opened().add_value("histogram", f"{parameter.name}/auto", values)
