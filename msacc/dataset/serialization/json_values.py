"""Arguments as JSON values and back: what JSON does not know is a dictionary with one marked key."""

from __future__ import annotations

import base64
import enum
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from msacc.common import dtype as mstype
from msacc.common.safe_parsing import from_json
from msacc.dataset import audio, enums, samplers, text, transforms, vision
from msacc.dataset.pipeline.operation import Operation
from msacc.dataset.recorded_arguments import Made
from msacc.dataset.schema import Schema

_ENUM_HOMES = (vision.utils, text.utils, audio.utils, transforms.transforms, enums)
_HOMES = (vision.transforms, transforms.transforms, text.transforms, audio.transforms)
# MindSpore's own names of some operations.
_NAMES = {"HwcToChw": "HWC2CHW"}


def written(value: Any) -> Any:
    """A value as JSON; RuntimeError for what has no written form."""
    if isinstance(value, enum.Enum):
        return {"enum": type(value).__name__, "name": value.name}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    for kinds, write in _WRITERS:
        if isinstance(value, kinds):
            return write(value)
    if callable(value):
        return _function(value)
    raise RuntimeError(f"serialize: {type(value).__name__} has no written form: {value!r:.80}.")


def _function(value: Any) -> dict[str, Any]:
    name = getattr(value, "__name__", type(value).__name__)
    return {
        "python_module": "mindspore.dataset.transforms.py_transforms_util",
        "tensor_op_name": name,
    }


def _arguments(made: Made) -> dict[str, Any]:
    return {name: written(value) for name, value in made.made_with().items()}


def _operation(step: Any) -> dict[str, Any]:
    return {"tensor_op_name": type(step).__name__, "tensor_op_params": _arguments(step)}


def _sampler(sampler: samplers.BuiltinSampler) -> dict[str, Any]:
    own = {"sampler_name": type(sampler).__name__, **_arguments(sampler)}
    if hasattr(sampler, "reshuffle_each_epoch"):
        own["reshuffle_each_epoch"] = sampler.reshuffle_each_epoch
    if sampler.child_sampler is not None:
        own["child_sampler"] = [written(sampler.child_sampler)]
    return own


def _array(value: Any) -> Any:
    if value.dtype.kind in "OV":
        raise RuntimeError(f"serialize: an array of {value.dtype} has no written form.")
    return {"array": value.tolist(), "dtype": value.dtype.str}


def _dictionary(value: dict[Any, Any]) -> dict[str, Any]:
    return {"pairs": [[written(k), written(v)] for k, v in value.items()]}


_WRITERS: list[tuple[Any, Callable[[Any], Any]]] = [
    (samplers.BuiltinSampler, _sampler),
    (Operation, _operation),
    (list, lambda value: [written(item) for item in value]),
    (tuple, lambda value: {"tuple": [written(item) for item in value]}),
    (dict, _dictionary),
    (bytes, lambda value: {"bytes": base64.b64encode(value).decode()}),
    (slice, lambda value: {"slice": [value.start, value.stop, value.step]}),
    (type(...), lambda value: {"ellipsis": True}),
    (np.generic, lambda value: written(value.item())),
    (np.ndarray, _array),
    (np.dtype, lambda value: {"dtype": value.str}),
    (mstype.Type, lambda value: {"type": str(value)}),
    (Schema, lambda value: {"schema": value.to_json()}),
    (text.Vocab, lambda value: {"vocab": value.vocab()}),
]


def read(value: Any) -> Any:
    """What `written` was given."""
    if isinstance(value, list):
        return [read(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "tensor_op_name" in value:
        return operation(value)
    if "sampler_name" in value:
        return sampler(value)
    for key, make in _READERS.items():
        if key in value:
            return make(value)
    raise RuntimeError(f"deserialize: cannot read {value!r:.80}.")


def _enum(value: dict[str, Any]) -> Any:
    for home in _ENUM_HOMES:
        found = getattr(home, value["enum"], None)
        if isinstance(found, type) and issubclass(found, enum.Enum):
            return found[value["name"]]
    raise RuntimeError(f"deserialize: no enumeration is called {value['enum']}.")


_READERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "enum": _enum,
    "tuple": lambda v: tuple(read(item) for item in v["tuple"]),
    "pairs": lambda v: {read(k): read(item) for k, item in v["pairs"]},
    "bytes": lambda v: base64.b64decode(v["bytes"]),
    "slice": lambda v: slice(*v["slice"]),
    "ellipsis": lambda v: ...,
    "array": lambda v: np.array(v["array"], _dtype(v["dtype"])),
    "dtype": lambda v: _dtype(v["dtype"]),
    "type": lambda v: _type(v["type"]),
    "schema": lambda v: _schema(v["schema"]),
    "vocab": lambda v: text.Vocab.from_dict(v["vocab"]),
}


# The widest text of an array.
_WIDEST = 1 << 16


def _dtype(text: Any) -> np.dtype:
    """The dtype of numbers or texts; ValueError for others."""
    if not isinstance(text, str):
        raise ValueError(f"{text!r:.80} is no dtype")
    dtype = np.dtype(text)
    if dtype.kind not in "biufcUS" or dtype.itemsize > _WIDEST:
        raise ValueError(f"{text!r:.80} is no dtype of an array")
    return dtype


def _type(name: str) -> mstype.Type:
    found = getattr(mstype, name.lower())
    if not isinstance(found, mstype.Type):
        raise ValueError(f"{name!r:.80} is no type")
    return found


def _schema(content: str) -> Schema:
    schema = Schema()
    schema.from_json(from_json(content))
    return schema


def operation(content: dict[str, Any]) -> Any:
    """An operation of a map; RuntimeError for a function and for names that are not known."""
    name = content["tensor_op_name"]
    if "tensor_op_params" not in content:
        raise RuntimeError(
            "Failed to find key 'tensor_op_params' in PyFuncOp' JSON file or input dict. A Python "
            f"function ({name}) is not written with the pipeline: make the pipeline anew."
        )
    for home in _HOMES:
        found = getattr(home, _NAMES.get(name, name), None)
        if isinstance(found, type) and issubclass(found, Operation):
            return built(found, content["tensor_op_params"] or {})
    raise RuntimeError(f"Invalid data, unsupported operation: {name}")


def built(kind: Any, given: dict[str, Any]) -> Any:
    """An object of the class, with the arguments that its signature has."""
    known = inspect.signature(kind.__init__).parameters
    several = [p.name for p in known.values() if p.kind is inspect.Parameter.VAR_POSITIONAL]
    if several:
        return kind(*read(given[several[0]]))
    return kind(**{name: read(value) for name, value in given.items() if name in known})


def sampler(content: dict[str, Any]) -> Any:
    """A sampler with its children."""
    kind = getattr(samplers, content["sampler_name"], None)
    if kind is None or not issubclass(kind, samplers.BuiltinSampler):
        raise RuntimeError(f"Invalid data, unsupported sampler: {content['sampler_name']}")
    made = built(kind, content)
    if "reshuffle_each_epoch" in content:
        made.reshuffle_each_epoch = content["reshuffle_each_epoch"]
    for child in content.get("child_sampler", []):
        made.child_sampler = sampler(child)
    return made
