"""MapParameter, which is not here."""

from __future__ import annotations

from typing import Any

from msacc.common.parameter import Parameter
from msacc.common.unsupported_names import unsupported

WHY = "hash tables of embeddings need a parameter server; nn.Embedding has a row for each number"


@unsupported(WHY)
class MapParameter(Parameter):
    """A Parameter that maps keys to rows. Not here: raises NotImplementedError when it is made."""

    def __init__(
        self,
        key_dtype: Any = None,
        value_dtype: Any = None,
        value_shape: Any = None,
        key_tensor: Any = None,
        value_tensor: Any = None,
        default_value: Any = "normal",
        permit_filter_value: int = 1,
        evict_filter_value: int = 9223372036854775807,
        **kwargs: Any,
    ):
        """Refused."""
