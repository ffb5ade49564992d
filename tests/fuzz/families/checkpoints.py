"""Checkpoints saved and loaded: filters, prefixes, strictness, dtypes, formats, what is left."""

from __future__ import annotations

from tests.fuzz.drawing import Draw

_LAYERS = (
    "nn.Dense(2, 3)",
    "nn.Conv2d(1, 2, 2)",
    "nn.BatchNorm2d(2)",
    "nn.LayerNorm((3,))",
    "nn.Embedding(4, 2)",
    "nn.Dense(2, 3, has_bias=False)",
    "nn.Dense(3, 2)",
)
_SAVED = (
    "ms.save_checkpoint(net, 'f.ckpt'{o})", "ms.save_checkpoint(net.parameters_dict(), 'f.ckpt'{o})",
    "ms.save_checkpoint([{'name': p.name, 'data': p} for p in net.get_parameters()], 'f.ckpt'{o})",
)  # fmt: skip
_OPTIONS = (
    "", "", "", ", append_dict={'epoch': 3, 'rate': 0.5, 'on': True, 'text': 'a'}", ", choice_func=lambda name: 'weight' in name", ", integrated_save=False",
    ", append_dict={'epoch': 3}", ", async_save=False", ", append_dict={'t': Tensor([1, 2])}", ", format='ckpt'", ", crc_check=True",
    ", choice_func=lambda name: name.startswith('part.0')", ", append_dict={'list': [1]}", ", remove_redundancy=False",
)  # fmt: skip
_LOADED = (
    "", "", "", ", filter_prefix='part.0'", ", filter_prefix=['part.1', 'x']", ", specify_prefix='part.0'", ", choice_func=lambda name: 'bias' not in name",
    ", strict_load=True", ", net=other", ", net=other, strict_load=True", ", dec_key=None", ", crc_check=True", ", filter_prefix=''", ", specify_prefix=['part.1', 'part.0']",
)  # fmt: skip
_INTO = ("", "", ", strict_load=True", ", strict_load=False")


def program(draw: Draw) -> str:
    layers = [draw.choice(_LAYERS) for _ in range(draw.randint(1, 3))]
    others = [
        layer if draw.chance(0.8) else draw.choice(_LAYERS)
        for layer in layers[: draw.randint(1, 3)]
    ]
    lines = [
        "class Net(nn.Cell):",
        "    def __init__(self, layers):",
        "        super().__init__()",
        "        self.part = nn.SequentialCell(layers)",
    ]
    lines += [f"net = Net([{', '.join(layers)}])", f"other = Net([{', '.join(others)}])"]
    if draw.chance(0.2):
        lines.append(
            f"other.to_float(ms.float16)\nfor p in {draw.choice(('net', 'other'))}.get_parameters(): p.set_dtype(ms.{draw.choice(('float16', 'float64', 'bfloat16'))})"
        )
    if draw.chance(0.15):
        lines.append("for p in net.get_parameters(): p.name = 'x.' + p.name")
    saved = draw.choice(_SAVED).replace("{o}", draw.choice(_OPTIONS))
    lines += [f"show(lambda: {saved})", "show(list(other.get_parameters()))"]
    lines += [
        f"loaded = ms.load_checkpoint('f.ckpt'{draw.choice(_LOADED)})",
        "show({k: v for k, v in loaded.items()})",
        "show([getattr(v, 'name', None) for v in loaded.values()])",
    ]
    if draw.chance(0.8):
        lines += [
            f"show(ms.load_param_into_net, other, loaded{draw.choice(_INTO).replace(', strict_load=', ', ')})",
            "show(list(other.get_parameters()))",
        ]
    return "\n".join(lines)
