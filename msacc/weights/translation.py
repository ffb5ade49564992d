"""Names of MindSpore's layers to those of torch's and back, by the names and shapes in a file alone."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

import torch

from msacc.interop.name_patterns import TwoWays, joined
from msacc.interop.torch_names import (
    COUNTED,
    Rename,
    also_called,
    plain_sizes,
    renamed,
    torchs_endings,
)

# Cells before a two-dimensional weight that are tables in the libraries whose files these are.
_TABLES = re.compile(
    r"(^|_)embeddings?$|^embed(_(tokens|positions|in))?$|^emb(_\w+)?$|^w[tp]e$|^shared$|^relative_attention_bias$"
)
_SIMPLE = {
    "weight": "gamma",
    "bias": "beta",
    "running_mean": "moving_mean",
    "running_var": "moving_variance",
}


@dataclass
class Translation:
    """The tensors under their new names, and what became of each that did not simply go."""

    tensors: dict[str, torch.Tensor] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def translated(
    tensors: dict[str, torch.Tensor],
    source: str,
    target: str,
    rename: Rename = None,
    like: dict[str, torch.Tensor] | None = None,
) -> Translation:
    """`source`, `target`: whose names, "mindspore" or "torch". The map `rename` sees the endings of torch's layers.

    `like`: the names, shapes and types that the result must have; what does not fit is in `problems`.
    """
    result = Translation()
    to_torch = source == "mindspore" and target == "torch"
    to_mindspore = source == "torch" and target == "mindspore"
    if isinstance(rename, TwoWays):
        tensors = rename.split(tensors)
        like = like if like is None else rename.split(like, target=True)
    torchs = _endings_to_torch(tensors) if to_torch else {name: name for name in tensors}
    mapped = {name: renamed(torchs[name], rename) for name in tensors}
    named = {new: tensors[name] for name, new in mapped.items() if new is not None}
    final = _endings_to_mindspore(named, result) if to_mindspore else {name: name for name in named}
    places = {} if like is None else _places(like, to_torch)
    for name, t in tensors.items():
        new = mapped[name]
        if new is None:
            result.left_out.append(f"{name} {tuple(t.shape)}: by the map")
        elif (
            to_mindspore and new.rpartition(".")[2] == COUNTED and (like is None or new not in like)
        ):
            result.left_out.append(
                f"{name} {tuple(t.shape)}: MindSpore's layers do not count batches"
            )
        else:
            _place(result, name, t, final[new], like, [new, *also_called(new)], places)
    if to_torch:
        _add_counts(result, like)
    for name, t in ({} if like is None else like).items():
        if name in result.tensors:
            continue
        if isinstance(rename, TwoWays) and rename.is_alone(name):
            result.tensors[name] = t
            result.added.append(name)
        else:
            result.problems.append(f"nothing for {name} {tuple(t.shape)}")
    _join(result)
    return result


def _join(result: Translation) -> None:
    try:
        result.tensors = joined(result.tensors)
    except ValueError as error:
        result.problems.append(str(error))


def _place(
    result: Translation,
    name: str,
    t: torch.Tensor,
    new: str,
    like: dict[str, torch.Tensor] | None,
    others: list[str],
    places: dict[str, str],
) -> None:
    """Put a tensor under its name, or a line into `problems`."""
    if like is not None and new not in like:
        candidates = [*others, *(places[other] for other in others if other in places)]
        found = next((other for other in candidates if other in like), None)
        if found is None:
            result.problems.append(f"{name} {tuple(t.shape)} has no place: there is no {new}")
            return
        new = found
    if new in result.tensors:
        result.problems.append(f"{name} {tuple(t.shape)}: {new} is the name of another tensor too")
        return
    if like is not None:
        wanted = like[new]
        if plain_sizes(t.shape) != plain_sizes(wanted.shape):
            result.problems.append(
                f"{name} {tuple(t.shape)} does not fit {new}, which is {tuple(wanted.shape)}"
            )
            return
        t = t.reshape(wanted.shape).to(wanted.dtype)
    result.tensors[new] = t
    if new != name:
        result.renamed[name] = new


def _layers(names: dict[str, torch.Tensor]) -> dict[str, list[str]]:
    """The last pieces of the names by what is before them."""
    layers: dict[str, list[str]] = defaultdict(list)
    for name in names:
        path, _, last = name.rpartition(".")
        layers[path].append(last)
    return layers


def _joined(path: str, last: str) -> str:
    return f"{path}.{last}" if path else last


def _endings_to_torch(tensors: dict[str, torch.Tensor]) -> dict[str, str]:
    result = {}
    for path, lasts in _layers(tensors).items():
        endings = torchs_endings(lasts)
        for last in lasts:
            result[_joined(path, last)] = _joined(path, endings.get(last, last))
    return result


def _endings_to_mindspore(tensors: dict[str, torch.Tensor], report: Translation) -> dict[str, str]:
    """By shapes: one-dimensional weights with a bias are norms; by names: tables."""
    result = {}
    for path, lasts in _layers(tensors).items():
        weight = tensors.get(_joined(path, "weight"))
        norm = "running_mean" in lasts or (
            "bias" in lasts and weight is not None and weight.ndim == 1
        )
        table = lasts == ["weight"] and weight is not None and weight.ndim == 2
        is_table = table and bool(_TABLES.search(path.rpartition(".")[2]))
        if lasts == ["weight"] and weight is not None and weight.ndim == 1:
            report.unsure.append(
                f"{path}.weight {tuple(weight.shape)} keeps its name: a norm's, or a PReLU's"
            )
        if is_table and weight is not None:
            report.unsure.append(f"{path}.weight {tuple(weight.shape)} is taken for an Embedding's")
        for last in lasts:
            own = _SIMPLE.get(last, last) if norm else last
            if is_table:
                own = "embedding_table"
            result[_joined(path, last)] = _joined(path, own)
    return result


def _places(like: dict[str, torch.Tensor], to_torch: bool) -> dict[str, str]:
    """Names of torch's in `like` by what MindSpore may call them."""
    if not to_torch:
        return {}
    return {other: name for name in reversed(like) for other in also_called(name)}


def _add_counts(result: Translation, like: dict[str, torch.Tensor] | None) -> None:
    for name in [n for n in result.tensors if n.rpartition(".")[2] == "running_mean"]:
        counted = _joined(name.rpartition(".")[0], COUNTED)
        if counted in result.tensors or (like is not None and counted not in like):
            continue
        result.tensors[counted] = torch.tensor(0) if like is None else like[counted].clone()
        result.added.append(counted)
