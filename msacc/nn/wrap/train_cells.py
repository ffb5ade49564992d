"""Cells that put a network, a loss and an optimizer together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import FunctionType, MethodType
from typing import Any

import torch

from msacc.common.modes import ParallelMode
from msacc.common.notice import once
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.graph import GradOperation
from msacc.nn.cell import Cell
from msacc.nn.wrap.grad_reducer import DistributedGradReducer
from msacc.step.asked import Asked, StepWrapper, read
from msacc.step.plan import StepPlan
from msacc.step.step import TrainStep


class WithLossCell(Cell):
    """A network and its loss in one Cell: loss_fn(backbone(data), label).

    `backbone`: a Cell of one input; `loss_fn`: a Cell or function of (outputs, labels). Called with
    (data, label), it returns the loss; TrainOneStepCell takes it as `network`. Raises TypeError in
    the call for another number of inputs: for more, write a Cell of your own. As in MindSpore.
    """

    def __init__(self, backbone: Cell, loss_fn: Any):
        super().__init__(auto_prefix=False)
        self._backbone = backbone
        self._loss_fn = loss_fn

    def construct(self, data: Any, label: Any) -> Any:
        return self._loss_fn(self._backbone(data), label)

    @property
    def backbone_network(self) -> Cell:
        """The network inside."""
        return self._backbone


class WithEvalCell(Cell):
    """One evaluation step: returns (loss, outputs, label) of a network and a loss.

    `network`: a Cell of one input; `loss_fn`: a Cell or function of (outputs, labels);
    `add_cast_fp32`: a bool, cast float outputs and labels to Float32 before the loss. Called with
    (data, label). Raises TypeError where `add_cast_fp32` is no bool. As in MindSpore.
    """

    def __init__(self, network: Cell, loss_fn: Any, add_cast_fp32: bool = False):
        super().__init__(auto_prefix=False)
        if not isinstance(add_cast_fp32, bool):
            raise TypeError(
                f"For 'WithEvalCell', 'add_cast_fp32' must be bool, but got {add_cast_fp32!r}."
            )
        self._network = network
        self._loss_fn = loss_fn
        self.add_cast_fp32 = add_cast_fp32

    def construct(self, data: Any, label: Any) -> Any:
        outputs = self._network(data)
        if self.add_cast_fp32:
            outputs, label = _to_float32(outputs), _to_float32(label)
        return self._loss_fn(outputs, label), outputs, label


def _to_float32(value: Any) -> Any:
    if isinstance(value, Tensor):
        return wrap(value._t.float()) if value._t.is_floating_point() else value
    if isinstance(value, (tuple, list)):
        return type(value)([_to_float32(item) for item in value])
    return value


class WithGradCell(Cell):
    """The gradients of `loss_fn(network(data), label)` (of `network` alone without `loss_fn`)."""

    def __init__(self, network: Cell, loss_fn: Any = None, sens: Any = None):
        super().__init__(auto_prefix=False)
        self.network, self.loss_fn, self.sens = network, loss_fn, sens
        self.weights = ParameterTuple(network.trainable_params())
        self.grad = GradOperation(get_by_list=True, sens_param=sens is not None)
        self.network_with_loss = network if loss_fn is None else WithLossCell(network, loss_fn)
        self.network_with_loss.set_train()

    def construct(self, *inputs: Any) -> Any:
        seeds = () if self.sens is None else (self.sens,)
        return self.grad(self.network_with_loss, self.weights)(*inputs, *seeds)


class ForwardValueAndGrad(Cell):
    """(value of `network`, its gradients); with `sens_param` the last input seeds them.

    `get_all`: of every input; `get_by_list`: of `weights`; neither: of the first input.
    """

    def __init__(
        self,
        network: Cell | Callable[..., Any],
        weights: Any = None,
        get_all: bool = False,
        get_by_list: bool = False,
        sens_param: bool = False,
    ):
        super().__init__(auto_prefix=False)
        if not isinstance(network, (Cell, FunctionType, MethodType)):
            raise TypeError(
                "For 'ForwardValueAndGrad', the argument 'network' must be cell, function type or method "
                f"type, but got '{type(network)}'"
            )
        self.grad = GradOperation(get_all=get_all, get_by_list=get_by_list, sens_param=sens_param)
        if get_by_list and not isinstance(weights, (ParameterTuple, tuple, list)):
            raise TypeError(
                "For 'ForwardValueAndGrad', when 'get_by_list' is set to True, the argument 'weights' must "
                f"be Parameters array, but got '{type(weights)}'"
            )
        self.network = network
        if isinstance(network, Cell):
            network.set_grad()
        self.weights = weights
        self.get_all, self.get_by_list, self.sens_param = get_all, get_by_list, sens_param

    def construct(self, *inputs: Any) -> Any:
        value = self.network(*(inputs[:-1] if self.sens_param else inputs))
        grad_fn = (
            self.grad(self.network, self.weights) if self.get_by_list else self.grad(self.network)
        )
        return value, grad_fn(*inputs)


class _Identity(Cell):
    """Gives back what it gets: the gradient reducer of one process."""

    def construct(self, value: Any) -> Any:
        return value


class TrainOneStepCell(Cell):
    """One training step: forward, backward, update; returns the loss.

    `network`: a Cell that gives the loss; `optimizer`: an Optimizer over its parameters; `sens`:
    None or a number, what the gradient is seeded with (1 by default); `return_grad`: return (loss,
    {parameter name: gradient}). Called with the network's inputs. In DATA_PARALLEL the gradients
    are reduced over the processes (mean or sum: `gradients_mean` of the parallel context). A network
    in AutoParallel or GradAccumulation is trained as they ask. Raises ValueError for `sens` 0,
    NotImplementedError for `return_grad` with such a network. As in MindSpore.
    """

    def __init__(self, network: Cell, optimizer: Any, sens: Any = None, return_grad: bool = False):
        super().__init__(auto_prefix=False)
        if sens is not None and not isinstance(sens, Tensor) and sens == 0:
            raise ValueError("For 'TrainOneStepCell', the input argument of 'sens' can not be 0.")
        self.network = network
        self.network.set_grad()
        self.optimizer = optimizer
        self.weights = optimizer.parameters
        self.grad = GradOperation(get_by_list=True, sens_param=True)
        self.grad_no_sens = GradOperation(get_by_list=True)
        self.sens = 1.0 if sens is None else sens
        self.sense_flag = sens is not None
        self.return_grad = return_grad
        self.weights_name = [p.name for p in optimizer.parameters]
        self.parallel_mode = settings.parallel.get("parallel_mode", ParallelMode.STAND_ALONE)
        self.reducer_flag = self.parallel_mode in (
            ParallelMode.DATA_PARALLEL,
            ParallelMode.HYBRID_PARALLEL,
        )
        self.grad_reducer = self._reducer() if self.reducer_flag else _Identity()
        asked = read(network)
        # What the network, wrapped in AutoParallel or GradAccumulation, asks; None: this Cell is one graph.
        self._asked = asked if asked.needs_step else None
        self._planned_step: TrainStep | None = None
        if self._asked is not None:
            if self._follows_plans():
                self._train_step(asked)
            else:
                say_own_construct(self.cls_name, asked.plan)

    def _train_step(self, asked: Asked) -> TrainStep:
        """The step that does what is asked, made once."""
        if self._planned_step is None:
            self._planned_step = self._planned(asked)
            self._planned_step.set_train(self.training)
        return self._planned_step

    def _planned(self, asked: Asked) -> TrainStep:
        if self.return_grad:
            raise NotImplementedError(
                f"For '{self.cls_name}', 'return_grad' does not go with AutoParallel or GradAccumulation, whose "
                "gradients are spread over processes or micro-batches; take them by ms.value_and_grad."
            )
        return TrainStep(asked.core, self.optimizer, replace(asked.plan, **self._scaling()))

    def _follows_plans(self) -> bool:
        """Whether the step is this class's own, not one that a subclass writes."""
        return type(self).construct is type(self)._replaceable

    def _scaling(self) -> dict[str, Any]:
        return {"loss_scale": lambda: self.sens} if self.sense_flag else {}

    def spread(self, wrapper: StepWrapper) -> TrainStep | None:
        """This step as `wrapper`, which stands around it, asks; None where a subclass writes its own."""
        asked = read(self.network, [wrapper])
        if self._follows_plans():
            return self._planned(asked)
        say_own_construct(self.cls_name, asked.plan)
        return None

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        if self._asked is None or not self._follows_plans():
            return super().__call__(*inputs, **kwargs)
        return self._train_step(self._asked)(*inputs, **kwargs)

    def _reducer(self) -> Cell:
        reducer = DistributedGradReducer(self.weights)
        self.mean, self.degree = reducer.mean, reducer.degree
        return reducer

    def construct(self, *inputs: Any) -> Any:
        if self._asked is not None:  # a subclass calls it from a construct of its own
            return self._train_step(self._asked)(*inputs)
        loss = self.network(*inputs)
        grads = self.grad_reducer(self._gradients(inputs, loss))
        self.optimizer(grads)
        return (loss, dict(zip(self.weights_name, grads))) if self.return_grad else loss

    # What a TrainStep may run in place of; each class of msacc's names its own, a script's subclass none.
    _replaceable = construct
    # Subclasses in old scripts call the step by this name where no `sens` was given.
    _no_sens_impl = construct

    def _gradients(self, inputs: tuple[Any, ...], loss: Any) -> Any:
        return self.grad(self.network, self.weights)(*inputs, seeds_like(loss, self.sens))


def say_own_construct(name: str, plan: StepPlan) -> None:
    """Say once what a step that a script writes itself does not get."""
    if plan.shard_size != 1 or plan.micro_size != 1 or plan.inside != 1:
        once(
            f"own-step:{name}",
            f"{name} computes its gradients in a construct() of its own: the batch is not cut into micro-batches, "
            "parameters are not sharded, and the loss of GradAccumulation is the sum of its parts'. Put what it does to the loss into the network and use "
            "TrainOneStepCell or Model, or accumulate by msacc.parallel.GradAccumulator.",
        )


def seeds_like(loss: Any, value: Any) -> Any:
    """A seed of `value` for every output in `loss`."""
    if isinstance(loss, Tensor):
        fill = value._t.to(loss._t.dtype) if isinstance(value, Tensor) else value
        return wrap(torch.ones_like(loss._t) * fill)
    return tuple([seeds_like(item, value) for item in loss])


class GetNextSingleOp(Cell):
    """Refused: it reads Ascend's dataset queue."""

    def __init__(self, dataset_types: Any, dataset_shapes: Any, queue_name: str):
        raise NotImplementedError(
            "msacc has no dataset queue on a device (nn.GetNextSingleOp): iterate over the dataset."
        )


class _VirtualDatasetCell(Cell):
    """Marks a network's inputs as sharded by sample; one process passes them on."""

    def __init__(self, backbone: Cell):
        super().__init__(auto_prefix=False)
        self._backbone = backbone

    def construct(self, *inputs: Any) -> Any:
        return self._backbone(*inputs)


class VirtualDatasetCellTriple(_VirtualDatasetCell):
    """The same for networks of three inputs."""

    def construct(self, a: Any, b: Any, c: Any) -> Any:
        return self._backbone(a, b, c)


class ParameterUpdate(Cell):
    """Sets one parameter to the value it is called with (same shape), and returns it."""

    def __init__(self, param: Parameter):
        super().__init__(auto_prefix=False)
        if not isinstance(param, Parameter):
            raise TypeError(
                "For 'ParameterUpdate', 'param' must be 'Parameter', but got "
                f"{param!r} of {type(param)}."
            )
        self._param = param

    def construct(self, x: Tensor) -> Tensor:
        if tuple(x.shape) != tuple(self._param.shape):
            raise ValueError(
                f"For 'ParameterUpdate', the value must have the shape {self._param.shape} of "
                f"'{self._param.name}', but got {x.shape}."
            )
        with torch.no_grad():
            self._param._t.copy_(x._t)
        return x
