"""Conversion of arguments to JSON values and back: other types become a dictionary with one marking key."""

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
from msacc.dataset.recorded_arguments import RecordedArguments
from msacc.dataset.schema import Schema

_ENUM_MODULES = (vision.utils, text.utils, audio.utils, transforms.transforms, enums)
_OPERATION_MODULES = (vision.transforms, transforms.transforms, text.transforms, audio.transforms)
# MindSpore's class names of some operations.
_NAMES = {"HwcToChw": "HWC2CHW"}


def to_json_value(value: Any) -> Any:
    """Returns a value as JSON; RuntimeError for values without a JSON form."""
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


def _arguments(instance: RecordedArguments) -> dict[str, Any]:
    return {name: to_json_value(value) for name, value in instance.recorded_arguments().items()}


def _operation(step: Any) -> dict[str, Any]:
    return {"tensor_op_name": type(step).__name__, "tensor_op_params": _arguments(step)}


def _sampler(sampler: samplers.BuiltinSampler) -> dict[str, Any]:
    content = {"sampler_name": type(sampler).__name__, **_arguments(sampler)}
    if hasattr(sampler, "reshuffle_each_epoch"):
        content["reshuffle_each_epoch"] = sampler.reshuffle_each_epoch
    if sampler.child_sampler is not None:
        content["child_sampler"] = [to_json_value(sampler.child_sampler)]
    return content


def _array(value: Any) -> Any:
    if value.dtype.kind in "OV":
        raise RuntimeError(f"serialize: an array of {value.dtype} has no written form.")
    return {"array": value.tolist(), "dtype": value.dtype.str}


def _dictionary(value: dict[Any, Any]) -> dict[str, Any]:
    return {"pairs": [[to_json_value(k), to_json_value(v)] for k, v in value.items()]}


_WRITERS: list[tuple[Any, Callable[[Any], Any]]] = [
    (samplers.BuiltinSampler, _sampler),
    (Operation, _operation),
    (list, lambda value: [to_json_value(item) for item in value]),
    (tuple, lambda value: {"tuple": [to_json_value(item) for item in value]}),
    (dict, _dictionary),
    (bytes, lambda value: {"bytes": base64.b64encode(value).decode()}),
    (slice, lambda value: {"slice": [value.start, value.stop, value.step]}),
    (type(...), lambda value: {"ellipsis": True}),
    (np.generic, lambda value: to_json_value(value.item())),
    (np.ndarray, _array),
    (np.dtype, lambda value: {"dtype": value.str}),
    (mstype.Type, lambda value: {"type": str(value)}),
    (Schema, lambda value: {"schema": value.to_json()}),
    (text.Vocab, lambda value: {"vocab": value.vocab()}),
]


def from_json_value(value: Any) -> Any:
    """Inverts `to_json_value`."""
    if isinstance(value, list):
        return [from_json_value(item) for item in value]
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
    for module in _ENUM_MODULES:
        kind = getattr(module, value["enum"], None)
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return kind[value["name"]]
    raise RuntimeError(f"deserialize: no enumeration is called {value['enum']}.")


_READERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "enum": _enum,
    "tuple": lambda v: tuple(from_json_value(item) for item in v["tuple"]),
    "pairs": lambda v: {from_json_value(k): from_json_value(item) for k, item in v["pairs"]},
    "bytes": lambda v: base64.b64decode(v["bytes"]),
    "slice": lambda v: slice(*v["slice"]),
    "ellipsis": lambda v: ...,
    "array": lambda v: np.array(v["array"], _dtype(v["dtype"])),
    "dtype": lambda v: _dtype(v["dtype"]),
    "type": lambda v: _type(v["type"]),
    "schema": lambda v: _schema(v["schema"]),
    "vocab": lambda v: text.Vocab.from_dict(v["vocab"]),
}


# The largest item size of an array of texts.
_MAX_ITEMSIZE = 1 << 16


def _dtype(text: Any) -> np.dtype:
    """Returns a dtype of numbers or texts; ValueError for others."""
    if not isinstance(text, str):
        raise ValueError(f"{text!r:.80} is no dtype")
    dtype = np.dtype(text)
    if dtype.kind not in "biufcUS" or dtype.itemsize > _MAX_ITEMSIZE:
        raise ValueError(f"{text!r:.80} is no dtype of an array")
    return dtype


def _type(name: str) -> mstype.Type:
    kind = getattr(mstype, name.lower())
    if not isinstance(kind, mstype.Type):
        raise ValueError(f"{name!r:.80} is no type")
    return kind


def _schema(content: str) -> Schema:
    schema = Schema()
    schema.from_json(from_json(content))
    return schema


def operation(content: dict[str, Any]) -> Any:
    """Returns an operation of a map; RuntimeError for functions and unknown names."""
    name = content["tensor_op_name"]
    if "tensor_op_params" not in content:
        raise RuntimeError(
            "Failed to find key 'tensor_op_params' in PyFuncOp' JSON file or input dict. A Python "
            f"function ({name}) is not written with the pipeline: make the pipeline anew."
        )
    for module in _OPERATION_MODULES:
        kind = getattr(module, _NAMES.get(name, name), None)
        if isinstance(kind, type) and issubclass(kind, Operation):
            return construct(kind, content["tensor_op_params"] or {})
    raise RuntimeError(f"Invalid data, unsupported operation: {name}")


def construct(kind: Any, arguments: dict[str, Any]) -> Any:
    """Returns an object of the class, with those arguments that its signature has."""
    parameters = inspect.signature(kind.__init__).parameters
    variadic = [p.name for p in parameters.values() if p.kind is inspect.Parameter.VAR_POSITIONAL]
    if variadic:
        return kind(*from_json_value(arguments[variadic[0]]))
    return kind(
        **{name: from_json_value(value) for name, value in arguments.items() if name in parameters}
    )


def sampler(content: dict[str, Any]) -> Any:
    """Returns a sampler with its children."""
    kind = getattr(samplers, content["sampler_name"], None)
    if kind is None or not issubclass(kind, samplers.BuiltinSampler):
        raise RuntimeError(f"Invalid data, unsupported sampler: {content['sampler_name']}")
    result = construct(kind, content)
    if "reshuffle_each_epoch" in content:
        result.reshuffle_each_epoch = content["reshuffle_each_epoch"]
    for child in content.get("child_sampler", []):
        result.child_sampler = sampler(child)
    return result
