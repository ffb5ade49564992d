"""mindnlp.engine's Trainer: BERT learns to tell sentences apart; the losses it logs, its evaluation, its prediction."""

import older
from laid import arguments, tell

given = arguments()
older.put_in_place()
import mindspore as ms
import numpy as np
import tiny
from mindnlp.engine import Trainer, TrainingArguments
from mindspore.dataset import GeneratorDataset


class Sentences:
    """Rows of words; the first tells the kind."""

    def __init__(self, rows: int, seed: int) -> None:
        self.words = tiny.words(rows, seed=seed)

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, row: int) -> tuple[np.ndarray, np.ndarray]:
        return self.words[row], self.words[row, 0] % 3


def dataset(rows: int, seed: int) -> GeneratorDataset:
    return GeneratorDataset(Sentences(rows, seed), ["input_ids", "labels"], shuffle=False)


def measured(found: tuple) -> dict:
    scores, labels = found
    return {"accuracy": float((np.asarray(scores).argmax(-1) == np.asarray(labels)).mean())}


class Listening(Trainer):
    """What it logs has four digits."""

    def training_step(self, model: object, inputs: dict) -> ms.Tensor:
        loss = super().training_step(model, inputs)
        losses.append(loss.asnumpy())
        return loss


losses: list[np.ndarray] = []
net = tiny.bert(3)
settings = TrainingArguments(
    str(given.data / "run"), num_train_epochs=2, per_device_train_batch_size=4, logging_steps=1,
    per_device_eval_batch_size=4, learning_rate=0.01, warmup_steps=2, weight_decay=0.01, adam_epsilon=tiny.EPSILON,
    evaluation_strategy="epoch", save_strategy="epoch",
)  # fmt: skip
trainer = Listening(
    net, settings, train_dataset=dataset(16, 0), eval_dataset=dataset(8, 1),
    compute_metrics=measured,
)  # fmt: skip
trainer.train()
history = trainer.state.log_history
told = {
    name: [entry[name] for entry in history if name in entry]
    for name in ("learning_rate", "train_loss", "eval_loss", "eval_accuracy")
}
predicted = trainer.predict(dataset(8, 2))
told["predicted"] = np.asarray(predicted.predictions).reshape(-1)
tell(given.out, losses=losses, sums=tiny.sums(net), **told)
