"""Known maps of names between models of torch's libraries and MindCV's."""

from __future__ import annotations

import functools

from msacc.interop.name_patterns import TwoWays
from msacc.interop.timm_names import TIMM
from msacc.interop.torchvision_names import TORCHVISION

_OWNERS = {"timm": TIMM, "torchvision": TORCHVISION}


@functools.cache
def map_of(name: str, reverse: bool = False) -> TwoWays:
    """From the other library's names to MindCV's, `reverse`: back. ValueError for a model that has no map."""
    owner, _, model = name.partition(":")
    families = _OWNERS.get(owner, {})
    family = max((f for f in families if model.startswith(f)), key=len, default=None)
    if family is None:
        raise ValueError(f"there is no map {name!r}; there are {', '.join(known_maps())}")
    lines = [line.strip() for line in families[family].splitlines() if line.strip()]
    return TwoWays(lines, reverse)


def known_maps() -> list[str]:
    """The names that `map_of` takes; longer ones that begin so too."""
    return sorted(f"{owner}:{family}" for owner, families in _OWNERS.items() for family in families)
