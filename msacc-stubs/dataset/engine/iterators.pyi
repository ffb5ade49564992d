# Written by `python -m tests.stubs`.
from msacc.common.random_state import random_tree as random_tree
from msacc.common.random_state import restore_random_tree as restore_random_tree
from msacc.common.settings import Settings
from msacc.dataset.config import get_debug_mode as get_debug_mode
from msacc.dataset.config import get_fast_recovery as get_fast_recovery
from msacc.dataset.errors import pipeline_error as pipeline_error
from msacc.dataset.pipeline.background_iterator import in_background as in_background
from msacc.dataset.pipeline.block import Block as Block
from msacc.dataset.pipeline.columns import dictionary_output as dictionary_output
from msacc.dataset.pipeline.iterator import DictIterator as DictIterator
from msacc.dataset.pipeline.iterator import RowIterator as RowIterator
from msacc.dataset.pipeline.iterator import TupleIterator as TupleIterator
from msacc.dataset.pipeline.iterator import _check_options as _check_options
from msacc.dataset.pipeline.iterator import _cleanup as _cleanup
from msacc.dataset.pipeline.iterator import _rows as _rows
from msacc.dataset.pipeline.iterator import _tensor as _tensor
from msacc.dataset.pipeline.iterator import _unregister as _unregister
from msacc.dataset.pipeline.node import Demand as Demand
from msacc.dataset.pipeline.node import Node as Node
from msacc.dataset.pipeline.node import Run as Run
from msacc.dataset.resumable_state import collect_resumable as collect_resumable
from msacc.dataset.to_device import on_host as on_host
from msacc.dataset.to_device import to_device as to_device
from typing import Any
DEFAULT_SEED: int
ITERATORS_LIST: Any
settings: Settings
