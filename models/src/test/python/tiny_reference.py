"""Makes the tiny models that tests of the transformer compare with.

Run once with Python 3.11, torch 2.15.0, transformers 5.24.0 and tokenizers, with the folder
models/src/test/resources/dev/carryover/models/transformer as its argument:

  tiny-qwen2   2 layers, 4 query heads on 2, biases, untied head, single safetensors file
  tiny-llama   2 layers, 4 query heads on 2, no bias, tied head, llama3 rope scaling, two shards

Each folder gets reference.json: token ids and the logits of every position.
"""

import json
import pathlib
import sys

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from tokenizers.processors import TemplateProcessing
from transformers import LlamaConfig, LlamaForCausalLM, Qwen2Config, Qwen2ForCausalLM

VOCABULARY = 64
SHAPE = dict(
    vocab_size=VOCABULARY,
    hidden_size=32,
    intermediate_size=48,
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=2,
    rms_norm_eps=1e-5,
    max_position_embeddings=128,
    bos_token_id=1,
    eos_token_id=2,
)
LLAMA3 = dict(
    rope_type="llama3",
    rope_theta=10000.0,
    factor=4.0,
    low_freq_factor=1.0,
    high_freq_factor=4.0,
    original_max_position_embeddings=64,
)


def tokenizer():
    words = ["<unk>", "<bos>", "<eos>", "."] + [f"w{i}" for i in range(4, VOCABULARY)]
    made = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<unk>"))
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    made.add_special_tokens(["<unk>", "<bos>", "<eos>"])
    made.post_processor = TemplateProcessing(single="<bos> $A", special_tokens=[("<bos>", 1)])
    return made


def randomize(model, generator):
    """Weights large enough that every part of the network shows in the logits."""
    with torch.no_grad():
        for name, weight in model.named_parameters():
            noise = torch.randn(weight.shape, generator=generator)
            if weight.dim() == 2:
                weight.copy_(noise / weight.shape[1] ** 0.5)
            else:
                weight.copy_((0.0 if name.endswith("bias") else 1.0) + 0.3 * noise)
        table = model.get_input_embeddings().weight
        table.copy_(torch.randn(table.shape, generator=generator))


def write(folder, model, shard):
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder, max_shard_size=shard)
    tokenizer().save(str(folder / "tokenizer.json"))
    ids = torch.randint(4, VOCABULARY, (1, 24), generator=torch.Generator().manual_seed(5))
    with torch.no_grad():
        logits = model(ids).logits[0]
    reference = dict(
        torch=torch.__version__,
        ids=ids[0].tolist(),
        logits=[[round(x, 6) for x in row] for row in logits.tolist()],
    )
    (folder / "reference.json").write_text(json.dumps(reference) + "\n")


def main(target):
    generator = torch.Generator().manual_seed(11)
    qwen2 = Qwen2ForCausalLM(Qwen2Config(**SHAPE, tie_word_embeddings=False)).eval().float()
    randomize(qwen2, generator)
    write(target / "tiny-qwen2", qwen2, "1GB")
    llama = LlamaConfig(**SHAPE, tie_word_embeddings=True, rope_parameters=LLAMA3)
    llama = LlamaForCausalLM(llama).eval().float()
    randomize(llama, generator)
    write(target / "tiny-llama", llama, "40KB")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
