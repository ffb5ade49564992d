# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Mapping
from typing import Any
def save_checkpoint(save_obj: Any, ckpt_file_name: str, integrated_save: bool = True, async_save: bool | str = False, append_dict: Mapping[str, Any] | None = None, enc_key: bytes | None = None, enc_mode: str = 'AES-GCM', choice_func: Callable[[str], bool] | None = None, crc_check: bool = False, format: str = 'ckpt', **kwargs: Any) -> None: ...
