"""Names of the parameters of models: timm's on the left, MindCV's on the right.

Not here, as their twins in MindCV have other parameters: cait, mobilevit, pnasnet, resnetv2 (but BiT), skresnext.
"""

from __future__ import annotations

from msacc.interop.name_patterns import numbered_through

_THREE = "qkv[(1/3|2/3|3/3)]"
_INVERTED = "(conv_pw|bn1|conv_dw|bn2|conv_pwl|bn3)"
_EXCITED = "(conv_pw|bn1|conv_dw|bn2|se|conv_pwl|bn3)"
_SEPARABLE = "(conv_dw|bn1|conv_pw|bn2)"
_STEM = "(conv_stem|bn1) <-> features.(0|1)"
_RESNET = "layer{s}.{b}.downsample <-> layer{s}.{b}.down_sample\nfc <-> classifier"
_SE = "layer{{s}}.{{b}}.{}.(fc1|fc2) <-> layer{{s}}.{{b}}.se_module.(conv_reduce|conv_expand)"
_LEGACY_SE = f"""layer0.(conv1|bn1|conv2|bn2|conv3|bn3) <-> layer0.(0|1|3|4|6|7)
    {_SE.format("se_module")}
    last_linear <-> classifier"""
_NEW_SE = f"(conv1|bn1) <-> layer0.(0|1)\n{_SE.format('se')}\nfc <-> classifier"


def _through(blocks: tuple[int, ...], stage: int, first: int, theirs: str, own: str) -> str:
    line = f"blocks.{{stage}}.{{block}}.{theirs} <-> {own}"
    return numbered_through(blocks, stage, first, line)


def _mobilenet_v3(stages: tuple[tuple[int, bool], ...], first_block: str) -> str:
    """`stages` after the first: how many blocks, and whether with squeeze and excitation."""
    lines, number = [f"blocks.0.0.{first_block}"], 4
    for stage, (count, excites) in enumerate(stages, 1):
        theirs, places = (_EXCITED, "0|1|3|4|6|7|8") if excites else (_INVERTED, "0|1|3|4|6|7")
        lines.append(
            _through((count,), stage, number, theirs, f"features.{{number}}.layers.({places})")
        )
        number += count
    last = f"blocks.{len(stages) + 1}.0.(conv|bn1) <-> features.({number}|{number + 1})"
    return "\n".join(
        [*lines, last, _STEM, "conv_head <-> classifier.0", "classifier <-> classifier.3"]
    )


def _mixnet(depth: int) -> str:
    """`depth`: blocks in each of the last three stages."""
    excited = "convs.(0.grouped_conv|1|3.mixed_depthwise_conv|4|6|7.grouped_conv|8)"
    plain = "convs.(0.grouped_conv|1|3.mixed_depthwise_conv|4|6.grouped_conv|7)"
    return f"""blocks.0.0.{_SEPARABLE} <-> layers.0.convs.(0.mixed_depthwise_conv|1|3.grouped_conv|4)
        {_through((2,), 1, 1, _INVERTED, f"layers.{{number}}.{plain}")}
        {_through((4, depth, depth, depth), 2, 3, _EXCITED, f"layers.{{number}}.{excited}")}
        (conv_stem|bn1) <-> stem_conv.(0|1)
        (conv_head|bn2) <-> head_conv.(0|1)"""


def _edgenext(*last: int) -> str:
    """`last`: the blocks of the stages 1, 2, 3 that attend."""
    attend = [
        f"stages.{s}.blocks.{b}.gamma <-> stages.{s}.{b}.gamma" for s, b in enumerate(last, 1)
    ]
    return "\n".join(attend) + """
        stages.{s}.blocks.{b}.gamma <-> stages.{s}.{b}.gamma1
        stages.{s}.blocks.{b}.(conv_dw|mlp.fc1|mlp.fc2) <-> stages.{s}.{b}.(dwconv|pwconv1|pwconv2)
        stages.{s}.blocks.{b} <-> stages.{s}.{b}
        stem <-> downsample_layers.0
        stages.{s}.downsample <-> downsample_layers.{s}
        (head.norm|head.fc) <-> (norm|head)"""  # fmt: skip


def _dpn() -> str:
    """Each joined convolution is cut behind the channels of the residual path."""
    lines = [
        "features.conv2_{b}.c1x1_w_s1.bn <-> features.conv2_{b}.c1x1_w_bn",
        "features.conv{s}_{b}.c1x1_w_s2.bn <-> features.conv{s}_{b}.c1x1_w_bn",
    ]
    for stage, rows, proj in ((2, 256, "s1"), (3, 512, "s2"), (4, 1024, "s2"), (5, 2048, "s2")):
        block, parts = f"features.conv{stage}_{{b}}", f"conv[(:{rows}|{rows}:)]"
        lines.append(f"{block}.c1x1_w_{proj}.{parts} <-> {block}.(c1x1_w_r|c1x1_w_d)")
        lines.append(f"{block}.c1x1_c.{parts} <-> {block}.layers.(conv3_r|conv3_d)")
    block = "features.conv{s}_{b}"
    for number, name in enumerate(("c1x1_a", "c3x3_b", "c1x1_c"), 1):
        lines.append(f"{block}.{name}.(bn|conv) <-> {block}.layers.(bn{number}|conv{number})")
    return "\n".join([
        *lines,
        "features.conv1_1.(conv|bn) <-> features.conv1.(conv|norm)",
        "features.conv5_bn_ac.bn <-> conv5_x.norm",
    ])  # fmt: skip


_CONVNEXT = """stages.(0|1|2|3).blocks.{b}.(gamma|conv_dw) <-> feature.(1|3|5|7).{b}.(gamma_|dwconv)
    stages.(0|1|2|3).blocks.{b}.mlp.(fc1|fc2|grn) <-> feature.(1|3|5|7).{b}.(pwconv1|pwconv2|grn)
    stages.(0|1|2|3).blocks <-> feature.(1|3|5|7)
    stages.(1|2|3).downsample <-> feature.(2|4|6)
    stem <-> feature.0
    (head.norm|head.fc) <-> (norm|classifier)"""

_BIT = """stages.{s}.blocks.{b}.norm{c} <-> layer{s+1}.{b}.gn{c}
    stages.{s}.blocks.{b}.downsample.conv <-> layer{s+1}.{b}.down_sample.0
    stages.{s}.blocks <-> layer{s+1}
    (stem.conv|norm|head.fc) <-> (conv1|gn|classifier)"""

_ATTENTION = "layers.{s}.blocks.{b}.attn"
_SWIN = f"""{_ATTENTION}.{_THREE} <-> {_ATTENTION}.(q|k|v)
    layers.{{s}}.downsample <-> layers.{{s-1}}.downsample
    - <-> layers.{{s}}.blocks.{{b}}.attn_mask"""

# A family has the models whose names begin so, the longest counts.
TIMM: dict[str, str] = {
    "coat": f"""serial_blocks{{s}}.{{b}}.factoratt_crpe.{_THREE} <-> serial_blocks{{s}}.{{b}}.factoratt_crpe.(q|k|v)
        parallel_blocks.{{b}}.factoratt_crpe{{s}}.{_THREE} <-> parallel_blocks.{{b}}.factoratt_crpe{{s}}.(q|k|v)""",
    "convit": f"""blocks.(10|11).attn.{_THREE} <-> blocks.(10|11).attn.(q|k|v)
        blocks.{{b}}.attn.qk[(1/2|2/2)] <-> blocks.{{b}}.attn.(q|k)
        head <-> classifier""",
    "convnext": _CONVNEXT,
    "crossvit": """(pos_embed|cls_token)_{s} <-> (pos_embed|cls_token).{s}
        blocks.{s}.fusion.{b} <-> blocks.{s}.fusion.{b}.0""",
    "densenet": """features.denseblock{s}.denselayer{b} <-> features.denseblock{s}.cell_list.{b-1}
        features.transition{s} <-> features.transition{s}.features""",
    "dpn": _dpn(),
    "edgenext": _edgenext(2, 8, 2),
    "edgenext_xx_small": _edgenext(1, 5, 1),
    "efficientnet_b": f"""blocks.0.{{b}}.(conv_dw|bn1|se|conv_pw|bn2) <-> features.3.{{b}}.block.(0|1|3|4|5)
        blocks.{{s}}.{{b}}.{_EXCITED} <-> features.{{s+3}}.{{b}}.block.(0|1|3|4|6|7|8)
        {_STEM}
        (conv_head|bn2) <-> features.(10|11)
        classifier <-> mlp_head""",
    "efficientnetv2": f"""blocks.0.{{b}}.(conv|bn1) <-> features.3.{{b}}.block.(0|1)
        blocks.(1|2).{{b}}.(conv_exp|bn1|conv_pwl|bn2) <-> features.(4|5).{{b}}.block.(0|1|3|4)
        blocks.{{s}}.{{b}}.{_EXCITED} <-> features.{{s+3}}.{{b}}.block.(0|1|3|4|6|7|8)
        {_STEM}
        (conv_head|bn2) <-> features.(10|11)
        classifier <-> mlp_head""",
    "ghostnet": "blocks.9.0.(conv|bn1) <-> blocks.9.features.(0|1)",
    "halonet": """stages.{s}.{b}.shortcut <-> stage{s+1}.blocks.{b}.creat_shortcut
        stages.{s}.{b}.self_attn.pos_embed.height_rel <-> stage{s+1}.blocks.{b}.self_attn.pos_embed.rel_height
        stages.{s}.{b}.self_attn.pos_embed.width_rel <-> stage{s+1}.blocks.{b}.self_attn.pos_embed.rel_width
        stages.{s}.{b}.post_attn <-> stage{s+1}.blocks.{b}.post_attn.bn
        stages.{s}.{b} <-> stage{s+1}.blocks.{b}
        head.fc <-> classifier.1""",
    "hrnet": """layer1.{b}.downsample <-> layer1.{b}.down_sample
        incre_modules.{s}.{b}.downsample <-> incre_modules.{s}.{b}.down_sample
        downsamp_modules <-> downsample_modules""",
    "inception_v4": """features.(0|1|2) <-> features.0.(conv2d_1a_3x3|conv2d_2a_3x3|conv2d_2b_3x3)
        features.(3.conv|5.conv) <-> features.0.(mixed_3a_branch_1|mixed_5a_branch_0)
        features.4.branch{b} <-> features.0.mixed_4a_branch_{b}
        features.(19|20|21).branch1_(0|1a|1b) <-> features.(14|15|16).branch_1(|_1|_2)
        features.(19|20|21).branch2_(3a|3b) <-> features.(14|15|16).branch_2_(1|2)
        features.(19|20|21).branch2_{b} <-> features.(14|15|16).branch_2.{b}
        features.{s}.branch{b} <-> features.{s-5}.branch_{b}
        last_linear <-> classifier""",
    "legacy_se": _LEGACY_SE,
    "legacy_xception": "block{b} <-> blocks.{b-1}\nfc <-> classifier",
    "mixer": """blocks.{b}.(norm1|norm2) <-> mixer_blocks.{b}.(token_mix|channel_mix).0
        blocks.{b}.mlp_tokens.(fc1|fc2) <-> mixer_blocks.{b}.token_mix.2.net.(0|3)
        blocks.{b}.mlp_channels.(fc1|fc2) <-> mixer_blocks.{b}.channel_mix.1.net.(0|3)
        (stem.proj|norm|head) <-> (to_patch_embedding.0|layer_norm|mlp_head)""",
    "mixnet": _mixnet(4),
    "mixnet_s": _mixnet(3),
    "mnasnet": f"""blocks.0.0.{_SEPARABLE} <-> features.(3|4|6|7)
        {_through((3, 3, 3, 2, 4, 1), 1, 8, _INVERTED, "features.{number}.layers.(0|1|3|4|6|7)")}
        {_STEM}
        (conv_head|bn2) <-> features.(24|25)""",
    "mobilenetv1": f"""{_through((1, 2, 2, 6, 2), 0, 3, _SEPARABLE, "features.{number}.(0|1|3|4)")}
        {_STEM}""",
    "mobilenetv2": f"""blocks.0.0.{_SEPARABLE} <-> features.3.layers.(0|1|3|4)
        {_through((2, 3, 4, 3, 3, 1), 1, 4, _INVERTED, "features.{number}.layers.(0|1|3|4|6|7)")}
        {_STEM}
        (conv_head|bn2) <-> features.(20|21)
        classifier <-> classifier.1""",
    "mobilenetv3_large": _mobilenet_v3(
        ((2, False), (3, True), (4, False), (2, True), (3, True)),
        f"{_SEPARABLE} <-> features.3.layers.(0|1|3|4)",
    ),
    "mobilenetv3_small": _mobilenet_v3(
        ((2, False), (3, True), (2, True), (3, True)),
        "(conv_dw|bn1|se|conv_pw|bn2) <-> features.3.layers.(0|1|3|4|5)",
    ),
    "pit": f"""transformers.{{s}}.blocks.{{b}}.attn.{_THREE} <-> transformers.{{s}}.blocks.{{b}}.attn.(q|k|v)
        transformers.{{s}}.pool <-> pools.{{s-1}}""",
    "poolformer": """stages.(0|1|2|3).blocks.{b}.layer_scale{c}.scale <-> network.(0|2|4|6).{b}.layer_scale_{c}
        stages.(0|1|2|3).blocks <-> network.(0|2|4|6)
        stages.(1|2|3).downsample.conv <-> network.(1|3|5).proj
        stem.conv <-> patch_embed.proj
        (head.norm|head.fc) <-> (norm|head)""",
    "pvt_v2": """patch_embed <-> patch_embed_list.0
        stages.{s}.(downsample|norm) <-> (patch_embed_list|norm_list).{s}
        stages.{s}.blocks.{b}.mlp.dwconv <-> block_list.{s}.{b}.mlp.dwconv.dwconv
        stages.{s}.blocks <-> block_list.{s}""",
    "regnet": """s{s}.b{b}.downsample.(conv|bn) <-> stages.{s-1}.blocks.{b-1}.(proj|bn)
        s{s}.b{b}.(conv1|conv2|conv3).conv <-> stages.{s-1}.blocks.{b-1}.f.(a|b|c)
        s{s}.b{b}.(conv1|conv2|conv3).bn <-> stages.{s-1}.blocks.{b-1}.f.(a_bn|b_bn|c_bn)
        s{s}.b{b}.se.(fc1|fc2) <-> stages.{s-1}.blocks.{b-1}.f.se.(conv_reduce|conv_expand)""",
    "repvgg": """stem.(conv_kxk|conv_1x1).(conv|bn) <-> stage0.(rbr_dense|rbr_1x1).(0|1)
        stages.{s}.{b}.(conv_kxk|conv_1x1).(conv|bn) <-> stage{s+1}.{b}.(rbr_dense|rbr_1x1).(0|1)
        stages.{s}.{b}.identity <-> stage{s+1}.{b}.rbr_identity
        head.fc <-> linear""",
    "res2net": _RESNET,
    "res2net50d": "layer1.0.downsample.(1|2) <-> layer1.0.down_sample.(0|1)\n" + _RESNET,
    "res2net101d": "layer1.0.downsample.(1|2) <-> layer1.0.down_sample.(0|1)\n" + _RESNET,
    "resnest": "",
    "resnet": _RESNET,
    "resnetv2_50x": _BIT,
    "resnetv2_101x": _BIT,
    "resnext": _RESNET,
    "rexnet": """features.{n}.conv_dw.(conv|bn) <-> features.{n}.conv_dw.features.(0|1)
        features.{n}.conv_exp.(conv|bn) <-> features.{n}.conv_exp.features.(0|1)
        features.{n}.conv_pwl.(conv|bn) <-> features.{n}.conv_pwl.features.(0|1)
        features.{n}.se.(fc1|fc2) <-> features.{n}.se.(conv_reduce|conv_expand)
        features.{n}.(conv|bn) <-> features.{n}.features.(0|1)
        stem.(conv|bn) <-> stem.features.(0|1)
        head.fc <-> cls.1""",
    "seresnet": _NEW_SE,
    "skresnet": """layer{s}.{b}.conv{c}.paths.{d}.(conv|bn) <-> layer{s}.{b}.conv{c}.paths.{d}.features.(0|1)
        layer{s}.{b}.conv{c}.(conv|bn) <-> layer{s}.{b}.conv{c}.(0|1)
        """ + _RESNET,
    "swin": _SWIN + f"""
        {_ATTENTION}.relative_position_bias_table <-> {_ATTENTION}.relative_bias.relative_position_bias_table
        - <-> {_ATTENTION}.relative_bias.index
        head.fc <-> classifier""",
    "swinv2": f"""{_ATTENTION}.(q_bias|v_bias) <-> {_ATTENTION}.(q|v).bias
        {_ATTENTION}.cpb_mlp.(0|2) <-> {_ATTENTION}.relative_position_bias.cpb_mlp(0|2)
        - <-> {_ATTENTION}.relative_position_bias.relative_coords_table
        - <-> {_ATTENTION}.relative_position_bias.relative_position_index
        head.fc <-> head
        """ + _SWIN,
    "visformer": "",
    "vit": "",
    "volo": "",
    "xcit": """cls_attn_blocks.{b}.attn.(q|k|v) <-> cls_attn_blocks.{b}.attn.qkv[(1/3|2/3|3/3)]
        pos_embed <-> pos_embeder""",
}  # fmt: skip
