"""grad, value_and_grad and get_grad: MindSpore's gradient interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.graph.gradients import differentiate
from msacc.graph.one_graph import as_one_graph, name_of, over_processes
from msacc.graph.selection import (
    arranged,
    check_aux,
    check_flags,
    read_positions,
    read_weights,
    tensor_positions,
)


def value_and_grad(
    fn: Callable[..., Any],
    grad_position: Any = 0,
    weights: Any = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
) -> Callable[..., Any]:
    """A function that returns (value of `fn`, its gradients).

    `grad_position`: int, tuple of int or None, the arguments to differentiate, those by keyword after the
    others; what is no Tensor has no gradient. `weights`: a Parameter or several. One input's gradient comes
    as it is, several as a tuple; those of `weights` as a tuple, unless a single Parameter; both as a pair.
    Several outputs are differentiated as their sum, unless `has_aux`, where only the first is.
    `return_ids`: (position or name, gradient) for each. `sens_param`: the last argument of the returned
    function seeds the gradient. Raises ValueError when both are None or a position is negative or double,
    RuntimeError (in a graph IndexError) for a position beyond the arguments.
    """
    check_flags(has_aux=has_aux, return_ids=return_ids, sens_param=sens_param)
    if grad_position is None and weights is None:
        raise ValueError("`grad_position` and `weight` can not be None at the same time.")
    positions, parameters = read_positions(grad_position), read_weights(weights)

    def both(*args: Any, **kwargs: Any) -> Any:
        seeds = None
        if sens_param:
            args, seeds = args[:-1], args[-1]
        where = tensor_positions((*args, *kwargs.values()), positions)
        check = check_aux if has_aux else None
        value, inputs, weight_grads = differentiate(
            fn, args, kwargs, where, parameters, seeds, has_aux, check
        )
        if parameters and over_processes:
            value, weight_grads = over_processes[0](value, weight_grads, has_aux)
        pairs = list(zip(where, inputs)) if return_ids else inputs
        named = (
            [(p.name, g) for p, g in zip(parameters, weight_grads)] if return_ids else weight_grads
        )
<<<<<<< HEAD
        return value, arranged(pairs, named, grad_position, weights)
=======
        # One position in a tuple is a single gradient too, except where ids tell them apart.
        where = positions[0] if len(positions) == 1 and not return_ids else grad_position
        return value, _arrange(pairs, named, where, weights)
>>>>>>> ledger

    return as_one_graph(both, f"value_and_grad_{name_of(fn)}")


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
        return (grads, tuple(value[1:])) if has_aux else grads

    return only


def get_grad(gradients: Any, identifier: int | str | Parameter) -> Tensor:
    """Pick one gradient out of what `grad(..., return_ids=True)` gave, by position or parameter.

    Raises RuntimeError when there is none of that position or parameter.
    """
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
<<<<<<< HEAD
=======


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
>>>>>>> ledger
