"""FeedForward: two matrices with an activation between them."""

from __future__ import annotations

from typing import Any

from msacc import Tensor, float16, float32, nn
from msacc._checkparam import check_non_negative_float, check_positive_int
from msacc.former.transformer.argument_checks import (
    HALF_OR_SINGLE,
    _args_type_validator_check,
    _check_input_dtype,
    _valid_type_checks,
    _valid_value_checks,
    check_multiple,
    check_rate,
)
from msacc.former.transformer.basic_layers import _Linear
from msacc.former.transformer.parallel_config import (
    MoEParallelConfig,
    OpParallelConfig,
    _check_config,
    default_dpmp_config,
)


class FeedForward(nn.Cell):
    """`dropout(hidden_act(x @ mapping) @ projection)`, computed in float16, which the result is in.

    `hidden_act`: the name of an activation or a class of Cells. With `expert_num` > 1 each expert has its matrices.
    Called with a Tensor (..., hidden_size) of float32 or float16.
    """

    @_args_type_validator_check(
        hidden_size=check_positive_int,
        ffn_hidden_size=check_positive_int,
        dropout_rate=check_non_negative_float,
        param_init_type=_valid_value_checks(HALF_OR_SINGLE, "FeedForward"),
        parallel_config=_valid_type_checks([OpParallelConfig, MoEParallelConfig], "FeedForward"),
    )
    def __init__(
        self,
        hidden_size: int,
        ffn_hidden_size: int,
        dropout_rate: float,
        hidden_act: Any = "gelu",
        expert_num: int = 1,
        expert_group_size: int | None = None,
        param_init_type: Any = float32,
        parallel_config: OpParallelConfig | MoEParallelConfig = default_dpmp_config,
    ) -> None:
        super().__init__()
        if not isinstance(hidden_act, str) and not (
            isinstance(hidden_act, type) and issubclass(hidden_act, nn.Cell)
        ):
            raise TypeError(
                f"For 'FeedForward', 'hidden_act' must be a str or a class of Cells, but got {hidden_act}."
            )
        _check_config(parallel_config)
        mp = parallel_config.model_parallel
        ep = parallel_config.expert_parallel if expert_num > 1 else 1  # type: ignore[union-attr]
        dp = parallel_config.data_parallel // ep
        check_multiple(self.cls_name, "ffn_hidden_size", ffn_hidden_size, "model_parallel", mp)
        check_multiple(self.cls_name, "hidden_size", hidden_size, "model_parallel", mp)
        check_rate(self.cls_name, "dropout_rate", dropout_rate)
        shared = {
            "transpose_b": False,
            "expert_num": expert_num,
            "expert_group_size": expert_group_size,
            "outer_batch": dp,
            "param_init_type": param_init_type,
        }
        self.mapping = _Linear(hidden_size, ffn_hidden_size, activation=hidden_act, **shared)
        self.projection = _Linear(ffn_hidden_size, hidden_size, **shared)
        self.dropout, self.dropout_3d, self.dropout_4d = (
            nn.Dropout(p=dropout_rate) for _ in range(3)
        )
        self._shard_matrices(dp, ep, mp, expert_num > 1)

    def _shard_matrices(self, dp: int, ep: int, mp: int, by_expert: bool) -> None:
        """The hidden axis between the matrices is cut by `mp`, the first by its columns, the second by its rows."""
        if by_expert:
            hidden = (dp, ep, 1, mp)
            self.mapping.shard(((dp, ep, 1, 1), (ep, 1, mp)), (hidden, (1, ep, 1, mp)), (hidden,))
            self.projection.shard((hidden, (ep, mp, 1)), ((dp, ep, 1, 1), (1, ep, 1, 1)))
        else:
            self.mapping.shard(((dp, 1), (1, mp)), ((dp, mp), (mp,)), ((dp, mp),))
            self.projection.shard(((dp, mp), (mp, 1)), ((dp, 1), (1,)))

    def construct(self, x: Tensor) -> Tensor:
        _check_input_dtype(x.dtype, "x", HALF_OR_SINGLE, self.cls_name)
        output = self.projection(self.mapping(x.astype(float16)))
        drop = {2: self.dropout, 3: self.dropout_3d}.get(output.ndim, self.dropout_4d)
        return drop(output)
