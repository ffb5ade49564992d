"""A docstring of the house's form, taken apart: what it does, arguments, result, errors, what differs from MindSpore.

The form: paragraphs of plain sentences. A sentence, or what follows a semicolon, that begins with arguments in
backquotes is about them (`axis`: an int; `x` is a Tensor), as are sentences behind it that say "it" or "they". One that
begins with "Raises" lists errors, one with "Returns", "Called with" or "The result" tells of the result, one with
"Differs from MindSpore" of that. A paragraph of nothing but formulas in backquotes is shown as such. All else is prose,
in its order; no word is lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_SUBJECT = re.compile(
    r"`\*{0,2}\w+`(?:(?:, and |, | and | or )`\*{0,2}\w+`)*(?: \(or `\w+`\))?|\w+(?:, \w+)*(?=: )"
)
_MORE_SUBJECTS = re.compile(r"(?:, | and )`(\w+)`(?= for )")
_COPULA = re.compile(r"(?:: | is | are )")
_TELLS = re.compile(r": |` (?:is|are|has|have)\b|`, (?:an?|the|in) ")
_BOUND = re.compile(r" ([<>]=? [^ ]+: |> 0)")
_PRONOUN = re.compile(
    r"\b(it|they|them|both|these|this|those|latter|former|then|either)\b", re.IGNORECASE
)
_ERRORS = re.compile(r"Raises(?:, when called,)? |(?=[A-Z]\w*Error (?:for|where|when)\b)")
_RESULT = re.compile(
    r"(Returns?|Called with|Call it|The (?:result|output|value|gradient)s?|(?:Both|All) results"
    r"|Results?:|Gives|Yields)\b"
)
_DIFFERS = re.compile(r"(Differs? from MindSpore|(?:In |Unlike )?MindSpore(?!'s dtype))\b")
_SAME = re.compile(r"As in MindSpore\.$")
_ONE_ERROR = re.compile(
    r"(?:, and |, or | and | or |, |; )(?=(?:an? )?[A-Z]\w*(?:Error|Warning|Exception)\b)"
)
_FORMULA = r"`[^`\n]+`"
_FORMULAS = re.compile(rf"{_FORMULA}(?:[;,.]?\s+{_FORMULA})*[.]?$")
_SIGNS = re.compile(r"[`()\[\].;]")
_NEXT = re.compile(r" [A-Z`'\"(*…\d]|$| \w+(, \w+)*: ")
_ABBREVIATED = re.compile(r"\b(e\.g|i\.e|etc|vs|cf|resp)\.$")


@dataclass
class Argument:
    """What is said of arguments that share their description."""

    names: tuple[str, ...]
    text: str


@dataclass
class Parts:
    """A docstring by what its sentences are about; `same`: it says that nothing differs.

    `order`: which part each sentence of the last four belongs to, as they come.
    """

    summary: list[str] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    arguments: list[Argument] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    result: list[str] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)
    differs: list[str] = field(default_factory=list)
    same: bool = False
    order: list[str] = field(default_factory=list)


def parse(text: str, names: list[str]) -> Parts:
    """The parts of a docstring without its example, where `names` are the arguments that a user gives."""
    parts = Parts()
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        if _is_list(paragraph):
            parts.notes.append(paragraph)
        elif number and _FORMULAS.match(paragraph) and not _about(paragraph, names):
            parts.formulas += re.findall(r"`([^`]+)`", paragraph)
        else:
            _Reader(parts, names).read(" ".join(paragraph.split()), first=not number)
    return parts


def _is_list(paragraph: str) -> bool:
    """A list, or lines that are set in."""
    return any(line.startswith(("- ", "    ", "1. ")) for line in paragraph.splitlines())


class _Reader:
    """Puts the sentences of a paragraph where they belong; what goes on is kept with what it goes on from."""

    def __init__(self, parts: Parts, names: list[str]):
        self.parts, self.names = parts, names
        self.prose: list[str] = []
        self.into: list[str] | None = None  # None: the last argument

    def read(self, paragraph: str, first: bool) -> None:
        self.into = self.parts.summary if first else self.prose
        told = sentences(paragraph, self.names)
        if first and told:
            self.parts.summary.append(told.pop(0))
        for sentence in told:
            self._place(sentence)
        if self.prose:
            self.parts.notes.append(" ".join(self.prose))

    def _place(self, sentence: str) -> None:
        parts, arguments = self.parts, _about(sentence, self.names)
        if _SAME.match(sentence):
            parts.same = True
        elif _ERRORS.match(sentence):
            parts.errors += _errors(sentence)
            parts.order.append("errors")
            self.into = self.prose
        elif _DIFFERS.match(sentence):
            self._begin(parts.differs, sentence, "differs")
        elif _RESULT.match(sentence):
            self._begin(parts.result, sentence, "result")
        elif arguments:
            parts.arguments.append(_argument(sentence, arguments))
            parts.order.append("arguments")
            self.into = None
        elif self.into is not None:
            self.into.append(sentence)
        elif _PRONOUN.search(sentence):
            parts.arguments[-1].text += f" {sentence}"
        else:
            self._begin(self.prose, sentence)

    def _begin(self, into: list[str], sentence: str, part: str = "") -> None:
        into.append(sentence)
        self.parts.order += [part] if part else []
        self.into = into


def _argument(sentence: str, names: tuple[str, ...]) -> Argument:
    """What a sentence says of the arguments that it begins with, without repeating them where it can do without."""
    subject = _SUBJECT.match(sentence)
    assert subject is not None
    copula = _COPULA.match(sentence, subject.end())
    text = sentence[copula.end() :] if copula else sentence
    bound = _BOUND.match(sentence, subject.end())
    return Argument(names, sentence[bound.start(1) :] if bound else text)


def _about(sentence: str, names: list[str]) -> tuple[str, ...]:
    """The arguments that a sentence begins with, and those behind a comma; none unless all are arguments."""
    subject = _SUBJECT.match(sentence)
    if subject is None:
        return ()
    found = re.findall(r"\w+", re.sub(r" (and|or) |\(or", " ", subject[0]))
    if not all(name in names for name in found):
        return ()
    before_colon = sentence[subject.end() :].partition(": ")
    more = _MORE_SUBJECTS.findall(before_colon[0]) if before_colon[1] else []
    return tuple(dict.fromkeys([*found, *(name for name in more if name in names)]))


def _errors(sentence: str) -> list[tuple[str, str]]:
    """Class and cause of each error that a sentence lists."""
    begin = _ERRORS.match(sentence)
    assert begin is not None
    when = ", when called" if "," in begin[0] else ""
    found: list[tuple[str, str]] = []
    for part in _ONE_ERROR.split(sentence[begin.end() :].removesuffix(".")):
        name, _, cause = re.sub(r"^an? ", "", part).partition(" ")
        found.append((name.rstrip(",:"), cause + when))
    return found


def sentences(paragraph: str, names: list[str]) -> list[str]:
    """The sentences of a paragraph, and its clauses behind a semicolon that are about arguments.

    Neither a full stop in backquotes or brackets nor that of an abbreviation ends one.
    """
    found, start, depth, quoted = [], 0, 0, False
    for sign in _SIGNS.finditer(paragraph):
        quoted ^= sign[0] == "`"
        if quoted:
            continue
        depth = max(0, depth + (sign[0] in "([") - (sign[0] in ")]"))
        if sign[0] in ".;" and not depth and _ends(paragraph, sign.start(), names):
            found.append(paragraph[start : sign.end()].strip())
            start = sign.end()
    parts = (*found, paragraph[start:].strip())
    return [f"{each[:-1]}." if each.endswith(";") else each for each in parts if each]


def _ends(paragraph: str, at: int, names: list[str]) -> bool:
    if paragraph[at] == ";":
        clause = paragraph[at + 2 :].partition(". ")[0].partition(";")[0]
        return bool(_about(clause, names)) and bool(_TELLS.search(clause))
    return bool(_NEXT.match(paragraph, at + 1)) and not _ABBREVIATED.search(
        paragraph[max(0, at - 5) : at + 1]
    )
