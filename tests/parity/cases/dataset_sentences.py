"""Sets of sentences, questions and translations in public layouts: rows, orders, refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.dataset import text_layouts
from tests.parity.cases.dataset_scenes import (
    Layout,
    Way,
    build,
    nothing,
    refused,
    rows,
    still,
    way,
)
from tests.parity.harness import Arrays, case

L = text_layouts


def tagged(folder: Path) -> None:
    """Sentences with a file's last one closed or not, and two empty lines between."""
    for separator, names in (
        ("\t", ["en-ud-tag.v2.train.txt", "en-ud-tag.v2.test.txt", "en-ud-tag.v2.dev.txt"]),
        (" ", ["train.txt", "test.txt"]),
    ):
        for i, name in enumerate(names):
            words = ["a", "b", "c", "", "d", "e", "", "", "f", "", "g"][: 11 - i]
            text = "".join(f"{w}{separator}1{separator}{i}\n" if w else "\n" for w in words)
            (folder / name).write_text(text)


def plain_lines(folder: Path) -> None:
    """enwik9 without empty lines, which MindSpore counts otherwise."""
    (folder / "enwik9").write_text("".join(f"  <page {i}> é \n" for i in range(5)))


_ONE = {"num_parallel_workers": 1}
_HALF = {"num_shards": 2, "shard_id": 1, "shuffle": False, **_ONE}
_USUAL = {
    "all": still(**_ONE),
    "shuffled": way(**_ONE),
    "shard": way(**_HALF),
    "several": still(num_parallel_workers=2),
    "some": still(num_samples=2, **_ONE),
}
_PARTS = {
    "train": still("train", **_ONE),
    "valid": still("valid", **_ONE),
    "test": still("test", **_ONE),
}
_TASKS = ["AFQMC", "TNEWS", "IFLYTEK", "CMNLI", "WSC", "CSL"]

SETS: dict[str, tuple[Layout, dict[str, Way]]] = {
    "CLUE": (
        L.clue,
        {
            f"{task}_{usage}": ((f"$/{task}_{usage}.json", task, usage), {"shuffle": False, **_ONE})
            for task in _TASKS
            for usage in ("train", "eval", "test")
        }
        | {
            "shuffled": ((["$/WSC_train.json", "$/WSC_eval.json"], "WSC"), _ONE),
            "shard": (("$/WSC_train.json", "WSC"), _HALF),
        },
    ),
    "CoNLL2000": (
        tagged,
        {**_USUAL, "train": _PARTS["train"], "test": _PARTS["test"]},
    ),
    "UDPOS": (
        tagged,
        {
            **_USUAL,
            **_PARTS,
            **{f"part{i}": still("train", num_shards=3, shard_id=i, **_ONE) for i in range(3)},
        },
    ),
    "EnWik9": (plain_lines, _USUAL),
    "IWSLT2016": (
        L.iwslt2016,
        {
            **_USUAL,
            "train": _PARTS["train"],
            "pair": still("valid", ("en", "fr"), **_ONE),
            "valid_set": still("valid", ["de", "en"], "dev2010", **_ONE),
            "test_set": still("test", None, None, "dev2010", **_ONE),
        },
    ),
    "IWSLT2017": (L.iwslt2017, {**_USUAL, **_PARTS}),
    "Multi30k": (
        L.multi30k,
        {**_USUAL, **_PARTS, "turned": still("train", ("de", "en"), **_ONE)},
    ),
    "SQuAD": (L.squad, {**_USUAL, "train": _PARTS["train"], "dev": still("dev", **_ONE)}),
    "SST2": (L.sst2, {**_USUAL, "test": _PARTS["test"], "dev": still("dev", **_ONE)}),
}

for _name, (_layout, _ways) in SETS.items():
    for _told, _given in _ways.items():
        case(name=f"{_name}_{_told}", jit=False, rtol=0, atol=0)(
            rows(_layout, build(_name, _given), __name__)
        )


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    good = "$/AFQMC_train.json"
    calls: dict[Layout, tuple[str, dict[str, Way]]] = {
        L.clue: (
            "CLUE",
            {
                "task": ((good, "x"), {}),
                "task_none": ((good, None), {}),
                "usage": ((good, "AFQMC", "x"), {}),
                "bad": (("$/bad.json",), {}),
                "bare": (("$/bare.json",), {}),
                "empty": (("$/empty.json",), {}),
                "gone": (("$/nowhere.json",), {}),
                "no_file": (([],), {}),
            },
        ),
        L.iwslt2016: (
            "IWSLT2016",
            {
                "usage": way("x"),
                "pair": way("all", ["x", "en"]),
                "pair_text": way("all", "en"),
                "pair_short": way("all", ["en"]),
                "pair_absent": way("all", ("en", "cs")),
                "valid": way("all", None, "x"),
                "test": way("all", None, None, "x"),
                "set_absent": way("valid", None, "tst2010"),
            },
        ),
        L.iwslt2017: (
            "IWSLT2017",
            {
                "usage": way("x"),
                "pair": way("all", ["de", "fr"]),
                "absent": way("all", ("en", "it")),
            },
        ),
        L.multi30k: (
            "Multi30k",
            {
                "usage": way("x"),
                "pair": way("all", ["en", "fr"]),
                "pair_text": way("all", "en"),
                "pair_short": way("all", ["en"]),
                "shuffle": way(shuffle=5),
            },
        ),
        L.conll: ("CoNLL2000", {"usage": way("valid"), "shards": way(num_shards=2)}),
        L.udpos: ("UDPOS", {"usage": way("dev"), "shard": way(shard_id=2)}),
        L.squad: ("SQuAD", {"usage": way("test"), "samples": way(num_samples=-1)}),
        L.sst2: ("SST2", {"usage": way("all"), "workers": way(num_parallel_workers=0)}),
        L.enwik: ("EnWik9", {"samples": way("a"), "gone": (("$/nowhere",), {})}),
    }
    return refused(calls, ms, run)


@case(jit=False)
def absent(ms: Any, run: Any) -> Arrays:
    out: Arrays = {}
    for name in SETS.keys() - {"CLUE"}:
        out |= refused({nothing: (name, {"absent": way()})}, ms, run)
    return out
