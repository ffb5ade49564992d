"""A Model as text: its network, loss, optimizer, metrics and precision."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msacc.common.text_tables import html_table

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim.optimizer import Optimizer
    from msacc.train._model import Model


def parts(model: Any) -> list[tuple[str, str]]:
    """(name, text) of what a Model was made of."""
    network = model._network
    count = sum(p.size for p in network.get_parameters())
    found = [("network", f"{network.cls_name}, {count:,} parameters")]
    if model._loss_fn is not None:
        found.append(("loss_fn", _first_line(model._loss_fn)))
    if model._optimizer is not None:
        found.append(("optimizer", optimizer_text(model._optimizer)))
    if model._metric_fns:
        found.append(("metrics", ", ".join(f"{k}: {v!r}" for k, v in model._metric_fns.items())))
    if model._amp_level != "O0":
        found.append(("amp_level", model._amp_level))
    if model._loss_scale_manager is not None:
        found.append(("loss_scale_manager", repr(model._loss_scale_manager)))
    return found


def text(model: Model) -> str:
    """One part a line."""
    lines = [f"  {name}: {value}\n" for name, value in parts(model)]
    return f"{type(model).__name__}(\n{''.join(lines)})"


def html(model: Model) -> str:
    """A table of the parts."""
    return html_table(type(model).__name__, ("part", "value"), parts(model))


def optimizer_text(optimizer: Optimizer) -> str:
    """Its class, learning rates and the number of its parameters."""
    texts = [type(optimizer).__name__]
    rates = learning_rates(optimizer)
    if rates:
        texts.append(f"learning rate{'s' if len(rates) > 1 else ''} {', '.join(rates)}")
    number = len(getattr(optimizer, "parameters", ()))
    return ", ".join([*texts, f"{number} parameter{'s' if number != 1 else ''}"])


def learning_rates(optimizer: Optimizer) -> list[str]:
    """The different learning rates of the coming step, in order."""
    try:
        groups = getattr(optimizer, "param_groups", None)
        found = [group["lr"] for group in groups] if groups else optimizer.get_lr()
        each: Iterable[Any] = found if isinstance(found, (list, tuple)) else [found]
        return list(dict.fromkeys(f"{float(rate):.6g}" for rate in each))
    except Exception:  # a schedule of a script's own; a repr raises nothing
        return []


def _first_line(value: Cell) -> str:
    return repr(value).partition("\n")[0]
