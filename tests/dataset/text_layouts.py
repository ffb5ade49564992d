"""Small files in the layouts of public text sets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def clue(folder: Path) -> None:
    """A folder a task; a file a usage."""
    pair = {"sentence1": "借呗 a", "sentence2": "b"}
    news = {"label": "108", "label_desc": "news", "sentence": "新闻", "keywords": "x,y"}
    span = {"span1_index": 0, "span2_index": 4, "span1_text": "小明", "span2_text": "他"}
    trained: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
        "AFQMC": ({**pair, "label": "0"}, {**pair, "id": 0}),
        "CMNLI": ({**pair, "label": "neutral"}, {**pair, "id": 0}),
        "TNEWS": (news, {"id": 0, "sentence": "新闻", "keywords": ""}),
        "IFLYTEK": (
            {"label": "11", "label_des": "薅", "sentence": "文"},
            {"id": 0, "sentence": "文"},
        ),
        "WSC": (
            {"target": span, "idx": 3, "label": "true", "text": "呢"},
            {"target": span, "idx": 3, "text": "呢"},
        ),
        "CSL": (
            {"id": 1, "abst": "长", "keyword": ["a", "词"], "label": "0"},
            {"id": 1, "abst": "长", "keyword": ["a", "词"]},
        ),
    }
    for task, (train, test) in trained.items():
        for usage, first in (("train", train), ("eval", train), ("test", test)):
            rows = [
                dict(first, **{k: v + i for k, v in first.items() if isinstance(v, int)})
                for i in range(3)
            ]
            text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            (folder / f"{task}_{usage}.json").write_text(text)
    (folder / "bad.json").write_text("{x\n")
    (folder / "bare.json").write_text('{"sentence1": "x"}\n')
    (folder / "empty.json").write_text("")


def conll(folder: Path) -> None:
    for part, count in (("train", 3), ("test", 2)):
        blocks = [
            "".join(f"{part}{i}w{k} T{k} B-{i}\n" for k in range(2 + i)) for i in range(count)
        ]
        (folder / f"{part}.txt").write_text("\n".join(blocks))


def enwik(folder: Path) -> None:
    (folder / "enwik9").write_text("".join(f"  <page {i}>\n\n" for i in range(5)))


_HEAD = (
    "<url>http://x</url>\n<keywords>k</keywords>\n<speaker>s</speaker>\n<talkid>1</talkid>\n"
    "<title>t</title>\n<description>d</description>\n"
)
_TAIL = "<translator href='x'>t</translator>\n<reviewer href='x'>r</reviewer>\n"


def _talks(home: Path, year: int, pair: str, sets: tuple[str, ...]) -> None:
    home.mkdir(parents=True)
    for language in pair.split("-"):
        body = "".join(f" {language} train {i} é . \n" for i in range(3))
        (home / f"train.tags.{pair}.{language}").write_text(f"{_HEAD}{body}{_TAIL}")
        for k, name in enumerate(sets):
            rows = "".join(f'<seg id="{i}"> {language} {name} {i} </seg>\n' for i in range(1 + k))
            text = (
                f'<?xml version="1.0" encoding="UTF-8"?>\n<mteval>\n<srcset setid="{name}">\n'
                f'<doc docid="1" genre="lectures">\n{_HEAD}{rows}</doc>\n</srcset>\n</mteval>\n'
            )
            (home / f"IWSLT{year}.TED.{name}.{pair}.{language}.xml").write_text(text)


def iwslt2016(folder: Path) -> None:
    sets = ("tst2014", "dev2010", "tst2013")
    for source, target in (("de", "en"), ("en", "fr")):
        home = folder / f"texts/{source}/{target}/{source}-{target}"
        _talks(home, 16, f"{source}-{target}", sets)


def iwslt2017(folder: Path) -> None:
    home = folder / "texts/DeEnItNlRo/DeEnItNlRo/DeEnItNlRo-DeEnItNlRo"
    _talks(home, 17, "de-en", ("tst2010", "dev2010"))


def multi30k(folder: Path) -> None:
    homes = {"training": "train", "validation": "val", "mmt16_task1_test": "test"}
    for k, (home, name) in enumerate(homes.items()):
        (folder / home).mkdir()
        for language in ("en", "de"):
            rows = "".join(f" {language} {name} {i} . \n" for i in range(4 - k))
            (folder / home / f"{name}.{language}").write_text(rows)


def squad(folder: Path) -> None:
    def question(text: str, answers: list[tuple[str, int]]) -> dict[str, Any]:
        told = [{"text": answer, "answer_start": start} for answer, start in answers]
        return {"question": text, "id": text, "answers": told}

    parts = {
        "train": [question("q0 é", [("a", 0)]), question("q1", [])],
        "dev": [question("d0", [("a", 0), ("b", 12)]), question("d1", [("c", 3)])],
    }
    for part, questions in parts.items():
        paragraphs = [{"context": f"{part} {i}", "qas": questions[i:]} for i in range(2)]
        content = {"version": "x", "data": [{"title": "t", "paragraphs": paragraphs}] * 2}
        (folder / f"{part}-v1.1.json").write_text(json.dumps(content))


def sst2(folder: Path) -> None:
    for part, count in (("train", 4), ("dev", 2)):
        rows = "".join(f"{part} {i} é . \t{i % 2}\n" for i in range(count))
        (folder / f"{part}.tsv").write_text(f"sentence\tlabel\n{rows}")
    rows = "".join(f"{i}\ttest {i} . \n" for i in range(3))
    (folder / "test.tsv").write_text(f"index\tsentence\n{rows}")


def udpos(folder: Path) -> None:
    for part, count in (("train", 3), ("test", 2), ("dev", 1)):
        blocks = [
            "".join(f"{part}{i}w{k}\tU{k}\tS{i}\n" for k in range(2 + i)) for i in range(count)
        ]
        (folder / f"en-ud-tag.v2.{part}.txt").write_text("\n".join(blocks))
