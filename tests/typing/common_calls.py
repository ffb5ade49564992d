"""The calls that public code makes most, each right, with a keyword misspelt, and with a value of a wrong type.

`common_calls.txt` holds their names and arguments that are right; what is wrong is made of these.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).with_suffix(".txt")
# What the arguments name.
PRELUDE = """\
import math
from typing import Any

import numpy as np

import mindspore as ms
import mindspore.dataset as ds
from mindspore import Parameter, Tensor, nn, ops
from mindspore.common import initializer
from mindspore.dataset import vision


class Rows:
    def __getitem__(self, index: int) -> Any:
        return np.float32(index), index

    def __len__(self) -> int:
        return 4


def forward(a: Tensor, b: Tensor) -> Tensor:
    return ops.matmul(a, b)


rows = Rows()
data = ds.GeneratorDataset(rows, ["x", "y"], shuffle=False)
net = nn.Dense(2, 2)
params = net.trainable_params()
optimizer = nn.SGD(params, 0.1)
with_loss = nn.WithLossCell(net, nn.MSELoss())
x = Tensor(np.ones((2, 2), np.float32))
images, heads = ops.ones((1, 3, 8, 8)), ops.ones((2, 1, 8))
"""


class Call(NamedTuple):
    """A call of a public name, with its arguments as they stand in the table."""

    name: str
    arguments: str
    wrong_value: str
    is_run: bool

    def right(self) -> str:
        """The call as it is in the table."""
        return f"{self.called()}({self.arguments})"

    def misspelt(self) -> str:
        """The call with its first keyword misspelt."""
        call, keyword = self._parsed()
        keyword.arg = misspelling(keyword.arg or "")
        return ast.unparse(call)

    def of_wrong_type(self) -> str:
        """The call with another type of value for its first keyword."""
        call, keyword = self._parsed()
        wrong = self.wrong_value or ("1.5" if _is_text(keyword.value) else "'1'")
        keyword.value = ast.parse(wrong, mode="eval").body
        return ast.unparse(call)

    def _parsed(self) -> tuple[ast.Call, ast.keyword]:
        call = ast.parse(self.right(), mode="eval").body
        assert isinstance(call, ast.Call)
        return call, call.keywords[0]

    def imported(self) -> str:
        """`from mindspore.nn import Dense as nn_Dense`."""
        return self._target()[0]

    def called(self) -> str:
        """`nn_Dense`."""
        return self._target()[1]

    def _target(self) -> tuple[str, str]:
        *path, last = ["mindspore", *self.name.split(".")]
        module = _module(".".join(path))
        first, *rest = ".".join([*path, last])[len(module) + 1 :].split(".")
        here = f"{module}.{first}".removeprefix("mindspore.").replace(".", "_")
        return f"from {module} import {first} as {here}", ".".join([here, *rest])


def misspelling(keyword: str) -> str:
    """A keyword without its middle letter; one of a letter or two with that twice."""
    middle = len(keyword) // 2
    if len(keyword) < 3:
        return keyword + keyword[-1]
    return keyword[:middle] + keyword[middle + 1 :]


def _is_text(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _module(path: str) -> str:
    while path:
        try:
            importlib.import_module(path.replace("mindspore", "msacc", 1))
            return path
        except ModuleNotFoundError:
            path = path.rpartition(".")[0]
    raise AssertionError("mindspore cannot be imported")


def calls() -> list[Call]:
    """The calls of the table."""
    return list(_read())


def _read() -> Iterator[Call]:
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        names, _, arguments = line.partition(":")
        arguments, _, wrong = arguments.partition(" ! ")
        for name in names.removeprefix("*").split():
            yield Call(name, arguments.strip(), wrong, not line.startswith("*"))


class Program(NamedTuple):
    """One program of all calls, one a line, and which of them stands on which line."""

    text: str
    at: dict[int, Call]


def program(form: Callable[[Call], str]) -> Program:
    """The program whose calls are of one form: right, misspelt, of a wrong type."""
    found = calls()
    head = [*PRELUDE.splitlines(), *sorted({each.imported() for each in found})]
    text = "\n".join([*head, *map(form, found)]) + "\n"
    return Program(text, dict(enumerate(found, len(head) + 1)))


FORMS = {
    "common_right": Call.right,
    "common_misspelt": Call.misspelt,
    "common_of_wrong_type": Call.of_wrong_type,
}
