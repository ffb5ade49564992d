"""Stand-ins for the kernels that MindSpore has on GPU and Ascend alone: Cells over numpy, with their gradients.

On MindSpore, in PyNative mode; the names are those of `mindspore.ops.operations._quant_ops`.
"""

from __future__ import annotations

from typing import Any

import formulas
import numpy as np
from mindspore import Tensor, nn


def arrays(*tensors: Any) -> list[Any]:
    """In float32, as the kernels: with `symmetric` the zero lies between two values, and rounding decides."""
    return [t.asnumpy() for t in tensors]


def tensor(array: Any) -> Tensor:
    return Tensor(np.asarray(array, np.float32))


def nothing(*like: Any) -> tuple[Tensor, ...]:
    return tuple(Tensor(np.zeros(t.shape, t.asnumpy().dtype)) for t in like)


class MinMaxUpdatePerLayer(nn.Cell):
    axis = None

    def __init__(self, ema: bool = False, ema_decay: float = 0.999) -> None:
        super().__init__()
        self.decay = ema_decay if ema else 0.0

    def construct(self, x: Any, low: Any, high: Any) -> Any:
        return tuple(map(tensor, formulas.followed(*arrays(x, low, high), self.decay, self.axis)))

    def bprop(self, x: Any, low: Any, high: Any, out: Any, dout: Any) -> Any:
        return nothing(x, low, high)


class MinMaxUpdatePerChannel(MinMaxUpdatePerLayer):
    def __init__(self, ema: bool = False, ema_decay: float = 0.999, channel_axis: int = 1) -> None:
        super().__init__(ema, ema_decay)
        self.axis = channel_axis


class _Delayed(nn.Cell):
    axis = None

    def _waits(self) -> bool:
        self.calls = getattr(self, "calls", 0) + 1
        self.waited = self.train_now and self.calls <= self.delay
        return self.waited


class FakeQuantPerLayer(_Delayed):
    def __init__(
        self,
        num_bits: int = 8,
        ema: bool = False,
        ema_decay: float = 0.999,
        quant_delay: int = 0,
        symmetric: bool = False,
        narrow_range: bool = False,
        training: bool = True,
    ) -> None:
        super().__init__()
        if num_bits not in (4, 7, 8):
            raise ValueError("num_bits")
        self.how = {"bits": num_bits, "symmetric": symmetric, "narrow": narrow_range}
        self.delay, self.train_now = quant_delay, training

    def construct(self, x: Any, low: Any, high: Any) -> Any:
        if self._waits():
            return x
        return tensor(formulas.rounded(*arrays(x, low, high), axis=self.axis, **self.how)[0])

    def bprop(self, x: Any, low: Any, high: Any, out: Any, dout: Any) -> Any:
        if self.waited:
            return (dout, *nothing(low, high))
        passes = formulas.rounded(*arrays(x, low, high), axis=self.axis, **self.how)[1]
        return (tensor(arrays(dout)[0] * passes), *nothing(low, high))


class FakeQuantPerChannel(FakeQuantPerLayer):
    def __init__(self, channel_axis: int = 1, **settings: Any) -> None:
        super().__init__(**settings)
        self.axis = channel_axis


class FakeLearnedScaleQuantPerLayer(_Delayed):
    def __init__(
        self, quant_delay: int = 0, neg_trunc: bool = False, training: bool = True
    ) -> None:
        super().__init__()
        self.delay, self.truncated, self.train_now = quant_delay, neg_trunc, training

    def construct(self, x: Any, alpha: Any, levels: Any) -> Any:
        if self._waits():
            return x
        return tensor(formulas.learned(*arrays(x, alpha, levels), self.truncated, self.axis))

    def bprop(self, x: Any, alpha: Any, levels: Any, out: Any, dout: Any) -> Any:
        if self.waited:
            return (dout, *nothing(alpha, levels))
        given = arrays(dout, x, alpha, levels)
        found = formulas.learned_gradients(*given, self.truncated, self.axis)
        return (*map(tensor, found), *nothing(levels))


class FakeLearnedScaleQuantPerChannel(FakeLearnedScaleQuantPerLayer):
    def __init__(self, channel_axis: int = 1, **settings: Any) -> None:
        super().__init__(**settings)
        self.axis = channel_axis


class BatchNormFold(nn.Cell):
    def __init__(self, momentum: float, epsilon: float, is_training: bool, freeze_bn: int) -> None:
        super().__init__()
        self.keep, self.eps, self.train_now, self.freeze = momentum, epsilon, is_training, freeze_bn

    def construct(self, x: Any, mean: Any, variance: Any, step: Any) -> Any:
        a, old_mean, old_variance = arrays(x, mean, variance)
        now, std = np.zeros_like(old_mean), np.ones_like(old_mean)
        self.counts = self.train_now and int(step.asnumpy()[0]) < self.freeze
        if self.counts:
            now, std, spread = formulas.statistics(a, self.eps)
            mean.set_data(tensor(self.keep * old_mean + (1 - self.keep) * now))
            variance.set_data(tensor(self.keep * old_variance + (1 - self.keep) * spread))
        return tuple(map(tensor, (now, std, old_mean, np.sqrt(old_variance + self.eps))))

    def bprop(self, x: Any, mean: Any, variance: Any, step: Any, out: Any, dout: Any) -> Any:
        if not self.counts:
            return nothing(x, mean, variance, step)
        given = arrays(dout[0], dout[1], x, out[0], out[1])
        return (tensor(formulas.statistics_gradient(*given)), *nothing(mean, variance, step))


class CorrectionMul(nn.Cell):
    def __init__(self, channel_axis: int) -> None:
        super().__init__()

    def construct(self, x: Any, gamma: Any, std: Any) -> Any:
        x, gamma, std = arrays(x, gamma, std)
        return tensor(x * formulas.along(gamma / std, x.ndim, 0))

    def bprop(self, x: Any, gamma: Any, std: Any, out: Any, dout: Any) -> Any:
        a, g, s, d = arrays(x, gamma, std, dout)
        of_gamma = (d * a).sum((1, 2, 3)) / s
        return (tensor(d * formulas.along(g / s, 4, 0)), tensor(of_gamma), *nothing(std))


class BatchNormFold2(nn.Cell):
    def __init__(self, freeze_bn: int) -> None:
        super().__init__()
        self.freeze = freeze_bn

    def _chosen(self, std: Any, mean: Any, by: Any, running_mean: Any, step: Any) -> list[Any]:
        self.counts = int(step.asnumpy()[0]) < self.freeze
        return arrays(std, mean, by) if self.counts else arrays(by, running_mean, by)

    def construct(self, x: Any, beta: Any, gamma: Any, *others: Any) -> Any:
        return tensor(formulas.fold2(*arrays(x, beta, gamma), *self._chosen(*others)))

    def bprop(self, x: Any, beta: Any, gamma: Any, *rest: Any) -> Any:
        *others, _, dout = rest
        std, mean, by, running_mean, step = others
        chosen = (std, mean, by) if self.counts else (by, running_mean, by)
        found = formulas.fold2_gradients(*arrays(dout, x, gamma, *chosen))
        of_batch = (
            [tensor(found[n]) for n in ("std", "mean")] if self.counts else nothing(std, mean)
        )
        first = [tensor(found[n]) for n in ("x", "beta", "gamma")]
        return (*first, *of_batch, *nothing(by, running_mean, step))
