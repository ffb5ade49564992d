#!/usr/bin/env bash
# Trains LeNet5 with gradient accumulation in both spellings; finds or makes the data first.
#   bash run.sh [train.py arguments]
# The data lie in DATA_PATH, the checkpoints beside this file. EPOCHS (3) and SEED (3) are those of both trainings.
set -euo pipefail
PYTHON="${PYTHON:-python}" EPOCHS="${EPOCHS:-3}" SEED="${SEED:-3}"
echo "Finding MNIST, or drawing digits where there is none…"
DATA_PATH="$("$PYTHON" -m msacc.datafiles mnist | tail -n 1)"
export DATA_PATH="$(realpath "$DATA_PATH")"
echo "data: $DATA_PATH"
cd "$(dirname "$0")"
echo
echo "1 of 2: train.py, the tutorial of MindSpore 1.x ($EPOCHS epochs)"
"$PYTHON" -m msacc train.py --epochs "$EPOCHS" --seed "$SEED" "$@"
echo "checkpoint: $PWD/gradient_accumulation.ckpt"
echo
echo "2 of 2: train_today.py, the same with Model.train and GradAccumulation ($EPOCHS epochs)"
"$PYTHON" -m msacc train_today.py --by model --epochs "$EPOCHS" --seed "$SEED"
echo "checkpoints: $PWD/lenet.ckpt, and one an epoch in $PWD/checkpoints"
