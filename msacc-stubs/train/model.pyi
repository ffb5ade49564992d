# Written by `python -m tests.stubs`.
from msacc.common.parallel_modes import ParallelMode as ParallelMode
from msacc.train._model import Model as Model
