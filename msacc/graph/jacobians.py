"""vjp, jvp, linearize, jacrev and jacfwd."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.keyword_hints import misfits
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import detach, leaves
from msacc.graph.grad_arguments import is_weight, read_positions, read_weights
from msacc.graph.gradients import differentiate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.parameter import Parameter


def vjp(
    fn: Callable[..., Any],
    *inputs: Tensor,
    weights: Parameter | Sequence[Parameter] | None = None,
    has_aux: bool = False,
) -> tuple[Any, ...]:
    """(value of `fn` at `inputs`, a function from output seeds to input gradients [, aux]).

    With `has_aux` the first value alone is differentiated; aux is the other, or a tuple of the
    others. The function returns a tuple with one gradient an input; with `weights`, a pair of that and theirs. Raises
    ValueError when `has_aux` and `fn` does not return several values.

    `vjp(fn, inputs, v)`, with a tuple of inputs or one, as until MindSpore 1.10, gives the value and the gradients at
    once where `fn` cannot be called with both.
    """
    parameters = read_weights(weights)
    everywhere = tuple(i for i, value in enumerate(inputs) if isinstance(value, Tensor))
    try:
        value = fn(*inputs)
    except TypeError:
        if weights is not None or has_aux or not _may_have_seeds(fn, inputs):
            raise
        return _vjp_at_once(fn, *inputs)
    main = _main(value, has_aux)

    def pull(*seeds: Any) -> Any:
        _, grads, by_weight = differentiate(fn, inputs, {}, everywhere, parameters, seeds, has_aux)
        if weights is None:
            return tuple(grads)
        return tuple(grads), by_weight[0] if is_weight(weights) else tuple(by_weight)

    return (main, pull, _aux(value)) if has_aux else (main, pull)


def _may_have_seeds(fn: Callable[..., Any], inputs: tuple[Any, ...]) -> bool:
    """Whether what `vjp` was given are the inputs, which the function takes, and seeds."""
    called = getattr(fn, "construct", fn)
    return len(inputs) == 2 and not misfits(called, _several(inputs[0]), {})


def _vjp_at_once(fn: Callable[..., Any], inputs: Any, seeds: Any) -> tuple[Any, Any]:
    value, pull = vjp(fn, *_several(inputs))
    gradients = pull(*_several(seeds))
    return value, gradients if len(gradients) > 1 else gradients[0]


def _several(values: Any) -> tuple[Any, ...]:
    return tuple(values) if isinstance(values, (tuple, list)) else (values,)


def jvp(
    fn: Callable[..., Any],
    inputs: Tensor | tuple[Tensor, ...],
    v: Tensor | tuple[Tensor, ...],
    has_aux: bool = False,
) -> tuple[Any, ...]:
    """(value of `fn` at `inputs`, its derivative along `v` [, aux]), with aux as in `vjp`.

    Raises ValueError when `inputs` and `v` differ in number or shapes, or `has_aux` and `fn` does not return several
    values.
    """
    points = inputs if isinstance(inputs, tuple) else (inputs,)
    directions = v if isinstance(v, tuple) else (v,)
    if len(points) != len(directions):
        raise ValueError(
            f"'inputs' and 'v' should match, but got {len(points)} and {len(directions)}."
        )

    for point, direction in zip(points, directions, strict=True):
        if point.shape != direction.shape:
            raise ValueError(
                f"A direction of 'v' should have the shape of its input, {point.shape}, but got {direction.shape}."
            )

    def plain(*tensors: torch.Tensor) -> Any:
        value = fn(*[wrap(t) for t in tensors])
        return tuple(leaf._t for leaf in leaves(_main(value, has_aux)))

    at, along_each = tuple(p._t for p in points), tuple(d._t for d in directions)
    tangents = torch.func.jvp(plain, at, along_each)[1]
    value = fn(*points)
    main = _main(value, has_aux)
    along = tuple(wrap(t) for t in tangents)
    result = (main, along if isinstance(main, tuple) else along[0])
    return (*result, _aux(value)) if has_aux else result


def linearize(
    fn: Callable[..., Any], inputs: Tensor | list[Tensor] | tuple[Tensor, ...]
) -> tuple[Any, Callable[..., Any]]:
    """(value of `fn` at `inputs`, a function from directions to the derivatives there).

    `inputs`: a Tensor, or a tuple or list of Tensors; directions come as they do. Raises TypeError for others.
    """
    if not isinstance(inputs, (Tensor, tuple, list)):
        raise TypeError(
            "For 'linearize', 'inputs' must be a Tensor, or a tuple or list of Tensors, but got "
            f"{inputs!r}."
        )
    points = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)

    def along(v: Tensor | list[Tensor] | tuple[Tensor, ...]) -> Any:
        return jvp(fn, points, tuple(v) if isinstance(v, list) else v)[1]

    return fn(*points), along


def _main(value: Any, has_aux: bool) -> Any:
    """What is differentiated of a value."""
    if not has_aux:
        return value
    if not isinstance(value, tuple) or len(value) < 2:
        raise ValueError(
            "When 'has_aux' is True, 'fn' should return a tuple of at least two values, but got "
            f"{type(value).__name__}."
        )
    return value[0]


def _aux(value: tuple[Any, ...]) -> Any:
    """What comes beside the differentiated value: the other one, or a tuple of the others."""
    return value[1] if len(value) == 2 else tuple(value[1:])


def jacrev(
    fn: Callable[..., Any], grad_position: int | tuple[int, ...] = 0, has_aux: bool = False
) -> Callable[..., Any]:
    """A function that gives the Jacobian of `fn`, computed in reverse mode.

    `fn`: a function of Tensors.
    `grad_position`: by which of them, an int or a tuple of ints.
    `has_aux`: `fn` gives (what is derived, what is returned as it is).
    """
    return _jacobian(fn, grad_position, has_aux, torch.func.jacrev)


def jacfwd(
    fn: Callable[..., Any], grad_position: int | tuple[int, ...] = 0, has_aux: bool = False
) -> Callable[..., Any]:
    """A function that gives the Jacobian of `fn`, computed in forward mode.

    `fn`: a function of Tensors.
    `grad_position`: by which of them, an int or a tuple of ints.
    `has_aux`: `fn` gives (what is derived, what is returned as it is).
    """
    return _jacobian(fn, grad_position, has_aux, torch.func.jacfwd)


def _jacobian(
    fn: Callable[..., Any], where: Any, has_aux: bool, transform: Callable[..., Any]
) -> Callable[..., Any]:
    positions = read_positions(where)

    def at(*args: Any) -> Any:
        def plain(*moved: torch.Tensor) -> Any:
            full = list(args)
            for i, t in zip(positions, moved, strict=True):
                full[i] = wrap(t)
            outs = tuple(leaf._t for leaf in leaves(_main(fn(*full), has_aux)))
            return outs[0] if len(outs) == 1 else outs

        argnums = 0 if len(positions) == 1 else tuple(range(len(positions)))
        jacobians = transform(plain, argnums=argnums)(*[args[i]._t for i in positions])
        jacobian = _wrap_all(jacobians)
        return (jacobian, _aux(detach(fn(*args)))) if has_aux else jacobian

    return at


def _wrap_all(value: Any) -> Any:
    return (
        wrap(value) if isinstance(value, torch.Tensor) else tuple(_wrap_all(item) for item in value)
    )
