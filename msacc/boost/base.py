"""Parameter groups for boosting: gradient centralization and a new order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msacc.common.parameter import Parameter
from msacc.common.warn_once import once
from msacc.nn.cell import Cell
from msacc.nn.layer.conv import Conv2d
from msacc.nn.optim import LARS

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer

Groups = list[dict[str, Any]]
# Of what they normalise or shift, the mean gradient says something.
_NOT_CENTRALIZED = ("beta", "gamma", "bias")


class OptimizerProcess:
    """Makes an optimizer again, with the gradients of weights centralized.

    `opt`: an optimizer of nn, LARS among them. Raises AttributeError for anything else. As in MindSpore.
    """

    def __init__(self, opt: Any):
        self.is_lars = isinstance(opt, LARS)
        self.single_opt = opt.opt if self.is_lars else opt
        if not hasattr(self.single_opt, "init_args"):
            raise AttributeError(
                f"For 'OptimizerProcess', 'opt' must be an optimizer of nn, but got {opt!r}."
            )
        self.opt_class = type(self.single_opt)
        self.opt_init_args = self.single_opt.init_args
        self.learning_rate = self.single_opt.init_learning_rate
        if self.is_lars:
            self.lars_init_args = wrapper_arguments(opt)
        self.origin_params = self.single_opt.init_params["params"]

    @staticmethod
    def build_params_dict(network: Cell) -> dict[int, Cell]:
        """The Cell that holds each Parameter of a network, by the Parameter's id()."""
        return {
            id(parameter): cell
            for _, cell in network.cells_and_names()
            for parameter in cell.get_parameters(expand=False)
        }

    @staticmethod
    def build_gc_params_group(params_dict: dict[int, Cell], parameters: Groups) -> Groups:
        """Each group in two: what gets 'grad_centralization' True, and the rest.

        The rest is parameters with 'beta', 'gamma' or 'bias' in their name, and those of a Conv2d with
        groups. `params_dict`: see `build_params_dict`; KeyError for a parameter that it lacks.
        """
        groups: Groups = []
        for group in parameters:
            if "order_params" in group:
                groups.append(group)
                continue
            centralized = [p for p in group["params"] if _is_centralized(p, params_dict)]
            centralized_ids = {id(p) for p in centralized}
            rest = [p for p in group["params"] if id(p) not in centralized_ids]
            if centralized:
                groups.append({**group, "params": centralized, "grad_centralization": True})
            if rest:
                groups.append({**group, "params": rest})
        return groups

    def add_grad_centralization(self, network: Cell) -> None:
        """Centralize gradients of the optimizer's groups; parameters without groups stay, which is said once.

        `network`: the Cell whose parameters they are. Raises ValueError for no parameters, TypeError for
        elements of another type.
        """
        parameters = _listed(self.origin_params)
        if isinstance(parameters[0], Parameter):
            once("boost-ungrouped", "Only groups of parameters have their gradients centralized.")
            return
        params_dict = self.build_params_dict(network)
        self.origin_params = self.build_gc_params_group(params_dict, parameters)

    def generate_new_optimizer(self) -> Any:
        """An optimizer of the same class and arguments over the groups as they are now."""
        if self.learning_rate is None:
            self.learning_rate = self.single_opt.learning_rate
        opt = self.opt_class(
            params=self.origin_params, learning_rate=self.learning_rate, **self.opt_init_args
        )
        return LARS(opt, **self.lars_init_args) if self.is_lars else opt


class ParameterProcess:
    """Groups parameters by the message that their gradients travel in, and for a new optimizer."""

    def __init__(self) -> None:
        self._parameter_indices = 1

    @staticmethod
    def generate_group_params(
        parameters: Sequence[Parameter], origin_params: Sequence[Any]
    ) -> Groups:
        """`parameters` in groups with the settings that `origin_params` gives them.

        `origin_params`: Parameters, or groups as an optimizer takes them. What is in none of these groups
        gets the settings of the one with most of them. Raises ValueError for no `origin_params`,
        TypeError for elements of another type.
        """
        origin = _listed(origin_params)
        if isinstance(origin[0], Parameter):
            return [{"params": parameters}]
        by_name = {p.name: p for p in parameters}
        remaining, groups, fullest = dict(by_name), [], dict[str, Any]()
        for group in origin:
            if "order_params" in group:
                groups.append({**group, "order_params": parameters})
                continue
            names = [p.name for p in group["params"] if p.name in by_name]
            groups.append({**group, "params": [by_name[name] for name in names]})
            for name in names:
                remaining.pop(name, None)
            if len(group) > len(fullest):
                fullest = group
        if remaining:
            groups.append({**fullest, "params": list(remaining.values())})
        return groups

    def assign_parameter_group(
        self, parameters: Any, split_point: Sequence[int] | None = None
    ) -> Any:
        """Number the Parameters' `comm_fusion`: one more at each position of `split_point`; returns them.

        `parameters`: a list or tuple of Parameters.
        `split_point`: a list of positions, by default the middle. What is no list or tuple, or is empty, is
          returned as it is.

        The numbers go on from call to call.
        """
        if not isinstance(parameters, (list, tuple)) or not parameters:
            return parameters
        points = split_point or [len(parameters) // 2]
        for i, parameter in enumerate(parameters):
            self._parameter_indices += i in points
            parameter.comm_fusion = self._parameter_indices
        return parameters


def wrapper_arguments(opt: Optimizer) -> dict[str, Any]:
    """The arguments that LARS was made with, without the optimizer it wraps."""
    return {name: value for name, value in opt.init_args.items() if name != "optimizer"}


def _is_centralized(parameter: Parameter, params_dict: dict[int, Cell]) -> bool:
    if any(part in parameter.name for part in _NOT_CENTRALIZED):
        return False
    if id(parameter) not in params_dict:
        raise KeyError(
            f"'params_dict' lacks the parameter {parameter.name}: build it from its network."
        )
    cell = params_dict[id(parameter)]
    return not (isinstance(cell, Conv2d) and cell.group > 1)


def _listed(parameters: Any) -> list[Any]:
    items = list(parameters) if parameters is not None else []
    if not items:
        raise ValueError("Optimizer got an empty parameter list.")
    if not isinstance(items[0], (dict, Parameter)):
        raise TypeError(
            f"Parameters or dicts are needed, but got a list of {type(items[0]).__name__}."
        )
    return items


__all__ = ["OptimizerProcess", "ParameterProcess"]
