"""
Writes a sentence encoder as ONNX with 8-bit weights: ids and mask of word pieces in, one unit vector per text out.

Usage: python export_minilm.py --base DIR --out DIR
--base: a folder with config.json, model.safetensors and tokenizer.json of all-MiniLM-L6-v2.
Needs torch, transformers, onnx and onnxruntime.
"""

import argparse
import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import AutoModel, BertTokenizerFast

PUBLISHED = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
EXAMPLES = ["Ana works at the harbour.", "Where does she work?", "The cake needs an hour.", "ok"]


class MeanOfPieces(torch.nn.Module):
    """The encoder with the pooling it was trained with: the mean over the pieces, as a unit vector."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, ids, mask):
        states = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        weights = mask.unsqueeze(-1).to(states.dtype)
        return torch.nn.functional.normalize((states * weights).sum(1) / weights.sum(1).clamp(min=1), dim=1)


def main():
    parser = argparse.ArgumentParser()
    for name in ("base", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    options = parser.parse_args()
    weights = sha256(options.base / "model.safetensors")
    if weights != PUBLISHED:
        raise SystemExit(f"model.safetensors is not the published one: {weights}")
    options.out.mkdir(parents=True, exist_ok=True)
    model = MeanOfPieces(AutoModel.from_pretrained(options.base, attn_implementation="eager")).eval()
    tokenizer = BertTokenizerFast.from_pretrained(options.base)
    made = tokenizer(EXAMPLES, padding=True, return_tensors="pt")
    example = (made["input_ids"], made["attention_mask"])
    whole, small = options.out / "whole.onnx", options.out / "minilm.onnx"
    torch.onnx.export(
        model,
        example,
        str(whole),
        input_names=["ids", "mask"],
        output_names=["vectors"],
        dynamic_axes={"ids": {0: "texts", 1: "pieces"}, "mask": {0: "texts", 1: "pieces"}, "vectors": {0: "texts"}},
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(str(whole), str(small), per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)
    whole.unlink()
    shutil.copy(options.base / "tokenizer.json", options.out / "tokenizer.json")
    session = onnxruntime.InferenceSession(str(small), providers=["CPUExecutionProvider"])
    with torch.no_grad():
        exact = model(*example).numpy()
    found = session.run(["vectors"], {"ids": example[0].numpy(), "mask": example[1].numpy()})[0]
    facts = {
        "weights sha256": weights,
        "minilm.onnx": {"sha256": sha256(small), "bytes": small.stat().st_size},
        "tokenizer.json": {"sha256": sha256(options.out / "tokenizer.json")},
        "cosine with 32-bit weights": [round(float(c), 4) for c in np.sum(exact * found, axis=1)],
    }
    print(json.dumps(facts, indent=1))


def sha256(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
