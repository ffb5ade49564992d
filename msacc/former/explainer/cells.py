"""What is taken from a network: a layer by its name, a layer's result, gradients, probabilities."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from msacc import Tensor, nn, ops
from msacc.former.explainer.arrays import generate_one_hot, unify_inputs, unify_targets


def retrieve_layer_by_name(model: nn.Cell, layer_name: str) -> nn.Cell:
    """The Cell of that name; the model itself for ''. TypeError for what is no str, ValueError if there is none."""
    if not isinstance(layer_name, str):
        raise TypeError(f"'layer_name' must be a str, but got {type(layer_name).__name__}.")
    for name, cell in model.cells_and_names():
        if name == layer_name:
            return cell
    raise ValueError(
        f"The network has no layer {layer_name!r}; cells_and_names() of the network lists their names."
    )


def retrieve_layer(model: nn.Cell, target_layer: str | nn.Cell = "") -> nn.Cell:
    """The Cell that a name says, or the Cell given; ValueError if the model does not contain it."""
    if isinstance(target_layer, str):
        return retrieve_layer_by_name(model, target_layer)
    if not isinstance(target_layer, nn.Cell):
        raise TypeError(
            f"'target_layer' must be a str or a Cell, but got {type(target_layer).__name__}."
        )
    if all(cell is not target_layer for _, cell in model.cells_and_names()):
        raise ValueError(f"The network does not contain the Cell {type(target_layer).__name__}.")
    return target_layer


class ForwardProbe:
    """In a `with` statement: `value` is what the Cell's last call gave; afterwards it is None.

    In PyNative mode alone.
    """

    def __init__(self, target_layer: nn.Cell) -> None:
        self._target_layer = target_layer
        self._intermediate_tensor: Any = None
        self._msacc_hook: Any = None

    @property
    def value(self) -> Any:
        """The Cell's last result."""
        return self._intermediate_tensor

    def __enter__(self) -> ForwardProbe:
        self._msacc_hook = self._target_layer.register_forward_hook(self._msacc_keep)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._msacc_hook.remove()
        self._intermediate_tensor = None

    def _msacc_keep(self, _cell: nn.Cell, _inputs: Any, output: Any) -> None:
        self._intermediate_tensor = output


class GradNet(nn.Cell):
    """Called with a network's inputs and the gradient of its result: the gradient of the first input."""

    def __init__(self, network: nn.Cell) -> None:
        super().__init__()
        self.network = network
        self.grad = ops.GradOperation(get_all=True, sens_param=True)(network)

    def construct(self, *input_data: Tensor) -> Tensor:
        return self.grad(*input_data)[0]


def get_bp_weights(
    model: nn.Cell, inputs: Any, targets: Any = None, weights: Tensor | None = None
) -> Tensor:
    """`weights`, or 1 at the results of the labels `targets` and 0 elsewhere; ValueError if neither is given."""
    if targets is None and weights is None:
        raise ValueError("'targets' or 'weights' must be given.")
    if weights is not None:
        return weights
    output = model(*unify_inputs(inputs))
    one_hot = generate_one_hot(unify_targets(targets), output.shape[-1])
    # One label is that of every sample.
    return one_hot if one_hot.shape == output.shape else ops.broadcast_to(one_hot, output.shape)


class Probabilities(nn.Cell):
    """A network and what makes probabilities of its results; the names of parameters stay as they are."""

    def __init__(self, network: nn.Cell, activation_fn: nn.Cell) -> None:
        super().__init__(auto_prefix=False)
        self.network, self.activation_fn = network, activation_fn

    def construct(self, inputs: Tensor) -> Tensor:
        return self.activation_fn(self.network(inputs))
