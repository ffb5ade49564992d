"""Optimizers with groups, schedules and weight decay, for a few steps."""

from __future__ import annotations

from tests.fuzz.drawing import Draw

_KINDS = {
    "SGD": ("momentum=0.9", "nesterov=True, momentum=0.9", "dampening=0.1, momentum=0.9", "weight_decay=0.1", "loss_scale=2.0"),
    "Momentum": ("momentum=0.9", "momentum=0.9, weight_decay=0.1", "momentum=0.5, loss_scale=4.0"),
    "Adam": ("beta1=0.8", "use_nesterov=True", "weight_decay=0.1", "use_amsgrad=True", "eps=1e-3", "loss_scale=2.0", "beta2=0.9"),
    "AdamWeightDecay": ("weight_decay=0.1", "beta1=0.8, eps=1e-4"),
    "Adagrad": ("accum=0.2", "weight_decay=0.1", "loss_scale=2.0"),
    "RMSProp": ("decay=0.8", "momentum=0.5", "centered=True", "weight_decay=0.1"),
    "Lamb": ("weight_decay=0.1", "beta1=0.8"),
    "LARS": (),
    "FTRL": ("l2=0.1", "weight_decay=0.1", "lr_power=-0.5"),
    "ProximalAdagrad": ("l1=0.1", "l2=0.1"),
    "AdaMax": ("beta1=0.8", "weight_decay=0.1", "eps=1e-4"),
    "Adadelta": ("rho=0.8", "weight_decay=0.1"),
    "ASGD": ("lambd=1e-3", "t0=1.0", "weight_decay=0.1"),
    "Rprop": ("etas=(0.4, 1.3)", "step_sizes=(1e-4, 10.0)"),
    "AdaFactor": (),
    "LazyAdam": ("beta1=0.8", "weight_decay=0.1"),
    "AdamOffload": ("beta1=0.8",),
}  # fmt: skip
_RATES = (
    "0.1", "0.01", "1", "[0.1, 0.05, 0.01]", "Tensor([0.3, 0.2, 0.1])", "Tensor(0.1)", "nn.ExponentialDecayLR(0.1, 0.9, 2)",
    "nn.CosineDecayLR(0.01, 0.1, 3)", "nn.PolynomialDecayLR(0.1, 0.01, 3, 0.5)", "nn.WarmUpLR(0.1, 2)", "nn.NaturalExpDecayLR(0.1, 0.9, 2, True)",
    "nn.InverseDecayLR(0.1, 0.9, 2)", "nn.piecewise_constant_lr([2, 4], [0.1, 0.01])", "nn.cosine_decay_lr(0.01, 0.1, 4, 2, 1)",
    "nn.exponential_decay_lr(0.1, 0.9, 4, 2, 1)", "nn.warmup_lr(0.1, 4, 2, 1)", "np.float32(0.1)", "Tensor(np.float64(0.1))", "-0.1", "0.0", "(0.1, 0.2)",
)  # fmt: skip
_GROUPS = (
    "'lr': 0.05", "'weight_decay': 0.2", "'lr': [0.3, 0.2, 0.1]", "'lr': nn.ExponentialDecayLR(0.1, 0.9, 2)", "'grad_centralization': True",
    "'weight_decay': 0.0, 'lr': 0.2", "'lr': Tensor([0.3, 0.2, 0.1])", "'weight_decay': nn.CosineDecayLR(0.01, 0.1, 3)", "'lr': 1",
)  # fmt: skip


def _parameters(draw: Draw) -> str:
    if draw.chance(0.5):
        return "[a, b, c]"
    group = "{'params': [a], %s}" % draw.choice(_GROUPS)
    rest = draw.choice(
        ("{'params': [b, c]}", "{'params': [b]}, {'params': [c], %s}" % draw.choice(_GROUPS))
    )
    order = ", {'order_params': [a, c, b]}" if draw.chance(0.15) else ""
    return f"[{group}, {rest}{order}]"


def program(draw: Draw) -> str:
    kind = draw.choice([k for k, options in _KINDS.items() if options])
    option = (
        draw.choice(_KINDS[kind])
        if draw.chance(0.7)
        else ("momentum=0.9" if kind == "Momentum" else "")
    )
    if kind == "Momentum" and "momentum" not in option:
        option = "momentum=0.9"
    shapes = ["2, 3", "3", draw.choice(("", "1", "2, 2"))]
    lines = [
        f"{n} = Parameter(data({s}{', ' if s else ''}seed={i}), name='{n}')"
        for i, (n, s) in enumerate(zip("abc", shapes, strict=True))
    ]
    lines += [
        f"optimizer = nn.{kind}({_parameters(draw)}, {draw.choice(_RATES)}{', ' if option else ''}{option})"
    ]
    order = (0, 2, 1) if "order_params" in lines[-1] else (0, 1, 2)
    grads = ", ".join(f"data({shapes[i]}{', ' if shapes[i] else ''}seed={i + 5})" for i in order)
    lines += [
        f"gradients = ({grads})",
        f"for step in range({draw.randint(1, 4)}):",
        "    optimizer(gradients)",
    ]
    lines += ["show((a, b, c))", "show([p.name for p in optimizer.get_parameters()])"]
    if draw.chance(0.5):
        lines += [
            draw.choice(
                (
                    "show(optimizer.get_lr)",
                    "show(optimizer.global_step)",
                    "show(list(optimizer.get_parameters()))",
                    "show(optimizer.get_weight_decay)",
                    "show(optimizer.get_lr_parameter, a)",
                )
            )
        ]
    return "\n".join(lines)
