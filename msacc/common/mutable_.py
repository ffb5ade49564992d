"""mutable and Symbol: marks for MindSpore's compiler that graphs here need not."""

from __future__ import annotations

from typing import Any

from msacc.common.notice import no_effect


def mutable(input_data: Any, dynamic_len: bool = False) -> Any:
    """`input_data` itself: every number, tuple, list or dict may vary between calls of a graph."""
    if not isinstance(input_data, (tuple, list, dict, int, float)) and not hasattr(
        input_data, "_t"
    ):
        raise TypeError(
            "For 'mutable', the 'input_data' should be a Tensor, a number, a tuple, a list or a dict, but "
            f"got {input_data!r}."
        )
    if dynamic_len and not isinstance(input_data, (tuple, list)):
        raise TypeError(
            f"For 'mutable', 'dynamic_len' goes with a tuple or a list, but got {input_data!r}."
        )
    return input_data


class Symbol:
    """A symbolic dimension for `Cell.set_inputs`: at least `min`, at most `max`, `divisor` divides it."""

    def __init__(
        self,
        max: int = 0,
        min: int = 1,
        divisor: int = 1,
        remainder: int = 0,
        unique: bool = False,
        **kwargs: Any,
    ):
        for name, value in kwargs.items():
            no_effect("Symbol", name, value, "no rule of a dimension has this name")
        for name, value in (
            ("max", max),
            ("min", min),
            ("divisor", divisor),
            ("remainder", remainder),
        ):
            if not isinstance(value, int) or isinstance(value, bool):
                raise TypeError(
                    f"For 'Symbol', the argument '{name}' must be int, but got {type(value)}."
                )
        if divisor <= 0 or min < 0 or (max and max < min):
            raise ValueError(
                f"For 'Symbol', 0 <= min <= max and divisor > 0 are needed, but got {min}, {max}, {divisor}."
            )
        self.max, self.min, self.divisor, self.remainder, self.unique = (
            max,
            min,
            divisor,
            remainder,
            unique,
        )
