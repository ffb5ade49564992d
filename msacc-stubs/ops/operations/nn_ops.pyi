# Written by `python -m tests.stubs`.
from msacc.ops.operations.manually_defined import *
from msacc.internals.refused_names import PSROIPooling as PSROIPooling
