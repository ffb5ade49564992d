"""QuantBlock and QuantMindirBlock of MindSpore 1.0, which stand for layers in networks that are exported."""

from __future__ import annotations

from typing import Any

from msacc import Tensor, nn, ops


class _Block(nn.Cell):
    def _msacc_keep(self, core_op: Any, weight: Any, bias: Any, activation: Any) -> None:
        self.core_op, self.weight, self.bias = core_op, weight, bias
        self.has_bias = bias is not None
        self.is_relu = isinstance(activation, nn.ReLU)  # which the operators do
        self.activation = None if self.is_relu else activation
        self.has_act = self.activation is not None

    def _msacc_core(self, x: Tensor) -> Any:
        given = (self.weight, self.bias) if self.has_bias else (self.weight,)
        return self.core_op(x, *given)

    def _msacc_parts(self) -> str:
        text = f"core_op={type(self.core_op)}, weight=shape[{self.weight.shape}]"
        text += f", bias=shape[{self.bias.shape}]" if self.has_bias else ""
        return text + (f", activation={self.activation}" if self.has_act else "")


class QuantBlock(_Block):
    """`dequant_op(activation(core_op(quant_op(x), weight, bias)), dequant_scale)`, for a network that is deployed.

    `core_op`: called with the rounded input and `weight`, and `bias`, a Tensor, unless it is None.
    `quant_op`: called with the input. `dequant_op`: a Primitive; behind a nn.ReLU its attribute `relu_flag` is set.
    `dequant_scale`: a Tensor.
    `activation`: None or a Cell; of nn.ReLU `dequant_op` takes the place.

    Called with a Tensor; returns what `dequant_op` gives. Nothing is trained.

    Differs from MindSpore: `Quant` and `Dequant` of Ascend are refused when they are called; give operators of
    your own.
    """

    def __init__(
        self,
        core_op: Any,
        weight: Any,
        quant_op: Any,
        dequant_op: Any,
        dequant_scale: Any,
        bias: Any = None,
        activation: Any = None,
    ) -> None:
        super().__init__()
        self._msacc_keep(core_op, weight, bias, activation)
        self.quant, self.dequant, self.dequant_scale = quant_op, dequant_op, dequant_scale
        self.bias_add = ops.BiasAdd()
        if self.is_relu:
            self.dequant.add_prim_attr("relu_flag", True)

    def construct(self, x: Tensor) -> Any:
        x = self._msacc_core(self.quant(x))
        if self.activation is not None:
            x = self.activation(x)
        return self.dequant(x, self.dequant_scale)

    def extend_repr(self) -> str:
        return f"quant={self.quant}, {self._msacc_parts()}, dequant={self.dequant}"


_RANGES = ("filter_maxq", "filter_minq", "output_maxq", "output_minq", "symmetric")


class QuantMindirBlock(_Block):
    """`core_op(x, weight, bias)`, where `core_op` tells by its attributes how its layer was quantized.

    `core_op`: a Primitive. `weight`, `bias`: Tensors, the latter or None.
    `activation`: None or a Cell, whose class becomes the attribute `activation_name`; it is not called.
    `param_dict`: a dict of numbers 'filter_maxq', 'filter_minq', 'output_maxq', 'output_minq', 'symmetric', and
      'input_maxq' with 'input_minq', or 'input_maxq' None with 'mean' and 'std_dev'; they become attributes, as
      Tensors.

    Called with a Tensor; returns what `core_op` gives. Raises TypeError without a `param_dict`.
    """

    def __init__(
        self,
        core_op: Any,
        weight: Any,
        bias: Any = None,
        activation: Any = None,
        param_dict: dict[str, Any] | None = None,
    ) -> None:
        super().__init__()
        if not isinstance(param_dict, dict):
            raise TypeError(
                f"For '{self.cls_name}', 'param_dict' must be a dict, but got {param_dict!r}."
            )
        self._msacc_keep(core_op, weight, bias, activation)
        if activation is not None:
            core_op.add_prim_attr("activation_name", type(activation).__name__)
        has_input = param_dict["input_maxq"] is not None
        more = ("input_maxq", "input_minq") if has_input else ("mean", "std_dev")
        known = {"num_bits": 8, "narrow_range": False}
        for name, value in {
            **{name: param_dict[name] for name in (*_RANGES, *more)},
            **known,
        }.items():
            core_op.add_prim_attr(name, Tensor(value))

    def construct(self, x: Tensor) -> Any:
        return self._msacc_core(x)

    def extend_repr(self) -> str:
        return self._msacc_parts()
