# Written by `python -m tests.stubs`.
from msacc.dataset.engine.iterators import *
from msacc.dataset.engine.iterators import _check_options as _check_options
from msacc.dataset.engine.iterators import _cleanup as _cleanup
from msacc.dataset.engine.iterators import _rows as _rows
from msacc.dataset.engine.iterators import _tensor as _tensor
from msacc.dataset.engine.iterators import _unregister as _unregister
