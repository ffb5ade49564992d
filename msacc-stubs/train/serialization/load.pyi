# Written by `python -m tests.stubs`.
from collections.abc import Callable
from concurrent.futures._base import Future
from msacc.nn.cell.cell import Cell
from typing import Any
def load_checkpoint(ckpt_file_name: Any, net: Cell | None = None, strict_load: bool = False, filter_prefix: Any = None, dec_key: bytes | None = None, dec_mode: str = 'AES-GCM', specify_prefix: Any = None, choice_func: Callable[[str], bool] | None = None, crc_check: bool = False, remove_redundancy: bool = False, format: str = 'ckpt') -> dict[str, Any]: ...
def load_checkpoint_async(ckpt_file_name: str, net: Cell | None = None, strict_load: bool = False, filter_prefix: Any = None, dec_key: bytes | None = None, dec_mode: str = 'AES-GCM', specify_prefix: Any = None, choice_func: Callable[[str], bool] | None = None) -> Future: ...
