"""Writes golden-blocks.json: blocks of each tensor type as hexadecimal bytes, and their numbers as
the Python package gguf (pip install gguf==0.19.0) decodes them.

    python golden_blocks.py > golden-blocks.json
"""
import json

import gguf
import numpy as np

TYPES = ["F32", "F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q4_K", "Q5_K", "Q6_K"]
# where a block keeps its 16-bit floats
HALVES = {"Q4_0": [0], "Q4_1": [0, 2], "Q5_0": [0], "Q5_1": [0, 2], "Q8_0": [0],
          "Q4_K": [0, 2], "Q5_K": [0, 2], "Q6_K": [208]}

random = np.random.default_rng(7)
golden = {}
for name in TYPES:
    kind = gguf.GGMLQuantizationType[name]
    block, size = gguf.GGML_QUANT_SIZES[kind]
    if name in HALVES:
        data = random.integers(0, 256, (2, size), dtype=np.uint8)
        for at in HALVES[name]:
            scales = random.normal(0, 0.05, 2).astype(np.float16)
            data[:, at:at + 2] = scales.view(np.uint8).reshape(2, 2)
    elif name == "F32":
        data = random.normal(0, 1, (1, 8)).astype(np.float32).view(np.uint8)
    elif name == "F16":
        # the last four: the largest, the smallest, the largest below the normal range, minus zero
        values = np.concatenate([random.normal(0, 1, 4), [65504, 2.0**-24, 1023 * 2.0**-24, -0.0]])
        data = values.astype(np.float16).reshape(1, 8).view(np.uint8)
    else:
        bits = random.normal(0, 1, (1, 8)).astype(np.float32).view(np.uint32) >> 16
        data = bits.astype(np.uint16).view(np.uint8)
    typed = {"F32": np.float32, "F16": np.float16}.get(name, np.uint8)
    numbers = gguf.quants.dequantize(data.view(typed), kind).astype(np.float32).ravel()
    golden[name] = {"bytes": data.tobytes().hex(), "numbers": [float(n) for n in numbers]}
print(json.dumps(golden, indent=0))
