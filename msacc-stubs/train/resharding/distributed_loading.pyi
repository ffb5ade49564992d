# Written by `python -m tests.stubs`.
from collections.abc import Mapping
from collections.abc import Sequence
from msacc.nn.cell.cell import Cell
from typing import Any
def load_distributed_checkpoint(network: Cell | None, checkpoint_filenames: Sequence[str] | None = None, predict_strategy: Any = None, train_strategy_filename: str | None = None, strict_load: bool = False, dec_key: bytes | None = None, dec_mode: str = 'AES-GCM', format: str = 'ckpt', unified_safetensors_dir: str | None = None, dst_safetensors_dir: str | None = None, rank_id: int | None = None, output_format: str = 'safetensors', name_map: Mapping[str, str] | None = None, max_process_num: int = 64, return_param_dict: bool = False) -> Any: ...
