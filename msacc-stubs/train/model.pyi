# Written by `python -m tests.stubs`.
from msacc.common.parallel_modes import ParallelMode as ParallelMode
from msacc.internals.training_helpers import _StepSync as _StepSync
from msacc.internals.training_helpers import _transfer_tensor_to_tuple as _transfer_tensor_to_tuple
from msacc.train._model import Model as Model
