"""Regular expressions in ICU's syntax, which MindSpore uses, as Python's."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from msacc.dataset.text.properties import LINE_ENDS, named_set
from msacc.dataset.text.unicode import WHITESPACE

_HEX = re.compile(r"x\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})")
_PROPERTY = re.compile(r"[pP](?:\{\^?([^}]+)\}|([A-Z]))")
_POSIX = re.compile(r"\[:(\^?)([A-Za-z_=]+):\]")
_COUNT = re.compile(r"\{\d+(,\d*)?\}")
_LETTERS = {"a": "\a", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
# The end, or before a last line end.
_END = f"(?=\r\n\\Z|(?<!\r)\n\\Z|[{LINE_ENDS[1:]}]?\\Z)"
_FLAGS = re.compile(r"\(\?[imsx]+\)")


@functools.cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern as Python's; RuntimeError for a faulty one, NotImplementedError by name."""
    try:
        return re.compile(_Reader(pattern).expression())
    except (re.error, IndexError, OverflowError) as error:
        raise RuntimeError(f"invalid regular expression {pattern!r}: {error}.") from error


def _fault(pattern: str, text: str) -> RuntimeError:
    return RuntimeError(f"invalid regular expression {pattern!r}: {text}.")


class _Reader:
    """Walks through a pattern once and writes Python's."""

    def __init__(self, pattern: str) -> None:
        self.pattern, self.at = pattern, 0
        self.dot = "." if re.search(r"\(\?[imx]*s", pattern) else f"[^{LINE_ENDS}]"
        self.end = "$" if re.search(r"\(\?[isx]*m", pattern) else _END

    def _take(self, rule: re.Pattern[str]) -> re.Match[str] | None:
        found = rule.match(self.pattern, self.at)
        if found:
            self.at = found.end()
        return found

    def expression(self) -> str:
        out = []
        while self.at < len(self.pattern):
            out.append(self._part())
        return "".join(out)

    def _part(self) -> str:
        char = self.pattern[self.at]
        if char == "[":
            return self._set()
        if char == "{":
            count = self._take(_COUNT)
            if not count:
                raise _fault(self.pattern, f"a brace without a count at {self.at}")
            return count[0]
        if char == "(":
            return self._opening()
        self.at += 1
        if char == "\\":
            return self._escape()
        return {".": self.dot, "$": self.end}.get(char, char)

    def _opening(self) -> str:
        rest = self.pattern[self.at :]
        if rest.startswith("(?P"):
            raise _fault(self.pattern, "a named group is written (?<name>...)")
        if self.at and _FLAGS.match(rest):
            raise NotImplementedError(f"flags within {self.pattern!r}: set them at its start.")
        if re.match(r"\(\?<[^=!]", rest):
            self.at += 3
            return "(?P<"
        self.at += 1
        return "("

    def _escape(self) -> str:
        """What a backslash before `self.at` means outside of a set."""
        char = self.pattern[self.at]
        if char == "Q":
            end = self.pattern.find("\\E", self.at)
            stop = len(self.pattern) if end < 0 else end
            text, self.at = self.pattern[self.at + 1 : stop], stop + 2
            return re.escape(text)
        simple = {"A": "\\A", "z": "\\Z", "Z": _END, "E": "", "R": f"(?:\r\n|[{LINE_ENDS}])"}
        if char in "bB":
            self.at += 1
            return f"(?:{_boundary()})" if char == "b" else f"(?!(?:{_boundary()}))"
        if char in simple:
            self.at += 1
            return simple[char]
        if char in "XGN":
            raise NotImplementedError(f"\\{char} in the regular expression {self.pattern!r}.")
        name = self._take(re.compile(r"k<(\w+)>"))
        if name:
            return f"(?P={name[1]})"
        back = self._take(re.compile(r"[1-9]\d?"))
        return f"(?:\\{back[0]})" if back else self._class()

    def _class(self) -> str:
        """An escape that stands for a character or a set of them, as a set."""
        found = self._take(_PROPERTY)
        if found:
            no = (found[0][0] == "P") != found[0].startswith(("p{^", "P{^"))
            return f"[{'^' * no}{named_set(found[1] or found[2])}]"
        found = self._take(_HEX)
        if found:
            return f"[\\U{int(found[found.lastindex or 0], 16):08x}]"
        char = self.pattern[self.at]
        self.at += 1
        sets: dict[str, Callable[[], str]] = {
            "d": lambda: "\\d",
            "h": lambda: named_set("blank"),
            "s": lambda: WHITESPACE,
            "v": lambda: LINE_ENDS,
            "w": lambda: named_set("word"),
        }
        if char.lower() in sets:
            return f"[{'^' * char.isupper()}{sets[char.lower()]()}]"
        return f"[{re.escape(_LETTERS.get(char, char))}]"

    def _set(self) -> str:
        """A set with sets in it, as alternatives and assertions on one character."""
        posix = self._take(_POSIX)
        if posix:
            return f"[{posix[1]}{named_set(posix[2])}]"
        self.at += 1
        no = self.pattern[self.at] == "^"
        self.at += no
        whole, first = "", True
        joined: list[str] = []
        how = ""
        while first or self.pattern[self.at] != "]":
            operator = self.pattern[self.at : self.at + 2]
            if operator in ("&&", "--"):
                whole, joined, how = _combined(whole, how, joined), [], operator
                self.at += 2
            else:
                joined.append(self._member())
            first = False
        self.at += 1
        whole = _combined(whole, how, joined)
        return f"(?:(?!{whole})[\\s\\S])" if no else whole

    def _member(self) -> str:
        if self.pattern[self.at] == "[":
            return self._set()
        low = self._single()
        ends = self.pattern[self.at : self.at + 1] == "-" and self.pattern[self.at + 1] not in "]-["
        if not ends or len(low) == 0:
            return low
        self.at += 1
        return f"{low[:-1]}-{self._single()[1:]}"

    def _single(self) -> str:
        char = self.pattern[self.at]
        self.at += 1
        return self._class() if char == "\\" else f"[{re.escape(char)}]"


@functools.cache
def _boundary() -> str:
    """Between a word and what is none, but never before a combining mark."""
    word = named_set("word")
    return f"(?![{named_set('Mn')}])(?:(?<=[{word}])(?![{word}])|(?<![{word}])(?=[{word}]))"


def _combined(whole: str, how: str, joined: list[str]) -> str:
    """`whole`, restricted to what is (not) in one of the sets `joined`."""
    union = joined[0] if len(joined) == 1 else f"(?:{'|'.join(joined)})"
    if not how:
        return union
    return f"(?:(?{'=' if how == '&&' else '!'}{union}){whole})"


def template(replace: str, pattern: re.Pattern[str]) -> Callable[[re.Match[str]], str]:
    """What stands for a match: $1 and ${name} are groups, a backslash takes the next character."""
    parts: list[str | int] = []
    at = 0
    while at < len(replace):
        char, rest = replace[at], replace[at + 1 :]
        if char == "$":
            group, used = _group(rest, pattern, replace)
            parts.append(group)
        elif char == "\\":
            code = re.match(r"u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})", rest)
            parts.append(chr(int(code[0][1:], 16)) if code else rest[:1])
            used = code.end() if code else 1
        else:
            parts.append(char)
            used = 0
        at += 1 + used
    return lambda found: "".join(p if isinstance(p, str) else found[p] or "" for p in parts)


def _group(rest: str, pattern: re.Pattern[str], replace: str) -> tuple[int, int]:
    name = re.match(r"\{(\w+)\}", rest)
    if name and name[1] in pattern.groupindex:
        return pattern.groupindex[name[1]], name.end()
    digits = re.match(r"\d+", rest)
    for used in range(len(digits[0]) if digits else 0, 0, -1):
        if int(rest[:used]) <= pattern.groups:
            return int(rest[:used]), used
    raise RuntimeError(
        f"RegexReplace: {replace!r} refers to a group that {pattern.pattern!r} lacks."
    )
