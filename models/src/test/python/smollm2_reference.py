"""Writes smollm2-reference.json: what PyTorch computes with the weights of SmolLM2's GGUF file.

The file's tensors are decoded by the Python package gguf, laid out as transformers has them, written
to a Hugging Face folder and loaded from there. Versions: Python 3.11, gguf 0.19.0, torch 2.15.0,
transformers 5.24.0.

    python smollm2_reference.py SmolLM2-135M-Instruct.Q4_1.gguf FOLDER > smollm2-reference.json
"""
import hashlib
import json
import pathlib
import sys

import gguf
import numpy
import torch
from safetensors.torch import save_file
from transformers import LlamaConfig, LlamaForCausalLM

# token ids, of any text: the tokenizer has a referee of its own
PROMPTS = {
    "river": [504, 6848, 12149, 553, 3163, 28, 284, 411, 260, 5738],
    "chat": [1, 4093, 198, 19556, 2, 198, 1, 520, 9531, 198],
    "long": [(7 * i * i + 11 * i + 300) % 49152 for i in range(200)],
}
TOP = 12

source, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
reader = gguf.GGUFReader(source)


def number(key):
    return reader.fields["llama." + key].contents()


config = LlamaConfig(
    vocab_size=number("vocab_size"),
    hidden_size=number("embedding_length"),
    intermediate_size=number("feed_forward_length"),
    num_hidden_layers=number("block_count"),
    num_attention_heads=number("attention.head_count"),
    num_key_value_heads=number("attention.head_count_kv"),
    max_position_embeddings=number("context_length"),
    rms_norm_eps=number("attention.layer_norm_rms_epsilon"),
    rope_parameters={"rope_type": "default", "rope_theta": number("rope.freq_base")},
    tie_word_embeddings=True,
)
NAMES = {
    "attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm",
    "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}


def halves(rows, heads):
    """llama.cpp keeps the partners of a rotation side by side, transformers half a head apart."""
    out, width = rows.shape
    return rows.reshape(heads, out // heads // 2, 2, width).swapaxes(1, 2).reshape(out, width)


weights = {}
for tensor in reader.tensors:
    data = gguf.quants.dequantize(tensor.data, tensor.tensor_type).astype(numpy.float32)
    parts = tensor.name.split(".")
    if parts[0] == "blk":
        if parts[2] == "attn_q":
            data = halves(data, config.num_attention_heads)
        if parts[2] == "attn_k":
            data = halves(data, config.num_key_value_heads)
        name = f"model.layers.{parts[1]}.{NAMES[parts[2]]}.weight"
    else:
        name = {"token_embd": "model.embed_tokens.weight", "output_norm": "model.norm.weight"}[parts[0]]
    weights[name] = torch.from_numpy(numpy.ascontiguousarray(data))

folder.mkdir(parents=True, exist_ok=True)
config.save_pretrained(folder)
save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
model, loading = LlamaForCausalLM.from_pretrained(
    folder, dtype=torch.float32, attn_implementation="eager", output_loading_info=True)
assert not loading["unexpected_keys"] and not loading["missing_keys"], loading

prompts = {}
for name, ids in PROMPTS.items():
    with torch.no_grad():
        logits = model(torch.tensor([ids])).logits[0]
    places = []
    for place in sorted({0, len(ids) // 2, len(ids) - 1}):
        top = logits[place].topk(TOP)
        places.append({
            "place": place,
            "tokens": top.indices.tolist(),
            "logits": top.values.tolist(),
            "mean": logits[place].double().mean().item(),
        })
    prompts[name] = {"ids": ids, "places": places}

print(json.dumps({"sha256": hashlib.sha256(source.read_bytes()).hexdigest(), "prompts": prompts}))
