# Written by `python -m tests.stubs`.
from collections.abc import Callable
from msacc.nn.cell.cell import Cell
from typing import Any
def load_segmented_checkpoints(ckpt_file_dir: str, net: Cell | None = None, strict_load: bool = False, filter_prefix: Any = None, dec_key: bytes | None = None, dec_mode: str = 'AES-GCM', specify_prefix: Any = None, choice_func: Callable[[str], bool] | None = None) -> dict[str, Any]: ...
