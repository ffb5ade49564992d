"""The loss of a network with Bayesian layers."""

from __future__ import annotations

from typing import Any

from msacc import nn
from msacc.former.probability.variational_layer import VariationalLayer


def check_factor(where: str, name: str, value: Any) -> float:
    """`value`, a number >= 0: TypeError, ValueError. `where`, `name`: what the error calls it."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"For '{where}', '{name}' must be an int or a float, but got {value!r}.")
    if value < 0:
        raise ValueError(f"For '{where}', '{name}' must be >= 0, but got {value}.")
    return value


def bayesian_layers(net: nn.Cell) -> list[VariationalLayer]:
    """Those below `net`, a Cell, in the order of its cells."""
    found: list[VariationalLayer] = []
    for cell in net.name_cells().values():
        found += [cell] if isinstance(cell, VariationalLayer) else bayesian_layers(cell)
    return found


class WithBNNLossCell(nn.Cell):
    """A network with Bayesian layers and its loss in one Cell.

    `dnn_factor * loss_fn(backbone(data), label) + bnn_factor * (sum of the layers' compute_kl_loss())`

    `backbone`: a Cell of one input; layers below it count, it itself does not.
    `loss_fn`: a Cell or function of (outputs, labels).
    `dnn_factor`, `bnn_factor`: numbers >= 0.

    Called with (data, label), it returns the loss, of the shape that `loss_fn` gives.

    Raises TypeError for factors that are no numbers, ValueError for negative ones.
    """

    def __init__(
        self, backbone: nn.Cell, loss_fn: Any, dnn_factor: float = 1, bnn_factor: float = 1
    ) -> None:
        super().__init__(auto_prefix=False)
        self.dnn_factor = check_factor(self.cls_name, "dnn_factor", dnn_factor)
        self.bnn_factor = check_factor(self.cls_name, "bnn_factor", bnn_factor)
        self._backbone = backbone
        self._loss_fn = loss_fn
        self.kl_loss = [layer.compute_kl_loss for layer in bayesian_layers(backbone)]

    def construct(self, x: Any, label: Any) -> Any:
        loss = self._loss_fn(self._backbone(x), label)
        divergence: Any = sum(one() for one in self.kl_loss)
        return loss * self.dnn_factor + divergence * self.bnn_factor

    @property
    def backbone_network(self) -> nn.Cell:
        """The network inside."""
        return self._backbone
