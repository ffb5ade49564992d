"""Private names of `mindspore._checkparam`."""

from __future__ import annotations

from typing import Any


def _check_3d_int_or_tuple(
    arg_name: str,
    arg_value: Any,
    prim_name: str,
    allow_five: bool = False,
    ret_five: bool = False,
    greater_zero: bool = True,
    third_one: bool = False,
    three_input: bool = False,
    pad_value: int = 1,
) -> tuple[int, ...]:
    """A size in three axes: an int for all of them, or a tuple of three; also of five with `allow_five`.

    `ret_five`: with `pad_value` twice in front. `greater_zero`: 0 is refused; `third_one`: the first axis must be 1.
    `three_input` asks for three, as is asked anyway. TypeError for another type, ValueError for other numbers.
    """
    if type(arg_value) not in (int, tuple):
        raise TypeError(
            f"For '{prim_name}', the type of '{arg_name}' should be one of '['int', 'tuple']', but got type "
            f"'{type(arg_value).__name__}'."
        )
    counts = (3, 5) if allow_five and not three_input else (3,)
    words = "three or five" if allow_five else "three"
    wrong = (
        f"For '{prim_name}', the parameter '{arg_name}' must be an positive integer or a tuple of {words} positive "
        "integer, but got "
    )
    whole = (arg_value,) * 3 if isinstance(arg_value, int) else arg_value
    if len(whole) not in counts:
        raise ValueError(f"{wrong}{whole}")
    three_axes = tuple(whole[-3:])
    full_size = (pad_value, pad_value, *three_axes) if ret_five else three_axes
    least = 1 if greater_zero else 0
    if not all(isinstance(n, int) and not isinstance(n, bool) and n >= least for n in full_size):
        raise ValueError(f"{wrong}{full_size}")
    if third_one and three_axes[0] != 1:
        raise ValueError(
            f"For '{prim_name}', the depth of parameter '{arg_name}' must be 1, but got {three_axes[0]}."
        )
    return full_size


def check_dense_input_shape(x: tuple[int, ...], prim_name: str | None = None) -> None:
    """ValueError for a shape of fewer than two axes, as layers of MindSpore until 2.0 asked."""
    if len(x) < 2:
        said = f"For '{prim_name}', the" if prim_name else "The"
        raise ValueError(f"{said} dimension of 'x' should not be less than 2, but got {len(x)}.")
