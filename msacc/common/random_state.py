"""Save and restore the states of all random generators, as tensors for checkpoints."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import torch

from msacc.common.safe_parsing import from_json
from msacc.common.seed import restore_streams, streams
from msacc.common.settings import settings


def get_random_state() -> dict[str, torch.Tensor]:
    """The states of torch's generators for the CPU and the device, and of numpy's global one."""
    states = {"cpu": torch.get_rng_state()}
    if settings.device.type == "cuda":
        states["cuda"] = torch.cuda.get_rng_state(settings.device)
    kind, keys, *rest = np.random.get_state()
    text = json.dumps([kind, *rest]).encode()
    states["numpy"] = torch.from_numpy(np.asarray(keys).astype(np.int64))
    states["numpy_rest"] = torch.frombuffer(bytearray(text), dtype=torch.uint8)
    return states


def set_random_state(state: dict[str, torch.Tensor]) -> None:
    """Put back what `get_random_state` gave; a state of a device that is not here is left out."""
    torch.set_rng_state(state["cpu"].cpu())
    if "cuda" in state and settings.device.type == "cuda":
        torch.cuda.set_rng_state(state["cuda"].cpu(), settings.device)
    np.random.set_state(_numpy_state(state))


def _numpy_state(state: dict[str, torch.Tensor]) -> tuple[Any, ...]:
    """What numpy takes as it is given, without a look at it; ValueError for what is no state."""
    fields = from_json(bytes(state["numpy_rest"].cpu().tolist()))
    keys = state["numpy"].cpu().numpy().astype(np.uint32)
    kinds = [str, int, int, float]
    if not isinstance(fields, list) or [type(item) for item in fields] != kinds:
        raise ValueError(f"numpy's state cannot be {fields!r:.80}")
    kind, place, drawn, _ = fields
    if kind != "MT19937" or keys.shape != (624,) or not 0 <= place <= 624 or drawn not in (0, 1):
        raise ValueError(f"numpy's state cannot be {fields!r:.80} with {keys.size} keys")
    return kind, keys, *fields[1:]


def random_tree() -> dict[str, Any]:
    """Every generator that belongs to the process: `get_random_state`'s, Python's, and the streams of `set_seed`."""
    tree: dict[str, Any] = {n: t.clone().numpy() for n, t in get_random_state().items()}
    version, words, rest = random.getstate()
    tree["python"] = {"version": version, "words": np.array(words, np.int64), "rest": rest}
    return {**tree, "seeds": streams()}


def restore_random_tree(tree: dict[str, Any]) -> None:
    """Put back what `random_tree` gave."""
    named = {n: v for n, v in tree.items() if n not in ("python", "seeds")}
    set_random_state({name: torch.from_numpy(value) for name, value in named.items()})
    python = tree["python"]
    random.setstate((python["version"], tuple(python["words"].tolist()), python["rest"]))
    restore_streams(tree["seeds"])
