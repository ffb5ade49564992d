"""`mindspore.nn.probability.infer`: the loss of variational inference, and its training loop."""

from __future__ import annotations

from typing import Any

from msacc import Tensor, float32, int32, nn, ops
from msacc._checkparam import check_positive_int
from msacc.nn.probability.distribution import Normal


class ELBO(nn.Cell):
    """The negative evidence lower bound: the loss of `VAE` and `ConditionalVAE`.

    `loss = sum((x - recon_x)^2) + sum(KL(Normal(mu, std) || Normal(0, 1)))`

    `latent_prior`: 'Normal', the distribution of the latent variables before data are seen.
    `output_prior`: 'Normal', that of the data given the latent variables.

    Called with (data, label), `data` the tuple (recon_x, x, mu, std) of float Tensors that the autoencoders give;
    the result is a float Tensor (). `label` is not looked at, as in MindSpore: it is what WithLossCell hands on.

    Raises ValueError for another prior.
    """

    def __init__(self, latent_prior: str = "Normal", output_prior: str = "Normal") -> None:
        super().__init__()
        for name, value in (("latent_prior", latent_prior), ("output_prior", output_prior)):
            if value != "Normal":
                raise ValueError(f"For 'ELBO', '{name}' must be 'Normal', but got {value!r}.")
        self.sum = ops.ReduceSum()
        self.zeros = ops.ZerosLike()
        self.posterior = Normal()
        self.recon_loss = nn.MSELoss(reduction="sum")

    def construct(self, data: tuple[Tensor, Tensor, Tensor, Tensor], label: Any) -> Tensor:
        recon_x, x, mu, std = data
        zeros = self.zeros(mu)
        divergence = self.posterior("kl_loss", "Normal", zeros, zeros + 1, mu, std)
        return self.recon_loss(x, recon_x) + self.sum(divergence)


class SVI:
    """Stochastic variational inference: trains a network whose loss is `ELBO`.

    `net_with_loss`: a WithLossCell, or a Cell like it, around the network and an `ELBO`.
    `optimizer`: a Cell that updates the network's Parameters.

    Raises TypeError for another loss and what is no Cell.
    """

    def __init__(self, net_with_loss: nn.Cell, optimizer: nn.Cell) -> None:
        self.net_with_loss = net_with_loss
        self.loss_fn = net_with_loss._loss_fn
        if not isinstance(self.loss_fn, ELBO):
            raise TypeError(
                f"For 'SVI', the loss of 'net_with_loss' must be an ELBO, but got {self.loss_fn!r}."
            )
        if not isinstance(optimizer, nn.Cell):
            raise TypeError(f"For 'SVI', 'optimizer' must be a Cell, but got {optimizer!r}.")
        self.optimizer = optimizer
        self._loss: Any = 0.0

    def run(self, train_dataset: Any, epochs: int = 10) -> nn.Cell:
        """Trains the network and returns it.

        `train_dataset`: a dataset of batches with the columns 'image' and 'label', or what has its
          `create_dict_iterator`; they are given to the network in float32 and int32.
        `epochs`: how often it is gone through, an int > 0.

        Raises TypeError and ValueError for other `epochs`, KeyError for columns that are missing.
        """
        check_positive_int(epochs, "epochs", "SVI.run")
        train_net = nn.TrainOneStepCell(self.net_with_loss, self.optimizer)
        train_net.set_train()
        for _ in range(epochs):
            total, rows = 0, 0
            for data in train_dataset.create_dict_iterator(num_epochs=1):
                x = Tensor(data["image"], dtype=float32)
                y = Tensor(data["label"], dtype=int32)
                rows += len(x)
                total += train_net(x, y).asnumpy()
            self._loss = total / rows
        return self.net_with_loss.backbone_network

    def get_train_loss(self) -> Any:
        """The loss of a row on average over the last epoch, a numpy number; 0.0 before `run`."""
        return self._loss


__all__ = ["ELBO", "SVI"]
