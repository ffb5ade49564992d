"""grad, value_and_grad, GradOperation, vjp, jvp, jacfwd, jacrev: MindSpore's gradient interface."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from msacc.common.parameter import Parameter, ParameterTuple
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.tree import detach, leaves
from msacc.graph import recording
from msacc.graph.compiler import Compiled
from msacc.graph.gradients import differentiate
from msacc.graph.reach import fill_delayed
from msacc.graph.state import over_inputs, run

# One entry when a layer above spreads steps over processes: (value, gradients of weights, has_aux) -> the
# value and gradients of the batch of all of them.
over_processes: list[Callable[[Any, list[Tensor], bool], tuple[Any, list[Tensor]]]] = []


def as_one_graph(fn: Callable[..., Any], name: str) -> Callable[..., Any]:
    """In GRAPH_MODE, run `fn` compiled when it is called from outside any graph or gradient."""
    compiled: list[Compiled] = []

    def call(*args: Any, **kwargs: Any) -> Any:
        if run.in_graph or run.differentiating:
            return fn(*args, **kwargs)
        if over_inputs:
            args = over_inputs[0](args)
        if settings.mode != GRAPH_MODE:
            return fn(*args, **kwargs)
        if not compiled:
            fill_delayed(fn)
            compiled.append(Compiled(fn, name))
        return compiled[0](*args, **kwargs)

    return call


def _name(fn: Any) -> str:
    return getattr(fn, "__name__", type(fn).__name__)


def _positions(where: Any) -> tuple[int, ...]:
    if where is None:
        return ()
    given = (where,) if isinstance(where, int) else where
    if not isinstance(given, tuple) or not all(type(i) is int and i >= 0 for i in given):
        raise TypeError(
            "For 'grad', 'grad_position' should be an int, a tuple of int that are not negative, or None, "
            f"but got {where!r}."
        )
    return given


def _weights(weights: Any) -> tuple[Parameter, ...]:
    if weights is None:
        return ()
    items = (weights,) if isinstance(weights, Parameter) else weights
    if not isinstance(items, (ParameterTuple, tuple, list)):
        raise TypeError(
            f"For 'grad', 'weights' should be a Parameter or a tuple of them, got {weights!r}."
        )
    for item in items:
        if not isinstance(item, Parameter):
            raise TypeError(f"For 'grad', 'weights' should hold Parameters only, but got {item!r}.")
    return tuple(items)


def value_and_grad(
    fn: Callable[..., Any],
    grad_position: Any = 0,
    weights: Any = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
) -> Callable[..., Any]:
    """A function that returns (value of `fn`, its gradients).

    `grad_position`: int, tuple of int or None, the arguments to differentiate; `weights`: a
    Parameter or several. Several outputs are differentiated as their sum, unless `has_aux`, where
    only the first is. `sens_param=True`: the last argument of the returned function seeds the
    gradient. Raises ValueError when both are None, RuntimeError for a position beyond the
    arguments.
    """
    _check_flags(has_aux=has_aux, return_ids=return_ids, sens_param=sens_param)
    if grad_position is None and weights is None:
        raise ValueError("`grad_position` and `weight` can not be None at the same time.")
    positions, parameters = _positions(grad_position), _weights(weights)

    def both(*args: Any, **kwargs: Any) -> Any:
        seeds = None
        if sens_param:
            args, seeds = args[:-1], args[-1]
        _check_inputs(args, positions)
        value, inputs, weight_grads = differentiate(
            fn, args, kwargs, positions, parameters, seeds, has_aux
        )
        if parameters and over_processes:
            value, weight_grads = over_processes[0](value, weight_grads, has_aux)
        pairs = list(zip(positions, inputs)) if return_ids else inputs
        named = (
            [(p.name, g) for p, g in zip(parameters, weight_grads)] if return_ids else weight_grads
        )
        # One position in a tuple is a single gradient too, except where ids tell them apart.
        where = positions[0] if len(positions) == 1 and not return_ids else grad_position
        return value, _arrange(pairs, named, where, weights)

    return as_one_graph(both, f"value_and_grad_{_name(fn)}")


def grad(
    fn: Callable[..., Any],
    grad_position: Any = 0,
    weights: Any = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
) -> Callable[..., Any]:
    """Like `value_and_grad`, returning the gradients only (with the auxiliary values if `has_aux`)."""
    both = value_and_grad(fn, grad_position, weights, has_aux, return_ids, sens_param)

    def only(*args: Any, **kwargs: Any) -> Any:
        value, grads = both(*args, **kwargs)
        return (grads, *[tuple(value[1:])]) if has_aux else grads

    return only


def _arrange(inputs: list[Any], weights: list[Any], where: Any, given: Any) -> Any:
    """MindSpore's nesting: single things stay single, both kinds come as a pair."""
    by_input = inputs[0] if isinstance(where, int) else tuple(inputs)
    by_weight = weights[0] if isinstance(given, Parameter) else tuple(weights)
    if given is None:
        return by_input
    return by_weight if where is None else (by_input, by_weight)


def _check_flags(**flags: Any) -> None:
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise TypeError(f"For 'grad', '{name}' should be bool, but got {value!r}.")


def _check_inputs(args: tuple[Any, ...], positions: Sequence[int]) -> None:
    for i in positions:
        if i >= len(args):
            raise RuntimeError(f"Position index {i} is exceed input size {len(args)}.")
        if not isinstance(args[i], Tensor):
            raise TypeError(
                f"For 'grad', argument {i} is differentiated and should be a Tensor, but got {args[i]!r}."
            )


def get_grad(gradients: Any, identifier: int | str | Parameter) -> Tensor:
    """Pick one gradient out of what `grad(..., return_ids=True)` gave, by position or parameter."""
    key = identifier.name if isinstance(identifier, Parameter) else identifier
    found = _search(gradients, key)
    if found is None:
        raise RuntimeError(f"Can not find the gradient for position or parameter {key!r}.")
    return found


def _search(gradients: Any, key: int | str) -> Tensor | None:
    if not isinstance(gradients, tuple):
        return None
    if len(gradients) == 2 and type(gradients[0]) in (int, str):
        return gradients[1] if gradients[0] == key else None
    found = (_search(item, key) for item in gradients)
    return next((g for g in found if g is not None), None)


class GradOperation:
    """Old form of `grad`: `GradOperation(...)(fn, weights)(*inputs, sens)`.

    `get_all`: all Tensor inputs instead of the first; `get_by_list`: gradients of `weights` (with
    those of the inputs too if `get_all`); `sens_param`: the last argument seeds the gradient.
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
        """The gradient function of `fn`; RuntimeError-free only if `weights` come with get_by_list."""
        if not self.get_by_list:
            weights = None
        elif weights is None:
            weights = fn.trainable_params() if hasattr(fn, "trainable_params") else ()
        parameters = _weights(weights)

        def gradient(*args: Any, **kwargs: Any) -> Any:
            return self._gradient(fn, parameters, args, kwargs)

        return as_one_graph(gradient, f"GradOperation_{_name(fn)}")

    def _gradient(
        self,
        fn: Callable[..., Any],
        weights: tuple[Parameter, ...],
        args: tuple[Any, ...],
        kwargs: Any,
    ) -> Any:
        seeds = None
        if self.sens_param:
            args, seeds = args[:-1], args[-1]
        if self.get_by_list and not self.get_all and not kwargs:
            kept = recording.take(fn, args, weights)
            if kept is not None:
                return tuple(_of_all(list(kept.gradients(weights, seeds))))
        positions = self._input_positions(args)
        _, inputs, by_weight = differentiate(fn, args, kwargs, positions, weights, seeds)
        by_weight = _of_all(by_weight)
        if not self.get_by_list:
            return tuple(inputs) if self.get_all else inputs[0]
        return (tuple(inputs), tuple(by_weight)) if self.get_all else tuple(by_weight)

    def _input_positions(self, args: tuple[Any, ...]) -> tuple[int, ...]:
        tensors = tuple(i for i, a in enumerate(args) if isinstance(a, Tensor))
        if self.get_all:
            return tensors
        if self.get_by_list:
            return ()
        if not tensors or tensors[0] != 0:
            raise TypeError(
                f"For 'GradOperation', the first input should be a Tensor, but got {args[:1]!r}."
            )
        return (0,)


def _of_all(grads: list[Tensor]) -> list[Tensor]:
    return over_processes[0](None, grads, False)[1] if grads and over_processes else grads


def vjp(
    fn: Callable[..., Any], *inputs: Tensor, weights: Any = None, has_aux: bool = False
) -> tuple[Any, ...]:
    """(value of `fn` at `inputs`, a function from output seeds to input gradients [, aux])."""
    parameters = _weights(weights)
    everywhere = tuple(range(len(inputs)))
    value = fn(*inputs)
    main = value[0] if has_aux else value

    def pull(*seeds: Any) -> Any:
        _, grads, by_weight = differentiate(fn, inputs, {}, everywhere, parameters, seeds, has_aux)
        by_input = grads[0] if len(grads) == 1 else tuple(grads)
        return by_input if weights is None else (by_input, tuple(by_weight))

    return (main, pull, *value[1:]) if has_aux else (main, pull)


def jvp(fn: Callable[..., Any], inputs: Any, v: Any, has_aux: bool = False) -> tuple[Any, ...]:
    """(value of `fn` at `inputs`, its derivative along `v` [, aux])."""
    points = inputs if isinstance(inputs, tuple) else (inputs,)
    directions = v if isinstance(v, tuple) else (v,)
    if len(points) != len(directions):
        raise ValueError(
            f"'inputs' and 'v' should match, but got {len(points)} and {len(directions)}."
        )

    def plain(*tensors: torch.Tensor) -> Any:
        value = fn(*[wrap(t) for t in tensors])
        return tuple(leaf._t for leaf in leaves(value[0] if has_aux else value))

    at, along_each = tuple(p._t for p in points), tuple(d._t for d in directions)
    tangents = torch.func.jvp(plain, at, along_each)[1]
    value = fn(*points)
    main = value[0] if has_aux else value
    along = tuple(wrap(t) for t in tangents)
    result = (main, along if isinstance(main, tuple) else along[0])
    return (*result, *value[1:]) if has_aux else result


def jacrev(
    fn: Callable[..., Any], grad_position: Any = 0, has_aux: bool = False
) -> Callable[..., Any]:
    """A function that gives the Jacobian of `fn`, computed in reverse mode."""
    return _jacobian(fn, grad_position, has_aux, torch.func.jacrev)


def jacfwd(
    fn: Callable[..., Any], grad_position: Any = 0, has_aux: bool = False
) -> Callable[..., Any]:
    """A function that gives the Jacobian of `fn`, computed in forward mode."""
    return _jacobian(fn, grad_position, has_aux, torch.func.jacfwd)


def _jacobian(
    fn: Callable[..., Any], where: Any, has_aux: bool, transform: Any
) -> Callable[..., Any]:
    positions = _positions(where)

    def at(*args: Any) -> Any:
        def plain(*moved: torch.Tensor) -> Any:
            full = list(args)
            for i, t in zip(positions, moved):
                full[i] = wrap(t)
            value = fn(*full)
            outs = tuple(leaf._t for leaf in leaves(value[0] if has_aux else value))
            return outs[0] if len(outs) == 1 else outs

        argnums = 0 if len(positions) == 1 else tuple(range(len(positions)))
        found = transform(plain, argnums=argnums)(*[args[i]._t for i in positions])
        jacobian = _wrap_all(found)
        return (jacobian, *detach(fn(*args))[1:]) if has_aux else jacobian

    return at


def _wrap_all(value: Any) -> Any:
    return (
        wrap(value) if isinstance(value, torch.Tensor) else tuple(_wrap_all(item) for item in value)
    )
