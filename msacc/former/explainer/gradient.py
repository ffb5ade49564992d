"""Explanations by gradients: Gradient, and GuidedBackprop and Deconvolution, which change those of ReLU."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from msacc import Tensor, nn, ops
from msacc.former.explainer.arrays import abs_max
from msacc.former.explainer.attribution import Attribution, check_images, check_targets
from msacc.former.explainer.cells import GradNet, get_bp_weights


class Gradient(Attribution):
    """The gradient of a label's result with respect to each pixel, the largest absolute value of the channels.

    `network`: a classifier, a Cell; TypeError else. A copy of it is kept: train first. It is set to evaluation.

    Called with a Tensor (N, C, H, W) and labels, an int, which holds for all, or an int Tensor () or (N,):
    a float Tensor (N, 1, H, W). TypeError for other types, ValueError for other shapes.
    """

    def __init__(self, network: nn.Cell) -> None:
        super().__init__(network)
        self._backward_model = deepcopy(network)
        self._backward_model.set_train(False)
        self._backward_model.set_grad(False)
        self._grad_net = GradNet(self._backward_model)
        self._aggregation_fn: Callable[[Tensor], Tensor] = abs_max

    def __call__(self, inputs: Tensor, targets: Tensor | int) -> Tensor:
        self._verify_data(inputs, targets)
        return self._aggregation_fn(self._msacc_gradient(inputs, targets))

    def _msacc_gradient(self, inputs: Tensor, targets: Tensor | int) -> Tensor:
        weights = get_bp_weights(self._backward_model, inputs, targets)
        return self._grad_net(inputs, weights)

    @staticmethod
    def _verify_data(inputs: Any, targets: Any) -> None:
        check_images(inputs)
        check_targets(inputs, targets)


class ModifiedReLU(Gradient):
    """The base of explanations that let a positive gradient alone through each `nn.ReLU` of the network.

    `network`: a classifier, a Cell; TypeError else.
    `use_relu_backprop`: whether it is that of the layer's result, a bool; else that of its input.
    """

    def __init__(self, network: nn.Cell, use_relu_backprop: bool = False) -> None:
        super().__init__(network)
        self.use_relu_backprop = use_relu_backprop
        self._hook_relu_backward()

    def _hook_relu_backward(self) -> None:
        for _, cell in self._backward_model.cells_and_names():
            if isinstance(cell, nn.ReLU):
                cell.register_backward_hook(self._backward_hook)

    def _backward_hook(self, _cell: nn.Cell, of_input: Any, of_result: Any) -> Any:
        """The gradients that go on; each is one Tensor, or a tuple of them."""
        given = of_result if self.use_relu_backprop else of_input
        return tuple(map(ops.relu, given)) if isinstance(given, tuple) else ops.relu(given)


class Deconvolution(ModifiedReLU):
    """As `Gradient`, but each `nn.ReLU` passes on the gradient of its result where that is positive.

    `network`: a classifier, a Cell; TypeError else. It is set to evaluation. Rectifiers that are no `nn.ReLU`, such as
    `ops.ReLU`, stay as they are.

    Called as `Gradient`, with the same result and errors.
    """

    def __init__(self, network: nn.Cell) -> None:
        super().__init__(network, use_relu_backprop=True)


class GuidedBackprop(ModifiedReLU):
    """As `Gradient`, but each `nn.ReLU` passes on the gradient of its input where that is positive.

    `network`: a classifier, a Cell; TypeError else. It is set to evaluation. Rectifiers that are no `nn.ReLU`, such as
    `ops.ReLU`, stay as they are.

    Called as `Gradient`, with the same result and errors.
    """

    def __init__(self, network: nn.Cell) -> None:
        super().__init__(network, use_relu_backprop=False)
