"""Reading torch's files of weights (`.pth`, `.pt`, `.bin`): tensors alone, nothing in them is run."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any

import torch

# What training scripts call the state dict inside of what they save.
_KEYS = ("state_dict", "model_state_dict", "model", "module", "net", "weights")


def read(path: str, key: str | None) -> tuple[dict[str, torch.Tensor], list[str]]:
    """The tensors of a file by name, and a line for each thing beside them; ValueError for other files.

    `key`: where in the file the state dict is; without one it is looked for.
    """
    content = _content(path)
    if not isinstance(content, Mapping):
        raise ValueError(f"{path!r} holds no state dict, but {type(content).__name__}")
    notes: list[str] = []
    place = key or _place(content)
    if place is not None:
        inner = content.get(place)
        if not isinstance(inner, Mapping):
            raise ValueError(
                f"{path!r} has no state dict under {place!r}; it has {_names(content)}"
            )
        notes += [
            f"{name}: {_told(value)} beside {place!r}"
            for name, value in content.items()
            if name != place
        ]
        content = inner
    tensors = {}
    for name, value in content.items():
        if isinstance(value, torch.Tensor) and isinstance(name, str):
            tensors[name] = _plain(path, name, value)
        else:
            notes.append(f"{name}: {_told(value)}, no tensor")
    if not tensors:
        raise ValueError(
            f"{path!r} holds no tensors; it has {_names(content)}: --key names the state dict"
        )
    return tensors, notes


def _content(path: str) -> Any:
    """What the file holds, unpickled by torch's reader that knows tensors and containers alone."""
    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except OSError as error:
        raise ValueError(f"{path!r} cannot be read: {error.strerror or error}") from error
    except pickle.UnpicklingError as error:
        why = " ".join(str(error).split())
        asked = next(
            (line.strip() for line in str(error).splitlines() if "GLOBAL" in line), why[:200]
        )
        raise ValueError(
            f"{path!r} is no file of weights alone, and nothing of it was run: {asked[:300]}. Where you trust it, save "
            "model.state_dict() in the program that made it"
        ) from error
    except Exception as error:  # whatever a damaged archive or pickle leads to
        why = (str(error).splitlines() or [""])[0]
        raise ValueError(
            f"{path!r} cannot be read as weights of torch's: {type(error).__name__}: {why[:300]}"
        ) from error


def _place(content: Mapping[Any, Any]) -> str | None:
    if any(isinstance(value, torch.Tensor) for value in content.values()):
        return None
    return next((key for key in _KEYS if isinstance(content.get(key), Mapping)), None)


def _names(content: Mapping[Any, Any]) -> str:
    names = [str(name) for name in content]
    return ", ".join(names[:10]) + (", ..." if len(names) > 10 else "") or "nothing"


def _told(value: Any) -> str:
    return (
        f"{type(value).__name__} of {len(value)}" if hasattr(value, "__len__") else repr(value)[:60]
    )


def _plain(path: str, name: str, t: torch.Tensor) -> torch.Tensor:
    """A dense tensor that has all its bytes in the file; ValueError for another."""
    if t.layout is not torch.strided or t.is_quantized or t.is_meta:
        raise ValueError(f"{path!r}: {name} is no plain tensor: {t.layout}, {t.dtype}, {t.device}")
    if t.numel() * t.element_size() > t.untyped_storage().nbytes():
        raise ValueError(
            f"{path!r}: {name} {tuple(t.shape)} has fewer bytes in the file than its shape"
        )
    return t.detach().contiguous()


def write(path: str, tensors: dict[str, torch.Tensor]) -> None:
    """A state dict as torch.save writes it."""
    torch.save(tensors, path)
