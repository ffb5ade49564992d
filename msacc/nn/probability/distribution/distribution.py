"""Distribution: the base class; parameters come from the constructor or the call."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, ClassVar

import torch
import torch.distributions as td

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import Cell

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike, TensorLike

# What may be asked of a distribution: each is a method, and a name for construct().
QUESTIONS = (
    *(
        "prob",
        "log_prob",
        "cdf",
        "log_cdf",
        "survival_function",
        "log_survival",
        "mean",
        "sd",
        "var",
    ),
    *("mode", "entropy", "kl_loss", "cross_entropy", "sample", "get_dist_args", "get_dist_type"),
)
Parts = tuple[torch.Tensor, ...]


class Distribution(Cell):
    """Base class of distributions.

    Parameters are given at construction, or as Tensors after the other arguments of a method, which then
    count.

    `param` holds the parameters by name, itself or under the key 'param_dict'; names with '_' in front and
      'self' are left out of `parameters`.
    `seed` gives `sample` a stream of its own; 0 and None leave it to torch's generator.
    `dtype`: that of samples.
    `name`: a str.

    Raises TypeError for a parameter given in neither place, a value that is no Tensor or a shape that is no
    tuple; NotImplementedError for a question MindSpore's class does not answer either.
    """

    # The parameters' names, and for each the rule it must keep.
    _msacc_names: ClassVar[tuple[str, ...]] = ()
    _msacc_rules: ClassVar[dict[str, str]] = {}
    _msacc_unanswered: ClassVar[tuple[str, ...]] = ()
    _msacc_discrete: ClassVar[bool] = False
    # The class of torch.distributions that answers what no method below does.
    _msacc_torch: ClassVar[Any] = None
    # Whether a sample is a formula of the parameters and a draw, so that gradients reach the parameters.
    _msacc_sample_has_gradient: ClassVar[bool] = False

    def __init__(self, seed: int | None, dtype: mstype.Type, name: str, param: dict[str, Any]):
        super().__init__()
        where = type(self).__name__
        check.instance(where, "name", name, str)
        self._seed = 0 if seed is None else check.non_negative_int(where, "seed", seed)
        self._name, self._dtype, self._msacc_draws = name, dtype, 0
        parameters = param.get("param_dict", param)
        if "param_dict" in param:  # as subclasses written for MindSpore give them
            self.__dict__["_msacc_names"] = type(self)._msacc_names or tuple(parameters)
        self.parameters = {
            **parameters_as_tensors(param),
            "seed": seed,
            "dtype": dtype,
            "name": name,
        }
        _check_dtype(where, dtype, self._msacc_discrete)
        self.parameter_type = dtype if dtype in mstype.float_type else mstype.float32
        self._msacc_given = {
            key: self._msacc_parameter(key, parameters.get(key)) for key in self._msacc_names
        }
        self._msacc_check(self._msacc_parameter_values)
        self._msacc_check_shapes(where)

    def _msacc_check_shapes(self, where: str) -> None:
        """ValueError for parameters whose shapes do not go together."""
        shapes = {
            key: tuple(t.shape) for key, t in self._msacc_parameter_values.items() if t is not None
        }
        try:
            torch.broadcast_shapes(*shapes.values())
        except RuntimeError as error:
            raise ValueError(
                f"For '{where}', the parameters should broadcast, but have shapes {shapes}."
            ) from error

    @property
    def _msacc_parameter_values(self) -> dict[str, torch.Tensor | None]:
        """The parameters as they are now, for a Parameter may be trained."""
        to = mstype.to_torch(self.parameter_type)
        return {k: None if x is None else x._t.to(to) for k, x in self._msacc_given.items()}

    # -- facts -----------------------------------------------------------------------------------
    @property
    def name(self) -> str:
        """The name given at construction."""
        return self._name

    @property
    def dtype(self) -> mstype.Type:
        """The dtype of samples."""
        return self._dtype

    @property
    def seed(self) -> int:
        """The seed of `sample`; 0 where none was given."""
        return self._seed

    @property
    def batch_shape(self) -> tuple[int, ...] | None:
        """The shape all parameters broadcast to; None while one is missing."""
        values = [t for t in self._msacc_parameter_values.values() if t is not None]
        if len(values) < len(self._msacc_names):
            return None
        return tuple(torch.broadcast_shapes(*[t.shape for t in values]))

    broadcast_shape = batch_shape

    @property
    def is_scalar_batch(self) -> bool:
        """Whether every parameter is a single number."""
        return self.batch_shape == ()

    def __getattr__(self, name: str) -> Any:
        # `normal.mean` is a method; parameters of other names, such as `rate`, are read like this.
        if name in self.__dict__.get("_msacc_given", {}) and name not in QUESTIONS:
            value = self._msacc_parameter_values[name]
            return None if value is None else wrap(value)
        return super().__getattr__(name)  # type: ignore[misc]

    def get_dist_args(self, *args: Any, **kwargs: Any) -> tuple[Tensor, ...]:
        """The parameters, in the order of the constructor."""
        return tuple(wrap(t) for t in self._msacc_call_parameters(args, kwargs))

    def get_dist_type(self) -> str:
        """The class's name, as `kl_loss` wants it."""
        return type(self).__name__

    def extend_repr(self) -> str:
        """What stands between the brackets of repr()."""
        if self.batch_shape is None or self.is_scalar_batch:
            shown = {
                k: None if v is None else v.item() for k, v in self._msacc_parameter_values.items()
            }
            return ", ".join(f"{key} = {value}" for key, value in shown.items())
        return f"batch_shape = {self.batch_shape}"

    # -- questions -------------------------------------------------------------------------------
    def construct(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """The method called `name`, called: for graphs that hold the distribution as a Cell."""
        if name not in QUESTIONS:
            raise self._msacc_refusal(name)
        if name == "get_dist_type":  # whatever parameters come along, as in MindSpore
            return self.get_dist_type()
        return getattr(self, name)(*args, **kwargs)

    def log_prob(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """The logarithm of the probability (density) at `value`."""
        return self._msacc_answer_at_value("log_prob", value, args, kwargs)

    def prob(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """The probability (density) at `value`."""
        return wrap(self.log_prob(value, *args, **kwargs)._t.exp())

    def cdf(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """The probability of at most `value`."""
        return self._msacc_answer_at_value("cdf", value, args, kwargs)

    def log_cdf(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """The logarithm of `cdf` at `value`, a Tensor, with its other arguments."""
        self._msacc_answered("log_cdf", "cdf")
        return wrap(self.cdf(value, *args, **kwargs)._t.log())

    def survival_function(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """The probability of more than `value`."""
        self._msacc_answered("survival_function", "cdf")
        return wrap(1 - self.cdf(value, *args, **kwargs)._t)

    def log_survival(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """The logarithm of `survival_function` at `value`, a Tensor, with its other arguments."""
        self._msacc_answered("log_survival", "cdf")
        return wrap(self.survival_function(value, *args, **kwargs)._t.log())

    def mean(self, *args: Any, **kwargs: Any) -> Tensor:
        """The mean."""
        return self._msacc_answer("mean", args, kwargs)

    def mode(self, *args: Any, **kwargs: Any) -> Tensor:
        """The most probable value."""
        return self._msacc_answer("mode", args, kwargs)

    def var(self, *args: Any, **kwargs: Any) -> Tensor:
        """The variance."""
        return self._msacc_answer("var", args, kwargs)

    def sd(self, *args: Any, **kwargs: Any) -> Tensor:
        """The standard deviation."""
        self._msacc_answered("sd")
        return wrap(self.var(*args, **kwargs)._t.sqrt())

    def entropy(self, *args: Any, **kwargs: Any) -> Tensor:
        """The entropy, in nats."""
        return self._msacc_answer("entropy", args, kwargs)

    def kl_loss(self, dist: str, *args: Any, **kwargs: Any) -> Tensor:
        """The divergence KL(this || other) from another of the same kind, in nats.

        `dist` is the kind's name; then come the other's parameters (`<name>_b`), then one's own, if not those of
        the constructor. Raises ValueError for another kind.
        """
        self._msacc_answered("kl_loss")
        own, other = self._msacc_pair(dist, args, kwargs)
        return wrap(self._msacc_kl(own, other))

    def cross_entropy(self, dist: str, *args: Any, **kwargs: Any) -> Tensor:
        """`entropy()` + `kl_loss(...)`, with the arguments of the latter.

        `dist`: the other distribution's name, a str, which its parameters follow.
        """
        self._msacc_answered("cross_entropy", "kl_loss")
        own, other = self._msacc_pair(dist, args, kwargs)
        return wrap(self._entropy(*own) + self._msacc_kl(own, other))

    def sample(self, shape: tuple[int, ...] = (), *args: Any, **kwargs: Any) -> Tensor:
        """Random values of shape `shape` + the parameters' own.

        Those of Normal, LogNormal, Uniform, Exponential, Cauchy, Gumbel and Logistic have gradients by the parameters.
        """
        self._msacc_answered("sample")
        if not isinstance(shape, tuple):
            raise TypeError(f"For shape, input type must be a tuple, but got {shape!r}.")
        parts = self._msacc_call_parameters(args, kwargs)
        with self._msacc_stream():
            samples = self._sample(shape, parts)
        return wrap(samples.to(mstype.to_torch(self._dtype)))

    # -- for subclasses --------------------------------------------------------------------------
    def _msacc_build(self, *parts: torch.Tensor) -> td.Distribution:
        return type(self)._msacc_torch(*parts, validate_args=False)

    def _log_prob(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return self._msacc_build(*parts).log_prob(value)

    def _cdf(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return self._msacc_build(*parts).cdf(value)

    def _mean(self, *parts: torch.Tensor) -> torch.Tensor:
        return self._msacc_build(*parts).mean

    def _mode(self, *parts: torch.Tensor) -> torch.Tensor:
        return self._msacc_build(*parts).mode

    def _var(self, *parts: torch.Tensor) -> torch.Tensor:
        return self._msacc_build(*parts).variance

    def _entropy(self, *parts: torch.Tensor) -> torch.Tensor:
        return self._msacc_build(*parts).entropy()

    def _msacc_kl(self, own: Parts, other: Parts) -> torch.Tensor:
        return td.kl_divergence(self._msacc_build(*own), self._msacc_build(*other))

    def _sample(self, shape: tuple[int, ...], parts: Parts) -> torch.Tensor:
        built = self._msacc_build(*parts)
        if self._msacc_sample_has_gradient:
            return built.rsample(torch.Size(shape))
        with torch.no_grad():
            return built.sample(torch.Size(shape))

    # -- arguments -------------------------------------------------------------------------------
    def _msacc_answer(self, question: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Tensor:
        self._msacc_answered(question)
        return wrap(getattr(self, f"_{question}")(*self._msacc_call_parameters(args, kwargs)))

    def _msacc_answer_at_value(
        self, question: str, value: Tensor, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Tensor:
        self._msacc_answered(question)
        parts = self._msacc_call_parameters(args, kwargs)
        return wrap(
            getattr(self, f"_{question}")(_tensor("value", value).to(parts[0].dtype), *parts)
        )

    def _msacc_call_parameters(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Parts:
        """The parameters of a call, broadcast: those given, else those of the constructor."""
        if len(args) > len(self._msacc_names):
            raise TypeError(
                f"For '{self.name}', {args[len(self._msacc_names) :]} are arguments too many."
            )
        arguments = {**dict(zip(self._msacc_names, args, strict=False)), **kwargs}
        for key in arguments:
            if key not in self._msacc_names:
                raise TypeError(f"For '{self.name}', there is no argument {key!r}.")
        to = mstype.to_torch(self.parameter_type)
        values = []
        for key in self._msacc_names:
            value = arguments.get(key)
            part = (
                self._msacc_parameter_values[key] if value is None else _tensor(key, value).to(to)
            )
            if part is None:
                raise TypeError(
                    f"For '{self.name}', the parameter {key!r} must be a Tensor: it was not given at "
                    "construction either."
                )
            values.append(part)
        return tuple(torch.broadcast_tensors(*values))

    def _msacc_pair(
        self, dist: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Parts, Parts]:
        if dist != self.get_dist_type():
            raise ValueError(f"Expected dist input is {self.get_dist_type()}, but got {dist}.")
        count, named = len(self._msacc_names), dict(kwargs)
        theirs = dict(zip(self._msacc_names, args[:count], strict=False))
        for key in self._msacc_names:
            if f"{key}_b" in named:
                theirs[key] = named.pop(f"{key}_b")
            if key not in theirs:
                raise TypeError(f"For '{self.name}', kl_loss misses the argument '{key}_b'.")
        for key, value in theirs.items():
            _tensor(f"{key}_b", value)
        own = {key: named.pop(f"{key}_a", None) for key in self._msacc_names if f"{key}_a" in named}
        parts = (
            *self._msacc_call_parameters(args[count:], {**named, **own}),
            *self._msacc_call_parameters((), theirs),
        )
        parts = torch.broadcast_tensors(*parts)
        return parts[:count], parts[count:]

    def _msacc_parameter(self, key: str, value: TensorLike | None) -> Tensor | None:
        if isinstance(value, Parameter):
            own = f"_{key}_value" if key in ("mean", "sd", "df") else f"_{key}"
            setattr(self, own, value)  # which gives it the name that it has in MindSpore
        return value if value is None or isinstance(value, Tensor) else Tensor(value)

    def _msacc_check(self, parameters: dict[str, torch.Tensor | None]) -> None:
        for key, rule in self._msacc_rules.items():
            t = parameters[key]
            if t is None:
                continue
            good = t > 0 if rule == "positive" else (t > 0) & (t < 1)
            if not bool(good.all()):
                requirement = "greater than zero" if rule == "positive" else "between 0 and 1"
                raise ValueError(
                    f"For '{type(self).__name__}', {key!r} must be {requirement}, but got {t.tolist()}."
                )

    def _msacc_answered(self, *questions: str) -> None:
        for question in questions:
            if question in self._msacc_unanswered:
                raise self._msacc_refusal(question)

    def _msacc_refusal(self, question: str) -> NotImplementedError:
        return NotImplementedError(f"{question} is not implemented for {self.name} distribution.")

    def _msacc_stream(self) -> AbstractContextManager[Any]:
        if not self._seed:
            return nullcontext()
        self.__dict__["_msacc_draws"] += 1
        devices = [settings.device] if settings.device.type == "cuda" else []
        return _seeded(self._seed, self._msacc_draws, devices)


class _seeded:
    """torch's generators under a seed of their own, put back afterwards."""

    def __init__(self, seed: int, draws: int, devices: list[Any]):
        self._seed = seed * 1_000_003 + draws
        self._fork = torch.random.fork_rng(devices)

    def __enter__(self) -> None:
        self._fork.__enter__()
        torch.manual_seed(self._seed)

    def __exit__(self, *error: Any) -> None:
        self._fork.__exit__(*error)


def parameters_as_tensors(param: dict[str, Any]) -> dict[str, Any]:
    """What stays of a constructor's `locals()` as the parameters that can be read."""
    return {k: v for k, v in param.items() if k != "self" and not k.startswith("_")}


def _tensor(name: str, value: Any) -> torch.Tensor:
    if not isinstance(value, Tensor):
        raise TypeError(
            f"For {name}, input type must be a Tensor or Parameter, but got {value!r} of type "
            f"{type(value).__name__}."
        )
    return value._t


def _check_dtype(where: str, dtype: DTypeLike, discrete: bool) -> None:
    allowed: tuple[mstype.Type, ...] = mstype.float_type
    if discrete:
        allowed = (*mstype.int_type, *mstype.uint_type, *allowed)
    if dtype not in allowed:
        raise TypeError(
            f"For '{where}', the 'dtype' should be one of {allowed}, but got {dtype!r}."
        )
