# Written by `python -m tests.stubs`.
from msacc.internals.dataset_validators import _check as _check
from msacc.internals.dataset_validators import check_random_transform_ops as check_random_transform_ops
