"""CheckpointConfig."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from msacc.common import checks as check
from msacc.common.keyword_hints import hints_keywords
from msacc.common.parameter import Parameter
from msacc.common.short_repr import ReprByAttributes
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect
from msacc.nn.cell import Cell
from msacc.train.serialization.argument_checks import instance as option

if TYPE_CHECKING:
    from typing_extensions import Unpack


class _OfMapParameters(TypedDict, total=False):
    """What has no effect."""

    incremental: bool
    enable_redundance: bool


def _count(value: int | None, name: str) -> int | None:
    return None if value is None else check.non_negative_int("CheckpointConfig", name, value)


class CheckpointConfig(ReprByAttributes):
    """When ModelCheckpoint saves, how many files it keeps, and what else they contain.

    Every `save_checkpoint_steps` steps, or else every `save_checkpoint_seconds`. Keeps the newest
    `keep_checkpoint_max` files, or else one per `keep_checkpoint_per_n_minutes`.

    `append_info`: a list of 'epoch_num', 'step_num' and one dict of further values.
    `exception_save`: also save when training fails.
    `saved_network`: the Cell to save instead of the trained one.
    `integrated_save`, `async_save`, `enc_key`, `enc_mode`, `crc_check`, `format` as in save_checkpoint.
    `remove_redundancy`: of processes that hold the same value one saves it; load with the same argument.

    Raises ValueError when no rule is set, for negative numbers, for an unknown name in `append_info`, and for
    another type of `enc_key`, `enc_mode`, `crc_check`, `format` and `remove_redundancy`; TypeError for other
    types of the rest.

    As in MindSpore.
    """

    @hints_keywords
    def __init__(
        self,
        save_checkpoint_steps: int | None = 1,
        save_checkpoint_seconds: int | None = 0,
        keep_checkpoint_max: int | None = 5,
        keep_checkpoint_per_n_minutes: int | None = 0,
        integrated_save: bool = True,
        async_save: bool | str = False,
        saved_network: Cell | None = None,
        append_info: list[Any] | None = None,
        enc_key: bytes | None = None,
        enc_mode: str = "AES-GCM",
        exception_save: bool = False,
        crc_check: bool = False,
        remove_redundancy: bool = False,
        format: str = "ckpt",
        **kwargs: Unpack[_OfMapParameters],
    ):
        steps = _count(save_checkpoint_steps, "save_checkpoint_steps")
        seconds = _count(save_checkpoint_seconds, "save_checkpoint_seconds")
        most = _count(keep_checkpoint_max, "keep_checkpoint_max")
        minutes = _count(keep_checkpoint_per_n_minutes, "keep_checkpoint_per_n_minutes")
        if not (steps or seconds or most or minutes):
            raise ValueError(
                "For 'CheckpointConfig', the input arguments 'save_checkpoint_steps', "
                "'save_checkpoint_seconds', 'keep_checkpoint_max' and 'keep_checkpoint_per_n_minutes' can't be "
                "all None or 0."
            )
        self.exception_save = check.boolean("CheckpointConfig", "exception_save", exception_save)
        # The first rule that is set wins, as in MindSpore.
        self.save_checkpoint_steps = steps
        self.save_checkpoint_seconds = None if steps else seconds
        self.keep_checkpoint_max = most
        self.keep_checkpoint_per_n_minutes = None if most else minutes
        if not most and (not minutes):
            self.keep_checkpoint_max = 1
        self._set_saving(integrated_save, async_save, saved_network, remove_redundancy)
        self._set_file(enc_key, enc_mode, crc_check, format)
        self.append_dict = _appended(append_info)
        for name, value in kwargs.items():
            if name not in ("incremental", "enable_redundance"):
                raise TypeError(f"CheckpointConfig() got an unexpected keyword argument '{name}'")
            if value:
                no_effect(
                    "CheckpointConfig", name, value, "it belongs to MindSpore's map parameters"
                )
        self.map_param_inc = False

    def _set_saving(
        self, integrated: Any, in_background: Any, network: Any, redundancy: Any
    ) -> None:
        where = "CheckpointConfig"
        self.integrated_save = check.boolean(where, "integrated_save", integrated)
        if not isinstance(in_background, bool):
            check.choice(where, "async_save", in_background, ("process", "thread"))
        self.async_save = in_background
        if network is not None and not isinstance(network, Cell):
            raise TypeError(
                "For 'CheckpointConfig', the type of 'saved_network' must be None or Cell, but got "
                f"{type(network)}."
            )
        self.saved_network = network
        option("remove_redundancy", redundancy, bool)
        self.remove_redundancy = redundancy

    def _set_file(self, enc_key: bytes | None, enc_mode: str, crc_check: bool, form: str) -> None:
        option("enc_key", enc_key, (bytes, type(None)))
        option("enc_mode", enc_mode, str)
        option("crc_check", crc_check, bool)
        option("format", form, str)
        self.enc_key, self.enc_mode = enc_key, enc_mode
        self.crc_check, self.format = crc_check, form
        plain = (
            enc_key is None and enc_mode == "AES-GCM" and not crc_check and not self.exception_save
        )
        if form == "safetensors" and not plain:
            raise ValueError(
                "For 'save_checkpoint', when format is 'safetensors', encryption, crc_check and "
                "exception_save must be left at their defaults."
            )

    def get_checkpoint_policy(self) -> dict[str, Any]:
        """When to save and what to keep, as a dict."""
        names = (
            "save_checkpoint_steps",
            "save_checkpoint_seconds",
            "keep_checkpoint_max",
            "keep_checkpoint_per_n_minutes",
            "saved_network",
        )
        return {name: getattr(self, name) for name in names}


def _appended(info: Any) -> dict[str, Any] | None:
    if info is None or info == []:
        return None
    values: dict[str, Any] = {}
    for item in check.instance("CheckpointConfig", "append_info", info, list):
        if isinstance(item, dict):
            values.update(_checked_values(item))
        elif isinstance(item, str):
            values[
                check.choice("CheckpointConfig", "append_info", item, ("epoch_num", "step_num"))
            ] = 0
        else:
            raise TypeError(
                "For 'CheckpointConfig', the type of 'append_info' element must be str or dict, but got "
                f"{type(item)}."
            )
    if sum(isinstance(item, dict) for item in info) > 1:
        raise TypeError("For 'CheckpointConfig', 'append_info' must hold one dict at most.")
    return values


def _checked_values(values: dict[Any, Any]) -> dict[str, Any]:
    for key, value in values.items():
        if not isinstance(key, str) or not isinstance(
            value, (int, float, bool, str, Parameter, Tensor)
        ):
            raise TypeError(
                "For 'CheckpointConfig', the dict in 'append_info' must map str to int, float, bool, str, "
                f"Tensor or Parameter, but got {key!r}: {value!r}."
            )
    return values
