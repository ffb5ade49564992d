"""`mindspore.nn.probability.zhusuan`: Bayesian networks as Cells, and the loss of variational inference in them."""

from __future__ import annotations

from typing import Any

from msacc import Tensor, dtype, float32, nn, ops
from msacc.common.warn_once import no_effects
from msacc.nn.probability.distribution import Bernoulli, Normal


class BayesianNet(nn.Cell):
    """Base of networks of random variables: observed x, latent z, conditions y.

    A network's `construct(x, z, y)` calls `normal` and `bernoulli` for its variables, which draw those that are
    None and give the logarithms of their densities.
    """

    def __init__(self) -> None:
        super().__init__()
        self.normal_dist = Normal(dtype=float32)
        self.bernoulli_dist = Bernoulli(dtype=float32)
        self.reduce_sum = ops.ReduceSum(keep_dims=True)

    def normal(
        self,
        name: str,
        observation: Tensor | None = None,
        mean: Tensor | None = None,
        std: Tensor | None = None,
        seed: int = 0,
        dtype: dtype.Type = float32,
        shape: tuple[int, ...] = (),
        reparameterize: bool = True,
    ) -> tuple[Tensor, Tensor]:
        """A normal variable and the logarithm of its density, summed over axis 1, whose size is 1 then.

        `name`: a str (TypeError otherwise), which names it for the reader.
        `observation`: its value, a float Tensor; None draws it.
        `mean`, `std`: float Tensors.
        `shape`: how many draws, a tuple of ints that goes before the shape of `mean`.
        `reparameterize`: `mean + std * epsilon`, or Normal's own draw, which is the same formula.
        `seed`, `dtype`: no effect, as in MindSpore, which is said once; the dtype is Float32.
        """
        _check_arguments(name, seed, dtype)
        sample = observation
        if sample is None and reparameterize:
            zeros, ones = ops.zeros_like(mean), ops.ones_like(std)
            sample = mean + std * self.normal_dist("sample", shape, zeros, ones)
        elif sample is None:
            sample = self.normal_dist("sample", shape, mean, std)
        return sample, self.reduce_sum(self.normal_dist("log_prob", sample, mean, std), 1)

    def bernoulli(
        self,
        name: str,
        observation: Tensor | None = None,
        probs: Tensor | None = None,
        seed: int = 0,
        dtype: dtype.Type = float32,
        shape: tuple[int, ...] = (),
    ) -> tuple[Tensor, Tensor]:
        """A variable of zeros and ones and the logarithm of its probability, summed over axis 1, whose size is 1 then.

        `name`: a str (TypeError otherwise), which names it for the reader.
        `observation`: its value, a float Tensor; None draws it.
        `probs`: the probabilities of a one, a float Tensor.
        `shape`: how many draws, a tuple of ints that goes before the shape of `probs`.
        `seed`, `dtype`: no effect, as in MindSpore, which is said once; the dtype is Float32.
        """
        _check_arguments(name, seed, dtype)
        sample = observation
        if sample is None:
            sample = self.bernoulli_dist("sample", shape, probs)
        return sample, self.reduce_sum(self.bernoulli_dist("log_prob", sample, probs), 1)

    def construct(self, *inputs: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{self.cls_name} needs a construct(x, z, y).")


class ELBO(nn.Cell):
    """The negative evidence lower bound of two networks: `mean(log q(z|x)) - mean(log p(x|z)) - mean(log p(z))`.

    `generator`: a Cell of (x, z, y) that gives (x, log p(x|z), z, log p(z)).
    `variational`: a Cell of (x, None, y) that gives (z, log q(z|x)).

    Called with (x, y), with x or with nothing, missing ones being None; the result is a float Tensor ().
    """

    def __init__(self, generator: nn.Cell, variational: nn.Cell) -> None:
        super().__init__()
        self.generator, self.variational = generator, variational
        self.reduce_mean = ops.ReduceMean(keep_dims=False)

    def construct(self, *inputs: Any, **kwargs: Any) -> Tensor:
        x, y = (*inputs[:2], None, None)[:2]
        z, log_q = self.variational(x, None, y)
        _, log_x, _, log_z = self.generator(x, z, y)
        mean = self.reduce_mean
        return -(mean(log_x) + mean(log_z) - mean(log_q))


def _check_arguments(name: object, seed: int, dtype: dtype.Type) -> None:
    if not isinstance(name, str):
        raise TypeError(f"For 'BayesianNet', 'name' must be a str, but got {name!r}.")
    why = "draws are those of set_seed's stream, in Float32"
    no_effects("BayesianNet", why, seed=(seed, 0), dtype=(dtype, float32))


__all__ = ["ELBO", "BayesianNet"]
