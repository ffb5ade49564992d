#!/usr/bin/env bash
# Trains LeNet5 with gradient accumulation in both spellings; finds or makes the data first.
#   bash run.sh [train.py arguments]
set -euo pipefail
PYTHON="${PYTHON:-python}"
DATA_PATH="$("$PYTHON" -m msacc.datafiles mnist | tail -n 1)"
export DATA_PATH="$(realpath "$DATA_PATH")"
cd "$(dirname "$0")"
"$PYTHON" -m msacc train.py "$@"
"$PYTHON" -m msacc train_today.py --by model
