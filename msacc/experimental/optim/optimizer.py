"""Optimizers with `param_groups`, as in torch: the base class."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.malloc_tuning import keep_freed_memory
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect, once
from msacc.nn.cell import Cell
from msacc.ops.update.gradient_transforms import add_decay, in_type_of, negate_gradients
from msacc.ops.update.tensor_lists import Tensors

if TYPE_CHECKING:
    from msacc.common.argument_types import Params

Group: TypeAlias = dict[str, Any]
Positions: TypeAlias = Sequence[int]
State: TypeAlias = "list[Parameter] | ParameterTuple"


class Optimizer(Cell):
    """Base class of optimizers with `param_groups`, as in torch.

    `params`: Parameters, or dicts with 'params' and options of their own; `defaults`: a dict with
    'lr' and the other options, for groups that lack them. Each group's learning rate is the
    Parameter `learning_rate_group_<i>`, so that changing it never recompiles; a float put into
    `group['lr']` takes its place. Call it with one gradient for each parameter, in the order of
    `parameters`.

    A subclass defines `_msacc_update(group, lr, at, params, grads)` over lists of torch tensors, or
    `construct`. TypeError for what is no Parameter, dict or rate; ValueError for a negative rate or
    decay, no parameters, or one in two groups.
    """

    # Whether the base adds weight_decay * p to the gradients.
    _msacc_couples_decay = True
    # Options that a group of its own cannot change.
    _msacc_FOR_ALL_GROUPS: tuple[str, ...] = ()

    def __init__(self, params: Any, defaults: Group):
        super().__init__(auto_prefix=False)
        keep_freed_memory()
        groups = _listed(params)
        self.defaults = defaults
        self.state: Any = defaultdict(dict)
        self.param_groups: list[Group] = []
        self.lrs: list[Parameter] = []
        self.group_start_id = [0]
        # What there is one of for each parameter, and how more of it is made.
        self._msacc_state_factories: list[tuple[State, Callable[[ParameterTuple], State]]] = []
        self.__dict__["parameters"] = []
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)
        self.parameters = ParameterTuple(self.__dict__.pop("parameters"))

    def add_param_group(self, param_group: Group) -> None:
        """Add a group; its gradients come last.

        `param_group`: a dict with 'params' and options of its own. TypeError for what is no dict or Parameter,
        ValueError for a Parameter of another group. In MindSpore a group that comes after the constructor has
        no state, and no step runs any more.
        """
        group = self._msacc_checked(param_group)
        self._msacc_say_unused(group)
        for name, default in self.defaults.items():
            group.setdefault(name, default)
        number = len(self.param_groups)
        rate = self._msacc_rate(group["lr"], f"learning_rate_group_{number}")
        group["lr"] = rate
        group["weight_decay"] = check.non_negative_float(
            self.cls_name, "weight_decay", float(group.get("weight_decay", 0.0))
        )
        self.lrs.append(rate)
        self.param_groups.append(group)
        self.group_start_id.append(self.group_start_id[-1] + len(group["params"]))
        if isinstance(self.parameters, ParameterTuple):
            self._msacc_grow(ParameterTuple(group["params"]))
        else:
            self.parameters += group["params"]

    def _msacc_grow(self, params: ParameterTuple) -> None:
        """Take in the parameters of a group that came after the constructor."""
        self.parameters = ParameterTuple([*self.parameters, *params])
        for i, (state, make) in enumerate(self._msacc_state_factories):
            name = next(key for key, value in self.__dict__.items() if value is state)
            longer = type(state)([*state, *make(params)])
            setattr(self, name, longer)
            self._msacc_state_factories[i] = longer, make

    def _msacc_checked(self, group: object) -> Group:
        if not isinstance(group, dict):
            raise TypeError(f"Param group must be a dict, but got {group!r}.")
        params_value = group["params"]
        if isinstance(params_value, set):
            raise TypeError("Optimizer parameters need an order: give a list instead of a set.")
        params = [params_value] if isinstance(params_value, Parameter) else list(params_value)
        for p in params:
            if not isinstance(p, Parameter):
                raise TypeError(
                    f"Optimizer can only optimize Parameters, but one of the params is {type(p)}"
                )
        if len({id(p) for p in params}) != len(params):
            once(
                "duplicate-params",
                "Optimizer contains a parameter group with duplicate parameters.",
            )
        registered = {id(p) for other in self.param_groups for p in other["params"]}
        if registered & {id(p) for p in params}:
            raise ValueError("some parameters appear in more than one parameter group.")
        return {**group, "params": params}

    def _msacc_say_unused(self, group: Group) -> None:
        """What a group may hold and nothing here reads."""
        for key in group:
            if key not in self.defaults and key not in ("params", "initial_lr", "weight_decay"):
                once(
                    f"group:{self.cls_name}:{key}",
                    f"{self.cls_name}: no rule reads the key '{key}' of a parameter group; it is kept there.",
                )
        for key in self._msacc_FOR_ALL_GROUPS:
            if key in group and group[key] != self.defaults.get(key):
                no_effect(self.cls_name, f"group['{key}']", group[key], "it holds for all groups")

    def _msacc_rate(self, value: float | Tensor, name: str) -> Parameter:
        if isinstance(value, (float, int)):
            check.non_negative_float(self.cls_name, "lr", float(value))
            return Parameter(Tensor(float(value), mstype.float32), name)
        if isinstance(value, Tensor):
            if value.ndim != 0:
                raise ValueError(
                    f"For 'Optimizer', a 'lr' Tensor should be 0-d, but got shape {value.shape}."
                )
            return Parameter(Tensor(value, mstype.float32), name)
        raise TypeError(
            f"For 'Optimizer', 'lr' must be int, float or Tensor, but got {type(value)}."
        )

    def _msacc_clone(self, prefix: str, init: float | str = "zeros") -> ParameterTuple:
        clone: ParameterTuple = self._msacc_create_state(
            partial(ParameterTuple.clone, prefix=prefix, init=init)
        )
        return clone

    def _msacc_create_state(self, make: Callable[[ParameterTuple], Any]) -> Any:
        """Creates optimizer state per parameter, extended when parameters are added."""
        state = make(self.parameters)
        self._msacc_state_factories.append((state, make))
        return state

    # -- the step ------------------------------------------------------------------------------
    def construct(self, gradients: Sequence[Tensor]) -> bool:
        """One update with one gradient per parameter, in the order of `parameters`; returns True."""
        grads = [g._t for g in gradients]
        if len(grads) != len(self.parameters):
            raise ValueError(
                f"For '{self.cls_name}', there must be one gradient per parameter ({len(self.parameters)}), "
                f"but got {len(grads)}."
            )
        with torch.no_grad():
            self._msacc_begin_step()
            for number, group in enumerate(self.param_groups):
                at = range(self.group_start_id[number], self.group_start_id[number + 1])
                params = [self.parameters[i]._t for i in at]
                group_grads = self._msacc_prepared(group, params, [grads[i] for i in at])
                self._msacc_update(group, _as_tensor(group["lr"]), at, params, group_grads)
            self._msacc_end_step()
        return True

    def _msacc_prepared(self, group: Group, params: Tensors, grads: Tensors) -> Tensors:
        grads = in_type_of(params, grads)
        if group.get("maximize"):
            grads = negate_gradients(grads)
        decay = group["weight_decay"]
        return add_decay(grads, params, decay) if self._msacc_couples_decay and decay else grads

    def _msacc_begin_step(self) -> None:
        """Once per step, before the parameters change."""

    def _msacc_end_step(self) -> None:
        """Once per step, after the parameters changed."""

    def _msacc_update(
        self, group: Group, lr: torch.Tensor, at: Positions, params: Tensors, grads: Tensors
    ) -> None:
        """Change `params` (those at the positions `at`) in place by the options of their group."""
        raise NotImplementedError(f"{self.cls_name} must define construct(gradients).")

    @staticmethod
    def _msacc_pick(state: Sequence[Parameter], at: Positions) -> list[torch.Tensor]:
        return [state[i]._t for i in at]

    def __repr__(self) -> str:
        lines = [f"{self.cls_name} ("]
        for i, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {i}")
            for key in sorted(k for k in group if k != "params"):
                value = group[key]
                plain = value.value() if isinstance(value, Parameter) else value
                lines.append(f"    {key}: {plain}")
        return "\n".join(lines) + "\n)"


def _listed(params: Params | None) -> list[Any]:
    if params is None:
        raise ValueError("For 'Optimizer', the argument params can not be None.")
    if not isinstance(params, Iterable):
        raise TypeError(
            f"For 'Optimizer', the argument params must be Iterable type, but got {type(params)}."
        )
    items = list(params)
    if not items:
        raise ValueError("For 'Optimizer', the argument params must not be empty.")
    return items


def _as_tensor(rate: Any) -> torch.Tensor:
    if isinstance(rate, Tensor):
        return rate._t
    return Tensor(float(rate), mstype.float32)._t


def at_least(value: Any, low: float, name: str, where: str, strict: bool = False) -> Any:
    """TypeError unless `value` is a number or a Tensor, ValueError unless it is >= low (> low if
    `strict`).
    """
    number = float(check.instance(where, name, value, (float, int, bool, Tensor)))
    if number < low or (strict and number == low):
        word = "greater than" if strict else "greater than or equal to"
        raise ValueError(f"For '{where}', the '{name}' must be {word} {low}, but got {value}.")
    return value


def check_betas(betas: Any, where: str) -> None:
    """ValueError unless both lie in [0, 1)."""
    for i in (0, 1):
        if not 0.0 <= betas[i] < 1.0:
            raise ValueError(f"For '{where}', betas[{i}] must be in [0, 1), but got {betas[i]}.")
