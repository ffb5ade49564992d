"""Arguments of reading, writing and converting checkpoints."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases.args_train import dense, state
from tests.parity.harness import Arrays, as_array, case, is_mindspore, merge

KEY = b"0123456789abcdef"


def in_folder(body: Callable[[Any, Any, str], Arrays]) -> Callable[[Any, Any], Arrays]:
    """A case that is given a folder of its own."""

    def made(ms: Any, run: Any) -> Arrays:
        with tempfile.TemporaryDirectory() as folder:
            return body(ms, run, folder)

    made.__module__, made.__name__ = body.__module__, body.__name__
    return case(jit=False)(made)


def listed(folder: str, end: str) -> np.ndarray:
    """The files below a folder that end so."""
    result = [os.path.join(at, n) for at, _, names in os.walk(folder) for n in names]
    names = (os.path.relpath(path, folder) for path in result if path.endswith(end))
    return np.array(" ".join(sorted(names)))


@in_folder
def asynchronous(ms: Any, run: Any, folder: str) -> Arrays:
    """Loading in a thread takes what loading takes."""
    ms.save_checkpoint(dense(ms), f"{folder}/plain.ckpt")
    ms.save_checkpoint(dense(ms), f"{folder}/secret.ckpt", enc_key=KEY, enc_mode="AES-CBC")

    def read(name: str, **options: Any) -> Any:
        future = ms.load_checkpoint_async(ckpt_file_name=f"{folder}/{name}.ckpt", **options)
        return future.result()

    other, strict = dense(ms, seed=5), dense(ms, seed=5)
    chosen = read("plain", net=other, choice_func=lambda name: name == "bias")
    read("plain", net=strict, strict_load=True)
    opened = read("secret", dec_key=KEY, dec_mode="AES-CBC")
    names = {
        "chosen": chosen,
        "filtered": read("plain", filter_prefix="wei"),
        "specified": read("plain", specify_prefix="wei"),
    }
    return {
        **{name: np.array(" ".join(sorted(result))) for name, result in names.items()},
        "opened": as_array(opened["bias"]),
        **{f"chosen.{k}": v for k, v in state(other).items()},
        **{f"strict.{k}": v for k, v in state(strict).items()},
        **run.raises(lambda: read("secret", dec_key=b"0" * 16, dec_mode="AES-CBC")),
    }


@in_folder
def conversion(ms: Any, run: Any, folder: str) -> Arrays:
    """From one format to the other and back, names changed, files chosen, rank by rank."""
    for rank in (0, 1):
        os.makedirs(f"{folder}/in/rank_{rank}")
        for name in ("net", "other"):
            ms.save_checkpoint(dense(ms, seed=rank), f"{folder}/in/rank_{rank}/{name}.ckpt")
    ms.ckpt_to_safetensors(
        file_path=f"{folder}/in",
        save_path=f"{folder}/safe",
        name_map={"weight": "w"},
        file_name_regex="net",
        processes_num=2,
    )
    safe = listed(f"{folder}/safe", ".safetensors")
    ms.safetensors_to_ckpt(
        file_path=f"{folder}/safe",
        save_path=f"{folder}/back",
        name_map={"w": "kernel"},
        file_name_regex="net",
        processes_num=2,
    )
    read = ms.load_checkpoint(f"{folder}/back/rank_1/net.ckpt")
    return {
        "safe": safe,
        "back": listed(f"{folder}/back", ".ckpt"),
        "names": np.array(" ".join(sorted(read))),
        "kernel": as_array(read["kernel"]),
    }


@in_folder
def one_file(ms: Any, run: Any, folder: str) -> Arrays:
    """A file by itself; one that the pattern does not match, and a path that is none."""
    ms.save_checkpoint(dense(ms), f"{folder}/net.ckpt")
    ms.ckpt_to_safetensors(f"{folder}/net.ckpt", f"{folder}/out", name_map={"bias": "b"})
    ms.safetensors_to_ckpt(f"{folder}/out/net.safetensors", f"{folder}/again")
    read = ms.load_checkpoint(f"{folder}/again/net.ckpt")
    wrong: dict[str, dict[str, Any]] = {
        "path": {"file_path": f"{folder}/none.ckpt"},
        "target": {"file_path": f"{folder}/net.ckpt", "save_path": f"{folder}/a.txt"},
        "map": {"file_path": f"{folder}/net.ckpt", "name_map": ["bias"]},
        "pattern": {"file_path": f"{folder}/net.ckpt", "file_name_regex": "other"},
    }
    refused = {
        name: run.raises(lambda o=options: ms.ckpt_to_safetensors(**o))
        for name, options in wrong.items()
    }
    return merge(read={name: as_array(value) for name, value in read.items()}, **refused)


@in_folder
def whole(ms: Any, run: Any, folder: str) -> Arrays:
    """One process holds everything: nothing is gathered, nothing is held twice."""
    ms.save_checkpoint(dense(ms), f"{folder}/net.ckpt", integrated_save=False)
    read = ms.load_checkpoint(f"{folder}/net.ckpt", remove_redundancy=True)
    config = ms.train.CheckpointConfig(remove_redundancy=True, format="safetensors")
    wrong = {"remove_redundancy": 1, "enc_key": "x", "enc_mode": 1, "crc_check": 1, "format": 1}
    refused = {
        name: run.raises(lambda n=name, v=value: ms.train.CheckpointConfig(**{n: v}))
        for name, value in wrong.items()
    }
    return merge(
        read={name: as_array(value) for name, value in read.items()},
        config={"flag": np.array(config.remove_redundancy)},
        **refused,
        load=run.raises(lambda: ms.load_checkpoint(f"{folder}/net.ckpt", remove_redundancy=1)),
    )


@in_folder
def slices(ms: Any, run: Any, folder: str) -> Arrays:
    """Files of a run that was not split are its parameters; MindSpore reads them one by one."""
    ms.save_checkpoint(dense(ms), f"{folder}/net.ckpt")
    net, held = dense(ms, seed=5), ms.load_checkpoint(f"{folder}/net.ckpt")
    if is_mindspore(ms):
        ms.load_param_into_net(net, held, strict_load=True)
    else:
        ms.load_distributed_checkpoint(
            network=net, checkpoint_filenames=[f"{folder}/net.ckpt"], strict_load=True
        )
    none = run.raises(lambda: ms.load_distributed_checkpoint(net, [f"{folder}/none.ckpt"]))
    return {**state(net), **none}
