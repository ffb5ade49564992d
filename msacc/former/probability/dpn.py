"""`mindspore.nn.probability.dpn`: autoencoders with a distribution in the middle."""

from __future__ import annotations

from typing import Any

from msacc import Tensor, nn, ops
from msacc._checkparam import check_positive_int


class _Autoencoder(nn.Cell):
    """What both autoencoders share; `extra`: how many numbers the latent variables are joined by."""

    def __init__(
        self, encoder: nn.Cell, decoder: nn.Cell, hidden_size: int, latent_size: int, extra: int = 0
    ) -> None:
        super().__init__()
        self.encoder, self.decoder = encoder, decoder
        for name, cell in (("encoder", encoder), ("decoder", decoder)):
            if not isinstance(cell, nn.Cell):
                raise TypeError(
                    f"For '{self.cls_name}', '{name}' must be a Cell, but got {cell!r}."
                )
        self.hidden_size = check_positive_int(hidden_size, "hidden_size", self.cls_name)
        self.latent_size = check_positive_int(latent_size, "latent_size", self.cls_name)
        if hidden_size < latent_size:
            raise ValueError(
                f"For '{self.cls_name}', 'latent_size' must be <= 'hidden_size', but got {latent_size} > "
                f"{hidden_size}."
            )
        self.normal = ops.normal
        self.exp, self.reshape, self.shape = ops.Exp(), ops.Reshape(), ops.Shape()
        self.to_tensor = ops.ScalarToArray()
        self.dense1 = nn.Dense(hidden_size, latent_size)
        self.dense2 = nn.Dense(hidden_size, latent_size)
        self.dense3 = nn.Dense(latent_size + extra, hidden_size)

    def _encode(self, *inputs: Tensor) -> tuple[Tensor, Any]:
        hidden = self.encoder(*inputs)
        return self.dense1(hidden), self.dense2(hidden)

    def _decode(self, z: Tensor) -> Tensor:
        return self.decoder(self.dense3(z))

    def _msacc_draw(self, *inputs: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Latent variables for the inputs, their means and deviations."""
        mu, log_var = self._encode(*inputs)
        std = self.exp(0.5 * log_var)
        return self.normal(self.shape(mu), mu, std, seed=0), mu, std

    def _msacc_draw_from_prior(self, generate_nums: int, shape: Any) -> Tensor:
        check_positive_int(generate_nums, "generate_nums", self.cls_name)
        if not isinstance(shape, tuple) or len(shape) != 4 or shape[0] not in (-1, generate_nums):
            raise ValueError(
                f"For '{self.cls_name}', 'shape' must be ({generate_nums}, C, H, W) or (-1, C, H, W), but got "
                f"{shape}."
            )
        size = (generate_nums, self.latent_size)
        return self.normal(size, self.to_tensor(0.0), self.to_tensor(1.0), seed=0)


class VAE(_Autoencoder):
    """A variational autoencoder (Kingma and Welling, Auto-Encoding Variational Bayes).

    `mu = dense1(encoder(x))`, `std = exp(0.5 * dense2(encoder(x)))`, `recon_x = decoder(dense3(mu + std * epsilon))`,
    `epsilon` from the standard normal distribution.

    `encoder`, `decoder`: Cells; what the first gives and the second takes is (N, hidden_size).
    `hidden_size`, `latent_size`: ints > 0, the latter not above the former.

    Called with a float Tensor of the encoder's shape, (N, C, H, W); the result is the tuple (recon_x, x, mu, std),
    which `ELBO` takes, `mu` and `std` of shape (N, latent_size).

    Raises TypeError for what is no Cell and no int, ValueError for other sizes.
    """

    def __init__(
        self, encoder: nn.Cell, decoder: nn.Cell, hidden_size: int, latent_size: int
    ) -> None:
        super().__init__(encoder, decoder, hidden_size, latent_size)

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        z, mu, std = self._msacc_draw(x)
        return self._decode(z), x, mu, std

    def generate_sample(self, generate_nums: int, shape: tuple[int, ...]) -> Tensor:
        """Decoded draws of the latent variables' prior.

        `generate_nums`: how many, an int > 0.
        `shape`: of the result, (generate_nums, C, H, W) or (-1, C, H, W); ValueError otherwise.
        """
        z = self._msacc_draw_from_prior(generate_nums, shape)
        return self.reshape(self._decode(z), shape)

    def reconstruct_sample(self, x: Tensor) -> Tensor:
        """`recon_x` alone, for a float Tensor `x` (N, C, H, W)."""
        return self._decode(self._msacc_draw(x)[0])


class ConditionalVAE(_Autoencoder):
    """A variational autoencoder that is told the class of each row, encoding and decoding.

    `recon_x = decoder(dense3(concat(mu + std * epsilon, one_hot(y))))`, with the names of `VAE`.

    `encoder`: a Cell of (x, y) that gives (N, hidden_size).
    `decoder`: a Cell that takes (N, hidden_size).
    `hidden_size`, `latent_size`: ints > 0, the latter not above the former.
    `num_classes`: an int > 0.

    Called with (x, y), a float Tensor (N, C, H, W) and an int Tensor (N,); the result is the tuple (recon_x, x, mu,
    std), which `ELBO` takes. To train it, derive from WithLossCell and give `_backbone` both inputs.

    Raises TypeError for what is no Cell and no int, ValueError for other sizes.
    """

    def __init__(
        self,
        encoder: nn.Cell,
        decoder: nn.Cell,
        hidden_size: int,
        latent_size: int,
        num_classes: int,
    ) -> None:
        check_positive_int(num_classes, "num_classes", "ConditionalVAE")
        super().__init__(encoder, decoder, hidden_size, latent_size, num_classes)
        self.num_classes = num_classes
        self.concat = ops.Concat(axis=1)
        self.one_hot = nn.OneHot(depth=num_classes)

    def _msacc_decode_with(self, z: Tensor, y: Tensor) -> Tensor:
        return self._decode(self.concat((z, self.one_hot(y))))

    def construct(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        z, mu, std = self._msacc_draw(x, y)
        return self._msacc_decode_with(z, y), x, mu, std

    def generate_sample(
        self, sample_y: Tensor, generate_nums: int, shape: tuple[int, ...]
    ) -> Tensor:
        """Decoded draws of the latent variables' prior for given classes.

        `sample_y`: the classes, an int Tensor (generate_nums,).
        `generate_nums`: how many, an int > 0.
        `shape`: of the result, (generate_nums, C, H, W) or (-1, C, H, W); ValueError otherwise.
        """
        z = self._msacc_draw_from_prior(generate_nums, shape)
        return self.reshape(self._msacc_decode_with(z, sample_y), shape)

    def reconstruct_sample(self, x: Tensor, y: Tensor) -> Tensor:
        """`recon_x` alone, for a float Tensor `x` (N, C, H, W) and its classes `y`, an int Tensor (N,)."""
        return self._msacc_decode_with(self._msacc_draw(x, y)[0], y)


__all__ = ["VAE", "ConditionalVAE"]
