# Written by `python -m tests.stubs`.
from msacc.dataset.config import *
from msacc.dataset.config import _worker_count as _worker_count
from msacc.dataset.config import _store_without_effect as _store_without_effect
from msacc.dataset.config import _get_debug_hook_list as _get_debug_hook_list
from msacc.dataset.config import _checked_int as _checked_int
from msacc.dataset.config import _checked_bool as _checked_bool
