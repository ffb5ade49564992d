"""`VisionBaseDataset`, `TextBaseDataset`, `AudioBaseDataset`: data set categories for `isinstance`."""

from __future__ import annotations

import sys

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
    package = sys.modules["msacc.dataset"]
    return tuple(getattr(package, f"{name}Dataset") for name in names.split())


class _CategoryMeta(type):
    """A data set belongs to a category unless its class is in another; generators and general readers are in all."""

    others: tuple[str, ...] = ()

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Dataset) and cls.__subclasscheck__(type(value))

    def __subclasscheck__(cls, subclass: type) -> bool:
        excluded = any(issubclass(subclass, _classes(names)) for names in cls.others)
        return type.__subclasscheck__(cls, subclass) or (
            issubclass(subclass, Dataset) and not excluded
        )


class VisionBaseDataset(metaclass=_CategoryMeta):
    """Data sets that may hold images: all but those of text and audio."""

    others = (_TEXTS, _SOUNDS)


class TextBaseDataset(metaclass=_CategoryMeta):
    """Data sets that may hold text: all but those of images and audio."""

    others = (_PICTURES, _SOUNDS)


class AudioBaseDataset(metaclass=_CategoryMeta):
    """Data sets that may hold audio: all but those of images and text."""

    others = (_PICTURES, _TEXTS)
