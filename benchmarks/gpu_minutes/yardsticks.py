"""What msacc is held to on a GPU: each figure beside its goal."""

from __future__ import annotations

from typing import Any

from gpu_minutes.figures import Figures
from gpu_minutes.parts import LARGE

NAMES = {"gpt2": "GPT-2", "resnet50": "ResNet-50", "vit": "ViT-B", "lenet": "LeNet", "mlp": "MLP"}
NAMES["gpt"] = "small GPT"


def at_most(what: str, found: float | None, goal: float) -> dict[str, Any]:
    """A figure that should not be larger."""
    holds = None if found is None else found <= goal
    return {"what": what, "found": found, "goal": f"<= {goal:g}", "holds": holds}


def at_least(what: str, found: float | None, goal: float) -> dict[str, Any]:
    """A figure that should not be smaller."""
    holds = None if found is None else found >= goal
    return {"what": what, "found": found, "goal": f">= {goal:g}", "holds": holds}


def all_of(figures: Figures) -> list[dict[str, Any]]:
    """Those that a run has, in the order of the page."""
    return [
        *_steps(figures),
        *_peaks(figures),
        *_first_steps(figures),
        *_pynative(figures),
        *_graphs(figures),
        *_checks(figures),
    ]


def _steps(figures: Figures) -> list[dict[str, Any]]:
    def row(network: str, other: str, label: str, goal: float) -> dict[str, Any]:
        what = f"step of {NAMES[network]}: graph mode / {label}"
        return at_most(what, figures.ratio(network, "automatic", other), goal)

    rows = [row(network, "compile", "torch.compile", 1.05) for network in LARGE]
    return rows + [row(n, "compile_sdpa", "compile + SDPA", 1.1) for n in ("gpt2", "vit")]


def _peaks(figures: Figures) -> list[dict[str, Any]]:
    pairs = [(n, "automatic", "compile", "graph mode / torch.compile") for n in LARGE]
    pairs += [
        (n, "automatic", "compile_sdpa", "graph mode / compile + SDPA") for n in ("gpt2", "vit")
    ]
    pairs += [(n, "pynative", "eager", "PyNative / eager") for n in LARGE]
    return [
        at_most(f"peak of {NAMES[n]}: {label}", figures.ratio(n, side, other, "peak MiB"), 1.05)
        for n, side, other, label in pairs
    ]


def _first_steps(figures: Figures) -> list[dict[str, Any]]:
    rows = [
        at_most(
            f"first step of {NAMES[n]}, cold: O1 / torch.compile",
            figures.first_ratio(n, "o1", "compile"),
            1.5,
        )
        for n in LARGE
    ]
    found = figures.first_ratio("gpt2", "pynative", "eager")
    return [*rows, at_most("first step of GPT-2: PyNative / eager", found, 2)]


def _pynative(figures: Figures) -> list[dict[str, Any]]:
    return [
        at_least(
            f"speed of {NAMES[n]}, {precision}: PyNative, of eager",
            figures.step(n, "pynative", "speed", precision),
            0.95,
        )
        for n, precision in (
            *((n, "bfloat16 O2") for n in LARGE),
            *((n, "float32") for n in ("lenet", "mlp", "gpt")),
        )
    ]


def _graphs(figures: Figures) -> list[dict[str, Any]]:
    rows = [_cuda_graph(figures, network) for network in ("lenet", "mlp")]
    for n in LARGE:
        found, theirs = (figures.step(n, s, "outside") for s in ("automatic", "compile"))
        what = f"{NAMES[n]}: operations outside of a graph (compile's)"
        known = found is not None and theirs is not None
        rows.append(at_most(what, found, theirs) if known else _unknown(what, "<= its"))
    return rows


def _cuda_graph(figures: Figures, network: str) -> dict[str, Any]:
    """The step from which graph mode launches a CUDA graph by itself, of the hundred that are looked at."""
    what = f"{NAMES[network]}, float32: a CUDA graph from this step on"
    row = {c: figures.step(network, "automatic", c, "float32") for c in ("compiled at", "graphs")}
    if row["graphs"] is None:
        return _unknown(what, "<= 100")
    if not row["graphs"] or row["compiled at"] is None:
        return {"what": what, "found": "never", "goal": "<= 100", "holds": False}
    return at_most(what, row["compiled at"], 100)


def _unknown(what: str, goal: str) -> dict[str, Any]:
    return {"what": what, "found": None, "goal": goal, "holds": None}


def _checks(figures: Figures) -> list[dict[str, Any]]:
    modes = {"PyNative": "O2, op by op", "graph mode": "O2, graph"}
    kept = [
        at_most(f"kept for the backward pass: {mode} / autocast", figures.kept(column), 1.05)
        for mode, column in modes.items()
    ]
    tests = at_most("tests for a GPU that fail", figures.failed_tests(), 0)
    return [*kept, tests, at_most("parity cases that are not equal", figures.unequal_cases(), 0)]
