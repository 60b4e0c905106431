"""What bench/transformer.sh runs: PyTorch in this process, Carryover and llama.cpp in theirs."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import warnings

import torch
from transformers import DynamicCache, LlamaForCausalLM
from transformers.utils import logging

PROMPT, WRITTEN, POSITIONS, STUDIED, TOLD = 512, 64, 64, 256, 20
THREADS = 2

arguments = argparse.ArgumentParser()
arguments.add_argument("home", type=pathlib.Path)
arguments.add_argument("--repeats", type=int, default=7, help="of every measure")
arguments.add_argument("--only", default="load forward server cache step nano", help="some of these")
options = arguments.parse_args()
parts = options.only.split()
cache_home = os.environ.get("CARRYOVER_HOME")
models = (pathlib.Path(cache_home) if cache_home else pathlib.Path.home() / ".cache/carryover") / "models"
gguf = models / "smollm2-135m/SmolLM2-135M-Instruct.Q4_1.gguf"
nano = options.home / "models/src/main/resources/dev/carryover/models/nano/nano-1"
# any ids do: what is read does not change the work
prompt = [(7 * i * i + 11 * i + 300) % 49152 for i in range(PROMPT)]
studied = [(5 * i * i + 3 * i + 700) % 49000 for i in range(STUDIED)]
torch.set_num_threads(THREADS)
logging.set_verbosity_error()
logging.disable_progress_bar()
# older versions know no other name of the argument past_key_values
warnings.simplefilter("ignore", FutureWarning)
samples = {}


def sample(name, seconds, cpu):
    samples.setdefault(name, []).append((seconds, cpu))


def timed(name, work):
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    sample(name, time.perf_counter() - wall, time.process_time() - cpu)
    return result


def median(name):
    return statistics.median(seconds for seconds, _ in samples[name])


def median_cpu(name):
    return statistics.median(cpu for _, cpu in samples[name])


class Carryover:
    """The process of TransformerSpeed."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["java", f"-XX:ActiveProcessorCount={THREADS}", "-XX:+UseSerialGC", "-cp",
             os.environ["CARRYOVER_CLASSPATH"], "dev.carryover.benchmarks.TransformerSpeed"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *command, name=None):
        print(*command, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"error: Carryover ended at '{command[0]}'")
        seconds, cpu, result = line.rstrip("\n").split(" ", 2)
        if name:
            sample(name, float(seconds), float(cpu))
        return result

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Torch:
    """The same weights in transformers, with one of its kinds of attention."""

    def __init__(self, folder, attention):
        self.attention = attention
        self.model = LlamaForCausalLM.from_pretrained(
            folder, dtype=torch.float32, attn_implementation=attention).eval().requires_grad_(False)

    def prefill(self):
        with torch.inference_mode():
            # the last hidden states without the head, as the other side
            self.past = self.model.model(torch.tensor([prompt[:-1]]), use_cache=True).past_key_values

    def decode(self):
        ids, token = [], prompt[-1]
        with torch.inference_mode():
            for _ in range(WRITTEN):
                logits = self.model(
                    torch.tensor([[token]]), past_key_values=self.past, use_cache=True).logits
                token = int(logits[0, -1].argmax())
                ids.append(token)
        return ids

    def prefix(self):
        """Keys and values of the prompt's first positions, the first column apart."""
        columns = [torch.cat([getattr(layer, part)[:, :, :POSITIONS] for layer in self.past.layers])
                   for part in ("keys", "values")]
        both = torch.cat(columns).clone()
        return both[:, :, :1].clone(), both[:, :, 1:].clone().requires_grad_(True)

    def step(self, frozen, trained, adam):
        layers = len(self.past.layers)
        both = torch.cat([frozen, trained], dim=2)
        past = DynamicCache()
        for i in range(layers):
            past.update(both[i:i + 1], both[layers + i:layers + i + 1], i)
        half = STUDIED // 2
        at = torch.arange(PROMPT - 1, PROMPT - 1 + STUDIED)
        hidden = self.model.model(
            torch.tensor([studied]), past_key_values=past, use_cache=True,
            position_ids=at[None]).last_hidden_state[0, half:]
        logs = torch.log_softmax(self.model.lm_head(hidden), dim=-1)
        told = torch.tensor(studied[half:])[:, None] + torch.arange(TOLD)
        goal = torch.full(told.shape, 0.9 / TOLD)
        known = logs.gather(1, told)
        rest = (1 - known.exp().sum(1)).clamp_min(1e-6).log()
        loss = -((goal * known).sum(1) + 0.1 * rest).mean() + (
            0.9 * torch.tensor(0.9 / TOLD).log() + 0.1 * torch.tensor(0.1).log())
        loss.backward()
        torch.nn.utils.clip_grad_norm_([trained], 1)
        adam.step()
        adam.zero_grad()
        return loss.item()


class Server:
    """A llama.cpp server, whose own figures are taken."""

    def __init__(self, folder):
        script = options.home / "cli/src/main/resources/dev/carryover/cli/local/serve.py"
        self.process = subprocess.Popen(
            [models / "python/bin/python", script, gguf, "peer", "0", "1024", "1", str(THREADS), folder],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        for _ in range(1200):
            try:
                urllib.request.urlopen(self.address + "/health")
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("error: the llama.cpp server does not become healthy")

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def prefill(self, name):
        body = {"prompt": prompt[:-1], "n_predict": 1, "cache_prompt": False}
        before = self.cpu()
        request = urllib.request.Request(self.address + "/completion", json.dumps(body).encode())
        timings = json.load(urllib.request.urlopen(request))["timings"]
        assert timings["prompt_n"] == PROMPT - 1, timings
        sample(name, timings["prompt_ms"] / 1000, self.cpu() - before)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def joined(ids):
    return ",".join(map(str, ids))


def row(what, ours, theirs, peer, goal, of=1):
    """Seconds of ours and of the peer, and how many times the peer's ours are."""
    print(
        f"| {what} | {median(ours) / of:.4g} | {median(theirs) / of:.4g} ({peer})"
        f" | {median(ours) / median(theirs):.3g} | {goal}"
        f" | {median_cpu(ours) / max(median_cpu(theirs), 1e-3):.3g} |", flush=True)


def alone(what, figure, goal=""):
    print(f"| {what} | {figure} | | | {goal} | |", flush=True)


def note(text):
    print("note: " + text, file=sys.stderr, flush=True)


def run(folder):
    ours = Carryover()
    for _ in range(3 if "load" in parts else 1):
        ours.ask("load", gguf, name="load")
    if "load" in parts:
        alone("loading the GGUF file, fingerprint included, s", f"{median('load'):.2f}", "3")
    ours.ask("export", folder / "weights")
    if "forward" in parts or "step" in parts:
        peers = [Torch(folder / "weights", attention) for attention in ("sdpa", "eager")]
    else:
        peers = []
    server = Server(folder) if "server" in parts else None

    for repeat in range(options.repeats + 1):
        name = str if repeat else lambda _: "warm-up"
        if server:
            server.prefill(name("server prefill"))
        ours.ask("prefill", joined(prompt[:-1]), name=name("prefill"))
        for peer in peers:
            timed(name(f"{peer.attention} prefill"), peer.prefill)
        if "forward" in parts:
            ids = ours.ask("decode", prompt[-1], WRITTEN, name=name("decode"))
            for peer in peers:
                theirs = timed(name(f"{peer.attention} decode"), peer.decode)
                if joined(theirs) != ids:
                    note(f"other tokens than {peer.attention}: {ids} and {joined(theirs)}")
        if "cache" in parts:
            if not repeat:
                ours.ask("keep", folder / "cache")
            ours.ask("open", folder / "cache", name=name("open"))
        if "step" in parts:
            loss = float(ours.ask("step", POSITIONS, joined(studied), name=name("step")))
            for peer in peers:
                # a decode has gone on with its past, at the end, which the prefix does not reach
                frozen, trained = peer.prefix()
                adam = torch.optim.Adam([trained], lr=0.01, betas=(0.9, 0.95))
                theirs = timed(name(f"{peer.attention} step"), lambda: peer.step(frozen, trained, adam))
                if abs(loss - theirs) > 1e-2:
                    note(f"another loss than {peer.attention}: {loss} and {theirs}")

    def faster(what):
        return min((f"{peer.attention} {what}" for peer in peers), key=median)

    if "forward" in parts:
        best = faster("prefill")
        row(f"prefill of {PROMPT - 1} tokens, s", "prefill", best, "PyTorch " + best.split()[0], "1.3")
        best = faster("decode")
        row(f"decoding {WRITTEN} tokens after them, ms a token", "decode", best,
            "PyTorch " + best.split()[0], "1.3", WRITTEN / 1000)
    if server:
        row("the same prefill beside a llama.cpp server on Q4_1, s", "prefill", "server prefill",
            "server", "0.5")
        server.close()
    if "cache" in parts:
        row(f"loading a saved cache of {PROMPT - 1} tokens, s", "open", "prefill", "its prefill", "0.067")
    if "step" in parts:
        best = faster("step")
        row(f"cartridge step, p={POSITIONS}, T={STUDIED}, s", "step", best,
            "PyTorch " + best.split()[0], "1.1")
    if "nano" in parts:
        nano_rows(ours)
    ours.close()


def nano_rows(ours):
    ours.ask("nano", nano)
    ids = [int(each) for each in ours.ask("history").split(",")]
    last = ids.pop()
    written = 0
    for repeat in range(10 * options.repeats + 1):
        name = str if repeat else lambda _: "warm-up"
        ours.ask("prefill", joined(ids), name=name("nano prefill"))
        written = ours.ask("decode", last, WRITTEN, name=name("nano decode")).count(",") + 1
    alone(f"nano: prefill of {len(ids)} tokens, tokens/s", f"{len(ids) / median('nano prefill'):,.0f}")
    alone("nano: decode, tokens/s", f"{written / median('nano decode'):,.0f}")
    for _ in range(3):
        ours.ask("cartridge", name="cartridge")
    alone("nano: a cartridge of a history, s", f"{median('cartridge'):.1f}", "15")


print(f"{THREADS} threads a side, medians of {options.repeats}, load {os.getloadavg()[0]:.1f},"
      f" torch {torch.__version__}\n")
print("| what | Carryover | peer | ratio | goal | ratio of CPU time |\n|---|---|---|---|---|---|", flush=True)
with tempfile.TemporaryDirectory(prefix="carryover-bench-") as scratch:
    run(pathlib.Path(scratch))
