"""Arguments of optimizers and learning rate schedules: each one given, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases.optim_groups import groups
from tests.parity.cases.optim_rules import after_steps, parameters, two_groups
from tests.parity.harness import case

Build = Callable[[Any, list[Any]], Any]

# Large epsilons tell where they are added.
STEPPED: dict[str, Build] = {
    "adam_eps": lambda o, p: o.Adam(p, 0.1, eps=0.5),
    "adam_lr_bool": lambda o, p: o.Adam(p, True),
    "adamw_eps": lambda o, p: o.AdamW(p, 0.1, eps=0.5, weight_decay=0.3, maximize=True),
    "adamw_amsgrad": lambda o, p: o.AdamW(p, 0.1, (0.5, 0.6), eps=0.25, amsgrad=True),
    "adadelta": lambda o, p: o.Adadelta(p, 0.5, rho=0.5, eps=0.5, maximize=True),
    "adagrad": lambda o, p: o.Adagrad(p, 0.1, weight_decay=0.2, eps=0.5, maximize=True),
    "adamax": lambda o, p: o.Adamax(p, 0.1, eps=0.5, maximize=True),
    "asgd": lambda o, p: o.ASGD(p, 0.1, lambd=0.5, alpha=0.5, t0=3.0, maximize=True),
    "nadam": lambda o, p: o.NAdam(p, 0.1, eps=0.5, momentum_decay=0.3),
    "radam": lambda o, p: o.RAdam(p, 0.1, (0.8, 0.9), eps=0.5),
    "rmsprop": lambda o, p: o.RMSprop(p, 0.1, alpha=0.5, eps=0.5, maximize=True),
    "rmsprop_centered": lambda o, p: o.RMSprop(p, 0.1, eps=0.5, momentum=0.4, centered=True),
    "rprop": lambda o, p: o.Rprop(p, 0.1, etas=(0.4, 1.5), step_sizes=(0.01, 0.15), maximize=True),
    "sgd_group_centralization": lambda o, p: o.SGD([{"params": p, "grad_centralization": True}], 1),
    "sgd_group_momentum": lambda o, p: o.SGD([{"params": p, "momentum": 0.9, "dampening": 0.1}], 1),
    "adam_group_betas": lambda o, p: o.Adam([{"params": p, "betas": (0.5, 0.6)}], 0.1),
    "adagrad_group_start": lambda o, p: o.Adagrad(
        [{"params": p, "initial_accumulator_value": 5.0}], 0.1
    ),
}

for rule, builder in STEPPED.items():
    case(name=f"experimental_{rule}", jit=False, rtol=2e-5, atol=3e-6)(
        lambda ms, run, builder=builder: after_steps(
            ms, lambda ms, p: builder(ms.experimental.optim, p), 8
        )
    )

NN: dict[str, Build] = {
    "asgd": lambda nn, p: nn.ASGD(p, learning_rate=0.2, lambd=0.3, alpha=0.5, t0=2.0),
    "asgd_default": lambda nn, p: nn.ASGD(p),
    "rprop": lambda nn, p: nn.Rprop(
        p, learning_rate=0.05, etas=(0.4, 1.5), step_sizes=(0.01, 0.08), weight_decay=0.1
    ),
    "momentum_bools": lambda nn, p: nn.Momentum(p, True, 0.9, weight_decay=True, loss_scale=True),
    "adadelta_epsilon": lambda nn, p: nn.Adadelta(p, 0.5, epsilon=0.5),
    "adam_eps": lambda nn, p: nn.Adam(p, 0.1, beta1=0.5, beta2=0.6, eps=0.5),
    "adamax_eps": lambda nn, p: nn.AdaMax(p, 0.1, beta1=0.5, beta2=0.6, eps=0.5),
    "adam_weight_decay_eps": lambda nn, p: nn.AdamWeightDecay(p, 0.1, 0.5, 0.6, eps=0.5),
    "adafactor": lambda nn, p: nn.AdaFactor(
        p, eps=(1e-3, 0.1), clip_threshold=0.5, decay_rate=0.5, warmup_init=True
    ),
    "polynomial_rising": lambda nn, p: nn.SGD(p, nn.PolynomialDecayLR(0.1, 0.4, 3, 2.0)),
}

for rule, builder in NN.items():
    case(name=f"nn_{rule}", jit=False, rtol=2e-5, atol=3e-6)(
        lambda ms, run, builder=builder: after_steps(ms, lambda ms, p: builder(ms.nn, p))
    )


# What MindSpore builds but cannot run on CPU, or does not move there: the names of parameters and state.
BUILT: dict[str, Build] = {
    "lamb": lambda ms, p: ms.nn.Lamb(
        two_groups(p, lr=0.2), 0.1, beta1=0.5, beta2=0.6, eps=0.5, weight_decay=0.1
    ),
    "lars": lambda ms, p: ms.nn.LARS(
        ms.nn.Momentum(p, 0.1, 0.9),
        epsilon=0.5,
        coefficient=0.1,
        use_clip=True,
        lars_filter=lambda p: "bias" in p.name,
    ),
    "adam": lambda ms, p: ms.experimental.optim.Adam(p, 0.1, amsgrad=True),
    "mint_adam": lambda ms, p: ms.mint.optim.Adam(groups(p), 0.1, eps=0.5, amsgrad=True),
    "mint_adamw": lambda ms, p: ms.mint.optim.AdamW(
        p, 0.1, eps=0.5, weight_decay=0.2, amsgrad=True, maximize=True
    ),
    "mint_sgd": lambda ms, p: ms.mint.optim.SGD(p, 0.1, 0.9, nesterov=True, maximize=True),
    "mint_sgd_bool": lambda ms, p: ms.mint.optim.SGD(p, True, True),
    "base": lambda ms, p: ms.nn.Optimizer(
        learning_rate=0.2, parameters=p, weight_decay=0.1, loss_scale=2.0
    ),
    "experimental_base": lambda ms, p: ms.experimental.optim.Optimizer(
        groups(p), defaults={"lr": 0.1, "weight_decay": 0.0}
    ),
}


@case(jit=False)
def built(ms: Any, run: Any) -> dict[str, np.ndarray]:
    result = {}
    for name, make in BUILT.items():
        names = [p.name for p in make(ms, parameters(ms)).get_parameters()]
        if name == "lars":  # MindSpore's holds placeholders, and its own count of the steps
            names = [n for n in names if not n.startswith("fake_") and n != "global_step"]
        if name.startswith("mint"):  # MindSpore's leaves the largest moments out of its state
            names = [n for n in names if not n.startswith("max_exp_avg_sq")]
        result[name] = np.array("\n".join(names))
    return result


def resumed(optimizer: Any) -> Any:
    for group in optimizer.param_groups:
        group["initial_lr"] = 0.3
    return optimizer


Scheduler = Callable[[Any, Any, int], Any]
SCHEDULERS: dict[str, Scheduler] = {
    "step": lambda s, o, e: s.StepLR(o, 2, 0.5, last_epoch=e),
    "linear": lambda s, o, e: s.LinearLR(o, 0.25, end_factor=0.75, total_iters=6, last_epoch=e),
    "exponential": lambda s, o, e: s.ExponentialLR(o, 0.9, last_epoch=e),
    "polynomial": lambda s, o, e: s.PolynomialLR(o, 6, 2.0, last_epoch=e),
    "lambda": lambda s, o, e: s.LambdaLR(o, lambda t: 0.9**t, last_epoch=e),
    "multiplicative": lambda s, o, e: s.MultiplicativeLR(o, lambda t: 0.8, last_epoch=e),
    "multistep": lambda s, o, e: s.MultiStepLR(o, [2, 5], 0.5, last_epoch=e),
    "constant": lambda s, o, e: s.ConstantLR(o, 0.25, 4, last_epoch=e),
    "cosine": lambda s, o, e: s.CosineAnnealingLR(o, 3, 0.01, last_epoch=e),
    "restarts": lambda s, o, e: s.CosineAnnealingWarmRestarts(o, 3, 2, 0.01, last_epoch=e),
    "restarts_even": lambda s, o, e: s.CosineAnnealingWarmRestarts(
        o, 3, eta_min=0.01, last_epoch=e
    ),
    "cyclic": lambda s, o, e: s.CyclicLR(o, 0.01, 0.1, 2, 3, last_epoch=e),
    "cyclic_fn": lambda s, o, e: s.CyclicLR(
        o, 0.01, 0.1, 3, scale_fn=lambda x: 1.0 / (1.0 + x), scale_mode="iterations", last_epoch=e
    ),
    "cyclic_mode": lambda s, o, e: s.CyclicLR(
        o, 0.01, 0.1, 2, 1, mode="triangular2", scale_mode="iterations", last_epoch=e
    ),
}


def rates_of(optimizer: Any) -> list[float]:
    return [float(group["lr"]) for group in optimizer.param_groups]


@case(jit=False, rtol=1e-5)
def schedulers_go_on(ms: Any, run: Any) -> dict[str, np.ndarray]:
    """From the epoch that `last_epoch` names, with the groups' 'initial_lr'."""
    result = {}
    for name, make in SCHEDULERS.items():
        optimizer = resumed(ms.experimental.optim.SGD(groups(parameters(ms)), 0.2))
        scheduler = make(ms.experimental.optim.lr_scheduler, optimizer, 2)
        rates = [rates_of(optimizer)]
        for _ in range(6):
            scheduler.step()
            rates.append(rates_of(optimizer))
        result[name] = np.float32(rates)
    return result


@case(jit=False, rtol=1e-5)
def schedulers_at_an_epoch(ms: Any, run: Any) -> dict[str, np.ndarray]:
    """`step(epoch)`, whole and not, forward and back."""
    result = {}
    for name, make in SCHEDULERS.items():
        if name in ("multistep", "restarts"):  # MindSpore's fail there by mistakes of their own
            continue
        optimizer = ms.experimental.optim.SGD(groups(parameters(ms)), 0.2)
        scheduler = make(ms.experimental.optim.lr_scheduler, optimizer, -1)
        rates = []
        for epoch in (1, 5, 2, 0, 1.5, 2.5, 0.5):
            scheduler.step(epoch)
            rates.append(rates_of(optimizer))
        result[name] = np.float32(rates)
    return result


@case(jit=False, rtol=1e-5)
def own_scheduler(ms: Any, run: Any) -> dict[str, np.ndarray]:
    s = ms.experimental.optim.lr_scheduler

    class Halved(s.LRScheduler):
        def get_lr(self) -> Any:
            return [base * 0.5 ** float(self.last_epoch) for base in self.base_lrs]

    optimizer = resumed(ms.experimental.optim.SGD(groups(parameters(ms)), 0.2))
    scheduler = Halved(optimizer, last_epoch=1)
    rates = [rates_of(optimizer)]
    for epoch in (None, None, 5):
        scheduler.step(*(() if epoch is None else (epoch,)))
        rates.append(rates_of(optimizer))
    return {"rates": np.float32(rates)}


@case(jit=False, rtol=1e-5)
def sequence_and_plateau(ms: Any, run: Any) -> dict[str, np.ndarray]:
    s = ms.experimental.optim.lr_scheduler
    optimizer = ms.experimental.optim.SGD(groups(parameters(ms)), 0.2)
    both = [s.ConstantLR(optimizer, 0.1, 2), s.ExponentialLR(optimizer, 0.9)]
    sequence = s.SequentialLR(optimizer, both, [3], last_epoch=2)
    rates = [rates_of(optimizer)]
    for _ in range(4):
        sequence.step()
        rates.append(rates_of(optimizer))
    result = {"sequence": np.float32(rates)}
    optimizer = ms.experimental.optim.SGD(groups(parameters(ms)), 0.2)
    plateau = s.ReduceLROnPlateau(optimizer, patience=0, eps=0.05)
    for value in (1.0, 1.0, 1.0, 1.0):
        plateau.step(value)
    result["plateau_eps"] = np.float32(rates_of(optimizer))
    cyclic = s.CyclicLR(optimizer, 0.01, 0.1, 2, mode="exp_range", gamma=0.5)
    result["scale"] = np.float32(float(cyclic.scale_fn(3)))
    return result


def _lr(ms: Any, p: list[Any]) -> Any:
    return ms.experimental.optim.SGD(groups(p), 0.2)


EXPERIMENTAL = (
    "Adadelta Adagrad Adam AdamW Adamax ASGD NAdam RAdam RMSprop Rprop SGD".split()  # noqa: SIM905
)
REFUSED: dict[str, Build] = {
    **{
        f"{rule}_{key}": lambda ms, p, rule=rule, key=key: getattr(ms.experimental.optim, rule)(
            p, **{"lr": 0.1, key: "x"}
        )
        for rule in EXPERIMENTAL
        for key in ("lr", "weight_decay", "eps")
        if not (
            rule == "Rprop"
            and key == "weight_decay"
            or rule in ("Rprop", "ASGD", "SGD")
            and key == "eps"
        )
    },
    "rho_int": lambda ms, p: ms.experimental.optim.Adadelta(p, 0.1, rho=1),
    "sgd_lr_bool": lambda ms, p: ms.experimental.optim.SGD(p, True),
    "mint_eps_int": lambda ms, p: ms.mint.optim.Adam(p, 0.1, eps=1),
    "mint_lr_str": lambda ms, p: ms.mint.optim.Adam(p, "x"),
    "mint_betas_list": lambda ms, p: ms.mint.optim.Adam(p, 0.1, betas=[0.9, 0.9]),
    "mint_betas_int": lambda ms, p: ms.mint.optim.AdamW(p, 0.1, betas=(0, 0.9)),
    "mint_betas_one": lambda ms, p: ms.mint.optim.AdamW(p, 0.1, betas=(0.9,)),
    "mint_decay_int": lambda ms, p: ms.mint.optim.AdamW(p, 0.1, weight_decay=1),
    "mint_amsgrad_int": lambda ms, p: ms.mint.optim.Adam(p, 0.1, amsgrad=1),
    "mint_maximize_none": lambda ms, p: ms.mint.optim.FusedAdamW(p, 0.1, maximize=None),
    "mint_sgd_decay": lambda ms, p: ms.mint.optim.SGD(p, 0.1, weight_decay="x"),
    "last_epoch": lambda ms, p: ms.experimental.optim.lr_scheduler.StepLR(
        _lr(ms, p), 2, last_epoch=2
    ),
    "last_epoch_low": lambda ms, p: ms.experimental.optim.lr_scheduler.StepLR(
        _lr(ms, p), 2, last_epoch=-2
    ),
    "last_epoch_float": lambda ms, p: ms.experimental.optim.lr_scheduler.StepLR(
        _lr(ms, p), 2, last_epoch=1.5
    ),
    "restarts_str": lambda ms, p: ms.experimental.optim.lr_scheduler.CosineAnnealingWarmRestarts(
        _lr(ms, p), "x"
    ),
    "restarts_float": lambda ms, p: ms.experimental.optim.lr_scheduler.CosineAnnealingWarmRestarts(
        _lr(ms, p), 1.5
    ),
    "cyclic_str": lambda ms, p: ms.experimental.optim.lr_scheduler.CyclicLR(_lr(ms, p), "x", 0.1),
    "plateau_str": lambda ms, p: ms.experimental.optim.lr_scheduler.ReduceLROnPlateau(
        _lr(ms, p), min_lr="x"
    ),
}


@case(jit=False)
def refused(ms: Any, run: Any) -> dict[str, np.ndarray]:
    def attempt(fn: Build) -> Any:
        fn(ms, parameters(ms))
        return ()

    return {name: run.raises(lambda fn=fn: attempt(fn))["raises"] for name, fn in REFUSED.items()}
