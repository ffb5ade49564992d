"""GradCAM: what the channels of an inner layer show, by how much they count for a label."""

from __future__ import annotations

from typing import Any

from msacc import Tensor, nn, ops
from msacc.former.explainer.arrays import resize
from msacc.former.explainer.cells import get_bp_weights, retrieve_layer
from msacc.former.explainer.gradient import Gradient


class IntermediateLayerAttribution(Gradient):
    """The base of explanations by a layer inside the network.

    `network`: a classifier, a Cell; TypeError else.
    `layer`: the layer's name, a str; '' is the network's input.
    """

    def __init__(self, network: nn.Cell, layer: str = "") -> None:
        super().__init__(network)
        self._resize = True
        self._resize_mode = "nearest_neighbor"
        self._layer = layer

    @staticmethod
    def _resize_fn(attributions: Tensor, inputs: Tensor, mode: str) -> Tensor:
        """Saliency maps in the size of the images."""
        return resize(attributions, inputs.shape[2:], mode)


def _gradcam_aggregation(attributions: Tensor) -> Tensor:
    """The sum of all channels where it is positive."""
    return ops.relu(ops.sum(attributions, 1, keepdim=True))


class GradCAM(IntermediateLayerAttribution):
    """The sum of a layer's channels, each weighted with the mean of its gradient, where the sum is positive.

    `relu(sum_k(mean(dy / dA_k) * A_k))`

    `network`: a classifier, a Cell; TypeError else. A copy of it is kept: train first. It is set to evaluation.
    `layer`: the name of a layer with a result (N, C, h, w), usually the last convolution; '', the network's input,
      by default. ValueError if there is none of that name.

    Called with a Tensor (N, C, H, W) and labels, an int, which holds for all, or an int Tensor () or (N,):
    a float Tensor (N, 1, H, W), resized from (N, 1, h, w) bilinearly. TypeError for other types, ValueError for
    other shapes and for a layer that has no gradient.

    Differs from MindSpore: maps with values above 1 keep them, which wrap around there, and pictures need
    not be square.
    """

    def __init__(self, network: nn.Cell, layer: str = "") -> None:
        super().__init__(network, layer)
        self._saliency_cell = retrieve_layer(self._backward_model, target_layer=layer)
        self._avgpool = ops.ReduceMean(keep_dims=True)
        self._aggregation_fn = _gradcam_aggregation
        self._resize_mode = "bilinear"
        at_layer = _AtLayer(self._backward_model, self._saliency_cell) if layer else None
        self._msacc_at_layer = at_layer

    def __call__(self, inputs: Tensor, targets: Tensor | int) -> Tensor:
        self._verify_data(inputs, targets)
        weights = get_bp_weights(self._backward_model, inputs, targets)
        if self._msacc_at_layer is None:
            activation, gradient = inputs, self._grad_net(inputs, weights)
        else:
            activation, gradient = self._msacc_at_layer(inputs, weights)
        attribution = self._aggregation_fn(self._avgpool(gradient, (2, 3)) * activation)
        if self._resize:
            attribution = self._resize_fn(attribution, inputs, mode=self._resize_mode)
        return attribution


class _AtLayer(nn.Cell):
    """Called as `GradNet`: the result of a layer inside the network, and the gradient of that.

    Both are results of one Cell, so that graph mode gives those of each call.
    """

    def __init__(self, network: nn.Cell, layer: nn.Cell) -> None:
        super().__init__()
        self.grad = ops.GradOperation(get_all=True, sens_param=True)(network)
        self._msacc_kept: dict[str, Any] = {}
        layer.register_forward_hook(self._msacc_keep_result)
        layer.register_backward_hook(self._msacc_keep_gradient)

    def construct(self, inputs: Tensor, weights: Tensor) -> tuple[Tensor, Tensor]:
        self._msacc_kept.clear()
        self.grad(inputs, weights)
        if "gradient" not in self._msacc_kept:
            raise ValueError(
                "For 'GradCAM', 'layer' has no gradient: the label's result does not follow from it."
            )
        return self._msacc_kept.pop("result"), self._msacc_kept.pop("gradient")

    def _msacc_keep_result(self, _cell: nn.Cell, _inputs: Any, result: Any) -> None:
        self._msacc_kept["result"] = result

    def _msacc_keep_gradient(self, _cell: nn.Cell, _of_input: Any, of_result: Any) -> None:
        self._msacc_kept["gradient"] = of_result[0] if isinstance(of_result, tuple) else of_result
