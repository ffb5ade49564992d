"""What layers are told and do not read."""

from __future__ import annotations

from msacc.common.warn_once import no_effects
from msacc.former.compression.constants import QuantDtype


def say_unread(where: str, quant_dtype: QuantDtype) -> None:
    """MindSpore's layers take a `quant_dtype` and let the QuantConfig say it."""
    why = "as in MindSpore, the observers of 'quant_config' have one"
    no_effects(where, why, quant_dtype=(quant_dtype, QuantDtype.INT8))
