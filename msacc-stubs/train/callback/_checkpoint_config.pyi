# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from msacc.common.short_repr import ReprByAttributes
from msacc.nn.cell.cell import Cell
from typing import Any
class CheckpointConfig(ReprByAttributes):
    exception_save: bool
    save_checkpoint_steps: Any
    save_checkpoint_seconds: Any
    keep_checkpoint_max: Any
    keep_checkpoint_per_n_minutes: Any
    append_dict: Any
    map_param_inc: bool
    integrated_save: bool
    async_save: Any
    saved_network: Any
    remove_redundancy: Any
    enc_key: Any
    enc_mode: Any
    crc_check: Any
    format: Any
    def __init__(self, save_checkpoint_steps: int | None = 1, save_checkpoint_seconds: int | None = 0, keep_checkpoint_max: int | None = 5, keep_checkpoint_per_n_minutes: int | None = 0, integrated_save: bool = True, async_save: bool | str = False, saved_network: Cell | None = None, append_info: Sequence[Any] | None = None, enc_key: bytes | None = None, enc_mode: str = 'AES-GCM', exception_save: bool = False, crc_check: bool = False, remove_redundancy: bool = False, format: str = 'ckpt', **kwargs: Any) -> None: ...
    def get_checkpoint_policy(self) -> dict[str, Any]: ...
