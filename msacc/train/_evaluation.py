"""The loop of Model.eval and of the evaluation inside Model.fit."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import status
from msacc.communication._peer_status import explain_lost_peers
from msacc.nn.metrics import Loss
from msacc.train._call_mode import as_inputs, begin_mode, set_mode
from msacc.train._eval_lockstep import evaluation_passes
from msacc.train.callback._builtin_callbacks import built_in_of
from msacc.train.callback._callback import CallbackManager, InternalCallbackParam, RunContext
from msacc.train.dataset_helper import DatasetHelper

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.tensor import Tensor
    from msacc.dataset.dataset import Dataset
    from msacc.train._model import Model
    from msacc.train.callback._callback import Callback


@dataclass
class Validation:
    """The evaluation inside fit(): its dataset and the epochs it comes after."""

    dataset: Any = None
    frequency: int | list[int] = 1

    def due(self, epoch: int) -> bool:
        """Whether to evaluate after this epoch."""
        if self.dataset is None:
            return False
        every = self.frequency
        return epoch % every == 0 if isinstance(every, int) else epoch in every

    def __str__(self) -> str:
        if self.dataset is None:
            return "never"
        every = self.frequency
        return f"every {every} epochs" if isinstance(every, int) else f"after epochs {every}"


@dataclass
class Evaluation:
    """One pass over a dataset. `with_loss`: inside fit(), where the last batch's loss is a result, too."""

    model: Any
    callbacks: CallbackManager
    params: InternalCallbackParam
    with_loss: bool = False
    loss: Loss = field(default_factory=Loss)

    def run(self, dataset: Dataset) -> dict[str, Any]:
        """Evaluates over the dataset once; returns {name: metric}."""
        params, callbacks = self.params, self.callbacks
        self.model._clear_metrics()
        params.dataset_sink_mode = False
        context = RunContext(params)
        passes = evaluation_passes(self.model.eval_network, callbacks)
        context._shared = passes.shared
        callbacks.on_eval_begin(context)
        helper = DatasetHelper(dataset, dataset_sink_mode=False, epoch_num=1)
        begin_mode(self.model, self.model.eval_network, False)
        callbacks.on_eval_epoch_begin(context)
        for batch in passes.batches(helper, context, self._forward):
            self._step(batch, context)
        callbacks.on_eval_epoch_end(context)
        dataset.reset()
        params.metrics = self._results()
        callbacks.on_eval_end(context)
        return params.metrics  # type: ignore[no-any-return]

    def _step(self, batch: Sequence[Any], context: RunContext) -> None:
        params = self.params
        params.cur_step_num += 1
        params.eval_dataset_element = as_inputs(batch)
        status.set_step("evaluation", params.cur_step_num, params.batch_num, 1, 1)
        self.callbacks.on_eval_step_begin(context)
        params.net_outputs = outputs = self._forward(batch)
        self.callbacks.on_eval_step_end(context)
        self.model._update_metrics(outputs)
        if self.with_loss:
            self.loss.clear()
            self.loss.update(outputs[(self.model._eval_indexes or [0])[0]])

    def _forward(self, batch: Sequence[Tensor]) -> Any:
        network = self.model.eval_network
        set_mode(self.model, network, False)
        with explain_lost_peers(f"evaluation step {self.params.cur_step_num}"):
            return network(*as_inputs(batch))

    def _results(self) -> dict[str, Any]:
        metrics = {name: _python_number(m.eval()) for name, m in self.model._metric_fns.items()}
        if self.with_loss:
            self.params.eval_results = {**copy.deepcopy(metrics), "eval_loss": self.loss.eval()}
        return metrics


def evaluate_within_fit(
    model: Model, dataset: Dataset, callbacks: CallbackManager, params: InternalCallbackParam
) -> None:
    """Evaluates inside fit(); restores the run's parameters afterwards."""
    saved_params = {
        k: params[k] for k in ("cur_step_num", "batch_num", "dataset_sink_mode", "net_outputs")
    }
    # As in MindSpore: of the built-in callbacks only TimeMonitor sees the evaluation inside fit().
    visible = [c for c in callbacks._callbacks if _sees_validation(c)]
    params.update(
        eval_network=model.eval_network, valid_dataset=dataset, mode="eval", cur_step_num=0
    )
    params.batch_num = dataset.get_dataset_size()
    with CallbackManager(visible) as manager:
        Evaluation(model, manager, params, with_loss=True).run(dataset)
    params.update(saved_params, mode="train")


def _sees_validation(callback: Callback) -> bool:
    known = built_in_of(callback)
    return known is None or known.sees_validation


def _python_number(value: Any) -> Any:
    """A NumPy number as Python's, so that it prints as in MindSpore under every version of NumPy."""
    return value.item() if isinstance(value, np.floating) else value
