# Written by `python -m tests.stubs`.
from collections.abc import Callable
from typing import Any
def unified_safetensors(src_dir: str, src_strategy_file: str, dst_dir: str, merge_with_redundancy: bool = True, file_suffix: str | None = None, max_process_num: int = 64, choice_func: Callable[[str], bool | str] | None = None, split_dst_file: tuple[int, int] | tuple[()] = ()) -> None: ...
