"""MindCV's models against their twins in torchvision and timm: `python -m tests.weights.twins MINDCV_CHECKOUT`.

For each pair the twin gets drawn weights, MindCV's model takes them, and gives them back: the same bytes, and the same
logits for the same images. Prints a row of Markdown a pair, for docs/twins.md. `--only NAME` for some of them.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import sys
from typing import Any

import numpy as np
import torch

import msacc
from msacc.alias import install
from tests.weights.twin_changes import changed, own_float16_replaced
from tests.weights.twin_pairs import PAIRS, Pair

# More than this float32 explains only where a network makes its rounding grow: float64 tells.
_ROUNDING = 1e-6


def main() -> None:
    """Prints the rows."""
    parser = argparse.ArgumentParser("python -m tests.weights.twins", description=__doc__)
    parser.add_argument("checkout", help="a folder with MindCV's sources")
    parser.add_argument("--only", action="append", help="models of MindCV's whose names begin so")
    options = parser.parse_args()
    install()
    sys.path.insert(0, options.checkout)
    create = importlib.import_module("mindcv.models").create_model
    print("| MindCV | twin | tensors | bytes | logits | made alike |", flush=True)
    print("|---|---|---|---|---|---|", flush=True)
    for pair in PAIRS:
        if options.only is None or pair.own.startswith(tuple(options.only)):
            print(row(pair, create), flush=True)
            gc.collect()


def row(pair: Pair, create: Any) -> str:
    """One line of the table."""
    theirs = drawn(twin(pair))
    cell = create(pair.own).set_train(False)
    given = theirs.state_dict()
    try:
        found = msacc.from_torch_state_dict(cell, given, rename=pair.twin)
        back = msacc.to_torch_state_dict(cell, rename=pair.twin, like=given)
    except RuntimeError as error:
        said = " ".join(str(error).split())[:600]
        return f"| {pair.own} | {_named(pair)} | {len(given)} | {said} | |"
    same = list(back) == list(given) and all(_same_bytes(back[n], given[n]) for n in given)
    cells = [pair.own, _named(pair), str(len(given)), "equal" if same else "other"]
    cells.append(_logits(theirs, cell, pair.size))
    changes = make_alike(theirs, cell, found.loaded) + changed(pair.own, theirs)
    with own_float16_replaced(pair.own) as replaced:
        changes += replaced
        alike = _alike(theirs, cell, pair.size, changes) if changes else ""
    return f"| {' | '.join([*cells, alike])} |"


def _named(pair: Pair) -> str:
    options = ", ".join(f"{name}={value}" for name, value in pair.options)
    return f"{pair.twin} ({options})" if options else pair.twin


def _alike(theirs: torch.nn.Module, cell: Any, size: int, changes: list[str]) -> str:
    """The difference after `changes`; in float64 too where it is more than that of single operations."""
    try:
        found = difference(theirs, cell, size)
    except ValueError as error:
        return " ".join(str(error).split())[:200]
    in_float64 = f" (float64: {_in_float64(theirs, cell, size)})" if found > _ROUNDING else ""
    return f"{found:.1e}: {', '.join(changes)}{in_float64}"


def _in_float64(theirs: torch.nn.Module, cell: Any, size: int) -> str:
    theirs.double()
    for parameter in cell.get_parameters():
        if parameter.dtype == msacc.float32:
            parameter.set_dtype(msacc.float64)
    try:
        return f"{difference(theirs, cell, size, torch.float64):.1e}"
    except (TypeError, ValueError):
        return "MindCV's takes float32 alone"


def _logits(theirs: torch.nn.Module, cell: Any, size: int) -> str:
    try:
        return f"{difference(theirs, cell, size):.1e}"
    except (TypeError, ValueError) as error:
        return " ".join(str(error).split())[:200]


def make_alike(theirs: torch.nn.Module, cell: Any, loaded: dict[str, str]) -> list[str]:
    """Gives the twin the settings that MindCV's layers have where they differ; which, in words."""
    changes: dict[str, None] = {}
    cells = dict(cell.cells_and_names())
    for name, path in loaded.items():
        if "[" in name or " + " in name:
            continue  # of linear layers
        layer = theirs.get_submodule(name.rpartition(".")[0])
        own = cells.get(path.rpartition(".")[0])
        epsilon = getattr(own, "epsilon", getattr(own, "eps", None))
        if epsilon is not None and hasattr(layer, "eps") and layer.eps != epsilon:
            changes[f"epsilon {epsilon:g} for {layer.eps:g}"] = None
            layer.eps = epsilon
    kinds = {type(c).__name__: c for _, c in cell.cells_and_names()}
    approximates = getattr(kinds.get("GELU"), "approximate", "none") == "tanh"
    for module in [*theirs.modules()]:
        for attribute, inner in [*module.named_children()]:
            if (
                approximates
                and type(inner).__name__ == "GELU"
                and getattr(inner, "approximate", "none") == "none"
            ):
                setattr(module, attribute, torch.nn.GELU("tanh"))
                changes["GELU by tanh"] = None
            elif type(inner).__name__ == "ReLU6" and "ReLU6" not in kinds and "ReLU" in kinds:
                setattr(module, attribute, torch.nn.ReLU())
                changes["ReLU for ReLU6"] = None
            elif isinstance(inner, torch.nn.MaxPool2d) and inner.ceil_mode:
                inner.ceil_mode = False
                changes["pools without an incomplete window"] = None
    return [*changes]


def twin(pair: Pair) -> torch.nn.Module:
    """The model of torch's library, with the weights that its constructor draws: the same each time."""
    torch.manual_seed(0)
    library, _, name = pair.twin.partition(":")
    if library == "torchvision":
        models = importlib.import_module("torchvision").models
        return models.get_model(name, weights=None, **dict(pair.options))  # type: ignore[no-any-return]
    return importlib.import_module("timm").create_model(name, **dict(pair.options))  # type: ignore[no-any-return]


def drawn(module: torch.nn.Module) -> torch.nn.Module:
    """In evaluation, with weights that let every layer matter: none is 0 or 1 throughout."""
    torch.manual_seed(0)
    for name, t in module.state_dict().items():
        if not t.is_floating_point():
            continue
        if t.ndim == 1 and name.endswith(("weight", "var")):
            t.uniform_(0.5, 1.5)
        elif t.ndim == 1 or not t.std() > 0:
            t.normal_(std=0.1)
    for name, t in module.state_dict().items():
        if name.endswith("num_batches_tracked"):
            t.fill_(7)
    return module.eval()


def difference(
    theirs: torch.nn.Module, cell: Any, size: int, kind: torch.dtype = torch.float32
) -> float:
    """The largest difference of two logits, divided by the largest of them."""
    x = torch.randn(2, 3, size, size, generator=torch.Generator().manual_seed(1)).to(kind)
    with torch.no_grad():
        expected = theirs(x).numpy()
    found = cell(msacc.Tensor(x.numpy())).asnumpy()
    assert np.isfinite(expected).all()
    return float(np.abs(found - expected).max() / np.abs(expected).max())


def _same_bytes(one: torch.Tensor, other: torch.Tensor) -> bool:
    return one.dtype == other.dtype and one.shape == other.shape and torch.equal(one, other)


if __name__ == "__main__":
    main()
