"""Translation of regular expressions from ICU's syntax, which MindSpore uses, to Python's."""

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
_ESCAPES = {"a": "\a", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
# The end of the text, or the position before a final line end.
_END = f"(?=\r\n\\Z|(?<!\r)\n\\Z|[{LINE_ENDS[1:]}]?\\Z)"
_FLAGS = re.compile(r"\(\?[imsx]+\)")


@functools.cache
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Compiles an ICU pattern; RuntimeError for invalid patterns, NotImplementedError for unsupported syntax."""
    try:
        return re.compile(_Reader(pattern).expression())
    except (re.error, IndexError, OverflowError) as error:
        raise RuntimeError(f"invalid regular expression {pattern!r}: {error}.") from error


def _syntax_error(pattern: str, text: str) -> RuntimeError:
    return RuntimeError(f"invalid regular expression {pattern!r}: {text}.")


class _Reader:
    """Translates a pattern in one pass."""

    def __init__(self, pattern: str) -> None:
        self.pattern, self.position = pattern, 0
        self.dot = "." if re.search(r"\(\?[imx]*s", pattern) else f"[^{LINE_ENDS}]"
        self.end = "$" if re.search(r"\(\?[isx]*m", pattern) else _END

    def _take(self, rule: re.Pattern[str]) -> re.Match[str] | None:
        match = rule.match(self.pattern, self.position)
        if match:
            self.position = match.end()
        return match

    def expression(self) -> str:
        out = []
        while self.position < len(self.pattern):
            out.append(self._part())
        return "".join(out)

    def _part(self) -> str:
        char = self.pattern[self.position]
        if char == "[":
            return self._set()
        if char == "{":
            count = self._take(_COUNT)
            if not count:
                raise _syntax_error(self.pattern, f"a brace without a count at {self.position}")
            return count[0]
        if char == "(":
            return self._opening()
        self.position += 1
        if char == "\\":
            return self._escape()
        return {".": self.dot, "$": self.end}.get(char, char)

    def _opening(self) -> str:
        rest = self.pattern[self.position :]
        if rest.startswith("(?P"):
            raise _syntax_error(self.pattern, "a named group is written (?<name>...)")
        if self.position and _FLAGS.match(rest):
            raise NotImplementedError(f"flags within {self.pattern!r}: set them at its start.")
        if re.match(r"\(\?<[^=!]", rest):
            self.position += 3
            return "(?P<"
        self.position += 1
        return "("

    def _escape(self) -> str:
        """Translates an escape (the backslash is before `self.position`) outside of a set."""
        char = self.pattern[self.position]
        if char == "Q":
            end = self.pattern.find("\\E", self.position)
            stop = len(self.pattern) if end < 0 else end
            text, self.position = self.pattern[self.position + 1 : stop], stop + 2
            return re.escape(text)
        simple = {"A": "\\A", "z": "\\Z", "Z": _END, "E": "", "R": f"(?:\r\n|[{LINE_ENDS}])"}
        if char in "bB":
            self.position += 1
            return f"(?:{_boundary()})" if char == "b" else f"(?!(?:{_boundary()}))"
        if char in simple:
            self.position += 1
            return simple[char]
        if char in "XGN":
            raise NotImplementedError(f"\\{char} in the regular expression {self.pattern!r}.")
        name = self._take(re.compile(r"k<(\w+)>"))
        if name:
            return f"(?P={name[1]})"
        back = self._take(re.compile(r"[1-9]\d?"))
        return f"(?:\\{back[0]})" if back else self._class()

    def _class(self) -> str:
        """Translates an escape for a character or a class of characters to a set."""
        match = self._take(_PROPERTY)
        if match:
            negated = (match[0][0] == "P") != match[0].startswith(("p{^", "P{^"))
            return f"[{'^' * negated}{named_set(match[1] or match[2])}]"
        match = self._take(_HEX)
        if match:
            return f"[\\U{int(match[match.lastindex or 0], 16):08x}]"
        char = self.pattern[self.position]
        self.position += 1
        sets: dict[str, Callable[[], str]] = {
            "d": lambda: "\\d",
            "h": lambda: named_set("blank"),
            "s": lambda: WHITESPACE,
            "v": lambda: LINE_ENDS,
            "w": lambda: named_set("word"),
        }
        if char.lower() in sets:
            return f"[{'^' * char.isupper()}{sets[char.lower()]()}]"
        return f"[{re.escape(_ESCAPES.get(char, char))}]"

    def _set(self) -> str:
        """Translates a set, with nested sets, to alternatives and assertions on one character."""
        posix = self._take(_POSIX)
        if posix:
            return f"[{posix[1]}{named_set(posix[2])}]"
        self.position += 1
        negated = self.pattern[self.position] == "^"
        self.position += negated
        result, first = "", True
        members: list[str] = []
        pending = ""
        while first or self.pattern[self.position] != "]":
            operator = self.pattern[self.position : self.position + 2]
            if operator in ("&&", "--"):
                result, members, pending = _combine(result, pending, members), [], operator
                self.position += 2
            else:
                members.append(self._member())
            first = False
        self.position += 1
        result = _combine(result, pending, members)
        return f"(?:(?!{result})[\\s\\S])" if negated else result

    def _member(self) -> str:
        if self.pattern[self.position] == "[":
            return self._set()
        low = self._single()
        ends = (
            self.pattern[self.position : self.position + 1] == "-"
            and self.pattern[self.position + 1] not in "]-["
        )
        if not ends or len(low) == 0:
            return low
        self.position += 1
        return f"{low[:-1]}-{self._single()[1:]}"

    def _single(self) -> str:
        char = self.pattern[self.position]
        self.position += 1
        return self._class() if char == "\\" else f"[{re.escape(char)}]"


@functools.cache
def _boundary() -> str:
    """Returns the pattern of a word boundary, which is never before a combining mark."""
    word = named_set("word")
    return f"(?![{named_set('Mn')}])(?:(?<=[{word}])(?![{word}])|(?<![{word}])(?=[{word}]))"


def _combine(base: str, operator: str, members: list[str]) -> str:
    """Intersects the set `base` with the union of `members` ("&&"), or subtracts the union ("--")."""
    union = members[0] if len(members) == 1 else f"(?:{'|'.join(members)})"
    if not operator:
        return union
    return f"(?:(?{'=' if operator == '&&' else '!'}{union}){base})"


def replacement_function(replace: str, pattern: re.Pattern[str]) -> Callable[[re.Match[str]], str]:
    """Returns the replacement function: $1 and ${name} are groups, a backslash quotes the next character."""
    parts: list[str | int] = []
    position = 0
    while position < len(replace):
        char, rest = replace[position], replace[position + 1 :]
        if char == "$":
            group, length = _group(rest, pattern, replace)
            parts.append(group)
        elif char == "\\":
            code = re.match(r"u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})", rest)
            parts.append(chr(int(code[0][1:], 16)) if code else rest[:1])
            length = code.end() if code else 1
        else:
            parts.append(char)
            length = 0
        position += 1 + length
    return lambda match: "".join(p if isinstance(p, str) else match[p] or "" for p in parts)


def _group(rest: str, pattern: re.Pattern[str], replace: str) -> tuple[int, int]:
    name = re.match(r"\{(\w+)\}", rest)
    if name and name[1] in pattern.groupindex:
        return pattern.groupindex[name[1]], name.end()
    digits = re.match(r"\d+", rest)
    for length in range(len(digits[0]) if digits else 0, 0, -1):
        if int(rest[:length]) <= pattern.groups:
            return int(rest[:length]), length
    raise RuntimeError(
        f"RegexReplace: {replace!r} refers to a group that {pattern.pattern!r} lacks."
    )
