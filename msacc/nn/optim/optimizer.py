"""Optimizer: the base class. Parameters are updated in place, lists of tensors at a time."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.malloc_tuning import keep_freed_memory
from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.remote_parameters import RemotePlaceholder, is_absent, is_here
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.torch_names import CELL, OPTIMIZER
from msacc.common.trace_spans import span
from msacc.common.unsupported_names import refusal_reason
from msacc.common.without_values import is_recorded
from msacc.graph.recording.marks import update_part
from msacc.nn.cell import Cell
from msacc.nn.layer.container import CellList
from msacc.nn.optim._cache_blocks import cut, portions
from msacc.nn.optim._groups import parameter_list, read_groups
from msacc.nn.optim._learning_rates import (
    FixedRate,
    ListedRate,
    build_rate,
    changes,
    read_decay,
    read_rate,
)
from msacc.nn.optim._optimizer_part import part_of
from msacc.ops.func_graph import HyperMap
from msacc.ops.parameter_assign import assign_add
from msacc.ops.update import step_counters
from msacc.ops.update.gradient_transforms import (
    add_decay,
    centralize_gradients,
    in_type_of,
    scale_gradients,
)
from msacc.ops.update.learning_rates import scalar
from msacc.ops.update.row_values import RowValues, row_values
from msacc.ops.update.tensor_lists import Tensors

if TYPE_CHECKING:
    from msacc.common.argument_types import Params
    from msacc.nn.optim._learning_rates import LearningRate

_BROADCAST_REMEDY = (
    "the step itself sends parts of parameters on; train with AutoParallel and hsdp()"
)
# All that live: their states follow parameters that are laid out over processes.
live_optimizers: weakref.WeakSet[Optimizer] = weakref.WeakSet()


class Optimizer(Cell):
    """Base class of optimizers: call one with the gradients, Tensors in the order of `parameters`.

    `learning_rate`: a float, int or Tensor >= 0; a list, tuple or 1-d Tensor with one value per
      step; or a LearningRateSchedule.
    `parameters`: Parameters, or groups: dicts with 'params' and any of 'lr', 'weight_decay',
      'grad_centralization', and one dict with 'order_params' alone, in whose order they are kept.
    `weight_decay`: a number >= 0, or a Cell that gives it for a step; it spares parameters with 'beta' or
      'gamma' in their name unless groups are given.
    `loss_scale`: a number > 0, by which gradients are divided.

    A subclass defines `_msacc_update(lr, at, params, grads)` over lists of torch tensors, or
    `construct(gradients)` as in MindSpore. The call returns True for each parameter.

    Raises TypeError for arguments of other types, ValueError for values out of these ranges, no
    parameters, or a wrong number of gradients, RuntimeError for a parameter in two groups, and for
    a list of rates that is too short.

    Differs from MindSpore: gradients are dense, those of its sparse parameters come as whole
    Tensors.
    """

    _msacc_torch_names = {**CELL, **OPTIMIZER}

    # Whether the rule computes each element of a parameter from that element's gradient and state alone, so
    # that parameters may be cut and joined. Each class says it for itself: a subclass may change the rule.
    elementwise = False
    # Whether the rule computes each parameter from that parameter's gradient and state alone, so that processes may
    # share the parameters out. Lists and tuples as long as `parameters` belong to them one by one then; state is kept
    # in such ParameterTuples. A rule that is elementwise need not say it.
    parameterwise = False
    # Whether `_msacc_update` may moreover be called several times a step, for a portion of the elements each: it
    # changes nothing but parameters and states of their shape. Each class says it for itself, too.
    by_portions = False
    # Whether the rule reads what layers kept of the step's forward and backward pass.
    reads_layers = False
    # Whether rows of a table that a batch does not look up (`EmbeddingLookup(sparse=True)`) keep their values, and
    # the attributes with the rule's state.
    keeps_rows = False
    _msacc_row_state: tuple[str, ...] = ()

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "__init__" in vars(cls):
            cls.__signature__ = _signature_of(cls.__init__)  # type: ignore[attr-defined]

    def __init__(
        self,
        learning_rate: LearningRate,
        parameters: Params,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
    ):
        super().__init__(auto_prefix=False)
        keep_freed_memory()
        items = parameter_list(parameters, "parameters")
        kinds = {Parameter if isinstance(p, Parameter) else dict for p in items}
        if len(kinds) != 1 or not all(isinstance(p, (Parameter, dict)) for p in items):
            raise TypeError(
                "For 'Optimizer', all elements of the argument 'parameters' must be 'Parameter' or all "
                f"'dict', but got {[type(p).__name__ for p in items]}."
            )
        self.loss_scale = check.positive_float(
            self.cls_name, "loss_scale", _as_number(loss_scale), also_int=True
        )
        self.reciprocal_scale = Tensor(1.0 / self.loss_scale, mstype.float32)
        self.need_scale = self.loss_scale != 1.0
        self._unique, self._target = True, "CPU" if settings.device.type == "cpu" else "GPU"
        self.global_step = Parameter(initializer(0, [1], mstype.int32), name="global_step")
        self.global_step_increase_tensor = Tensor([1], mstype.int32)
        self.is_group = isinstance(items[0], dict)
        self.is_group_lr = self.dynamic_lr = False
        self.is_group_params_ordered = self.is_group and any("order_params" in g for g in items)
        rate = read_rate(learning_rate, self.cls_name)
        if self.is_group:
            self._msacc_init_groups(items, rate, weight_decay)
        else:
            self._msacc_init_single(items, rate, weight_decay)
        # What optimizers that users write map their rules with.
        self.map_ = self.hyper_map = HyperMap()
        self.map_reverse = self.hyper_map_reverse = HyperMap(None, True)
        self.assignadd = assign_add
        self.param_length = len(self.parameters)
        self.optim_filter = (True,) * self.param_length
        self.use_parallel = False
        live_optimizers.add(self)

    def _msacc_init_single(
        self, parameters: list[Parameter], rate: LearningRate, weight_decay: float | Cell
    ) -> None:
        self.dynamic_lr = changes(rate)
        decay = read_decay(weight_decay, self.loss_scale, self.cls_name)
        self.dynamic_weight_decay = isinstance(decay, Cell)
        self.learning_rate = build_rate(rate, "learning_rate", False)
        self._msacc_take_parameters(parameters)
        self.decay_flags = tuple("beta" not in p.name and "gamma" not in p.name for p in parameters)
        self.exec_weight_decay = isinstance(decay, Cell) or decay > 0
        self.weight_decay: Any = decay if isinstance(decay, Cell) else Tensor(decay, mstype.float32)
        self.grad_centralization_flags = (False,) * len(parameters)

    def _msacc_init_groups(
        self, groups: list[dict[str, Any]], rate: LearningRate, weight_decay: float | Cell
    ) -> None:
        group_settings = read_groups(groups, rate, weight_decay, self.loss_scale, self.cls_name)
        members = group_settings.members
        self.is_group_lr, self.dynamic_lr = group_settings.has_group_rates, group_settings.changing
        rates, decays = [m.rate for m in members], [m.decay for m in members]
        if not group_settings.has_group_rates:
            self.learning_rate = rates[0]
        else:
            each = (
                CellList(rates, auto_prefix=False)
                if group_settings.changing
                else ParameterTuple(rates)
            )
            self.learning_rate = each
        self._msacc_take_parameters([m.parameter for m in members])
        self.group_params = [m.parameter for m in members]
        self.group_lr, self.group_weight_decay = rates, decays
        self.dynamic_weight_decay = any(isinstance(d, Cell) for d in decays)
        self.decay_flags = tuple(isinstance(d, Cell) or d > 0 for d in decays)
        self.exec_weight_decay = any(self.decay_flags)
        # One Tensor per distinct value, so that equal decays are applied together.
        decay_values = {d: d if isinstance(d, Cell) else Tensor(d, mstype.float32) for d in decays}
        self.weight_decay = tuple(decay_values[d] for d in decays)
        self._msacc_decay_groups = _positions(self.weight_decay)
        if self.is_group_lr:
            self._msacc_rate_groups = _positions(rates)
        self.grad_centralization_flags = tuple(m.centralize for m in members)

    def _msacc_take_parameters(self, parameters: list[Parameter]) -> None:
        self.parameters = ParameterTuple(parameters)
        self._parameters = self.parameters
        self._unique = not any(p.unique for p in parameters)
        self._msacc_row_tables = tuple(i for i, p in enumerate(parameters) if p.by_rows)
        # Positions that share a learning rate or a weight decay; groups refine them.
        self._msacc_rate_groups = self._msacc_decay_groups = [list(range(len(parameters)))]

    # -- what users read and set ---------------------------------------------------------------
    @property
    def unique(self) -> bool:
        """Whether the indices of sparse gradients are unique; gradients are dense here."""
        return self._unique

    @unique.setter
    def unique(self, value: bool) -> None:
        self.__dict__["_unique"] = check.boolean("Optimizer", "unique", value)

    @property
    def target(self) -> str:
        """'CPU' or 'GPU': where the update runs, always the process's one device."""
        return self._target

    @target.setter
    def target(self, value: str) -> None:
        self._set_base_target(value)

    def _set_base_target(self, value: str) -> None:
        """What subclasses that define a `target` setter of their own call."""
        check.instance("Optimizer", "target", value, str)
        check.choice("Optimizer", "target", value, ("CPU", "Ascend", "GPU"))
        if value != self._target:
            raise ValueError(
                f"For 'Optimizer', the property 'target' cannot be set to '{value}': this process runs on "
                f"'{self._target}'."
            )

    def get_lr(self) -> Any:
        """The learning rate of the coming step; a tuple, one per parameter, if groups have their
        own.
        """
        if not self.dynamic_lr:
            return self.learning_rate
        if not self.is_group_lr:
            return scalar(self.learning_rate(self.global_step))
        rates: list[Any] = [None] * self.param_length
        for at in self._msacc_rate_groups:
            here = scalar(self.learning_rate[at[0]](self.global_step))
            for i in at:
                rates[i] = here
        return tuple(rates)

    @refusal_reason(_BROADCAST_REMEDY)
    def broadcast_params(self, optim_result: Any) -> Any:
        """Refused, whatever `optim_result` is: raises NotImplementedError.

        MindSpore sends updated parts from the process that holds them to the others.
        """
        raise NotImplementedError(
            f"msacc does not have Optimizer.broadcast_params: {_BROADCAST_REMEDY}."
        )

    def get_lr_parameter(self, param: Parameter | Sequence[Parameter]) -> Any:
        """The learning rate Parameter (or schedule) of `param`, or a list for a list of them.

        TypeError for what is neither a Parameter nor a list.
        """
        if not isinstance(param, (Parameter, list)):
            raise TypeError(
                "For 'get_lr_parameter', the 'param' must be 'Parameter' or 'list' type, but got "
                f"{type(param)}."
            )
        rates = [self._msacc_rate_of(p) for p in (param if isinstance(param, list) else [param])]
        return rates if isinstance(param, list) else rates[0]

    def _msacc_rate_of(self, param: Parameter) -> Any:
        check.instance("get_lr_parameter", "param", param, Parameter)
        for i, own in enumerate(self.parameters):
            if own is param:
                rate = self.learning_rate[i] if self.is_group_lr else self.learning_rate
                return rate.learning_rate if isinstance(rate, (FixedRate, ListedRate)) else rate
        raise ValueError(
            f"For 'get_lr_parameter', the parameter {param.name} is not in optimizer, please check whether "
            "the argument 'param' is correct."
        )

    def get_weight_decay(self) -> Any:
        """The weight decay of the coming step, times the loss scale; a tuple if groups are given."""
        if not self.dynamic_weight_decay:
            return self.weight_decay
        if not self.is_group:
            return self.weight_decay(self.global_step)
        return tuple([d(self.global_step) if isinstance(d, Cell) else d for d in self.weight_decay])

    # -- gradients before the rule -------------------------------------------------------------
    def decay_weight(self, gradients: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Gradients plus weight decay times parameters.

        `gradients`: a tuple or list of Tensors in the order of the parameters; shapes and dtypes stay.
        """
        return _wrapped(self._msacc_decayed(_tensors(gradients)))

    def gradients_centralization(self, gradients: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Gradients of the groups that ask for it, less their mean over all axes but the first.

        `gradients`: a tuple or list of Tensors in the order of the parameters; shapes and dtypes stay.
        """
        return _wrapped(self._msacc_centralized(_tensors(gradients)))

    def scale_grad(self, gradients: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Gradients divided by the loss scale.

        `gradients`: a tuple or list of Tensors in the order of the parameters; shapes and dtypes stay.
        """
        return _wrapped(self._msacc_unscaled(_tensors(gradients)))

    def flatten_gradients(self, gradients: Sequence[Tensor]) -> Any:
        """The gradients as they are."""
        return gradients

    def _grad_sparse_indices_deduplicate(self, gradients: Sequence[Tensor]) -> Any:
        """The gradients as they are: none is sparse. Optimizers that users write call it."""
        return gradients

    def _is_dynamic_lr_or_weight_decay(self) -> bool:
        return self.dynamic_lr or self.dynamic_weight_decay

    def _msacc_decayed(self, grads: Tensors) -> Tensors:
        result = list(grads)
        for decay, at in self._msacc_group_by_decay(range(self.param_length)):
            if decay is not None:
                params = self._msacc_pick(self.parameters, at)
                for i, sum in zip(
                    at, add_decay([grads[i] for i in at], params, decay), strict=True
                ):
                    result[i] = sum
        return result

    def _msacc_group_by_decay(
        self, at: Sequence[int]
    ) -> list[tuple[torch.Tensor | None, list[int]]]:
        """The positions `at` grouped by weight decay; None for those without."""
        if not self.exec_weight_decay:
            return [(None, list(range(len(at))))]
        decays, place = self.get_weight_decay(), {i: k for k, i in enumerate(at)}
        parts: list[tuple[torch.Tensor | None, list[int]]] = []
        for group in self._msacc_decay_groups:
            for with_decay in (True, False):
                mine = [i for i in group if i in place and bool(self.decay_flags[i]) is with_decay]
                if mine:
                    decay = decays[mine[0]] if self.is_group else decays
                    decay_value = step_counters.scalar(decay._t) if with_decay else None
                    parts.append((decay_value, [place[i] for i in mine]))
        return parts

    def _msacc_centralized(self, grads: Tensors) -> Tensors:
        flags = self.grad_centralization_flags
        return centralize_gradients(grads, flags) if any(flags) else grads

    def _msacc_unscaled(self, grads: Tensors) -> Tensors:
        return scale_gradients(grads, self.reciprocal_scale._t) if self.need_scale else grads

    # -- the step ------------------------------------------------------------------------------
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if (
            RemotePlaceholder.anywhere
            and args
            and len(self._msacc_local_positions(args[0])) < len(args[0])
        ):
            with span("optimizer"):
                return self._msacc_update_local(args[0])
        with span("optimizer"):
            return super().__call__(*args, **kwargs)

    def _msacc_local_positions(self, gradients: Sequence[Tensor]) -> tuple[int, ...]:
        """Where the parameter, and its gradient, are on this process."""
        pairs = enumerate(zip(gradients, self.parameters, strict=False))
        return tuple(i for i, (grad, p) in pairs if is_here(grad) and not is_absent(p))

    def _msacc_update_local(self, gradients: Sequence[Tensor]) -> tuple[bool, ...]:
        """One update of the parameters that this process holds: a pipeline's other stages have the others."""
        at = self._msacc_local_positions(gradients)
        parts = self.__dict__.setdefault("_msacc_parts", {})
        if at and at not in parts:
            parts[at] = part_of(self, at)
        if at:
            parts[at]([gradients[i] for i in at])
        else:
            step_counters.advance(self.global_step.init_data()._t)
        return (True,) * self.param_length

    def construct(self, gradients: Sequence[Tensor]) -> tuple[bool, ...]:
        """One update; returns True for each parameter."""
        grads = _tensors(gradients)
        self._msacc_check_count(grads)
        with torch.no_grad():
            everything = self._msacc_pick(self.parameters, range(self.param_length))
            rows = self._msacc_row_values(grads)
            grads = self._msacc_prepared(in_type_of(everything, grads))
            if [p.shape for p in everything] != [grad.shape for grad in grads]:
                self._msacc_refuse_shapes(everything, grads)
            rates = self._msacc_rates()
            with update_part():
                self._msacc_step(rates, everything, grads)
                for kept in rows:
                    kept.restore()
                step_counters.advance(self.global_step._t)
        return (True,) * self.param_length

    def _msacc_step(self, rates: Any, everything: Tensors, grads: Tensors) -> None:
        self._msacc_begin_step()
        for lr, at in rates:
            for part in self._msacc_portions(everything, grads, at):
                parameters = self._msacc_pick(self.parameters, part)
                self._msacc_update(lr, part, parameters, cut([grads[i] for i in part], part))

    def _msacc_row_values(self, grads: Tensors) -> list[RowValues]:
        """The tables, and their states, whose rows without a gradient keep their values."""
        if not (self.keeps_rows and self._msacc_row_tables):
            return []
        owners = [self.parameters, *(getattr(self, name) for name in self._msacc_row_state)]
        return [
            kept
            for i in self._msacc_row_tables
            for kept in row_values([owner[i]._t for owner in owners], grads[i])
        ]

    def _msacc_begin_step(self) -> None:
        """What a subclass does once per step, before the parameters change."""

    def _msacc_update(
        self, lr: torch.Tensor, at: Sequence[int], params: Tensors, grads: Tensors
    ) -> None:
        """Change `params` (those at the positions `at`) in place; `lr` is a 0-d float32 tensor."""
        raise NotImplementedError(f"{self.cls_name} must define construct(gradients).")

    def _msacc_prepared(self, grads: Tensors) -> Tensors:
        return self._msacc_unscaled(self._msacc_centralized(self._msacc_decayed(grads)))

    def _msacc_check_count(self, grads: Tensors) -> None:
        if len(grads) != self.param_length:
            raise ValueError(
                f"For '{self.cls_name}', there must be one gradient per parameter ({self.param_length}), "
                f"but got {len(grads)}."
            )

    def _msacc_refuse_shapes(self, params: Tensors, grads: Tensors) -> None:
        for parameter, p, grad in zip(self.parameters, params, grads, strict=True):
            if p.shape != grad.shape:
                raise ValueError(
                    f"For '{self.cls_name}', the gradient of '{parameter.name}' should have its shape "
                    f"{tuple(p.shape)}, but got {tuple(grad.shape)}."
                )

    def _msacc_rates(self) -> list[tuple[torch.Tensor, list[int]]]:
        """(learning rate, positions of the parameters it holds for)."""
        lr = self.get_lr()
        if not self.is_group_lr:
            return [(lr._t, self._msacc_rate_groups[0])]
        return [(lr[at[0]]._t, at) for at in self._msacc_rate_groups]

    def _msacc_portions(
        self, params: Tensors, grads: Tensors, at: Sequence[int]
    ) -> Iterable[Sequence[int]]:
        """`at`, in portions where they are quicker: op by op on a processor."""
        if (torch.compiler.is_compiling() or is_recorded()) or not vars(type(self)).get(
            "by_portions", False
        ):
            return [at]
        # A stretch of what lies on several processes would be a copy.
        whole = all(
            type(t) is torch.Tensor and t.is_contiguous() for i in at for t in (params[i], grads[i])
        )
        return portions(params, at) if whole and params[at[0]].is_cpu else [at]

    @staticmethod
    def _msacc_pick(state: Sequence[Parameter], at: Sequence[int]) -> list[torch.Tensor]:
        """The tensors of a state tuple at some positions."""
        return cut([state[i]._t for i in at], at)


def _positions(values: Sequence[Any]) -> list[list[int]]:
    """Positions that hold the same object, together."""
    positions: dict[int, list[int]] = {}
    for i, value in enumerate(values):
        positions.setdefault(id(value), []).append(i)
    return list(positions.values())


def _as_number(value: Any) -> Any:
    """A bool as the int it is to MindSpore."""
    return int(value) if isinstance(value, bool) else value


def _tensors(gradients: Sequence[Any]) -> Tensors:
    return [g._t if isinstance(g, Tensor) else g for g in gradients]


def _wrapped(grads: Tensors) -> tuple[Tensor, ...]:
    return tuple([wrap(g) for g in grads])


def opt_init_args_register(fn: Callable[..., None]) -> Callable[..., None]:
    """Keep an optimizer's constructor arguments in `init_params`, `init_learning_rate`,
    `init_args`.

    As in MindSpore the decorated function shows (self, *args, **kwargs) to `inspect`: libraries that collect
    arguments by name find none. Its class keeps the signature for readers.
    """
    signature = inspect.signature(fn)

    def register(self: Optimizer, *args: object, **kwargs: object) -> None:
        try:
            bound = signature.bind(self, *args, **kwargs)
        except TypeError as error:
            raise TypeError(f"For '{type(self).__name__}', {_hint(error, signature)}") from None
        bound.apply_defaults()
        arguments = dict(bound.arguments)
        arguments.pop("self")
        rate = arguments.pop("learning_rate", None)
        params = arguments.pop("params", None)
        fn(self, *args, **kwargs)
        self.__dict__["init_params"] = {"params": params}
        self.__dict__["init_learning_rate"] = None if isinstance(rate, Cell) else rate
        self.__dict__["init_args"] = arguments

    register.__doc__ = fn.__doc__
    vars(register)["registered"] = signature
    return register


def _hint(error: TypeError, signature: inspect.Signature) -> str:
    """What is wrong with a call; where a keyword is none, those there are."""
    names = ", ".join(list(signature.parameters)[1:])
    return f"{error}; its arguments are {names}." if "unexpected" in str(error) else f"{error}."


def _signature_of(init: Callable[..., None]) -> inspect.Signature:
    """The arguments that a class with this `__init__` is made with."""
    known = getattr(init, "registered", None) or inspect.signature(init)
    return known.replace(parameters=[*known.parameters.values()][1:])


__all__ = ["Optimizer", "opt_init_args_register"]
