# Written by `python -m tests.stubs`.
from msacc.experimental.optim.adam import Adam as _Adam
from msacc.experimental.optim.adam import AdamW as _AdamW
from typing import Any
class Adam(_Strict, _Adam): ...
class AdamW(_Strict, _AdamW): ...
class FusedAdamW(AdamW):
    def contiguous_params(self, start_id: int, end_id: int, param_group: Any) -> None: ...
class _Strict:
    cls_name: str
