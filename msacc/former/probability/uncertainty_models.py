"""Networks changed so that they tell how uncertain they are."""

from __future__ import annotations

from typing import Any

from msacc import Tensor, nn, ops


class EpistemicUncertaintyModel(nn.Cell):
    """A network with dropout, which stays on when it is evaluated (Gal and Ghahramani).

    `epi_model`: a Cell, changed in place. If the first of its convolutions, fully connected layers and dropouts, depth
      first, is a dropout, it stays as it is; otherwise dropout with p=0.5 follows that layer.

    Called as the network is. `drop_count`: whether it had dropout, 1 or 0.

    Raises ValueError for a network without such a layer. MindSpore adds dropout without effect to a layer inside
    a SequentialCell; here it has its effect.
    """

    def __init__(self, epi_model: nn.Cell) -> None:
        super().__init__()
        self.drop_count = 0
        if not self._msacc_add_dropout(epi_model):
            raise ValueError(
                "For 'EpistemicUncertaintyModel', 'epi_model' must have a Dense or a Conv2d layer."
            )
        self.epi_model = epi_model

    def construct(self, x: Tensor) -> Tensor:
        return self.epi_model(x)

    def _msacc_add_dropout(self, net: nn.Cell) -> bool:
        for name, cell in net.name_cells().items():
            if isinstance(cell, nn.Dropout):
                self.drop_count += 1
                return True
            if isinstance(cell, (nn.Conv2d, nn.Dense)):
                # Two containers: checkpoints of MindSpore have both in the names of the layer's Parameters.
                setattr(
                    net, name, nn.SequentialCell([nn.SequentialCell([cell]), nn.Dropout(p=0.5)])
                )
                return True
            if self._msacc_add_dropout(cell):
                return True
        return False


class AleatoricUncertaintyModel(nn.Cell):
    """A network that tells the spread of its outputs too (Kendall and Gal, What Uncertainties Do We Need?).

    `ale_model`: a Cell. For a regression its last fully connected layer, of those that it holds itself, is taken out.
    `num_classes`: how many outputs a classification has, an int.
    `task`: 'classification' or 'regression'.

    Called as the network is; the result is the tuple (outputs, spreads): from the outputs of a classification by
    `var_layer`, or beside those of a regression from what its last layer takes.

    Raises ValueError for a regression without such a layer.
    """

    def __init__(self, ale_model: nn.Cell, num_classes: int | None, task: str) -> None:
        super().__init__()
        self.task = task
        if task == "classification":
            self.ale_model = ale_model
            self.var_layer = nn.Dense(num_classes, num_classes)  # type: ignore[arg-type]
            return
        last = _take_last_dense(ale_model)
        self.ale_model = ale_model
        self.var_layer = nn.Dense(last.in_channels, last.out_channels)
        self.pred_layer = last

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x = self.ale_model(x)
        pred = x if self.task == "classification" else self.pred_layer(x)
        return pred, self.var_layer(x)


def _take_last_dense(net: nn.Cell) -> nn.Dense:
    """The last Dense among the cells of `net`, in whose place it leaves a Flatten."""
    found = {name: cell for name, cell in net.name_cells().items() if isinstance(cell, nn.Dense)}
    if not found:
        raise ValueError(
            "For 'AleatoricUncertaintyModel', 'ale_model' must have a Dense layer for a regression."
        )
    name, last = found.popitem()
    setattr(net, name, nn.Flatten())
    return last


class AleatoricLoss(nn.Cell):
    """The loss of `AleatoricUncertaintyModel`.

    `task`: 'classification': the cross entropy of `outputs + epsilon * spreads`, averaged over ten draws of one
      number `epsilon` from the standard normal distribution; 'regression':
      `mean(0.5 * exp(-spreads) * (labels - outputs)^2 + 0.5 * spreads)`, the spreads being logarithms of variances.

    Called with ((outputs, spreads), labels), it gives a float Tensor ().
    """

    def __init__(self, task: str) -> None:
        super().__init__()
        self.task = task
        self.exp = ops.Exp()
        if task == "classification":
            self.normal = ops.normal
            self.to_tensor = ops.ScalarToArray()
            self.entropy = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
        else:
            self.mean, self.pow = ops.ReduceMean(), ops.Pow()

    def construct(self, data_pred: tuple[Any, Any], y: Any) -> Any:
        y_pred, var = data_pred
        if self.task != "classification":
            squares = self.exp(-var) * self.pow(y - y_pred, 2)
            return self.mean(0.5 * squares + 0.5 * var)
        times = 10
        epsilon = self.normal((1, times), self.to_tensor(0.0), self.to_tensor(1.0), 0)
        return sum(self.entropy(y_pred + epsilon[0][i] * var, y) for i in range(times)) / times
