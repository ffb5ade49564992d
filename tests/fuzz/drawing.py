"""What the grammars of all families draw from: shapes, dtypes, data, and bodies that grow op by op."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

Shape = tuple[int, ...]
_SIZES = (0, 1, 1, 2, 2, 3, 3, 3, 4, 5, 7)
_KINDS = {
    "f": ("float32",) * 6 + ("float16", "float64"),
    "i": ("int32", "int64") * 2 + ("uint8", "int8"),
}


class Draw(random.Random):
    """A source of choices; one seed gives one program."""

    def chance(self, share: float) -> bool:
        return self.random() < share

    def shape(self, least: int = 0, most: int = 3) -> Shape:
        return tuple(self.choice(_SIZES) for _ in range(self.randint(least, most)))

    def full_shape(self, least: int = 1, most: int = 3) -> Shape:
        """Without a size of 0."""
        return tuple(self.choice(_SIZES[1:]) for _ in range(self.randint(least, most)))

    def like(self, shape: Shape) -> Shape:
        """One that mostly broadcasts with `shape`."""
        if self.chance(0.05):
            return self.shape()
        cut = shape[self.randint(0, len(shape)) :] if self.chance(0.4) else shape
        return tuple(1 if self.chance(0.2) else size for size in cut)

    def dtype(self, kind: str) -> str:
        return "bool" if kind == "b" else self.choice(_KINDS[kind])

    def data(self, shape: Shape, dtype: str = "float32") -> str:
        """The text of a Tensor, now and then one that is not contiguous."""
        seed = self.randint(0, 99)
        rest = f'dtype="{dtype}", seed={seed})'
        if len(shape) == 2 and self.chance(0.1):
            return f"data({shape[1]}, {shape[0]}, {rest}.T"
        if len(shape) >= 1 and self.chance(0.08):
            return f"data({', '.join(map(str, (2 * shape[0], *shape[1:])))}, {rest}[::2]"
        return f"data({', '.join(map(str, shape))}{', ' if shape else ''}{rest}"

    def whole_data(self, shape: Shape) -> str:
        """The text of a contiguous Tensor of Float32."""
        return f"data({', '.join(map(str, shape))}, seed={self.randint(0, 99)})"

    def number(self) -> str:
        return self.choice(("2", "3", "-1", "0.5", "1.5", "-0.25", "True", "2.0", "10"))

    def axis(self, rank: int) -> int:
        if rank == 0 or self.chance(0.03):
            return self.choice((0, -1, 3))
        return self.randint(-rank, rank - 1)


@dataclass
class Variable:
    name: str
    shape: Shape
    kind: str  # f, i or b


@dataclass
class Body:
    """The lines of a function, and the variables that they leave."""

    draw: Draw
    variables: list[Variable]
    indent: str = "    "
    lines: list[str] = field(default_factory=list)

    def pick(self, kinds: str = "fib", least: int = 0) -> Variable | None:
        """A variable of a kind and rank, mostly a late one."""
        fit = [v for v in self.variables if v.kind in kinds and len(v.shape) >= least]
        if not fit:
            return None
        return fit[-1] if self.draw.chance(0.5) else self.draw.choice(fit)

    def line(self, text: str) -> None:
        self.lines.append(self.indent + text)

    def add(self, text: str, shape: Shape, kind: str) -> Variable:
        variable = Variable(f"v{len(self.variables)}", shape, kind)
        self.variables.append(variable)
        self.line(f"{variable.name} = {text}")
        return variable

    def grow(self, steps: int, makers: list[Callable[[Body], None]]) -> None:
        for _ in range(steps):
            self.draw.choice(makers)(self)

    def results(self, count: int = 2) -> str:
        """An expression of the last variables."""
        names = [v.name for v in self.variables[-count:]]
        return names[0] if len(names) == 1 else f"({', '.join(names)})"

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def inputs(
    draw: Draw, least: int = 1, most: int = 3, kinds: str = "fffi"
) -> tuple[list[Variable], list[str]]:
    """Variables x0, x1 … of shapes that mostly fit each other, and the texts of their data."""
    shape, variables, texts = draw.shape(1, 3), [], []
    for i in range(draw.randint(least, most)):
        kind = draw.choice(kinds) if i else "f"
        own = draw.like(shape) if i else shape
        variables.append(Variable(f"x{i}", own, kind))
        texts.append(f"x{i} = {draw.data(own, draw.dtype(kind))}")
    return variables, texts


def names(variables: list[Variable]) -> str:
    return ", ".join(v.name for v in variables)


def gradient_lines(draw: Draw, variables: list[Variable], fn: str = "f") -> list[str]:
    """A line that shows the gradients of a function by its float inputs."""
    floats = tuple(i for i, v in enumerate(variables) if v.kind == "f")
    position: object = floats if len(floats) > 1 or draw.chance(0.3) else floats[0]
    called = "ms.value_and_grad" if draw.chance(0.2) else "ms.grad"
    return [f"show({called}({fn}, {position}), {names(variables)})"]
