"""The module path of these transforms until MindSpore 1.10."""

from __future__ import annotations

from msacc.dataset.transforms.transforms import Compose as Compose
from msacc.dataset.transforms.transforms import Concatenate as Concatenate
from msacc.dataset.transforms.transforms import Duplicate as Duplicate
from msacc.dataset.transforms.transforms import Fill as Fill
from msacc.dataset.transforms.transforms import Mask as Mask
from msacc.dataset.transforms.transforms import OneHot as OneHot
from msacc.dataset.transforms.transforms import PadEnd as PadEnd
from msacc.dataset.transforms.transforms import RandomApply as RandomApply
from msacc.dataset.transforms.transforms import RandomChoice as RandomChoice
from msacc.dataset.transforms.transforms import RandomOrder as RandomOrder
from msacc.dataset.transforms.transforms import Relational as Relational
from msacc.dataset.transforms.transforms import Slice as Slice
from msacc.dataset.transforms.transforms import TensorOperation as TensorOperation
from msacc.dataset.transforms.transforms import TypeCast as TypeCast
from msacc.dataset.transforms.transforms import Unique as Unique
