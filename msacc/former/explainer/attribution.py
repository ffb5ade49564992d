"""Attribution and PerturbationAttribution: what explanations of a classifier have in common."""

from __future__ import annotations

from typing import Any

from msacc import Tensor, nn
from msacc._checkparam import check_value_type


def check_images(inputs: Any) -> None:
    """TypeError for what is no Tensor, ValueError unless it is (N, C, H, W)."""
    check_value_type("inputs", inputs, Tensor)
    if len(inputs.shape) != 4:
        raise ValueError(f"'inputs' must be a 4D Tensor, but its shape is {inputs.shape}.")


def check_targets(inputs: Tensor, targets: Any) -> None:
    """TypeError for what is no int and no Tensor, ValueError for more labels than samples, or fewer."""
    check_value_type("targets", targets, (Tensor, int))
    if isinstance(targets, Tensor) and targets.shape not in ((), (len(inputs),)):
        raise ValueError(
            f"'targets' must have the shape () or {(len(inputs),)}, one label or one for each of 'inputs', "
            f"but its shape is {targets.shape}."
        )


class Attribution:
    """The base of explanations: of each pixel, how much it counts for a label.

    `network`: a classifier, a Cell; TypeError else. It is set to evaluation, `set_train(False)` and
    `set_grad(False)`.

    Derived classes are called with images and labels, and give saliency maps.
    """

    def __init__(self, network: nn.Cell) -> None:
        check_value_type("network", network, nn.Cell, type(self).__name__)
        self._network = network
        self._network.set_train(False)
        self._network.set_grad(False)

    def __call__(self, inputs: Any, targets: Any) -> Tensor:
        raise NotImplementedError(f"'{type(self).__name__}' must define __call__.")

    @property
    def network(self) -> nn.Cell:
        """The classifier."""
        return self._network

    @staticmethod
    def _verify_network(network: Any) -> None:
        check_value_type("network", network, nn.Cell)

    @staticmethod
    def _verify_data(inputs: Any, targets: Any) -> None:
        check_images(inputs)
        check_targets(inputs, targets)
        if not isinstance(targets, Tensor) and len(inputs) != 1:
            raise ValueError(
                f"'targets' is one int, so 'inputs' must be one sample, but its shape is {inputs.shape}. "
                "Give a Tensor with a label for each."
            )


class PerturbationAttribution(Attribution):
    """The base of explanations by changed images.

    `network`: a classifier, a Cell; TypeError else.
    `activation_fn`: a Cell that makes probabilities of its results, such as `nn.Softmax()`; TypeError else.
    `perturbation_per_eval`: how many changed images are one batch, an int > 0; ValueError else.
    """

    def __init__(
        self, network: nn.Cell, activation_fn: nn.Cell, perturbation_per_eval: int
    ) -> None:
        super().__init__(network)
        where = type(self).__name__
        check_value_type("activation_fn", activation_fn, nn.Cell, where)
        check_value_type("perturbation_per_eval", perturbation_per_eval, int, where)
        if perturbation_per_eval <= 0:
            raise ValueError(
                f"For '{where}', 'perturbation_per_eval' must be greater than 0, but got {perturbation_per_eval}."
            )
        self._activation_fn = activation_fn
        self._perturbation_per_eval = perturbation_per_eval
