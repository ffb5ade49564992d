"""The loop of Model.train and Model.fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import status
from msacc.common.trace_spans import span
from msacc.communication._peer_status import explain_lost_peers
from msacc.nn.cell import Cell
from msacc.nn.wrap.plan_following import FollowsPlans
from msacc.step.broadcast_initial import broadcast_by_context
from msacc.step.step import TrainStep
from msacc.train._call_mode import as_inputs, begin_mode, set_mode
from msacc.train._evaluation import Validation, evaluate_within_fit
from msacc.train._initial_agreement import agree, is_shared
from msacc.train._step_lockstep import IndependentSteps
from msacc.train.callback._callback import CallbackManager, InternalCallbackParam, RunContext
from msacc.train.dataset_helper import DatasetHelper
from msacc.train.resume import Resume, snapshots_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.tensor import Tensor
    from msacc.dataset.dataset import Dataset
    from msacc.train._model import Model


class Training:
    """One run of a Model over a dataset."""

    def __init__(
        self,
        model: Model,
        dataset: Dataset,
        callbacks: CallbackManager,
        params: InternalCallbackParam,
        validation: Validation,
        resume: Resume | None = None,
    ):
        self.model, self.network, self.dataset = model, model.train_network, dataset
        self.callbacks, self.params, self.validation = callbacks, params, validation
        self.context = RunContext(params)
        self.lockstep, self.resume = IndependentSteps(), resume

    def run(self, epochs: range) -> None:
        """Train for the epochs (numbered from 0)."""
        shared = is_shared(self.network)
        if isinstance(self.network, Cell) and not isinstance(
            self.network, (FollowsPlans, TrainStep)
        ):
            broadcast_by_context(self.network.get_parameters())
        self.helper = DatasetHelper(self.dataset, dataset_sink_mode=False, epoch_num=len(epochs))
        begin_mode(self.model, self.network, True)
        self.params.dataset_sink_mode = False
        self.context._shared, self.first_epoch = shared, epochs.start
        snapshots = self.snapshots = snapshots_of(self.resume, self)
        self.callbacks.on_train_begin(self.context)
        if shared:
            self.lockstep = agree(self.dataset, self.params, self.callbacks, str(self.validation))
        for number in snapshots.begin(epochs):
            self._epoch(number, self.helper)
            if self.context.get_stop_requested():
                break
        snapshots.end()
        status.end_steps()
        self.lockstep.end()
        self.callbacks.on_train_end(self.context)

    def _epoch(self, number: int, helper: DatasetHelper) -> None:
        params, callbacks, context = self.params, self.callbacks, self.context
        params.cur_epoch_num = self.model._current_epoch_num = number + 1
        self.model._current_step_num = 0
        callbacks.on_train_epoch_begin(context)
        batches = iter(helper)
        started = self.lockstep.begin_epoch(self.snapshots.begin_epoch(number))
        while (batch := self._next_batch(batches, started)) is not None:
            started = True
            self.snapshots.before_step(batch)
            self._step(batch)
            self.snapshots.after_step()
        self.snapshots.before_step(None)
        ended = not context.get_stop_requested()
        if self.validation.due(number + 1):
            evaluate_within_fit(self.model, self.validation.dataset, callbacks, params)
        self.dataset.reset()
        callbacks.on_train_epoch_end(context)
        self.lockstep.end_epoch()
        params.pop("metrics", None)
        params.pop("eval_results", None)
        self.snapshots.after_epoch(number, ended)

    def _next_batch(self, batches: Any, started: bool) -> Any:
        with span("data"):
            return self.lockstep.next_batch(batches, self.context, started)

    def _step(self, batch: Sequence[Any]) -> None:
        model, params = self.model, self.params
        _check_columns(model, batch)
        params.cur_step_num += 1
        model._current_step_num = int((params.cur_step_num - 1) % params.batch_num + 1)
        params.train_dataset_element = inputs = as_inputs(batch)
        status.set_step(
            "train",
            model._current_step_num,
            params.batch_num,
            params.cur_epoch_num,
            params.epoch_num,
        )
        self.callbacks.on_train_step_begin(self.context)
        set_mode(self.model, self.network, True)
        model._msacc_begin_step(params.cur_step_num)
        with explain_lost_peers(f"step {params.cur_step_num}"):
            params.net_outputs = self.network(*inputs)
        _update_loss_scale(model._loss_scale_manager, params.net_outputs)
        self.callbacks.on_train_step_end(self.context)


def _check_columns(model: Model, batch: Sequence[Tensor]) -> None:
    if model._loss_fn is not None and len(batch) != 2:
        raise ValueError(
            "When 'loss_fn' is not None, 'train_dataset' should return two elements (data, label), but "
            f"got {len(batch)}; give Model a network that computes its own loss, or select columns."
        )


def _update_loss_scale(manager: Any, outputs: Any) -> None:
    """Passes an overflow (the network's second output) to the loss scale manager."""
    if manager is not None and manager.get_drop_overflow_update():
        manager.update_loss_scale(bool(np.all(outputs[1].asnumpy())))
