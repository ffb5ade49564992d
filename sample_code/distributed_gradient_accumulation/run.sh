#!/usr/bin/env bash
# Trains train.py on WORKERS processes (default 8), then evaluates the checkpoint in one.
# Logs in log_output/, the checkpoint and the curve of the loss in output/, both beside this file.
set -euo pipefail
here="$(dirname "$0")"
WORKERS="${WORKERS:-8}" PYTHON="${PYTHON:-python}"
export OUTPUT="${OUTPUT:-$here/output}" MSACC_WORKERS_VARIABLE=WORKERS

echo "Finding MNIST, or drawing digits where there is none…"
data="$("$PYTHON" -m msacc.datafiles mnist)"
echo "$WORKERS process$([ "$WORKERS" = 1 ] || echo es) to start…"
echo "LossMonitor prints the sum of the losses of 4 micro-batches, as in MindSpore: 9.21 (4 x 2.30) is chance."
DATA_PATH="$data/train" "$PYTHON" -m msacc.launch --worker_num="$WORKERS" --local_worker_num="$WORKERS" \
  --master_port="${MASTER_PORT:-8118}" --log_dir="$here/log_output" --join=True --tail_worker_log=0 "$here/train.py"

echo "Evaluating the checkpoint in one process…"
DATA_PATH="$data/test" "$PYTHON" -m msacc "$here/evaluate.py"
echo "logs: $here/log_output/worker_*.log"
