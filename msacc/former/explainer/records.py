"""What ImageClassificationRunner writes: pictures, a manifest, records, and what TensorBoard shows of them."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import numpy as np

from msacc import SummaryRecord, Tensor, float32

_SAMPLES_PER_FOLDER = 1000


def _normalize(img_np: np.ndarray) -> np.ndarray:
    """The values stretched over 0..1."""
    low, high = img_np.min(), img_np.max()
    return (img_np - low) / max(high - low, 1e-10)


def _np_to_image(img_np: np.ndarray, mode: str) -> Any:
    """PIL's image, 'RGB' or 'L', of values from 0 to 1."""
    from PIL import Image  # not loaded by those who write no pictures

    picture = Image.fromarray(np.uint8(img_np * 255))
    assert picture.mode == mode
    return picture


class Records:
    """The folder `_explain_TIME` of one run beside its event file, used in a `with` statement.

    `origin_images` and `heatmap` hold pictures in folders of 1000 samples, `manifest.json` says what there is, and
    `records.json` has the values that MindSpore writes for MindInsight under their names there.
    """

    def __init__(self, summary_dir: str) -> None:
        self.summary = SummaryRecord(summary_dir, raise_exception=True)
        stamp = re.search(r"tfevents\.(\d+)", Path(self.summary.log_dir).name)
        self.name = f"_explain_{stamp.group(1) if stamp else int(time.time())}"
        self.folder = Path(summary_dir).resolve() / self.name
        self.records: list[dict[str, Any]] = []
        self.manifest = dict.fromkeys(
            ("saliency_map", "benchmark", "uncertainty", "hierarchical_occlusion"), False
        )

    def __enter__(self) -> Records:
        return self

    def __exit__(self, *error: object) -> None:
        self.summary.close()

    def add(self, kind: str, values: dict[str, Any]) -> None:
        """Keep a record, and show it as text."""
        self.records.append({"kind": kind, **values})
        lines = [f"- {name}: {value}" for name, value in values.items()]
        number = f"/{values['sample_id']}" if "sample_id" in values else ""
        self.summary.add_text(f"explainer/{kind}{number}", "\n".join(lines))

    def add_score(self, explainer: str, benchmark: str, score: float) -> None:
        """Show a score."""
        self.summary.add_value(
            "scalar", f"explainer/{explainer}/{benchmark}", Tensor(score, float32)
        )
        self.summary.record(1)

    def save_original(self, sample: int, image: np.ndarray) -> str:
        """Write an image (C, H, W); its path below the summary's folder."""
        colored = np.repeat(image, 3, axis=0) if len(image) == 1 else image[:3]
        normed = _normalize(colored)
        self._show(f"explainer/image/{sample}", normed)
        picture = _np_to_image(normed.transpose(1, 2, 0), "RGB")
        return self._save(picture, "origin_images", sample, f"{sample}.jpg")

    def add_maps(self, method: str, sample: int, maps: dict[int, Tensor]) -> None:
        """Write the maps (1, 1, H, W) of a sample, by label."""
        rows = []
        for label, saliency in maps.items():
            path = self.save_heatmap(method, sample, label, saliency.asnumpy()[0, 0])
            rows.append({"explain_method": method, "label": label, "heatmap_path": path})
            self.manifest["saliency_map"] = True
        self.add("explanation", {"sample_id": sample, "explanation": rows})

    def save_heatmap(self, method: str, sample: int, label: int, saliency: np.ndarray) -> str:
        """Write a map (H, W); its path below the summary's folder."""
        normed = _normalize(saliency)
        self._show(f"explainer/{method}/{sample}_{label}", normed[None])
        picture = _np_to_image(normed, "L")
        return self._save(picture, f"heatmap/{method}", sample, f"{sample}_{label}.jpg")

    def finish(self) -> None:
        """Write the manifest and the records."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        for name, value in (("manifest.json", self.manifest), ("records.json", self.records)):
            (self.folder / name).write_text(json.dumps(value, indent=4))
            (self.folder / name).chmod(0o400)

    def _show(self, name: str, picture: np.ndarray) -> None:
        self.summary.add_value("image", name, Tensor(picture[None], float32))
        self.summary.record(1)

    def _save(self, picture: Any, kind: str, sample: int, name: str) -> str:
        below = Path(kind) / str(sample // _SAMPLES_PER_FOLDER * _SAMPLES_PER_FOLDER) / name
        file = self.folder / below
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        picture.save(file)
        file.chmod(0o400)
        return str(Path(self.name) / below)
