# Written by `python -m tests.stubs`.
from msacc.dataset.transforms.transforms import Compose as Compose
from msacc.dataset.transforms.transforms import OneHot as OneHot
from msacc.dataset.transforms.transforms import PyTensorOperation as PyTensorOperation
from msacc.dataset.transforms.transforms import RandomApply as RandomApply
from msacc.dataset.transforms.transforms import RandomChoice as RandomChoice
from msacc.dataset.transforms.transforms import RandomOrder as RandomOrder
