"""What a keyword that a call does not take may stand for: a misspelt one, or the name that torch has for it."""

from __future__ import annotations

import difflib
import functools
import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

# MindSpore's names for torch's, the first one that a call takes.
_TORCHS: dict[str, Sequence[str]] = {
    "lr": ("learning_rate",),
    "eps": ("epsilon",),
    "bias": ("has_bias", "bias_init"),
    "groups": ("group",),
    "dim": ("axis",),
    "axis": ("dim", "dims"),
    "dims": ("axis", "input_perm", "dim"),
    "keepdim": ("keep_dims", "keepdims"),
    "keepdims": ("keep_dims", "keepdim"),
    "padding_mode": ("pad_mode",),
    "num_workers": ("num_parallel_workers",),
    "drop_last": ("drop_remainder",),
    "collate_fn": ("per_batch_map",),
    "num_embeddings": ("vocab_size",),
    "embedding_dim": ("embedding_size",),
    "in_features": ("in_channels",),
    "out_features": ("out_channels",),
    "num_features": ("num_channels",),
    "elementwise_affine": ("begin_norm_axis",),
    "dtype": ("output_type",),
    "epochs": ("epoch",),
    "loss": ("loss_fn",),
    "reduce": ("reduction",),
    "columns": ("column_names",),
    "f": ("ckpt_file_name",),
    "path": ("ckpt_file_name", "directory", "dataset_dir"),
    "strict": ("strict_load", "filter_prefix"),
    "num_channels": ("num_features",),
    "num_parameters": ("channel",),
    "negative_slope": ("alpha",),
    "unbiased": ("ddof",),
    "scale": ("scale_factor",),
    "minimum": ("min", "clip_value_min"),
    "min": ("clip_value_min",),
    "max": ("clip_value_max",),
    "size": ("shape",),
    "filename": ("ckpt_file_name", "file_name"),
    "save_steps": ("save_checkpoint_steps",),
    "step": ("per_print_times",),
    "train": ("usage",),
    "level": ("amp_level", "jit_level"),
    "dilate": ("dilation",),
    "argnums": ("grad_position",),
    "params": ("weights",),
    "prob": ("p",),
    "transform": ("operations",),
}
# Torch's, for which MindSpore has none.
_NONE = {
    "inplace": "MindSpore has none: what is computed is a new Tensor",
    "device": "MindSpore has none: arrays lie on the device of mindspore.set_device(…)",
    "pin_memory": "MindSpore has none: data is copied to the device as it is",
    "track_running_stats": "MindSpore has use_batch_statistics for it",
    "betas": "MindSpore has beta1 and beta2",
    "batch_size": "MindSpore has dataset.batch(batch_size)",
    "out": "MindSpore has none: results are new Tensors",
    "requires_grad": "MindSpore has it for Parameters alone; gradients are those that value_and_grad asks for",
    "map_location": "MindSpore has none: values lie where their Parameters do",
}
_UNEXPECTED = re.compile(r"unexpected keyword argument '(\w+)'$")


def hint(name: str, names: Iterable[str]) -> str:
    """The end of a message about the keyword `name`, where `names` are taken; empty where nothing resembles it."""
    taken = [other for other in names if other not in ("self", name)]
    for own in _TORCHS.get(name, ()):
        if own in taken:
            return f"; did you mean {own!r}?"
    if name in _NONE:
        return f"; {_NONE[name]}"
    plain = {other.replace("_", "").lower(): other for other in taken}
    close = difflib.get_close_matches(name.replace("_", "").lower(), plain, 1, 0.75)
    return f"; did you mean {plain[close[0]]!r}?" if close else ""


def hinted(error: Exception, fn: Callable[..., Any]) -> Exception:
    """Python's error for a call of `fn`, with a hint where a keyword was not expected."""
    found = _UNEXPECTED.search(str(error))
    if found is None:
        return error
    names = inspect.signature(fn).parameters
    if found[1] in names:  # of a call inside
        return error
    text = hint(found[1], names)
    return TypeError(f"{error}{text}") if text else error


def misfits(fn: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> bool:
    """Whether a function does not take these arguments."""
    try:
        inspect.signature(fn).bind(*args, **kwargs)
    except TypeError:
        return True
    return False


def answer(
    fn: Callable[..., Any], error: Exception, args: Sequence[Any], kwargs: dict[str, Any]
) -> Any:
    """The result of a call that does not fit `fn`, where it fits what `fn` took in an earlier release.

    Raises `error`, with a hint, where it does not.
    """
    # By its name: it stands above all that has calls, and is loaded with its first use.
    former = importlib.import_module("msacc.former.keywords")
    meant = former.answer(fn, args, kwargs)
    if meant is None:
        raise hinted(_with_unknown(error, fn, kwargs), fn) from None
    return meant()


def check_keywords(cls: type, kwargs: dict[str, Any]) -> None:
    """TypeError with a hint, as Python's, where the `__init__` of a class does not take a keyword."""
    taken = _taken(cls.__init__)  # type: ignore[misc]
    if taken is None or kwargs.keys() <= taken:
        return
    name = next(key for key in kwargs if key not in taken)
    init = cls.__init__.__qualname__  # type: ignore[misc]
    names = inspect.signature(cls.__init__).parameters  # type: ignore[misc]
    raise TypeError(f"{init}() got an unexpected keyword argument {name!r}{hint(name, names)}")


def with_hints(cls: type[T]) -> type[T]:
    """The class, whose public methods say what may be meant by a keyword that they do not take."""
    for name, method in list(vars(cls).items()):
        if isinstance(method, FunctionType) and not name.startswith("_"):
            setattr(cls, name, hints_keywords(method))
    return cls


def hints_keywords(method: Callable[P, T]) -> Callable[P, T]:
    """The function, which says what may be meant by a keyword that it does not take."""

    @functools.wraps(method)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return method(*args, **kwargs)
        except TypeError as error:
            trace = error.__traceback__
            if trace is None or trace.tb_next is not None:  # of a call inside
                raise
            failed = error
        return answer(method, failed, args, kwargs)

    return call


def _with_unknown(error: Exception, fn: Callable[..., Any], kwargs: dict[str, Any]) -> Exception:
    """Python names an argument that is missing, and not the keyword that was given in its place."""
    names = inspect.signature(fn).parameters
    unknown = next((name for name in kwargs if name not in names), None)
    if unknown is None or "missing" not in str(error):
        return error
    return TypeError(f"{error}, and got an unexpected keyword argument {unknown!r}")


@functools.lru_cache(maxsize=4096)
def _taken(init: Callable[..., Any]) -> frozenset[str] | None:
    """The keywords that a function takes; None where it takes any, or Python cannot tell."""
    try:  # a decorator's function may take more than the one that it stands for
        parameters = inspect.signature(init, follow_wrapped=False).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        return None
    return frozenset(
        p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
    )
