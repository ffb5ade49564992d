"""`mindspore.nn.probability.toolbox.uncertainty_evaluation`: how far a network's outputs can be trusted."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np

from msacc import Tensor, load_checkpoint, load_param_into_net, nn, ops
from msacc._checkparam import check_bool, check_positive_int
from msacc.former.probability.uncertainty_models import (
    AleatoricLoss as AleatoricLoss,
)
from msacc.former.probability.uncertainty_models import (
    AleatoricUncertaintyModel as AleatoricUncertaintyModel,
)
from msacc.former.probability.uncertainty_models import (
    EpistemicUncertaintyModel as EpistemicUncertaintyModel,
)
from msacc.train import CheckpointConfig, LossMonitor, Model, ModelCheckpoint


class UncertaintyEvaluation:
    """Evaluates the uncertainty of a network's outputs: the model's own (epistemic) and the data's (aleatoric).

    `model`: a Cell with a convolution or a fully connected layer, which stays as it is: copies are trained.
    `train_dataset`: batches of inputs and labels, or None where models come from files or have dropout.
    `task_type`: 'classification' or 'regression'.
    `num_classes`: how many outputs a classification has, an int > 0.
    `epochs`: how often training goes through the data, an int > 0.
    `epi_uncer_model_path`, `ale_uncer_model_path`: with `save_model` the folders that checkpoints of the trained
      copies go to; without it the checkpoints that are loaded instead of training; None trains and saves nothing.
    `save_model`: a bool.

    The copies are trained with Adam when they are first asked for. Raises TypeError for values of other types,
    ValueError for ints below 1, another task and `save_model` without both paths.
    """

    def __init__(
        self,
        model: nn.Cell,
        train_dataset: Any,
        task_type: str,
        num_classes: int | None = None,
        epochs: int = 1,
        epi_uncer_model_path: str | None = None,
        ale_uncer_model_path: str | None = None,
        save_model: bool = False,
    ) -> None:
        where = type(self).__name__
        self.epochs = check_positive_int(epochs, "epochs", where)
        self.save_model = check_bool(save_model, "save_model", where)
        if not isinstance(model, nn.Cell):
            raise TypeError(f"For '{where}', 'model' must be a Cell, but got {model!r}.")
        if task_type not in ("regression", "classification"):
            raise ValueError(
                f"For '{where}', 'task_type' must be 'regression' or 'classification', but got {task_type!r}."
            )
        self.task_type, self.num_classes = task_type, num_classes
        if task_type == "classification":
            check_positive_int(num_classes, "num_classes", where)  # type: ignore[arg-type]
        if save_model and None in (epi_uncer_model_path, ale_uncer_model_path):
            raise ValueError(
                f"For '{where}', 'save_model' needs 'epi_uncer_model_path' and 'ale_uncer_model_path'."
            )
        self.epi_uncer_model_path = epi_uncer_model_path
        self.ale_uncer_model_path = ale_uncer_model_path
        self.epi_model, self.ale_model = deepcopy(model), deepcopy(model)
        # One for each: a model.train has its dataset to itself.
        self.epi_train_dataset, self.ale_train_dataset = train_dataset, deepcopy(train_dataset)
        self.epi_uncer_model: nn.Cell | None = None
        self.ale_uncer_model: nn.Cell | None = None
        self.sum, self.pow = ops.ReduceSum(), ops.Pow()

    def eval_epistemic_uncertainty(self, eval_data: Tensor) -> np.ndarray[Any, Any]:
        """The variance of each output over ten runs with dropout, a numpy array of the outputs' shape.

        `eval_data`: the network's inputs, a Tensor.

        Raises ValueError for a network without a convolution or fully connected layer.
        """
        net = self._msacc_epistemic_model()
        net.set_train(True)
        outputs = np.stack([net(eval_data).asnumpy() for _ in range(10)])
        return outputs.var(axis=0)

    def eval_aleatoric_uncertainty(self, eval_data: Tensor) -> np.ndarray[Any, Any]:
        """The sum of the squares of each row's spreads, a numpy array (N,).

        `eval_data`: the network's inputs, a Tensor.

        Raises ValueError without a train dataset, and for a regression without a fully connected layer.
        """
        _, spreads = self._msacc_aleatoric_model()(eval_data)
        return self.sum(self.pow(spreads, 2), 1).asnumpy()

    def _msacc_epistemic_model(self) -> nn.Cell:
        if self.epi_uncer_model is None:
            net = EpistemicUncertaintyModel(self.epi_model)
            classes = self.task_type == "classification"
            loss: nn.Cell = nn.MSELoss()
            if classes:
                loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
            if net.drop_count == 0 and self.epi_train_dataset is not None:
                self._msacc_prepare(
                    net, loss, self.epi_train_dataset, "epi", self.epi_uncer_model_path
                )
            self.epi_uncer_model = net
        return self.epi_uncer_model

    def _msacc_aleatoric_model(self) -> nn.Cell:
        if self.ale_train_dataset is None:
            raise ValueError(
                "For 'UncertaintyEvaluation', 'train_dataset' must not be None for the aleatoric uncertainty."
            )
        if self.ale_uncer_model is None:
            net = AleatoricUncertaintyModel(self.ale_model, self.num_classes, self.task_type)
            loss = AleatoricLoss(self.task_type)
            self._msacc_prepare(net, loss, self.ale_train_dataset, "ale", self.ale_uncer_model_path)
            self.ale_uncer_model = net
        return self.ale_uncer_model

    def _msacc_prepare(
        self, net: nn.Cell, loss: nn.Cell, dataset: Any, kind: str, path: str | None
    ) -> None:
        """Trains a copy, or loads it."""
        if path is not None and not self.save_model:
            load_param_into_net(net, load_checkpoint(path))
            return
        callbacks: list[Any] = [LossMonitor()]
        if self.save_model:
            config = CheckpointConfig(keep_checkpoint_max=self.epochs)
            prefix = f"checkpoint_{kind}_uncer_model"
            callbacks.insert(0, ModelCheckpoint(prefix, directory=path, config=config))
        model = Model(net, loss, nn.Adam(net.trainable_params()))
        model.train(self.epochs, dataset, callbacks=callbacks, dataset_sink_mode=False)


__all__ = ["UncertaintyEvaluation"]
