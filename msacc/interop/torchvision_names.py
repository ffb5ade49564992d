"""Names of the parameters of models: torchvision's on the left, MindCV's on the right.

Not here, as other networks: MindCV's GoogLeNet has no norms, its VGG no biases of convolutions, its ShuffleNetV2
other widths of branches and no bias of the classifier.
"""

from __future__ import annotations

from msacc.interop.name_patterns import numbered_through


def _inception() -> str:
    five, six, seven = "(5b|5c|5d)", "(6b|6c|6d|6e)", "(7b|7c)"
    lines = [
        "Conv2d_(1a_3x3|2a_3x3|2b_3x3|3b_1x1|4a_3x3) <-> conv(1a|2a|2b|3b|4a)",
        "Mixed_6a.branch3x3 <-> inception6a.branch0",
        "Mixed_6a.branch3x3dbl_{n} <-> inception6a.branch1.{n-1}",
        "Mixed_7a.branch3x3_{n} <-> inception7a.branch0.{n-1}",
        "Mixed_7a.branch7x7x3_{n} <-> inception7a.branch1.{n-1}",
        f"Mixed_{seven}.branch3x3dbl_(1|2|3a|3b) <-> inception{seven}.(branch2.0|branch2.1|branch2a|branch2b)",
        f"Mixed_{seven}.branch3x3_(1|2a|2b) <-> inception{seven}.branch(1|1a|1b)",
    ]
    for block, first, second in ((five, "5x5", "3x3dbl"), (six, "7x7", "7x7dbl")):
        lines.append(f"Mixed_{block}.branch{first}_{{n}} <-> inception{block}.branch1.{{n-1}}")
        lines.append(f"Mixed_{block}.branch{second}_{{n}} <-> inception{block}.branch2.{{n-1}}")
    for block in (five, six, seven):
        lines.append(
            f"Mixed_{block}.(branch1x1|branch_pool) <-> inception{block}.(branch0|branch_pool.1)"
        )
    return "\n".join([*lines, "AuxLogits <-> aux", "fc <-> classifier"])


def _mobilenet_v3(last: int, plain: tuple[int, ...], first_block: str) -> str:
    """`plain`: the blocks without squeeze and excitation."""
    block, own = "features.{n}.block", "features.{n+2}.layers"
    here, there = "|".join(str(n) for n in plain), "|".join(str(n + 2) for n in plain)
    return f"""{first_block}
        {block}.(0.0|0.1|1.0|1.1) <-> {own}.(0|1|3|4)
        features.({here}).block.2.(0|1) <-> features.({there}).layers.(6|7)
        {block}.2.(fc1|fc2) <-> {own}.6.(conv_reduce|conv_expand)
        {block}.3.(0|1) <-> {own}.(7|8)
        features.{last}.(0|1) <-> features.({last + 2}|{last + 3})
        features.0.(0|1) <-> features.(0|1)"""


def _efficientnet(last: int) -> str:
    block, own = "features.{n}.{b}.block", "features.{n+2}.{b}.block"
    return f"""features.1.{{b}}.block.1.(fc1|fc2) <-> features.3.{{b}}.block.3.(conv_reduce|conv_expand)
        features.1.{{b}}.block.2.(0|1) <-> features.3.{{b}}.block.(4|5)
        {block}.(0.0|0.1|1.0|1.1) <-> {own}.(0|1|3|4)
        {block}.2.(fc1|fc2) <-> {own}.6.(conv_reduce|conv_expand)
        {block}.3.(0|1) <-> {own}.(7|8)
        features.{last}.(0|1) <-> features.({last + 2}|{last + 3})
        features.0.(0|1) <-> features.(0|1)
        classifier.1 <-> mlp_head"""


_SWIN, _BLOCK = "features.(1|3|5|7).{b}", "layers.(0|1|2|3).blocks.{b}"
_RESNET = """layer{s}.{b}.downsample <-> layer{s}.{b}.down_sample
    fc <-> classifier"""

# A family has the models whose names begin so, the longest counts.
TORCHVISION: dict[str, str] = {
    "resnet": _RESNET,
    "resnext": _RESNET,
    "wide_resnet": _RESNET,
    "densenet": """features.denseblock{s}.denselayer{b} <-> features.denseblock{s}.cell_list.{b-1}
        features.transition{s} <-> features.transition{s}.features""",
    "inception_v3": _inception(),
    "mnasnet": numbered_through(
        (3, 3, 3, 2, 4, 1), 8, 8, "layers.{stage}.{block}.layers <-> features.{number}.layers"
    )
    + """
        layers.(14|15) <-> features.(24|25)
        layers.(0|1|3|4|6|7) <-> features.(0|1|3|4|6|7)
        classifier.1 <-> classifier""",
    "mobilenet_v2": """features.1.conv.(0.0|0.1|1|2) <-> features.3.layers.(0|1|3|4)
        features.{n}.conv.(0.0|0.1|1.0|1.1|2|3) <-> features.{n+2}.layers.(0|1|3|4|6|7)
        features.18.(0|1) <-> features.(20|21)
        features.0.(0|1) <-> features.(0|1)""",
    "mobilenet_v3_small": _mobilenet_v3(
        12,
        (2, 3),
        """features.1.block.1.(fc1|fc2) <-> features.3.layers.3.(conv_reduce|conv_expand)
        features.1.block.(0.0|0.1|2.0|2.1) <-> features.3.layers.(0|1|4|5)""",
    ),
    "mobilenet_v3_large": _mobilenet_v3(
        16,
        (2, 3, 7, 8, 9, 10),
        "features.1.block.(0.0|0.1|1.0|1.1) <-> features.3.layers.(0|1|3|4)",
    ),
    "squeezenet": "classifier.1 <-> final_conv",
    "efficientnet": _efficientnet(8),
    "efficientnet_v2_s": _efficientnet(7),
    "regnet": """stem.(0|1) <-> stem.(conv|bn)
        trunk_output.block{s}.block{s}-{b}.proj.(0|1) <-> stages.{s-1}.blocks.{b}.(proj|bn)
        trunk_output.block{s}.block{s}-{b}.f.(a|b|c).0 <-> stages.{s-1}.blocks.{b}.f.(a|b|c)
        trunk_output.block{s}.block{s}-{b}.f.(a|b|c).1 <-> stages.{s-1}.blocks.{b}.f.(a_bn|b_bn|c_bn)
        trunk_output.block{s}.block{s}-{b}.f.se.(fc1|fc2) <-> stages.{s-1}.blocks.{b}.f.se.(conv_reduce|conv_expand)
        fc <-> head.fc""",
    "convnext": """features.{s}.{b}.block.(0|2|3|5) <-> feature.{s}.{b}.(dwconv|norm|pwconv1|pwconv2)
        features.{s}.{b}.layer_scale <-> feature.{s}.{b}.gamma_
        features <-> feature
        classifier.0 <-> norm
        classifier.2 <-> classifier""",
    "swin_t": f"""{_SWIN}.attn.qkv[(1/3|2/3|3/3)] <-> {_BLOCK}.attn.(q|k|v)
        {_SWIN}.attn.relative_position_bias_table <-> {_BLOCK}.attn.relative_bias.relative_position_bias_table
        {_SWIN}.attn.relative_position_index <-> -
        {_SWIN}.mlp.(0|3) <-> {_BLOCK}.mlp.(fc1|fc2)
        - <-> {_BLOCK}.attn_mask
        - <-> {_BLOCK}.attn.relative_bias.index
        {_SWIN} <-> {_BLOCK}
        features.(2|4|6) <-> layers.(0|1|2).downsample
        features.0.(0|2) <-> patch_embed.(proj|norm)
        head <-> classifier""",
    "vit": """class_token <-> cls_token
        conv_proj <-> patch_embed.proj
        encoder.pos_embedding <-> pos_embed
        encoder.layers.encoder_layer_{n}.ln_(1|2) <-> blocks.{n}.norm(1|2)
        encoder.layers.encoder_layer_{n}.self_attention.in_proj_(weight|bias) <-> blocks.{n}.attn.qkv.(weight|bias)
        encoder.layers.encoder_layer_{n}.self_attention.out_proj <-> blocks.{n}.attn.proj
        encoder.layers.encoder_layer_{n}.mlp.(0|3) <-> blocks.{n}.mlp.(fc1|fc2)
        encoder.ln <-> norm
        heads.head <-> head""",
}  # fmt: skip
