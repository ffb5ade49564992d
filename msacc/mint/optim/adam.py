"""Adam and AdamW, with the state names of `mindspore.mint.optim`."""

from __future__ import annotations

from typing import Any

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.warn_once import no_effects
from msacc.experimental.optim import adam as experimental


class _Strict:
    """Options by type, as `mint` has them: floats are floats and flags are bools."""

    cls_name: str
    _msacc_PAIR: tuple[type, ...] = (tuple,)

    def _msacc_check(
        self, lr: Any, betas: Any, eps: Any, weight_decay: Any, **flags: object
    ) -> None:
        where = self.cls_name
        check.instance(where, "betas", betas, self._msacc_PAIR)
        if len(betas) != 2:
            raise ValueError(f"For '{where}', 'betas' must hold 2 values, but got {betas!r}.")
        for i, beta in enumerate(betas):
            check.floating(where, f"betas[{i}]", beta)
        check.floating(where, "eps", eps)
        check.floating(where, "weight_decay", weight_decay)
        for name, value in flags.items():
            check.boolean(where, name, value)
        super()._msacc_check(lr, betas, eps, weight_decay)  # type: ignore[misc]


class Adam(_Strict, experimental.Adam):
    """m, v: moving averages of g and g²; p -= lr / (1 - beta1^t) * m / (sqrt(v / (1 - beta2^t)) +
    eps).

    `params`: Parameters, or groups with options of their own; `lr` >= 0, a number or a Tensor of
    one value; `betas`: two floats in [0, 1); `eps`: a float >= 0; `weight_decay`: a float >= 0,
    times p added to g; `amsgrad`: the largest v so far in place of v; `maximize`: climb. ValueError
    for values out of these ranges, TypeError for other types. The step count in the state is a
    Float32 of shape [1]. MindSpore refuses a `lr` that is an int or Tensor, and does not keep the
    largest v.
    """

    _msacc_STEP = ([0], mstype.float32)
    _msacc_ALL_KEEP_LARGEST = False
    _msacc_EPS_CORRECTED = True


class AdamW(_Strict, experimental.AdamW):
    """p -= lr * weight_decay * p + lr / (1 - beta1^t) * m / (sqrt(v / (1 - beta2^t)) + eps).

    m and v are moving averages of g and g². `params`: Parameters, or groups with options of their
    own; `lr` >= 0, a number or a Tensor of one value; `betas`: two floats in [0, 1); `eps`: a float
    >= 0; `weight_decay`: a float >= 0; `amsgrad`: the largest v so far in place of v; `maximize`:
    climb. ValueError for values out of these ranges, TypeError for other types. MindSpore's runs on
    Ascend only, and refuses a `lr` that is an int or Tensor.
    """

    _msacc_STEP = ([0], mstype.float32)
    _msacc_ALL_KEEP_LARGEST = False


class FusedAdamW(AdamW):
    """`AdamW`: every optimizer here updates all parameters of a group together.

    `params`, `lr`, `betas`, `eps`, `weight_decay`, `amsgrad` and `maximize`, and errors, are its; `betas` may
    be a list too.
    """

    _msacc_PAIR = (tuple, list)

    def contiguous_params(self, start_id: int, end_id: int, param_group: dict[str, Any]) -> None:
        """Nothing is moved: a compiled update reads the parameters of a group where they are.

        `start_id`, `end_id` and `param_group` have no effect, which is said once.
        """
        no_effects(
            "FusedAdamW.contiguous_params",
            "a compiled update reads parameters where they are",
            start_id=(start_id, None), end_id=(end_id, None), param_group=(param_group, None),
        )  # fmt: skip
