"""BERT and GPT-2 of mindnlp.transformers, LoRA of mindnlp.peft: forward, three steps of AdamW, generate, read again."""

import older
from laid import arguments, tell

given = arguments(model=["bert", "gpt2", "lora"])
older.put_in_place()
import mindspore as ms
import numpy as np
import tiny
from mindnlp.core import optim, value_and_grad

net = tiny.bert(3) if given.model == "bert" else tiny.gpt2()
told = {}
words = ms.Tensor(tiny.words(4))
if given.model == "lora":
    from mindnlp.peft import LoraConfig, TaskType, get_peft_model

    lora = LoraConfig(TaskType.CAUSAL_LM, r=4, lora_alpha=8, target_modules=["c_attn"])
    net = tiny.fill(get_peft_model(net, lora))
labels = ms.Tensor(np.array([0, 1, 2, 1])) if given.model == "bert" else words


def loss_of(words: ms.Tensor, labels: ms.Tensor) -> ms.Tensor:
    return net(input_ids=words, labels=labels).loss


if given.model == "gpt2":
    net.set_train(False)
    for name, way in {"greedy": {}, "uncached": {"use_cache": False}}.items():
        found = net.generate(words, max_new_tokens=6, do_sample=False, **way)
        told[name] = found.asnumpy()[:, -6:].reshape(-1)
net.set_train()
before = loss_of(words, labels).asnumpy()
trained = tuple(p for p in net.parameters() if p.requires_grad)
optimizer, losses = optim.AdamW(trained, lr=0.01, eps=tiny.EPSILON), []
step = value_and_grad(loss_of, trained)
for _ in range(3):
    optimizer.zero_grad()
    losses.append(step(words, labels).asnumpy())
    optimizer.step()
net.set_train(False)
told["after"] = loss_of(words, labels).asnumpy()
if given.model != "lora":
    net.save_pretrained(str(given.data / "saved"))
    again = type(net).from_pretrained(str(given.data / "saved"))
    again.set_train(False)
    told["read again"] = again(input_ids=words, labels=labels).loss.asnumpy()
tell(given.out, forward=before, losses=losses, sums=tiny.sums(net), **told)
