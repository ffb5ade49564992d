"""Unicode character properties by name, as the inside of a regular expression's set."""

from __future__ import annotations

import functools

from msacc.dataset.text.unicode import WHITESPACE, category, script_set

LINE_ENDS = "\n\v\f\r\x85\u2028\u2029"
_LONG_NAMES = {
    "other": "C",
    "control": "Cc",
    "format": "Cf",
    "letter": "L",
    "lowercaseletter": "Ll",
    "modifierletter": "Lm",
    "otherletter": "Lo",
    "titlecaseletter": "Lt",
    "uppercaseletter": "Lu",
    "mark": "M",
    "nonspacingmark": "Mn",
    "number": "N",
    "decimalnumber": "Nd",
    "letternumber": "Nl",
    "punctuation": "P",
    "connectorpunctuation": "Pc",
    "dashpunctuation": "Pd",
    "symbol": "S",
    "currencysymbol": "Sc",
    "mathsymbol": "Sm",
    "separator": "Z",
    "spaceseparator": "Zs",
    "punct": "P",
    "digit": "Nd",
    "cntrl": "Cc",
    "lower": "Ll",
    "upper": "Lu",
}
# Letters among the symbols: circled and squared ones.
_CIRCLED = "\u24b6-\u24e9\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189"


def _groups(*names: str) -> str:
    return "".join(category(name) or "" for name in names)


@functools.cache
def named_set(name: str) -> str:
    """Returns the characters of \\p{name}: a category, a script or a common binary property.

    Alphabetic and alnum are approximations: `unicodedata` does not say which marks belong to them;
    spacing marks (Mc) are included. NotImplementedError for other properties.
    """
    key, _, value = name.partition("=")
    short = (value or key).lower().replace("_", "").replace(" ", "").replace("-", "")
    chars = _binary(short) if not value else None
    if chars is None and key.lower() not in ("script", "sc"):
        chars = category(_LONG_NAMES.get(short, short[:1].upper() + short[1:]))
    chars = chars or script_set(value or key)
    if chars is None:
        raise NotImplementedError(
            f"\\p{{{name}}}: msacc knows general categories, scripts and common properties such as "
            "Alphabetic; write the characters as a set."
        )
    return chars


def _binary(short: str) -> str | None:
    if short in ("whitespace", "space"):
        return WHITESPACE
    if short == "blank":
        return "\t" + _groups("Zs")
    if short in ("alphabetic", "alpha"):
        return _groups("L", "Nl", "Mc") + _CIRCLED
    if short == "alnum":
        return _groups("L", "Nl", "Nd", "Mc") + _CIRCLED
    if short == "word":
        return _groups("L", "Nl", "M", "Nd", "Pc") + _CIRCLED + "\u200c\u200d"
    simple = {"any": "\\U00000000-\\U0010ffff", "ascii": "\\x00-\\x7f", "xdigit": "0-9a-fA-F"}
    return simple.get(short)
