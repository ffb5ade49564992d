"""A tiny Stable Diffusion of mindone.diffusers: its parts trained (noise prediction, pictures coded, LoRA), a prompt
drawn.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from drawn import ORIGINAL, fill, number, numbers, sums, tensor, train
from laid import arguments, tell

given = arguments(part=["unet", "vae", "lora", "prompt"], mode=["pynative", "graph"], steps=3)

if ORIGINAL:
    import diffusers as ours
    import transformers as language
else:
    import mindspore as ms
    from mindone import diffusers as ours
    from mindone import transformers as language

    ms.set_context(mode=ms.GRAPH_MODE if given.mode == "graph" else ms.PYNATIVE_MODE)
WIDTH, LETTERS = 16, "abcdefghijklmnopqrstuvwxyz"
ENDS = ["<|startoftext|>", "<|endoftext|>"]


def _unet() -> Any:
    return ours.UNet2DConditionModel(
        sample_size=8, layers_per_block=1, block_out_channels=(16, 32), norm_num_groups=4,
        down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"), attention_head_dim=4,
        up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"), cross_attention_dim=WIDTH,
    )  # fmt: skip


def _vae() -> Any:
    return ours.AutoencoderKL(
        down_block_types=("DownEncoderBlock2D",) * 2, up_block_types=("UpDecoderBlock2D",) * 2,
        block_out_channels=(8, 16), norm_num_groups=4, latent_channels=4, sample_size=16,
    )  # fmt: skip


def _tokenizer(folder: Path) -> Any:
    """Words in letters: a vocabulary without merges."""
    import transformers

    words = [*LETTERS, *(letter + "</w>" for letter in LETTERS), *ENDS]
    folder.mkdir()
    (folder / "vocab.json").write_text(json.dumps({word: i for i, word in enumerate(words)}))
    (folder / "merges.txt").write_text("#version: 0.2\n")
    return transformers.CLIPTokenizer(
        str(folder / "vocab.json"), str(folder / "merges.txt"), model_max_length=12
    )


def _text_encoder(words: int) -> Any:
    import transformers

    return language.CLIPTextModel(
        transformers.CLIPTextConfig(
            vocab_size=words, hidden_size=WIDTH, num_hidden_layers=2, num_attention_heads=2,
            intermediate_size=32, max_position_embeddings=12, bos_token_id=words - 2,
            eos_token_id=words - 1, pad_token_id=words - 1, attn_implementation="eager",
        )
    )  # fmt: skip


def _noise_prediction() -> dict[str, Any]:
    """Noise of drawn times added by a scheduler, and the mean square of what the net takes it for."""
    net, steps = _unet(), ours.DDPMScheduler()
    if given.part == "lora":
        if ORIGINAL:
            from peft import LoraConfig
        else:
            from mindone.peft import LoraConfig
        net.add_adapter(
            LoraConfig(r=2, lora_alpha=2, target_modules=["to_k", "to_q", "to_v", "to_out.0"])
        )
    fill(net)
    noise, times = numbers(2, 4, 8, 8, seed=1), tensor(np.array([17, 540], np.int64))
    noisy = steps.add_noise(numbers(2, 4, 8, 8), noise, times)
    words = numbers(2, 7, WIDTH, seed=2)

    def loss_of(noisy: Any, times: Any, words: Any, noise: Any) -> Any:
        return (net(noisy, times, words, return_dict=False)[0] - noise).square().mean()

    return _trained(net, loss_of, (noisy, times, words, noise))


def _pictures_coded() -> dict[str, Any]:
    """An auto-encoder that gives pictures again: their mean square, and the middle of each code."""
    net = _vae()
    fill(net)

    def loss_of(pictures: Any) -> Any:
        return (net(pictures, return_dict=False)[0] - pictures).square().mean()

    pictures = numbers(2, 3, 16, 16)
    if ORIGINAL:
        code = net.encode(pictures).latent_dist.mode().detach().numpy()
    else:
        code = net.diag_gauss_dist.mode(net.encode(pictures)[0]).asnumpy()
    return {"code": code.reshape(-1), **_trained(net, loss_of, (pictures,))}


def _trained(net: Any, loss_of: Any, inputs: tuple[Any, ...]) -> dict[str, Any]:
    net.train() if ORIGINAL else net.set_train()
    before = number(loss_of(*inputs))
    losses = train(net, loss_of, inputs, given.steps, given.mode)
    return {"forward": before, "losses": losses, "sums": sums(net)}


def _prompt_drawn() -> dict[str, Any]:
    """Four steps of each scheduler, with guidance; the second run is of a pipeline that was saved and read again."""
    tokenizer = _tokenizer(given.data / "words")
    parts = {"vae": _vae(), "text_encoder": _text_encoder(len(tokenizer)), "unet": _unet()}
    for net in parts.values():
        fill(net)
        net.eval() if ORIGINAL else net.set_train(False)
    pipeline = ours.StableDiffusionPipeline(
        **parts, tokenizer=tokenizer, safety_checker=None,
        scheduler=ours.DDIMScheduler(steps_offset=1, clip_sample=False),
        feature_extractor=None, requires_safety_checker=False,
    )  # fmt: skip

    def drawn(pipeline: Any) -> Any:
        pipeline.set_progress_bar_config(disable=True)
        found = pipeline(
            "a small cat", num_inference_steps=4, guidance_scale=3.0, height=16, width=16,
            latents=numbers(1, 4, 8, 8), output_type="np", return_dict=False,
        )[0]  # fmt: skip
        return np.asarray(found).reshape(-1)

    told = {"DDIM": drawn(pipeline)}
    pipeline.save_pretrained(str(given.data / "saved"))
    told["DDIM reread"] = drawn(ours.StableDiffusionPipeline.from_pretrained(given.data / "saved"))
    for name in ("EulerDiscrete", "PNDM", "DPMSolverMultistep", "UniPCMultistep"):
        kind = getattr(ours, f"{name}Scheduler")
        pipeline.scheduler = kind.from_config(pipeline.scheduler.config)
        told[name] = drawn(pipeline)
    return told


ways = {"vae": _pictures_coded, "prompt": _prompt_drawn}
tell(given.out, **ways.get(given.part, _noise_prediction)())
