#!/bin/sh
# transformer.sh [--repeats N] [--only WORDS]
# How fast the transformer engine is beside PyTorch and a llama.cpp server, in one run in which the
# sides take turns, two threads each: prints one table. Needs
#   ./mvnw -q -pl benchmarks -am package -DskipTests
#   ./carryover models pull smollm2-135m          # the model, and the Python that serves it
#   TORCH_PYTHON=VENV/bin/python, made by: python3 -m venv VENV; VENV/bin/pip install torch transformers
set -eu
home=$(cd -P "$(dirname "$0")/.." && pwd)
: "${TORCH_PYTHON:?say where a Python with torch and transformers is, see $0}"
[ -f "$home/benchmarks/target/classpath" ] || {
  echo "error: not built: ./mvnw -q -pl benchmarks -am package -DskipTests" >&2
  exit 2
}
# threads that wait leave the cores to the side whose turn it is
export OMP_WAIT_POLICY=passive OMP_NUM_THREADS=2 HF_HUB_OFFLINE=1
export CARRYOVER_CLASSPATH="$home/benchmarks/target/classes:$(cat "$home/benchmarks/target/classpath")"
exec "$TORCH_PYTHON" "$home/bench/transformer.py" "$home" "$@"
