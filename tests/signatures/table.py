"""The record as a file: one section a module, one line a callable, aliases gathered.

    [mindspore.ops]
    softmax(input, axis=-1, *, dtype=None)
    Softmax.__call__(input)
    add_n hidden
    sum_ hidden (input, dim, keepdim, *, dtype) (input, dim)

    [mindspore.ops.functional]
    = mindspore.ops: softmax exp_=exp

`hidden` is a signature that MindSpore does not show; behind it stand the forms its own error
message lists, without defaults.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

RECORDED = Path(__file__).parent / "recorded.txt"


@dataclass
class Record:
    """Signatures by full name, and the full names that are another name's object."""

    signatures: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)

    def all_names(self) -> Iterator[tuple[str, str]]:
        """Every (name, signature), aliases resolved; methods under the first name only."""
        yield from self.signatures.items()
        for name, target in self.aliases.items():
            yield name, self.signatures[target]


def split(name: str, modules: list[str]) -> tuple[str, str]:
    """`mindspore.ops.Concat.__call__` as (module, rest), by the longest module that fits."""
    home = max((m for m in modules if name.startswith(m + ".")), key=len)
    return home, name[len(home) + 1 :]


def write(record: Record, modules: list[str], path: Path = RECORDED) -> None:
    """One section a module, everything sorted."""
    lines: dict[str, list[str]] = {m: [] for m in modules}
    for name, text in sorted(record.signatures.items()):
        module, rest = split(name, modules)
        lines[module].append(rest + (text if text.startswith("(") else f" {text}"))
    gathered: dict[tuple[str, str], list[str]] = {}
    for name, target in sorted(record.aliases.items()):
        module, rest = split(name, modules)
        home, target_rest = split(target, modules)
        word = rest if rest == target_rest else f"{rest}={target_rest}"
        gathered.setdefault((module, home), []).append(word)
    for (module, home), words in gathered.items():
        lines[module] += [f"= {home}: {part}" for part in textwrap.wrap(" ".join(words), 90)]
    sections = [f"[{m}]\n" + "\n".join(result) + "\n" for m, result in lines.items() if result]
    path.write_text("\n".join(sections))


def read(path: Path = RECORDED) -> Record:
    """The record that `write` wrote."""
    record, module = Record(), ""
    for line in path.read_text().splitlines():
        if line.startswith("["):
            module = line[1:-1]
        elif line.startswith("= "):
            home, words = line[2:].split(": ")
            for word in words.split():
                rest, _, target = word.partition("=")
                record.aliases[f"{module}.{rest}"] = f"{home}.{target or rest}"
        elif line:
            at = min(i for i in (line.find("("), line.find(" ")) if i > 0)
            record.signatures[f"{module}.{line[:at]}"] = line[at:].strip()
    return record
