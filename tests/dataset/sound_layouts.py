"""Small sound files in the layouts of public speech and music sets."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np


def sound(path: Path, rate: int, count: int = 7, channels: int = 1, seed: int = 0) -> None:
    """A wav file of 16 bits."""
    path.parent.mkdir(parents=True, exist_ok=True)
    values = np.random.RandomState(seed).randint(-32768, 32768, count * channels)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(values.astype("<i2").tobytes())


def lj_speech(folder: Path) -> None:
    for i in range(3):
        sound(folder / f"wavs/LJ{i}.wav", 22050, 5 + i, channels=1 + i % 2, seed=i)
    rows = [f"LJ{i}|Dr. {i} said|Doctor {i} said: 'x', \"y\"\n" for i in range(3)]
    (folder / "metadata.csv").write_text("".join(rows))


def speech_commands(folder: Path) -> None:
    names = ["backward/a1_nohash_0", "bob/b2_nohash_11", "bob/c_d_nohash_3", "zero/e5_nohash_2"]
    for i, name in enumerate([*names, "_background_noise_/hum"]):
        sound(folder / f"{name}.wav", 16000, 4 + i, seed=i)
    (folder / "testing_list.txt").write_text("bob/b2_nohash_11.wav\n")
    (folder / "validation_list.txt").write_text("zero/e5_nohash_2.wav\n")


def yes_no(folder: Path) -> None:
    sound(folder / "0_1_0_1_1_0_0_1.wav", 8000)


def gtzan(folder: Path) -> None:
    names = ["blues.00029", "blues.00097", "jazz.00041", "disco.00000", "rock.00010"]
    for i, name in enumerate(names):
        sound(folder / name.split(".")[0] / f"{name}.wav", 22050, 4 + i, seed=i)
    # In no list, and of another rate.
    sound(folder / "pop/pop.00021.wav", 16000)


def cmu_arctic(folder: Path) -> None:
    for voice, count in (("aew", 3), ("ksp", 2)):
        at = folder / f"cmu_us_{voice}_arctic"
        names = [f"arctic_a000{i}" for i in range(count)]
        for i, name in enumerate(names):
            sound(at / f"wav/{name}.wav", 16000, 4 + i, seed=i)
        (at / "etc").mkdir()
        rows = [f'( {name} "What, {i} of them." )\n' for i, name in enumerate(names)]
        (at / "etc/txt.done.data").write_text("".join(rows))


def libri_tts(folder: Path) -> None:
    for part, speaker, count in (("dev-other", 7, 1), ("train-clean-100", 2506, 2)):
        at, chapter = folder / part / str(speaker) / "11", f"{speaker}_11"
        names = [f"{chapter}_00000{i}_000000" for i in range(count)]
        for i, name in enumerate(names):
            sound(at / f"{name}.wav", 24000, 4 + i, seed=i)
        rows = [f"{name}\tNo {i}, sir\tNumber {i}, sir\n" for i, name in enumerate(names)]
        (at / f"{chapter}.trans.tsv").write_text("".join(rows))


def tedlium(folder: Path) -> None:
    head = "NIST_1A\n   1024\nsample_rate -i 100\nsample_byte_format -s2 10\nend_head\n"
    samples = np.random.RandomState(0).randint(-32768, 32768, 100).astype(">i2").tobytes()
    for part, talks in (("train", "ab"), ("test", "c"), ("dev", "d"), ("data", "ef")):
        for kind in ("sph", "stm"):
            (folder / part / kind).mkdir(parents=True)
        for talk in talks:
            (folder / part / f"sph/{talk}.sph").write_bytes(head.encode().ljust(1024) + samples)
            rows = [f"{talk} 1 s{talk} 0.{i} 0.{i + 2} <o,f0,male> words {i}\n" for i in range(2)]
            (folder / part / f"stm/{talk}.stm").write_text("".join(rows))
