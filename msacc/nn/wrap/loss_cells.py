"""Cells that combine a network with its loss or compute its gradients."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from msacc.common.parameter import ParameterTuple
from msacc.common.tensor import Tensor, wrap
from msacc.graph import GradOperation
from msacc.nn.cell import Cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.parameter import Parameter


class WithLossCell(Cell):
    """A network and its loss in one Cell: loss_fn(backbone(data), label).

    `backbone`: a Cell of one input.
    `loss_fn`: a Cell or function of (outputs, labels).

    Called with (data, label), it returns the loss; TrainOneStepCell takes it as `network`.

    Raises TypeError in the call for another number of inputs: for more, write a Cell of your own.

    As in MindSpore.
    """

    def __init__(self, backbone: Cell, loss_fn: Callable[..., Any]):
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

    `network`: a Cell of one input.
    `loss_fn`: a Cell or function of (outputs, labels).
    `add_cast_fp32`: a bool, cast float outputs and labels to Float32 before the loss.

    Called with (data, label).

    Raises TypeError where `add_cast_fp32` is no bool.

    As in MindSpore.
    """

    def __init__(self, network: Cell, loss_fn: Callable[..., Any], add_cast_fp32: bool = False):
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
    """The gradients of `loss_fn(network(data), label)` (of `network` alone without `loss_fn`).

    `network`: a Cell.
    `loss_fn`: a Cell or a function, or None.
    `sens`: the gradient of the output, or None for ones.
    """

    def __init__(self, network: Cell, loss_fn: Callable[..., Any] | None = None, sens: Any = None):
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

    `get_all`: of every input.
    `get_by_list`: of `weights`; neither: of the first input.
    """

    def __init__(
        self,
        network: Cell | Callable[..., Any],
        weights: Parameter | Sequence[Parameter] | None = None,
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
