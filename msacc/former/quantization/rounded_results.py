"""Layers that round what an activation, a sum or a product gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc import Tensor, nn, ops
from msacc._checkparam import check_bool, check_isinstance
from msacc.former.compression.constants import QuantDtype
from msacc.former.quantization.former_settings import (
    FakeQuantWithMinMax,
    FormerSettings,
    config_of,
)
from msacc.former.quantization.observer import QuantConfig, quant_config_default

if TYPE_CHECKING:
    from typing_extensions import Unpack


class _QuantActivation(nn.Cell):
    """Base of activations with rounding; `get_origin()` gives the activation."""

    def get_origin(self) -> Any:
        raise NotImplementedError(f"{type(self).__name__} has no get_origin().")


class ActQuant(_QuantActivation):
    """An activation, and its result rounded.

    `activation`: a Cell.
    `ema`: a bool, whether the range of a step is mixed into the one before, of which `ema_decay`, a float, is kept.
    `fake_before`: a bool, whether the input is rounded too.
    `quant_config`: a QuantConfig; its `activation` makes the observers. In 'LEARNED_SCALE' those behind nn.ReLU and
      nn.ReLU6 truncate negative values.
    `quant_dtype`: a QuantDtype, INT8 by default.
    `former`: `per_channel`, `num_bits`, `symmetric`, `narrow_range`, `quant_delay`, which MindSpore 1.0 had in
      place of a config; the range then begins as [0, 6], and `ema` is True.

    Called with a Tensor of Float16 or Float32; returns its shape and dtype.

    Raises ValueError for an `activation` that is no Cell, TypeError for a `fake_before` that is no bool.
    """

    def __init__(
        self,
        activation: nn.Cell,
        ema: bool = False,
        ema_decay: float = 0.999,
        fake_before: bool = False,
        quant_config: QuantConfig = quant_config_default,
        quant_dtype: QuantDtype = QuantDtype.INT8,
        **former: Unpack[FormerSettings],
    ) -> None:
        super().__init__()
        self.act = check_isinstance("activation", activation, nn.Cell)
        self.fake_before = check_bool(fake_before, "fake_before", self.cls_name)
        config = config_of(self.cls_name, quant_config, former)
        told = {"ema": ema or bool(former), "ema_decay": ema_decay, "quant_dtype": quant_dtype}
        if fake_before:
            self.fake_quant_act_before = config.activation(min_init=-6, max_init=6, **told)
        given = config.activation.p.keywords
        learned = given.get("mode") == "LEARNED_SCALE"
        self.neg_trunc = learned and type(activation) in (nn.ReLU, nn.ReLU6)
        self.narrow_range = not self.neg_trunc and given.get("narrow_range", False)
        told |= {"neg_trunc": self.neg_trunc, "narrow_range": self.narrow_range}
        self.fake_quant_act = config.activation(min_init=0 if former else -6, max_init=6, **told)

    def construct(self, x: Tensor) -> Tensor:
        if self.fake_before:
            x = self.fake_quant_act_before(x)
        return self.fake_quant_act(self.act(x))

    def get_origin(self) -> Any:
        return self.act


class _RoundedTwice(_QuantActivation):
    """Rounds what an activation is given and what it gives, as layers of MindSpore 1.0 did."""

    _msacc_of: type[nn.Cell]

    def __init__(
        self,
        activation: nn.Cell,
        ema_decay: float = 0.999,
        per_channel: bool = False,
        num_bits: int = 8,
        symmetric: bool = False,
        narrow_range: bool = False,
        quant_delay: int = 0,
    ) -> None:
        super().__init__()
        if not isinstance(activation, self._msacc_of):
            raise ValueError(
                f"For '{self.cls_name}', 'activation' must be a nn.{self._msacc_of.__name__}, but got {activation!r}."
            )
        given: FormerSettings = {
            "per_channel": per_channel,
            "num_bits": num_bits,
            "symmetric": symmetric,
            "narrow_range": narrow_range,
            "quant_delay": quant_delay,
        }
        self.fake_quant_act_before = FakeQuantWithMinMax(ema=True, ema_decay=ema_decay, **given)
        self.fake_quant_act_after = FakeQuantWithMinMax(ema=True, ema_decay=ema_decay, **given)
        self.act = activation

    def construct(self, x: Tensor) -> Tensor:
        return self.fake_quant_act_after(self.act(self.fake_quant_act_before(x)))  # type: ignore[no-any-return]

    def get_origin(self) -> Any:
        return self.act


_FORMER_ARGUMENTS = """

    `activation`: a Cell of that class.
    `ema_decay`: a float, what is kept of the range before.
    `per_channel`, `num_bits`, `symmetric`, `narrow_range`, `quant_delay`: those of `FakeQuantWithMinMax`.

    Called with a Tensor of Float16 or Float32; returns its shape and dtype.

    Raises ValueError for another activation, and what `FakeQuantWithMinMax` raises.
    """


class LeakyReLUQuant(_RoundedTwice):
    __doc__ = f"MindSpore 1.0's nn.LeakyReLU with its input and result rounded.{_FORMER_ARGUMENTS}"
    _msacc_of = nn.LeakyReLU


class HSwishQuant(_RoundedTwice):
    __doc__ = f"MindSpore 1.0's nn.HSwish with its input and result rounded.{_FORMER_ARGUMENTS}"
    _msacc_of = nn.HSwish


class HSigmoidQuant(_RoundedTwice):
    __doc__ = f"MindSpore 1.0's nn.HSigmoid with its input and result rounded.{_FORMER_ARGUMENTS}"
    _msacc_of = nn.HSigmoid


class _RoundedOperator(nn.Cell):
    def __init__(
        self,
        ema_decay: float = 0.999,
        quant_config: QuantConfig = quant_config_default,
        quant_dtype: QuantDtype = QuantDtype.INT8,
        **former: Unpack[FormerSettings],
    ) -> None:
        super().__init__()
        config = config_of(self.cls_name, quant_config, former)
        told = {"ema": True, "ema_decay": ema_decay, "quant_dtype": quant_dtype}
        self.fake_quant_act = config.activation(min_init=-6, max_init=6, **told)


_OPERATOR_ARGUMENTS = """

    `ema_decay`: a float, what is kept of the range before.
    `quant_config`: a QuantConfig; its `activation` makes the observer.
    `quant_dtype`: a QuantDtype, INT8 by default.
    `former`: `per_channel`, `num_bits`, `symmetric`, `narrow_range`, `quant_delay`, which MindSpore 1.0 had in
      place of a config.

    Called with two Tensors of one shape, of Float16 or Float32; returns their shape and dtype.

    Raises TypeError for an `ema_decay` that is no float.
    """


class TensorAddQuant(_RoundedOperator):
    __doc__ = f"The sum of two Tensors, rounded.{_OPERATOR_ARGUMENTS}"

    def construct(self, x1: Tensor, x2: Tensor) -> Tensor:
        return self.fake_quant_act(ops.add(x1, x2))  # type: ignore[no-any-return]


class MulQuant(_RoundedOperator):
    __doc__ = f"The product of two Tensors, rounded.{_OPERATOR_ARGUMENTS}"

    def construct(self, x1: Tensor, x2: Tensor) -> Tensor:
        return self.fake_quant_act(ops.mul(x1, x2))  # type: ignore[no-any-return]
