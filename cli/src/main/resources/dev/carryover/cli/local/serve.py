"""Serves a model on loopback until standard input ends, as it does when its starter is gone."""

import signal
import sys

from xllamacpp import CommonParams, Server

model, alias, port, context, parallel, threads, slots = sys.argv[1:]

# Ctrl-C reaches this process too, but the one that started it decides.
signal.signal(signal.SIGINT, signal.SIG_IGN)

params = CommonParams()
params.model.path = model
params.model_alias = {alias}
params.hostnames = ["127.0.0.1"]
params.port = int(port)
params.n_parallel = int(parallel)
params.n_ctx = int(context) * params.n_parallel
params.cpuparams.n_threads = int(threads)
params.cpuparams_batch.n_threads = int(threads)
params.endpoint_props = True
params.endpoint_metrics = True
params.endpoint_slots = True
params.slot_save_path = slots + "/"
params.verbosity = 1

try:
    server = Server(params)
except (OSError, RuntimeError) as error:
    sys.exit(f"error: {error}")
print(server.listening_address, flush=True)
sys.stdin.buffer.read()
