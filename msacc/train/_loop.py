"""The loops behind Model.train, Model.fit and Model.eval."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from msacc.common.tensor import Tensor
from msacc.communication._witness import explained
from msacc.nn.cell import Cell
from msacc.nn.metrics import Loss
from msacc.train._together import Alone, agree, is_shared
from msacc.train.callback._callback import CallbackManager, InternalCallbackParam, RunContext
from msacc.train.callback._time_monitor import TimeMonitor
from msacc.train.dataset_helper import DatasetHelper


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


def as_inputs(batch: Any) -> tuple[Any, ...]:
    """A batch as the positional inputs of a network."""
    return (batch,) if isinstance(batch, Tensor) else tuple(batch)


def run_training(
    model: Any,
    epochs: range,
    dataset: Any,
    callbacks: CallbackManager,
    params: InternalCallbackParam,
    validation: Validation,
) -> None:
    """Train for the epochs (numbered from 0)."""
    network = model.train_network
    shared = is_shared(network)
    helper = DatasetHelper(dataset, dataset_sink_mode=False, epoch_num=len(epochs))
    set_mode(network, True)
    params.dataset_sink_mode = False
    context = RunContext(params)
    context._shared = shared
    callbacks.on_train_begin(context)
    together = agree(dataset, params, callbacks) if shared else Alone()
    for number in epochs:
        params.cur_epoch_num = model._current_epoch_num = number + 1
        model._current_step_num = 0
        callbacks.on_train_epoch_begin(context)
        _train_epoch(model, network, helper, callbacks, params, context, together)
        if validation.due(number + 1):
            _evaluate_between(model, validation.dataset, callbacks, params)
        dataset.reset()
        callbacks.on_train_epoch_end(context)
        together.end_epoch(context)
        params.pop("metrics", None)
        params.pop("eval_results", None)
        if context.get_stop_requested():
            break
    together.end()
    callbacks.on_train_end(context)


def _train_epoch(
    model: Any,
    network: Any,
    helper: DatasetHelper,
    callbacks: CallbackManager,
    params: InternalCallbackParam,
    context: RunContext,
    together: Alone,
) -> None:
    batches, begun = iter(helper), False
    while (batch := together.next_batch(batches, context, begun)) is not None:
        begun = True
        if model._loss_fn is not None and len(batch) != 2:
            raise ValueError(
                "When 'loss_fn' is not None, 'train_dataset' should return two elements (data, label), but "
                f"got {len(batch)}; give Model a network that computes its own loss, or select columns."
            )
        params.cur_step_num += 1
        model._current_step_num = int((params.cur_step_num - 1) % params.batch_num + 1)
        params.train_dataset_element = inputs = as_inputs(batch)
        callbacks.on_train_step_begin(context)
        set_mode(network, True)
        with explained(f"step {params.cur_step_num}"):
            params.net_outputs = network(*inputs)
        _tell_manager(model._loss_scale_manager, params.net_outputs)
        callbacks.on_train_step_end(context)


def _tell_manager(manager: Any, outputs: Any) -> None:
    """A loss scale manager hears of an overflow (the network's second output)."""
    if manager is not None and manager.get_drop_overflow_update():
        manager.update_loss_scale(bool(np.all(outputs[1].asnumpy())))


def set_mode(network: Cell, training: bool) -> None:
    """Training or evaluation mode, if it is not that already."""
    if network.training != training:
        network.set_train(training)
    network.phase = "train" if training else "eval"


def _evaluate_between(
    model: Any, dataset: Any, callbacks: CallbackManager, params: InternalCallbackParam
) -> None:
    """Evaluate inside fit(); the run's own figures come back afterwards."""
    kept = {k: params[k] for k in ("cur_step_num", "batch_num", "dataset_sink_mode", "net_outputs")}
    # As in MindSpore: of the built-in callbacks only TimeMonitor sees the evaluation inside fit().
    seen = callbacks._callbacks
    chosen = [c for c in seen if isinstance(c, TimeMonitor) or not _built_in(c)]
    params.update(
        eval_network=model.eval_network, valid_dataset=dataset, mode="eval", cur_step_num=0
    )
    params.batch_num = dataset.get_dataset_size()
    with CallbackManager(chosen) as manager:
        run_evaluation(model, dataset, manager, params, with_loss=True)
    params.update(kept, mode="train")


def _built_in(callback: Any) -> bool:
    return type(callback).__module__.startswith("msacc.train.")


def run_evaluation(
    model: Any,
    dataset: Any,
    callbacks: CallbackManager,
    params: InternalCallbackParam,
    with_loss: bool = False,
) -> dict[str, Any]:
    """Go through the dataset once; returns {name: metric}."""
    network = model.eval_network
    model._clear_metrics()
    params.dataset_sink_mode = False
    context = RunContext(params)
    callbacks.on_eval_begin(context)
    helper = DatasetHelper(dataset, dataset_sink_mode=False, epoch_num=1)
    callbacks.on_eval_epoch_begin(context)
    loss = _eval_epoch(model, network, helper, callbacks, params, context, with_loss)
    callbacks.on_eval_epoch_end(context)
    dataset.reset()
    metrics = {name: _plain(metric.eval()) for name, metric in model._metric_fns.items()}
    params.metrics = metrics
    if with_loss:
        params.eval_results = {**copy.deepcopy(metrics), "eval_loss": loss.eval()}
    callbacks.on_eval_end(context)
    return metrics


def _plain(value: Any) -> Any:
    """A numpy number as Python's, so that it prints as MindSpore's do under every NumPy."""
    return value.item() if isinstance(value, np.floating) else value


def _eval_epoch(
    model: Any,
    network: Any,
    helper: DatasetHelper,
    callbacks: CallbackManager,
    params: InternalCallbackParam,
    context: RunContext,
    with_loss: bool,
) -> Loss:
    loss = Loss()
    for batch in helper:
        params.cur_step_num += 1
        params.eval_dataset_element = inputs = as_inputs(batch)
        callbacks.on_eval_step_begin(context)
        set_mode(network, False)
        params.net_outputs = outputs = network(*inputs)
        callbacks.on_eval_step_end(context)
        model._update_metrics(outputs)
        if with_loss:
            loss.clear()
            loss.update(outputs[(model._eval_indexes or [0])[0]])
        if context.get_stop_requested():
            break
    return loss
