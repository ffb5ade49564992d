# Written by `python -m tests.stubs`.
from msacc._checkparam import Rel as Rel
from msacc._checkparam import Validator as Validator
from msacc._checkparam import _against_zero as _against_zero
from msacc._checkparam import _dtypes as _dtypes
from msacc._checkparam import _for_each as _for_each
from msacc._checkparam import _related as _related
from msacc._checkparam import _repeated as _repeated
from msacc._checkparam import _subject as _subject
from msacc._checkparam import _typed as _typed
from msacc._checkparam import args_type_check as args_type_check
from msacc._checkparam import check as check
from msacc._checkparam import check_and_canonicalize_axes as check_and_canonicalize_axes
from msacc._checkparam import check_bool as check_bool
from msacc._checkparam import check_equal_int as check_equal_int
from msacc._checkparam import check_float as check_float
from msacc._checkparam import check_float_range as check_float_range
from msacc._checkparam import check_int as check_int
from msacc._checkparam import check_int_range as check_int_range
from msacc._checkparam import check_is_float as check_is_float
from msacc._checkparam import check_is_int as check_is_int
from msacc._checkparam import check_is_number as check_is_number
from msacc._checkparam import check_isinstance as check_isinstance
from msacc._checkparam import check_negative_float as check_negative_float
from msacc._checkparam import check_negative_int as check_negative_int
from msacc._checkparam import check_non_negative_float as check_non_negative_float
from msacc._checkparam import check_non_negative_int as check_non_negative_int
from msacc._checkparam import check_non_positive_float as check_non_positive_float
from msacc._checkparam import check_non_positive_int as check_non_positive_int
from msacc._checkparam import check_number as check_number
from msacc._checkparam import check_number_range as check_number_range
from msacc._checkparam import check_positive_float as check_positive_float
from msacc._checkparam import check_positive_int as check_positive_int
from msacc._checkparam import check_str_by_regular as check_str_by_regular
from msacc._checkparam import check_string as check_string
from msacc._checkparam import check_subclass as check_subclass
from msacc._checkparam import check_tensor_dtype_valid as check_tensor_dtype_valid
from msacc._checkparam import check_type_name as check_type_name
from msacc._checkparam import check_value_type as check_value_type
from msacc.common.dtype import Type as Type
from msacc.common.dtype import issubclass_ as issubclass_
from msacc.module_aliases import refuse as refuse
from typing import Any
EQ: Rel
GE: Rel
GT: Rel
IN: Rel
INC_BOTH: Rel
INC_LEFT: Rel
INC_NEITHER: Rel
INC_RIGHT: Rel
LE: Rel
LT: Rel
NE: Rel
NOT_IN: Rel
_BOUNDS: Any
_CHECKS: Any
_RANGES: Any
_SIGNS: Any
_kind: str
_name: str
_rel: Rel
_sign: str
def check_non_negative_int_sequence(sequence: Any, arg_name: str | None = None, prim_name: str | None = None) -> Any:
    """The same check for each value of a sequence, which comes back."""
def check_positive_float_sequence(sequence: Any, arg_name: str | None = None, prim_name: str | None = None) -> Any:
    """The same check for each value of a sequence, which comes back."""
def check_positive_int_sequence(sequence: Any, arg_name: str | None = None, prim_name: str | None = None) -> Any:
    """The same check for each value of a sequence, which comes back."""
def once(m: Any) -> tuple[Any, ...]:
    """An int several times over; a tuple of so many as it is."""
def triple(m: Any) -> tuple[Any, ...]:
    """An int several times over; a tuple of so many as it is."""
def twice(m: Any) -> tuple[Any, ...]:
    """An int several times over; a tuple of so many as it is."""
