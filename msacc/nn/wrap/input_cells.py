"""Cells around a dataset's queue, and one that sets a parameter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.common.unsupported_names import unsupported
from msacc.nn.cell import Cell
from msacc.step.wrapper import TransparentCell

if TYPE_CHECKING:
    from collections.abc import Sequence


@unsupported("it reads Ascend's dataset queue; iterate over the dataset", made=True)
class GetNextSingleOp(Cell):
    """Refused: it reads Ascend's dataset queue. Raises NotImplementedError when called.

    None of `dataset_types`, `dataset_shapes` and `queue_name` is looked at.
    """

    def __init__(
        self, dataset_types: Sequence[Any], dataset_shapes: Sequence[Any], queue_name: str
    ):
        raise NotImplementedError


class _VirtualDatasetCell(TransparentCell):
    """Marks a network's inputs as sharded by sample; a step sees through it, one process passes them on."""

    def __init__(self, backbone: Cell):
        super().__init__(auto_prefix=False)
        self._backbone = backbone

    def construct(self, *inputs: Any) -> Any:
        return self._backbone(*inputs)

    wraps = construct

    def rewrap(self, network: Cell) -> _VirtualDatasetCell:
        """The same around another network."""
        return type(self)(network)


class VirtualDatasetCellTriple(_VirtualDatasetCell):
    """Marks the inputs of `backbone`, a network of three, as sharded by sample.

    A step sees through it, one process passes them on.
    """

    def construct(self, a: Tensor, b: Tensor, c: Tensor) -> Any:
        return self._backbone(a, b, c)

    wraps = construct


class ParameterUpdate(Cell):
    """Sets one parameter to the value it is called with (same shape), and returns it.

    `param`: the Parameter.
    """

    def __init__(self, param: Parameter):
        super().__init__(auto_prefix=False)
        if not isinstance(param, Parameter):
            raise TypeError(
                "For 'ParameterUpdate', 'param' must be 'Parameter', but got "
                f"{param!r} of {type(param)}."
            )
        self._param = param

    def construct(self, x: Tensor) -> Tensor:
        if tuple(x.shape) != tuple(self._param.shape):
            raise ValueError(
                f"For 'ParameterUpdate', the value must have the shape {self._param.shape} of "
                f"'{self._param.name}', but got {x.shape}."
            )
        with torch.no_grad():
            self._param._t.copy_(x._t)
        return x
