# Written by `python -m tests.stubs`.
from msacc.dataset.config import *
from msacc.common.safe_parsing import json_object as json_object
from msacc.common.safe_parsing import read_text as read_text
from msacc.common.settings import Settings
from msacc.common.warn_once import no_effects as no_effects
from msacc.common.warn_once import once as once
from msacc.dataset.config import _checked_bool as _checked_bool
from msacc.dataset.config import _checked_int as _checked_int
from msacc.dataset.config import _get_debug_hook_list as _get_debug_hook_list
from msacc.dataset.config import _store_without_effect as _store_without_effect
from msacc.dataset.config import _worker_count as _worker_count
from msacc.dataset.debug import DebugHook as DebugHook
from msacc.dataset.debug import PrintMetaDataHook as PrintMetaDataHook
from msacc.dataset.errors import pipeline_error as pipeline_error
from typing import Any
_values: Any
settings: Settings
