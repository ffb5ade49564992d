"""GraphCell: a Cell whose computation is the graph of a MindIR file."""

from __future__ import annotations

from typing import Any

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.mindir.graph import FuncGraph
from msacc.nn.cell.cell import Cell


class GraphCell(Cell):
    """The network of a MindIR file, as `mindspore.load` reads it.

    `graph` is what `load` gave.
    `params_init`: a dict of name to Tensor or Parameter with values for the graph's parameters, of their
      shape and dtype; other names are passed over.
    `obf_random_seed` goes with obfuscated graphs, which are refused. The Cell takes the graph's inputs by
      position and gives its result: a Tensor or a tuple; its parameters have the names of the exported
      network.

    Input shapes may differ from those of the export where the graph's ops allow it.

    Raises TypeError for another `graph` and other `params_init`, ValueError for a value of another shape or
    dtype, NotImplementedError for `obf_random_seed` and, with a list, for primitives that msacc does not run.
    A call raises RuntimeError for another number of inputs, and what the ops raise.

    Differs from MindSpore: gradients flow through the graph in both modes, where MindSpore gives zeros or
    fails.
    """

    def __init__(
        self,
        graph: Any,
        params_init: dict[str, Tensor] | None = None,
        obf_random_seed: int | None = None,
    ):
        super().__init__(auto_prefix=True)
        if obf_random_seed is not None:
            raise NotImplementedError(
                "For 'GraphCell', obfuscated graphs are not supported: leave 'obf_random_seed' out."
            )
        if not isinstance(graph, FuncGraph):
            raise TypeError(
                f"For 'GraphCell', 'graph' must be a FuncGraph that load() read, but got {type(graph)}."
            )
        initial_values = _checked({} if params_init is None else params_init)
        from msacc.mindir.interpreter import Runner  # with the first graph

        self._msacc_runner = Runner(graph)
        self.graph = graph
        for name, values in graph.parameters.items():
            self._params[name] = _parameter(name, wrap(values), initial_values.get(name))

    def construct(self, *inputs: Any) -> Any:
        """The result of the graph."""
        return self._msacc_runner(inputs, self._params)


def _checked(params_init: dict[str, Any]) -> dict[str, Tensor]:
    if not isinstance(params_init, dict):
        raise TypeError(
            f"For 'GraphCell', 'params_init' must be a dict, but got {type(params_init)}."
        )
    for name, value in params_init.items():
        if not isinstance(name, str) or not isinstance(value, Tensor):
            raise TypeError(
                "For 'GraphCell', 'params_init' must map str to Tensor or Parameter, but got "
                f"{name!r}: {type(value)}."
            )
    return params_init


def _parameter(name: str, saved_value: Tensor, initial_value: Tensor | None) -> Parameter:
    if initial_value is not None and (
        initial_value.shape != saved_value.shape or initial_value.dtype != saved_value.dtype
    ):
        raise ValueError(
            f"For 'GraphCell', the parameter '{name}' has shape {saved_value.shape} and dtype {saved_value.dtype}, but "
            f"'params_init' has {initial_value.shape} and {initial_value.dtype} for it."
        )
    values = saved_value if initial_value is None else initial_value
    return Parameter(wrap(values.to_torch().detach().clone()), name=name)
