"""SummaryCollector: loss, inputs, parameter histograms and summary ops of a run, for TensorBoard."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Any

from msacc.common.keyword_hints import hints_keywords
from msacc.common.tensor import Tensor
from msacc.common.warn_once import logger, once
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import Callback, RunContext, handle_loss
from msacc.train.summary.arguments import DEFAULTS, check_lineage, check_positive, specified
from msacc.train.summary.graph_event import graph_of
from msacc.train.summary.lineage import train_lineage
from msacc.train.summary.summary_record import SummaryRecord, checked_export, checked_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from msacc.train.callback._callback import InternalCallbackParam

_PARAMETERS = 5
_TENSOR_STEPS = 20


@built_in()
class SummaryCollector(Callback):
    """Records every `collect_freq` steps, and at the first one, into `summary_dir`.

    `collect_specified_data` chooses: 'collect_metric' (the loss), 'collect_input_data' (the first column, if
      it holds images), 'histogram_regular' (a pattern for parameter names; None: the first five),
      'collect_graph' (the network of the first step, in TensorBoard's GRAPHS), 'collect_train_lineage'
      (network, loss, optimizer, batch size and the like with `custom_lineage_data`, and the last loss, in its
      HPARAMS), 'collect_eval_lineage' (metrics, as scalars 'eval/<name>'), 'collect_dataset_graph' (the
      pipeline, in its TEXT). With `keep_default_action` what is not named keeps its default. Summary ops are
      always recorded.
    `collect_tensor_freq` is for TensorSummary alone (default: at most 20 times in a run).
    `export_options`: {'tensor_format': 'npy'} also writes tensors as numpy files.
    `num_process` and `max_file_size` are checked and have no effect.

    Raises TypeError or ValueError for wrong arguments, ImportError without tensorboard.

    Differs from MindSpore: the graph is that of the forward pass, op by op; no landscapes, which MindInsight
    alone shows.
    """

    _DEFAULT_SPECIFIED_DATA = DEFAULTS
    _msacc_argument_attributes = {
        "summary_dir": "_msacc_folder",
        "collect_freq": "_msacc_frequency",
    }

    @hints_keywords
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
        self._msacc_folder = str(checked_folder("summary_dir", summary_dir))
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
        self._msacc_frequency, self._msacc_tensor_frequency = collect_freq, collect_tensor_freq
        self._msacc_record_arguments: dict[str, Any] = {
            "num_process": num_process,
            "max_file_size": max_file_size,
            "export_options": export_options,
        }
        self._msacc_custom_lineage = dict(custom_lineage_data or {})
        self._record: SummaryRecord | None = None
        self._msacc_tensor_steps: range = range(0)
        self._msacc_first = self._is_parse_loss_success = True
        self._msacc_has_graph = False
        # The newest metrics.
        self._msacc_results: dict[str, float] = {}
        # The optimizer, cached; 'Failed' where there is none.
        self._temp_optimizer: Any = None

    def __enter__(self) -> SummaryCollector:
        self._record = SummaryRecord(self._msacc_folder, **self._msacc_record_arguments)
        self._msacc_first, self._msacc_has_graph = True, False
        return self

    def __exit__(self, *err: object) -> None:
        if self._record is not None:
            self._record.close()

    def begin(self, run_context: RunContext) -> None:
        """Sets the record's mode. `run_context`: the run's RunContext."""
        params = run_context.original_args()
        self._check_callbacks(params)
        self._msacc_opened().set_mode(params.mode)

    def step_begin(self, run_context: RunContext) -> None:
        """Records the graph and the pipeline, before the first step."""
        params = run_context.original_args()
        if params.mode != "train" or self._msacc_has_graph:
            return
        self._msacc_has_graph = True
        if self._collect_specified_data.get("collect_graph"):
            self._msacc_collect_graph(params)
        if self._collect_specified_data.get("collect_dataset_graph"):
            pipeline = repr(params.get("train_dataset"))
            self._msacc_opened().add_text("train_dataset/auto", textwrap.indent(pipeline, "    "))

    def step_end(self, run_context: RunContext) -> None:
        """Records this step if it is due. `run_context`: the run's RunContext."""
        params = run_context.original_args()
        if params.mode != "train":
            return
        step = params.cur_step_num
        if self._msacc_first:
            self._msacc_tensor_steps = self._msacc_range(params.epoch_num * params.batch_num)
            self._msacc_collect(params, None)
            self._msacc_first = False
            self._msacc_opened().flush()
            return
        all_kinds, tensors = step % self._msacc_frequency == 0, step in self._msacc_tensor_steps
        if all_kinds and tensors:
            self._msacc_collect(params, None)
        elif all_kinds:
            self._msacc_collect(params, lambda plugin: plugin != "tensor")
        elif tensors:
            self._msacc_collect(params, lambda plugin: plugin == "tensor")

    def epoch_end(self, run_context: RunContext) -> None:
        """Records the metrics of the epoch, and flushes the file. `run_context`: the run's RunContext."""
        self._msacc_collect_metrics(run_context.original_args())
        self._msacc_opened().flush()

    def end(self, run_context: RunContext) -> None:
        """Records lineage; drops the values of summary ops after the last recorded step. `run_context`: the run's
        RunContext.
        """
        record, params = self._msacc_opened(), run_context.original_args()
        self._msacc_collect_lineage(params, record)
        record.set_mode("eval")
        record.record(0)

    @staticmethod
    def _check_callbacks(params: InternalCallbackParam) -> None:
        """Raises ValueError for a second collector among the callbacks."""
        again = [c for c in params.get("list_callback") or [] if isinstance(c, SummaryCollector)]
        if len(again) > 1:
            raise ValueError(
                "There is more than one SummaryCollector instance in callback list; keep one."
            )

    # -- collecting ---------------------------------------------------------------------
    def _msacc_opened(self) -> SummaryRecord:
        if self._record is None:
            raise RuntimeError("SummaryCollector must be entered: give it to Model, or use `with`.")
        return self._record

    def _msacc_range(self, total: int) -> range:
        """The steps at which tensors are recorded too: at most twenty without `collect_tensor_freq`."""
        if self._msacc_tensor_frequency is not None:
            return range(0, total + 1, self._msacc_tensor_frequency)
        if len(range(0, total + 1, self._msacc_frequency)) <= _TENSOR_STEPS:
            return range(0, total + 1, self._msacc_frequency)
        stride = total // (_TENSOR_STEPS - 1)
        if stride > 1:
            return range(0, total + 1, stride)[:_TENSOR_STEPS]
        return range(0, total + 1)[: _TENSOR_STEPS + 1]

    def _msacc_collect(
        self, params: InternalCallbackParam, plugin_filter: Callable[..., Any] | None
    ) -> None:
        record = self._msacc_opened()
        self._collect_input_data(params)
        self._msacc_add_loss(params, record)
        self._collect_histogram(params)
        record.record(params.cur_step_num, plugin_filter=plugin_filter)

    def _msacc_collect_graph(self, params: Any) -> None:
        """The network with its loss, as it runs forward on the first batch."""
        step = params.get("train_network")
        network = getattr(step, "network", step)
        inputs = params.get("train_dataset_element")
        inputs = tuple(inputs) if isinstance(inputs, (list, tuple)) else (inputs,)
        try:
            self._msacc_opened().add_graph(graph_of(network, inputs))
        except Exception as error:  # a picture is no reason to end a run
            logger.warning("SummaryCollector could not record the graph: %s", error)

    def _msacc_collect_metrics(self, params: InternalCallbackParam) -> None:
        if not self._collect_specified_data.get("collect_eval_lineage"):
            return
        step = int(params.get("cur_step_num") or 0)
        for name, value in (params.get("metrics") or {}).items():
            if isinstance(value, (int, float)):
                self._msacc_results[f"eval/{name}"] = float(value)
                self._msacc_opened().add_scalar(f"eval/{name}", float(value), step)

    def _msacc_collect_lineage(self, params: InternalCallbackParam, record: SummaryRecord) -> None:
        if params.mode != "train":
            self._msacc_collect_metrics(params)
        elif self._collect_specified_data.get("collect_train_lineage"):
            loss = None if params.get("net_outputs") is None else self._get_loss(params)
            results = dict(self._msacc_results)
            if loss is not None:
                results["train/last_loss"] = float(loss)
            settings = train_lineage(params, self._msacc_custom_lineage)
            record.add_lineage(settings, results, int(params.cur_step_num))

    def _collect_input_data(self, params: InternalCallbackParam) -> None:
        if not self._collect_specified_data.get("collect_input_data"):
            return
        element = params.get("train_dataset_element")
        if isinstance(element, (list, tuple)) and element:
            element = element[0]
        try:
            if not isinstance(element, Tensor):
                raise TypeError(f"{element!r} is no Tensor.")
            self._msacc_opened().add_value("image", "input_data/auto", element)
        except (TypeError, ValueError):
            logger.warning("The input data is no image, so SummaryCollector does not collect it.")
            self._collect_specified_data["collect_input_data"] = False

    def _msacc_add_loss(self, params: InternalCallbackParam, record: SummaryRecord) -> None:
        if not self._collect_specified_data.get("collect_metric"):
            return
        loss = self._get_loss(params)
        if loss is not None:
            record.add_value("scalar", "loss/auto", loss)

    def _get_loss(self, params: InternalCallbackParam) -> Tensor | None:
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

    def _get_optimizer(self, params: InternalCallbackParam) -> Any:
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

    def _collect_histogram(self, params: InternalCallbackParam) -> None:
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
            self._msacc_opened().add_value("histogram", f"{parameter.name}/auto", values)
