"""Transforms of any array.

Operations on numpy arrays.

Imports: common, dataset, dataset.pipeline, module_aliases.
"""

from msacc.dataset.transforms import c_transforms as c_transforms
from msacc.dataset.transforms import py_transforms as py_transforms
from msacc.dataset.transforms import transforms as transforms
from msacc.dataset.transforms.transforms import Compose as Compose
from msacc.dataset.transforms.transforms import Concatenate as Concatenate
from msacc.dataset.transforms.transforms import Duplicate as Duplicate
from msacc.dataset.transforms.transforms import Fill as Fill
from msacc.dataset.transforms.transforms import Mask as Mask
from msacc.dataset.transforms.transforms import OneHot as OneHot
from msacc.dataset.transforms.transforms import PadEnd as PadEnd
from msacc.dataset.transforms.transforms import Plugin as Plugin
from msacc.dataset.transforms.transforms import PyTensorOperation as PyTensorOperation
from msacc.dataset.transforms.transforms import RandomApply as RandomApply
from msacc.dataset.transforms.transforms import RandomChoice as RandomChoice
from msacc.dataset.transforms.transforms import RandomOrder as RandomOrder
from msacc.dataset.transforms.transforms import Relational as Relational
from msacc.dataset.transforms.transforms import Slice as Slice
from msacc.dataset.transforms.transforms import TensorOperation as TensorOperation
from msacc.dataset.transforms.transforms import TypeCast as TypeCast
from msacc.dataset.transforms.transforms import Unique as Unique
from msacc.dataset.transforms.transforms import not_random as not_random
from msacc.module_aliases import refuse as _refuse

__getattr__ = _refuse("mindspore.dataset.transforms")
