"""`mindspore.nn.probability.toolbox.anomaly_detection`: what an autoencoder cannot restore is an outlier."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc import Tensor, nn
from msacc._checkparam import check_positive_float
from msacc.former.probability.dpn import VAE
from msacc.former.probability.infer import ELBO, SVI


class VAEAnomalyDetection:
    """Finds outliers by a `VAE` trained on normal data.

    `encoder`, `decoder`: Cells; what the first gives and the second takes is (N, hidden_size).
    `hidden_size`, `latent_size`: ints > 0, the latter not above the former.

    Raises what `VAE` raises.
    """

    def __init__(
        self, encoder: nn.Cell, decoder: nn.Cell, hidden_size: int = 400, latent_size: int = 20
    ) -> None:
        self.vae: Any = VAE(encoder, decoder, hidden_size, latent_size)

    def train(self, train_dataset: Any, epochs: int = 5) -> nn.Cell:
        """Trains the `VAE` by `SVI` with Adam, at a learning rate of 0.001, and returns it.

        `train_dataset`, `epochs`: as `SVI.run` takes them.
        """
        optimizer = nn.Adam(self.vae.trainable_params(), learning_rate=0.001)
        inference = SVI(nn.WithLossCell(self.vae, ELBO()), optimizer)
        self.vae = inference.run(train_dataset, epochs)
        return self.vae

    def predict_outlier_score(self, sample_x: Tensor) -> np.float32:
        """The Euclidean distance of samples from their reconstruction, one number for all of them.

        `sample_x`: a float Tensor (N, C, H, W); TypeError for what is no Tensor.
        """
        if not isinstance(sample_x, Tensor):
            raise TypeError(
                f"For 'VAEAnomalyDetection', 'sample_x' must be a Tensor, but got {sample_x!r}."
            )
        restored = self.vae.reconstruct_sample(sample_x)
        return np.sqrt(np.sum(np.square(sample_x.asnumpy() - restored.asnumpy())))

    def predict_outlier(self, sample_x: Tensor, threshold: float = 100.0) -> np.bool_:
        """Whether `predict_outlier_score(sample_x)` is `threshold`, a float > 0, or more; TypeError, ValueError."""
        check_positive_float(threshold, "threshold", "VAEAnomalyDetection")
        return self.predict_outlier_score(sample_x) >= threshold


__all__ = ["VAEAnomalyDetection"]
