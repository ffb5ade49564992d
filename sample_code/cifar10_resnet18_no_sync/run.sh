#!/usr/bin/env bash
# One process, then WORKERS (default 2); finds or draws the pictures first.
set -euo pipefail
cd "$(dirname "$0")"
PYTHON="${PYTHON:-python}"
WORKERS="${WORKERS:-2}"
DATA_PATH="${DATA_PATH:-$("$PYTHON" -m msacc.datafiles cifar10 | tail -n 1)}"
export DATA_PATH MSACC_WORKERS_VARIABLE=WORKERS
"$PYTHON" -m msacc train.py "$@"
"$PYTHON" -m msacc.launch --worker_num="$WORKERS" --local_worker_num="$WORKERS" \
  --master_port="${MASTER_PORT:-8119}" --log_dir=log_output --join=True train.py "$@"
