# Written by `python -m tests.stubs`.
from msacc.train.serialization.Validator import *
from msacc.train.serialization.Validator import _BOUNDS as _BOUNDS
from msacc.train.serialization.Validator import _CHECKS as _CHECKS
from msacc.train.serialization.Validator import _RANGES as _RANGES
from msacc.train.serialization.Validator import _SIGNS as _SIGNS
from msacc.train.serialization.Validator import _against_zero as _against_zero
from msacc.train.serialization.Validator import _dtypes as _dtypes
from msacc.train.serialization.Validator import _for_each as _for_each
from msacc.train.serialization.Validator import _kind as _kind
from msacc.train.serialization.Validator import _name as _name
from msacc.train.serialization.Validator import _rel as _rel
from msacc.train.serialization.Validator import _related as _related
from msacc.train.serialization.Validator import _repeated as _repeated
from msacc.train.serialization.Validator import _sign as _sign
from msacc.train.serialization.Validator import _subject as _subject
from msacc.train.serialization.Validator import _typed as _typed
