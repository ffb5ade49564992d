"""Steps of gradient descent on two small networks in numpy, in float64: forward and backward by formulas.py.

The first has a convolution (3x3, 'valid') with its normalization folded in, an activation that is rounded, and a matrix
whose values are rounded; the second two matrices, the first with a learned scale.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.former.quantization import formulas as f

Array = Any
PLAIN = {"bits": 8, "symmetric": False, "narrow": False}


def patches(x: Array, k: int) -> Array:
    """(N, C, H', W', k, k)."""
    return np.lib.stride_tricks.sliding_window_view(x, (k, k), axis=(2, 3))


def convolved(x: Array, w: Array) -> Array:
    return np.einsum("nchwij,ocij->nohw", patches(x, w.shape[-1]), w)


def of_weight(x: Array, dout: Array, k: int) -> Array:
    return np.einsum("nchwij,nohw->ocij", patches(x, k), dout)


class Folded:
    """`state`: the network's parameters by name, changed in place by `step`."""

    keep, eps, decay, rate = 0.8, 1e-5, 0.5, 0.05

    def __init__(self, state: dict[str, Array], freeze_bn: int) -> None:
        self.state = {name: np.asarray(value, np.float64) for name, value in state.items()}
        self.freeze_bn = freeze_bn

    def step(self, x: Array, y: Array) -> float:
        """The loss before the step."""
        found, gradients = self._backward(np.asarray(x, np.float64), np.asarray(y, np.float64))
        for name, gradient in gradients.items():
            self.state[name] = self.state[name] - self.rate * gradient
        self.state["conv.step"] = self.state["conv.step"] + 1
        return found

    def _range(self, name: str, x: Array, decay: float) -> tuple[Array, Array]:
        ends = [f"{name}.minq", f"{name}.maxq"]
        low, high = f.followed(x, *(self.state[end] for end in ends), decay)
        self.state[ends[0]], self.state[ends[1]] = low, high
        return low, high

    def _backward(self, x: Array, y: Array) -> tuple[float, dict[str, Array]]:
        s = self.state
        weight, gamma, beta = s["conv.weight"], s["conv.gamma"], s["conv.beta"]
        running_mean, by = s["conv.moving_mean"], np.sqrt(s["conv.moving_variance"] + self.eps)
        plain = convolved(x, weight)
        counts = s["conv.step"][0] < self.freeze_bn
        mean, std = running_mean, by
        if counts:
            mean, std, spread = f.statistics(plain, self.eps)
            s["conv.moving_mean"] = self.keep * running_mean + (1 - self.keep) * mean
            s["conv.moving_variance"] = (
                self.keep * s["conv.moving_variance"] + (1 - self.keep) * spread
            )
        factor = f.along(gamma / by, 4, 0)
        folded = weight * factor
        ends = self._range("conv.fake_quant_weight", folded, 0)
        used, passes_w = f.rounded(folded, *ends, **PLAIN)
        conv = convolved(x, used)
        normed = f.fold2(conv, beta, gamma, std, mean, by)
        positive = np.maximum(normed, 0)
        ends = self._range("act.fake_quant_act", positive, self.decay)
        active, passes_a = f.rounded(positive, *ends, **PLAIN)
        flat = active.reshape(len(x), -1)
        matrix = s["dense.weight"]
        ends = self._range("dense.fake_quant_weight", matrix, 0)
        of_dense, passes_d = f.rounded(matrix, *ends, **PLAIN)
        error = flat @ of_dense.T + s["dense.bias"] - y

        d_out = 2 * error / error.size
        d_active = (d_out @ of_dense).reshape(active.shape) * passes_a * (normed > 0)
        parts = f.fold2_gradients(d_active, conv, gamma, std, mean, by)
        d_folded = of_weight(x, parts["x"], 3) * passes_w
        d_weight = d_folded * factor
        if counts:
            d_plain = f.statistics_gradient(parts["mean"], parts["std"], plain, mean, std)
            d_weight = d_weight + of_weight(x, d_plain, 3)
        d_gamma = parts["gamma"] + (d_folded * weight).sum((1, 2, 3)) / by
        return float((error**2).mean()), {
            "conv.weight": d_weight,
            "conv.gamma": d_gamma,
            "conv.beta": parts["beta"],
            "dense.weight": (d_out.T @ flat) * passes_d,
            "dense.bias": d_out.sum(0),
        }


class Learned:
    """A matrix rounded to multiples of its learned scale, a ReLU, rounded and truncated, a matrix with channels."""

    rate, levels, of_act = 0.1, 127.0, 255.0
    CHANNELS = {"bits": 4, "symmetric": False, "narrow": True}

    def __init__(self, state: dict[str, Array]) -> None:
        self.state = {name: np.asarray(value, np.float64) for name, value in state.items()}

    def step(self, x: Array, y: Array) -> float:
        s, x = self.state, np.asarray(x, np.float64)
        first, alpha = s["first.weight"], s["first.fake_quant_weight.maxq"]
        s["first.fake_quant_weight.minq"] = -alpha
        used = f.learned(first, alpha, self.levels, False)
        hidden = x @ used.T + s["first.bias"]
        positive, top = np.maximum(hidden, 0), s["act.fake_quant_act.maxq"]
        active = f.learned(positive, top, self.of_act, True)
        second = s["second.weight"]
        low, high = f.followed(second, *np.zeros((2, len(second))), 0, 0)
        s["second.fake_quant_weight.minq"], s["second.fake_quant_weight.maxq"] = low, high
        of_second, passes = f.rounded(second, low, high, 0, **self.CHANNELS)
        error = active @ of_second.T + s["second.bias"] - y

        d_out = 2 * error / error.size
        d_positive, d_top = f.learned_gradients(d_out @ of_second, positive, top, self.of_act, True)
        d_hidden = d_positive * (hidden > 0)
        d_first, d_alpha = f.learned_gradients(d_hidden.T @ x, first, alpha, self.levels, False)
        gradients = {
            "first.weight": d_first,
            "first.bias": d_hidden.sum(0),
            "first.fake_quant_weight.maxq": d_alpha,
            "act.fake_quant_act.maxq": d_top,
            "second.weight": (d_out.T @ active) * passes,
            "second.bias": d_out.sum(0),
        }
        for name, gradient in gradients.items():
            s[name] = s[name] - self.rate * gradient
        return float((error**2).mean())
