"""MindCV's models and their twins in torchvision and timm, and the size of images at which they are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# Odd at every stride, so that MindCV's `same` padding and torch's symmetric one are alike.
ODD = 225


@dataclass(frozen=True)
class Pair:
    """`twin`: library:model; `size`: of the images; `options`: of the twin's constructor."""

    own: str
    twin: str
    size: int = ODD
    options: tuple[tuple[str, Any], ...] = ()


def _same(library: str, names: str, size: int = ODD) -> list[Pair]:
    return [Pair(name, f"{library}:{name}", size) for name in names.split()]


def _pairs(library: str, text: str, size: int = ODD) -> list[Pair]:
    """Pairs of lines `own twin`."""
    named = [line.split() for line in text.strip().splitlines()]
    return [Pair(own, f"{library}:{twin}", size) for own, twin in named]


PAIRS: list[Pair] = [
    *_same("torchvision", "convnext_tiny convnext_small convnext_base convnext_large", 224),
    *_same(
        "torchvision",
        """densenet121 densenet161 densenet169 densenet201
        efficientnet_b0 efficientnet_b1 efficientnet_b2 efficientnet_b3 efficientnet_b4 efficientnet_b5 efficientnet_b6
        efficientnet_b7 efficientnet_v2_s efficientnet_v2_m efficientnet_v2_l
        regnet_x_800mf regnet_x_1_6gf regnet_x_3_2gf regnet_x_16gf regnet_x_32gf
        regnet_y_400mf regnet_y_1_6gf regnet_y_3_2gf regnet_y_16gf regnet_y_32gf
        resnet18 resnet34 resnet50 resnet101 resnet152 resnext50_32x4d resnext101_64x4d
        squeezenet1_0 squeezenet1_1""",
    ),
    Pair("inception_v3", "torchvision:inception_v3", 299),
    *_same("timm", "dpn92 dpn98 dpn107 dpn131"),
    *(
        Pair(f"mobilenet_v2_{width}_{size}", twin, size + 1)
        for width, twin in (
            ("035", "timm:mobilenetv2_035"),
            ("050", "timm:mobilenetv2_050"),
            ("075", "timm:mobilenetv2_075"),
            ("100", "torchvision:mobilenet_v2"),
        )
        for size in (96, 128, 160, 192)
    ),
    Pair("mobilenet_v2_130_224", "torchvision:mobilenet_v2", options=(("width_mult", 1.3),)),
    Pair("mobilenet_v3_large_075", "torchvision:mobilenet_v3_large", options=(("width_mult", 0.75),)),
    Pair("mobilenet_v3_small_075", "torchvision:mobilenet_v3_small", options=(("width_mult", 0.75),)),
    Pair("resnext152_64x4d", "torchvision:resnet152", options=(("groups", 64), ("width_per_group", 4))),
    Pair("res2net152", "timm:res2net101_26w_4s", options=(("layers", (3, 8, 36, 3)),)),
    Pair("res2net152_v1b", "timm:res2net101d", options=(("layers", (3, 8, 36, 3)),)),
    Pair("rexnet_09", "timm:rexnet_100", options=(("width_mult", 0.9),)),
    Pair("efficientnet_v2_xl", "timm:efficientnetv2_xl"),
    *(Pair(f"hrnet_{n}", f"timm:hrnet_{n}", 224, (("head_conv_bias", False),)) for n in ("w32", "w48")),
    *(Pair(f"convit_{n}_plus", f"timm:convit_{n}", 224, (("embed_dim", 64),)) for n in ("tiny", "small", "base")),
    *(
        Pair(f"mae_{own}_224_finetune", f"timm:vit_{twin}_224", 224, (("global_pool", "avg"), ("num_classes", 1000)))
        for own, twin in (("b_16", "base_patch16"), ("l_16", "large_patch16"), ("h_14", "huge_patch14"))
    ),
    *_pairs(
        "torchvision",
        """mnasnet_050 mnasnet0_5
        mnasnet_075 mnasnet0_75
        mnasnet_100 mnasnet1_0
        mnasnet_130 mnasnet1_3
        mobilenet_v2_100 mobilenet_v2
        mobilenet_v3_large_100 mobilenet_v3_large
        mobilenet_v3_small_100 mobilenet_v3_small
        regnet_x_8_0gf regnet_x_8gf""",
    ),
    *_pairs(
        "torchvision",
        """swin_tiny swin_t
        vit_b_16_224 vit_b_16
        vit_b_32_224 vit_b_32
        vit_l_16_224 vit_l_16
        vit_l_32_224 vit_l_32""",
        224,
    ),
    *_same(
        "timm",
        """ghostnet_050 ghostnet_100 ghostnet_130
        mixnet_s mixnet_m mixnet_l
        repvgg_a0 repvgg_a1 repvgg_a2 repvgg_b0 repvgg_b1 repvgg_b1g4 repvgg_b2 repvgg_b2g4 repvgg_b3
        resnext101_32x4d seresnet18 seresnet34 skresnet18 skresnet34 skresnet50""",
    ),
    *_same(
        "timm",
        """convnext_xlarge convnextv2_atto convnextv2_femto convnextv2_pico convnextv2_nano convnextv2_tiny
        convnextv2_base convnextv2_large convnextv2_huge edgenext_xx_small edgenext_x_small edgenext_small edgenext_base
        coat_tiny coat_mini coat_small coat_lite_tiny coat_lite_mini coat_lite_small
        convit_tiny convit_small convit_base poolformer_s12 poolformer_s24 poolformer_s36
        poolformer_m36 poolformer_m48 pvt_v2_b0 pvt_v2_b1 pvt_v2_b2 pvt_v2_b3 pvt_v2_b4 pvt_v2_b5
        visformer_small visformer_tiny xcit_tiny_12_p16_224""",
        224,
    ),
    *_same("timm", "coat_lite_medium", 224),
    *_same("timm", "inception_v4", 299),
    *_pairs(
        "timm",
        """BiT_resnet50 resnetv2_50x1_bit
        BiT_resnet101 resnetv2_101x1_bit
        BiT_resnet50x3 resnetv2_50x3_bit
        mnasnet_140 mnasnet_140
        mobilenet_v1_100 mobilenetv1_100
        mobilenet_v2_035_224 mobilenetv2_035
        mobilenet_v2_050_224 mobilenetv2_050
        mobilenet_v2_075 mobilenetv2_075
        mobilenet_v2_140 mobilenetv2_140
        regnet_x_200mf regnetx_002
        regnet_x_400mf regnetx_004
        regnet_x_600mf regnetx_006
        regnet_x_4_0gf regnetx_040
        regnet_x_6_4gf regnetx_064
        regnet_x_12gf regnetx_120
        regnet_y_200mf regnety_002
        regnet_y_600mf regnety_006
        regnet_y_800mf regnety_008
        regnet_y_4_0gf regnety_040
        regnet_y_6_4gf regnety_064
        regnet_y_8_0gf regnety_080
        regnet_y_12gf regnety_120
        res2net50 res2net50_26w_4s
        res2net101 res2net101_26w_4s
        res2net50_v1b res2net50d
        res2net101_v1b res2net101d
        rexnet_10 rexnet_100
        rexnet_13 rexnet_130
        rexnet_15 rexnet_150
        rexnet_20 rexnet_200
        senet154 legacy_senet154
        seresnet50 legacy_seresnet50
        seresnet101 legacy_seresnet101
        seresnet152 legacy_seresnet152
        seresnext26_32x4d legacy_seresnext26_32x4d
        seresnext50_32x4d legacy_seresnext50_32x4d
        seresnext101_32x4d legacy_seresnext101_32x4d""",
    ),
    *_pairs("timm", "xception legacy_xception", 299),
    *_pairs(
        "timm",
        """resnest14 resnest14d
        resnest26 resnest26d
        resnest50 resnest50d
        resnest101 resnest101e
        resnest200 resnest200e
        resnest269 resnest269e""",
        224,
    ),
    *_pairs(
        "timm",
        """crossvit_9 crossvit_9_240
        crossvit_15 crossvit_15_240
        crossvit_18 crossvit_18_240""",
        240,
    ),
    *_pairs(
        "timm",
        """halonet_50t halonet50ts
        swinv2_tiny_window8 swinv2_tiny_window8_256
        swinv2_small_window8 swinv2_small_window8_256
        swinv2_base_window8 swinv2_base_window8_256
        swinv2_tiny_window16 swinv2_tiny_window16_256
        swinv2_small_window16 swinv2_small_window16_256
        swinv2_base_window16 swinv2_base_window16_256""",
        256,
    ),
    *_pairs(
        "timm",
        """pit_ti pit_ti_224
        pit_xs pit_xs_224
        pit_s pit_s_224
        pit_b pit_b_224
        volo_d1 volo_d1_224
        volo_d2 volo_d2_224
        volo_d3 volo_d3_224
        volo_d4 volo_d4_224
        volo_d5 volo_d5_224""",
        224,
    ),
    *_pairs(
        "timm",
        """vit_b_16_384 vit_base_patch16_384
        vit_b_32_384 vit_base_patch32_384
        vit_l_16_384 vit_large_patch16_384""",
        384,
    ),
]  # fmt: skip
