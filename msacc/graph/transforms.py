"""grad, value_and_grad and get_grad: MindSpore's gradient interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common.keyword_hints import hints_keywords
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.graph.compiled_gradients import name_of, reduced_gradients
from msacc.graph.container_gradients import (
    Numbers,
    compiled_by_numbers,
    differentiate_arguments,
    in_order,
)
from msacc.graph.grad_arguments import (
    arranged,
    check_aux,
    check_flags,
    read_positions,
    read_weights,
    tensor_positions,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


@hints_keywords
def value_and_grad(
    fn: Callable[..., Any],
    grad_position: int | tuple[int, ...] | None = 0,
    weights: Parameter | Sequence[Parameter] | None = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
) -> Callable[..., Any]:
    """A function that returns (value of `fn`, its gradients).

    `grad_position`: int, tuple of int or None, the arguments to differentiate, those by keyword after the
      others; what is no Tensor has no gradient, but in a graph a `mutable` container of Tensors has one like
      it, and a `mutable` number 0.
    `weights`: a Parameter or several. One input's gradient comes as it is, several as a tuple; those of
      `weights` as a tuple, unless a single Parameter; both as a pair. Several outputs are differentiated as
      their sum, unless `has_aux`, where only the first is.
    `return_ids`: (position or name, gradient) for each.
    `sens_param`: the last argument of the returned function seeds the gradient.

    Raises ValueError when both are None or a position is negative or double, RuntimeError (in a graph
    IndexError) for a position beyond the arguments, TypeError for other flags and weights.

    Differs from MindSpore: that notices wrong `weights` only when the gradient is taken.
    """
    check_flags(has_aux=has_aux, return_ids=return_ids, sens_param=sens_param)
    if grad_position is None and weights is None:
        raise ValueError("`grad_position` and `weight` can not be None at the same time.")
    positions, parameters = read_positions(grad_position), read_weights(weights)

    def both(numbers: Numbers, *args: Any, **kwargs: Any) -> Any:
        seeds = None
        if sens_param:
            args, seeds = args[:-1], args[-1]
        where = tensor_positions(fn, args, kwargs, positions)
        check = check_aux if has_aux else None
        value, inputs, weight_grads = differentiate_arguments(
            fn, args, kwargs, where, parameters, seeds, has_aux, check
        )
        if parameters:
            value, weight_grads = reduced_gradients(value, weight_grads, has_aux, parameters)
        gradients = in_order(positions, where, inputs, numbers)
        pairs = gradients if return_ids else [gradient for _, gradient in gradients]
        named = (
            [(p.name, g) for p, g in zip(parameters, weight_grads, strict=False)]
            if return_ids
            else weight_grads
        )
        return value, arranged(pairs, named, grad_position, weights)

    return compiled_by_numbers(both, f"value_and_grad_{name_of(fn)}", lambda arguments: positions)


@hints_keywords
def grad(
    fn: Callable[..., Any],
    grad_position: int | tuple[int, ...] | None = 0,
    weights: Parameter | Sequence[Parameter] | None = None,
    has_aux: bool = False,
    return_ids: bool = False,
    sens_param: bool = False,
) -> Callable[..., Any]:
    """Like `value_and_grad`, returning the gradients only (with the auxiliary values if `has_aux`).

    `fn`: a function of Tensors, or a Cell.
    `grad_position`: an int or a tuple of ints, the inputs to derive for, None for none.
    `weights`: a Parameter, or a list or ParameterTuple of them, to derive for too.
    `has_aux`: the first output alone is derived.
    `return_ids`: return (position or name, gradient) pairs.
    `sens_param`: the last input is the gradient of the output.

    Returns a function with the inputs of `fn`. Gradients have the shape and dtype of what they belong to.
    """
    both = value_and_grad(fn, grad_position, weights, has_aux, return_ids, sens_param)

    def only(*args: Any, **kwargs: Any) -> Any:
        value, grads = both(*args, **kwargs)
        return (grads, tuple(value[1:])) if has_aux else grads

    return only


def get_grad(gradients: Any, identifier: int | str | Parameter) -> Tensor:
    """Pick one gradient out of `gradients`, what `grad(..., return_ids=True)` gave.

    `identifier`: a position, an int, or a Parameter or its name. Raises RuntimeError when there is none of that
    position or parameter.
    """
    key = identifier.name if isinstance(identifier, Parameter) else identifier
    gradient = _search(gradients, key)
    if gradient is None:
        raise RuntimeError(f"Can not find the gradient for position or parameter {key!r}.")
    return gradient


def _search(gradients: Any, key: int | str) -> Tensor | None:
    if not isinstance(gradients, tuple):
        return None
    if len(gradients) == 2 and type(gradients[0]) in (int, str):
        return gradients[1] if gradients[0] == key else None
    matches = (_search(item, key) for item in gradients)
    return next((g for g in matches if g is not None), None)
