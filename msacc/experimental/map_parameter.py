"""MapParameter, which is not here."""

from __future__ import annotations

from msacc.common.parameter import Parameter
from msacc.common.unsupported_names import unsupported

WHY = "hash tables of embeddings need a parameter server; nn.Embedding has a row for each number"


@unsupported(WHY)
class MapParameter(Parameter):
    """A Parameter that maps keys to rows. Not here: raises NotImplementedError when it is made."""

    def __init__(
        self,
        key_dtype: object = None,
        value_dtype: object = None,
        value_shape: object = None,
        key_tensor: object = None,
        value_tensor: object = None,
        default_value: object = "normal",
        permit_filter_value: int = 1,
        evict_filter_value: int = 9223372036854775807,
        **kwargs: object,
    ):
        """Refused."""
