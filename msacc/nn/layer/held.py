"""What a layer holds for classes derived from it: the primitives that MindSpore's layer of that name holds.

Code that derives from `nn.LayerNorm` calls `self.layer_norm(x, self.gamma, self.beta)`, and so on. Primitives
without settings stand on the class, one object for all layers; those made from a layer's arguments are attributes
of the layer. The layers' own `construct` calls the op directly, until someone puts another primitive in place of
the one that MindSpore's would call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msacc import ops
from msacc.common.notice import no_effect
from msacc.nn.cell import Cell

_C = TypeVar("_C", bound=type)

# Under these names every layer of MindSpore's that holds one holds the same primitive.
_PLAIN: dict[str, Any] = {
    name: getattr(ops, kind)()
    for name, kind in {
        "abs": "Abs", "add": "Add", "assign_sub_mean": "AssignSub", "assign_sub_var": "AssignSub",
        "bias_add": "BiasAdd", "cast": "Cast", "ceil": "Ceil", "cos": "Cos", "dtype": "DType", "equal": "Equal",
        "exp": "Exp", "expand": "ExpandDims", "expand_dims": "ExpandDims", "floor": "Floor", "greater": "Greater",
        "isfinite": "IsFinite", "less": "Less", "lessequal": "LessEqual", "log": "Log", "log1p": "Log1p",
        "logicaland": "LogicalAnd", "logicalnot": "LogicalNot", "logicalor": "LogicalOr", "max": "Maximum",
        "maximum": "Maximum", "min": "Minimum", "minimum": "Minimum", "mul": "Mul", "mul_mean": "Mul",
        "mul_var": "Mul", "neg": "Neg", "ones_like": "OnesLike", "pow": "Pow", "relu": "ReLU", "reshape": "Reshape",
        "select": "Select", "shape": "Shape", "shape_op": "Shape", "sigmoid": "Sigmoid", "sin": "Sin",
        "slice": "Slice", "sqrt": "Sqrt", "square": "Square", "sub_mean": "Sub", "sub_var": "Sub", "tanh": "Tanh",
        "tile": "Tile", "transpose": "Transpose", "unique": "Unique", "zeros_like": "ZerosLike",
        "zeroslike": "ZerosLike",
    }.items()
}  # fmt: skip


def holds(*names: str, **others: Any) -> Callable[[_C], _C]:
    """Class decorator: put plain primitives, and `others` under their names, on the class."""

    def mark(cls: _C) -> _C:
        for name, value in {**{name: _PLAIN[name] for name in names}, **others}.items():
            setattr(cls, name, value)
        cls._free_names = (*cls._free_names, *names, *others)  # type: ignore[attr-defined]
        return cls

    return mark


def _ours(construct: Any) -> bool:
    """Whether a construct is a layer's own, not one that a derived class brought."""
    return getattr(construct, "__module__", "").startswith("msacc.nn.")


class Layer(Cell):
    """A Cell that holds primitives; `_called` names those that its construct stands for."""

    _called: tuple[str, ...] = ()

    def _hold(self, **primitives: Any) -> None:
        """Set attributes made from the layer's arguments, without their counting as replaced."""
        self.__dict__.update(primitives)

    def __setattr__(self, name: str, value: Any) -> None:
        held = isinstance(getattr(self, name, None), ops.Primitive)
        super().__setattr__(name, value)
        if held and _ours(type(self).construct):
            self._replaced(name, value)

    def _replaced(self, name: str, value: Any) -> None:
        if name in self._called:
            # An instance's construct goes before its class's.
            self.__dict__["construct"] = self._by_parts
        else:
            why = "the layer's own construct does not call this primitive"
            no_effect(f"nn.{self.cls_name}", name, value, why)

    def _by_parts(self, *args: Any) -> Any:
        """What construct computes, through the primitives held."""
        return getattr(self, self._called[0])(*args)
