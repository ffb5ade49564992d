"""GradOperation: the form that grad had in MindSpore 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.graph import forward_cache
from msacc.graph.compiled_gradients import name_of, reduced_gradients
from msacc.graph.container_gradients import (
    Numbers,
    compiled_by_numbers,
    differentiate_arguments,
    in_order,
)
from msacc.graph.grad_arguments import has_gradient, is_weight, read_weights


class GradOperation:
    """The old form of `grad`: `GradOperation(...)(fn, weights)(*inputs, sens)`.

    `get_all`: all inputs that have a gradient (see `value_and_grad`) instead of the first;
    `get_by_list`: gradients of `weights` (with those of the inputs too if `get_all`), a tuple unless
    `weights` is a single Parameter;
    `sens_param`: the last argument seeds the gradient.

    Raises TypeError when a flag is no bool or `weights` are no Parameters. Differs from MindSpore:
    that notices wrong `weights` only when the gradient is taken.
    """

    def __init__(self, get_all: bool = False, get_by_list: bool = False, sens_param: bool = False):
        for name, value in (
            ("get_all", get_all),
            ("get_by_list", get_by_list),
            ("sens_param", sens_param),
        ):
            if not isinstance(value, bool):
                raise TypeError(
                    f"For 'GradOperation', the '{name}' should be bool, but got {type(value).__name__}"
                )
        self.get_all, self.get_by_list, self.sens_param = get_all, get_by_list, sens_param

    def __call__(self, fn: Callable[..., Any], weights: Any = None) -> Callable[..., Any]:
        """The gradient function of `fn`; without `weights`, those that `fn` trains if get_by_list.

        Raises TypeError when `fn` is no function and no Cell.
        """
        if not callable(fn):
            raise TypeError(
                "For 'GradOperation', the first argument must be a 'Function' or 'Cell', but got "
                f"{fn!r} of {type(fn).__name__}."
            )
        if not self.get_by_list:
            weights = None
        elif weights is None:
            weights = fn.trainable_params() if hasattr(fn, "trainable_params") else ()
        parameters, single = read_weights(weights), is_weight(weights)

        def gradient(numbers: Numbers, *args: Any, **kwargs: dict[str, Any]) -> Any:
            return self._msacc_gradient(fn, parameters, single, numbers, args, kwargs)

        return compiled_by_numbers(gradient, f"GradOperation_{name_of(fn)}", self._msacc_positions)

    def _msacc_gradient(
        self,
        fn: Callable[..., Any],
        weights: tuple[Parameter, ...],
        single: bool,
        numbers: Numbers,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        seeds = None
        if self.sens_param and "sens" in kwargs:
            kwargs = dict(kwargs)
            seeds = kwargs.pop("sens")
        elif self.sens_param:
            args, seeds = args[:-1], args[-1]
        if self.get_all and any(isinstance(value, Tensor) for value in kwargs.values()):
            fn, args, kwargs = _tensors_by_position(fn, args, kwargs)
        cached_forward = None
        if self.get_by_list and not self.get_all and not kwargs:
            cached_forward = forward_cache.take(fn, args, weights)
        if cached_forward is not None:
            inputs: Any = []
            by_weight: Any = cached_forward.gradients(weights, seeds)
        else:
            positions = self._msacc_positions(args)
            where = tuple(i for i in positions if has_gradient(args[i]))
            _, gradients, by_weight = differentiate_arguments(
                fn, args, kwargs, where, weights, seeds
            )
            inputs = [gradient for _, gradient in in_order(positions, where, gradients, numbers)]
        if not self.get_by_list:
            return tuple(inputs) if self.get_all else (inputs[0] if inputs else ())
        _, by_weight = reduced_gradients(None, by_weight, False, weights)
        weight_gradients = by_weight[0] if single else tuple(by_weight)
        return (tuple(inputs), weight_gradients) if self.get_all else weight_gradients

    def _msacc_positions(self, args: Sequence[Any]) -> tuple[int, ...]:
        """The arguments to differentiate where they have a gradient."""
        if self.get_by_list and not self.get_all:
            return ()
        return tuple(range(len(args))) if self.get_all else (0,) if args else ()


def _tensors_by_position(
    fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]:
    """The same call with the Tensors among `kwargs` behind the other arguments, for `get_all` counts them too."""
    names = [name for name, value in kwargs.items() if isinstance(value, Tensor)]
    rest = {name: value for name, value in kwargs.items() if name not in names}
    count = len(args)

    def by_position(*values: Any) -> Any:
        return fn(*values[:count], **dict(zip(names, values[count:], strict=True)), **rest)

    return by_position, (*args, *[kwargs[name] for name in names]), {}
