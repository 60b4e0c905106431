"""One training step of a cartridge in PyTorch, to compare with ours: python bench/cartridge_step.py [steps]

A Llama-family decoder of SmolLM2-135M's shape with random weights, 32-bit floats, a prefix of 64
columns whose first is frozen, 256 tokens after it, all of them predicted, the divergence from the
teacher's 20 likeliest tokens and one bucket for the others, clipped gradient, Adam. The teacher's
part is made before: it costs the same once, however many steps follow.

The same step of ours is CartridgeStep in the module benchmarks. Run both one after the
other on a quiet machine, with the same number of threads (OMP_NUM_THREADS).
"""
import sys
import time

import torch
import torch.nn.functional as F

LAYERS, WIDTH, HEADS, KEY_HEADS, SIZE, INNER, VOCABULARY = 30, 576, 9, 3, 64, 1536, 49152
PREFIX, TOKENS, TOLD, NEXT = 64, 256, 20, 512


def weight(*shape):
    return torch.randn(*shape) * 0.02


class Decoder:
    def __init__(self):
        projected = (HEADS + 2 * KEY_HEADS) * SIZE
        self.embedding = weight(VOCABULARY, WIDTH)
        self.layers = [
            dict(n1=torch.ones(WIDTH), qkv=weight(projected, WIDTH), o=weight(WIDTH, HEADS * SIZE),
                 n2=torch.ones(WIDTH), gu=weight(2 * INNER, WIDTH), d=weight(WIDTH, INNER))
            for _ in range(LAYERS)]
        self.norm = torch.ones(WIDTH)
        frequency = 100000.0 ** (-torch.arange(0, SIZE, 2) / SIZE)
        angle = torch.arange(NEXT, NEXT + TOKENS)[:, None] * frequency
        self.cos, self.sin = angle.cos(), angle.sin()
        self.mask = torch.cat(
            [torch.zeros(TOKENS, PREFIX), torch.full((TOKENS, TOKENS), -1e9).triu(1)], 1)

    def turn(self, x):
        a, b = x.chunk(2, -1)
        return torch.cat([a * self.cos - b * self.sin, b * self.cos + a * self.sin], -1)

    def logits(self, ids, keys, values):
        x = self.embedding[ids][None]
        for layer, w in enumerate(self.layers):
            q, k, v = F.linear(F.rms_norm(x, (WIDTH,), w["n1"], 1e-5), w["qkv"]).split(
                [HEADS * SIZE, KEY_HEADS * SIZE, KEY_HEADS * SIZE], -1)
            q, k, v = (t.view(1, TOKENS, -1, SIZE).transpose(1, 2) for t in (q, k, v))
            k = torch.cat([keys[layer], self.turn(k)], 2)
            v = torch.cat([values[layer], v], 2)
            seen = F.scaled_dot_product_attention(
                self.turn(q), k, v, attn_mask=self.mask, enable_gqa=True)
            x = x + F.linear(seen.transpose(1, 2).reshape(1, TOKENS, -1), w["o"])
            gate, up = F.linear(F.rms_norm(x, (WIDTH,), w["n2"], 1e-5), w["gu"]).chunk(2, -1)
            x = x + F.linear(F.silu(gate) * up, w["d"])
        return F.linear(F.rms_norm(x, (WIDTH,), self.norm, 1e-5)[0], self.embedding)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    torch.manual_seed(1)
    decoder = Decoder()
    frozen = weight(2 * LAYERS, KEY_HEADS, 1, SIZE)
    trained = weight(2 * LAYERS, KEY_HEADS, PREFIX - 1, SIZE).requires_grad_(True)
    adam = torch.optim.Adam([trained], lr=0.02, betas=(0.9, 0.95))
    ids = torch.randint(0, VOCABULARY, (TOKENS,))
    probabilities, tokens = torch.softmax(torch.randn(TOKENS, VOCABULARY), -1).topk(TOLD)
    rest = 1 - probabilities.sum(-1)
    seconds, processor = [], []
    for _ in range(steps):
        begun, used = time.perf_counter(), time.process_time()
        prefix = torch.cat([frozen, trained], 2)
        keys, values = prefix[:LAYERS, None], prefix[LAYERS:, None]
        told = decoder.logits(ids, keys, values).log_softmax(-1).gather(-1, tokens)
        others = (1 - told.exp().sum(-1)).clamp(min=1e-6).log()
        loss = -((probabilities * told).sum(-1) + rest * others).mean()
        adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([trained], 1.0)
        adam.step()
        seconds.append(time.perf_counter() - begun)
        processor.append(time.process_time() - used)
    middle = steps // 2
    print(f"{torch.get_num_threads()} threads, {steps} steps: median {sorted(seconds)[middle]:.3f} s, "
          f"{sorted(processor)[middle]:.3f} s of processor time")


if __name__ == "__main__":
    main()
