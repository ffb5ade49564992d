"""Regular expressions of ICU, which MindSpore uses, with the package `regex`."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

import regex

_LINE_ENDS = r"\n\v\f\r\x85\u2028\u2029"
# Escapes that `regex` lacks or reads otherwise.
_ESCAPES = {
    "a": r"\a", "e": r"\x1b", "E": "", "h": r"[\t\p{Zs}]", "H": r"[^\t\p{Zs}]", "v": f"[{_LINE_ENDS}]",
    "V": f"[^{_LINE_ENDS}]", "z": r"\Z", "Z": r"(?=\r\n\Z|(?<!\r)\n\Z|[\v\f\r\x85\u2028\u2029]?\Z)",
    # A boundary is never before a combining mark.
    "b": r"(?!\p{Mn})(?:(?<=\w)(?!\w)|(?<!\w)(?=\w))", "B": r"(?!(?!\p{Mn})(?:(?<=\w)(?!\w)|(?<!\w)(?=\w)))",
}  # fmt: skip
_SHARED_ESCAPES = "AdDfnNGrRsStuUwWxX"
# For POSIX some symbols are punctuation.
_PROPERTIES = {"punct": "P"}
_GROUP = re.compile(r"(?<!\\)\((?:(?!\?)|\?<[A-Za-z])")
_PARTS = re.compile(
    r"""\\Q(?P<quoted>.*?)(?:\\E|\Z)
    |\\(?:x\{(?P<braced>[0-9A-Fa-f]{1,6})\}|0(?P<octal>[0-7]{1,3})|c(?P<control>.))
    |\\k<(?P<name>\w+)>|\\(?P<back>[1-9]\d?)
    |\\(?P<negated>[pP])\{(?P<property>[^}]+)\}|\[:(?P<posix>\^?)(?P<class>[\w=]+):\]
    |\\(?P<escape>.)
    |(?P<group>\((?:\?(?:<[A-Za-z][A-Za-z0-9]*>|[:=!>\#]|<[=!]|[imsx-]+[:)]))?(?!\?))
    |(?P<count>\{\d+(?:,\d*)?\})
    |(?P<char>.)""",
    re.VERBOSE | re.DOTALL,
)


@functools.cache
def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Compiles an ICU pattern; RuntimeError for invalid patterns."""
    try:
        return regex.compile(_translate(pattern), regex.V1 | regex.WORD)
    except (regex.error, ValueError, OverflowError) as error:
        raise RuntimeError(f"invalid regular expression {pattern!r}: {error}.") from error


def _translate(pattern: str) -> str:
    """Returns the pattern in the syntax of `regex`, whose sets of characters are ICU's."""
    out = []
    depth, position = 0, 0
    groups = len(_GROUP.findall(pattern))
    while position < len(pattern):
        part = _PARTS.match(pattern, position)
        if part is None or not depth and part["char"] in (*"({}\\",) or part["escape"] in (*"pP",):
            raise ValueError(f"{pattern[position:]!r} cannot be read")
        position = part.end()
        if depth and part.lastgroup in ("group", "count"):
            position = part.start() + 1
            out.append(regex.escape(part[0][0]))
        elif part["back"]:
            # A second digit counts where there are so many groups.
            digits = 2 if int(part["back"]) <= groups else 1
            out.append(f"(?:\\{part['back'][:digits]})")
            position = min(position, part.start() + 1 + digits)
        elif part["char"] == "[":
            opening = re.compile(r"\^?\]?").match(pattern, position)[0]  # type: ignore[index]
            out.append("[" + opening.replace("]", r"\]"))
            position += len(opening)
            depth += 1
        elif depth and part["char"]:
            depth -= part["char"] == "]"
            # Pairs of these are operators of `regex` alone.
            out.append(f"\\{part[0]}" if part[0] in "|~" else part[0])
        elif depth and part["escape"] and part["escape"] in "AbBGRXzZ":
            out.append(part["escape"])
        else:
            out.append(_one(part))
    return "".join(out)


def _one(part: re.Match[str]) -> str:
    """Translates a part of a pattern that means the same inside of a set of characters and outside."""
    if part["quoted"] is not None:
        return regex.escape(part["quoted"], special_only=False)
    if part["braced"]:
        return f"\\U{int(part['braced'], 16):08x}"
    if part["octal"]:
        return f"\\x{int(part['octal'], 8):02x}"
    if part["control"]:
        return f"\\x{ord(part['control']) & 31:02x}"
    if part["name"]:
        return f"(?P={part['name']})"
    if part["property"]:
        return f"\\{part['negated']}{{{_PROPERTIES.get(part['property'], part['property'])}}}"
    if part["class"]:
        name = _PROPERTIES.get(part["class"], part["class"])
        return f"\\{'P' if part['posix'] else 'p'}{{{name}}}"
    escape = part["escape"]
    if escape is None or escape in _SHARED_ESCAPES:
        return part[0]
    return _ESCAPES.get(escape, regex.escape(escape, special_only=False))


def replacement_function(
    replace: str, pattern: regex.Pattern[str]
) -> Callable[[regex.Match[str]], str]:
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


def _group(rest: str, pattern: regex.Pattern[str], replace: str) -> tuple[int, int]:
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
