"""`FakeQuantParam`: the quantization of a layer as a node of its network, for what reads the network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from msacc.common.checks import instance
from msacc.common.unsupported_names import refusal_reason
from msacc.ops.core.primitive import Primitive

if TYPE_CHECKING:
    from collections.abc import Sequence

_WHY = "it carries parameters of a quantization to Ascend's tools, and MindSpore's CPU build refuses it too"


@refusal_reason(_WHY)
class FakeQuantParam(Primitive):
    """`FakeQuantParam(quant_dtype, …)(x)`: holds parameters of a quantization as attributes; refused when called.

    `quant_dtype`: a QuantDtype; `quant_algo_name`: a str; `is_per_channel`: a bool; more by keyword.
    """

    attr_key_linear_quant_scale = "linear_quant_scale"
    attr_key_linear_quant_zero_point = "linear_quant_zero_point"
    attr_value_linear_quant_algo_name = "linear_quant_algo"

    def __init__(
        self, quant_dtype: Any, quant_algo_name: str, is_per_channel: bool, **kwargs: Any
    ) -> None:
        super().__init__("FakeQuantParam")
        given = {"quant_algo_name": quant_algo_name, "is_per_channel": is_per_channel}
        self._msacc_init_arguments = {"quant_dtype": quant_dtype, **given, "kwargs": kwargs}
        told = {"quant_dtype": quant_dtype.value(), **given, "kwargs": kwargs, **kwargs}
        for name, value in told.items():
            self.add_prim_attr(name, value)

    @classmethod
    def linear_quant_param(
        cls,
        quant_dtype: Any,
        scale: float | Sequence[float],
        zp: int | Sequence[int],
        is_per_channel: bool = False,
        **kwargs: Any,
    ) -> FakeQuantParam:
        """One of a linear quantization: `scale`, a float or several, and zero point `zp`, an int or several."""
        scales = instance("FakeQuantParam", "scale", scale, (float, tuple, list))
        points = instance("FakeQuantParam", "zp", zp, (int, tuple, list))
        kwargs[cls.attr_key_linear_quant_scale] = [scales] if isinstance(scales, float) else scales
        kwargs[cls.attr_key_linear_quant_zero_point] = (
            [points] if isinstance(points, int) else points
        )
        return cls(quant_dtype, cls.attr_value_linear_quant_algo_name, is_per_channel, **kwargs)

    def construct(self, *args: Any) -> NoReturn:
        """Refused: raises NotImplementedError."""
        raise NotImplementedError(
            f"msacc does not run mindspore.ops.operations._quant_ops.FakeQuantParam: {_WHY}."
        )
