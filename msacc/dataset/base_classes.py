"""`VisionBaseDataset`, `TextBaseDataset`, `AudioBaseDataset`: what a data set is of, for `isinstance`."""

from __future__ import annotations

import sys
from typing import Any

from msacc.dataset.dataset import Dataset

_PICTURES = (
    "Caltech256 CelebA Cifar100 Cifar10 Cityscapes Coco DIV2K EMnist FakeImage FashionMnist Flickr Food101 ImageFolder"
    " KITTI KMnist LFW LSUN Manifest Mnist Omniglot PhotoTour Places365 QMnist Random RenderedSST2 SBU STL10 SUN397"
    " Semeion USPS VOC WIDERFace"
)
_TEXTS = (
    "AGNews AmazonReview CLUE CoNLL2000 DBpedia EnWik9 IMDB IWSLT2016 IWSLT2017 Multi30k PennTreebank SQuAD SST2"
    " SogouNews TextFile UDPOS WikiText YahooAnswers YelpReview"
)
_SOUNDS = "CMUArctic GTZAN LJSpeech LibriTTS SpeechCommands Tedlium YesNo"


def _classes(names: str) -> tuple[type, ...]:
    home = sys.modules["msacc.dataset"]
    return tuple(getattr(home, f"{name}Dataset") for name in names.split())


class _Kind(type):
    """A data set is of a kind unless its class is of another: made ones and general readers are of every kind."""

    others: tuple[str, ...] = ()

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, Dataset) and cls.__subclasscheck__(type(value))

    def __subclasscheck__(cls, kind: type) -> bool:
        other = any(issubclass(kind, _classes(names)) for names in cls.others)
        return type.__subclasscheck__(cls, kind) or (issubclass(kind, Dataset) and not other)


class VisionBaseDataset(metaclass=_Kind):
    """Data sets that may be of pictures: all but those of texts and sounds."""

    others = (_TEXTS, _SOUNDS)


class TextBaseDataset(metaclass=_Kind):
    """Data sets that may be of texts: all but those of pictures and sounds."""

    others = (_PICTURES, _SOUNDS)


class AudioBaseDataset(metaclass=_Kind):
    """Data sets that may be of sounds: all but those of pictures and texts."""

    others = (_PICTURES, _TEXTS)
