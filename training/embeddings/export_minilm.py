"""
Writes a sentence encoder as ONNX with 8-bit weights: ids of the word pieces of one text in, a unit vector out, and one for each piece.

Usage: python -m embeddings.export_minilm --base DIR --out DIR
--base: a folder with config.json, model.safetensors and tokenizer.json, as train_minilm.py writes it.
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
from onnx import TensorProto
from transformers import AutoModel, BertTokenizerFast

from onnx_graph.graph import Graph, array

EXAMPLES = ["Ana works at the harbour.", "Where does she work?", "The cake needs an hour.", "ok"]


def sentence_graph(model):
    """The encoder with the pooling it was trained with: the mean over the pieces, as a unit vector."""
    graph = Graph()
    ids = graph.input("ids", TensorProto.INT32, [1, "pieces"])
    states = graph.begin(graph.table(array(model.embeddings.word_embeddings.weight), ids), ids, model)
    for layer in model.encoder.layer:
        states = graph.layer(states, layer)
    mean = graph.run("ReduceMean", [states, graph.constant(np.array([1]))], keepdims=0)
    graph.output("vectors", graph.run("LpNormalization", [mean], axis=1, p=2), 1, model.config.hidden_size)
    graph.output("states", graph.run("LpNormalization", [states], axis=2, p=2), 1, "pieces", model.config.hidden_size)
    return graph


def exact(model, tokenizer, text):
    """The vector of a text by the 32-bit weights."""
    with torch.no_grad():
        mean = model(**tokenizer(text, return_tensors="pt")).last_hidden_state.mean(1)
    return torch.nn.functional.normalize(mean, dim=1).numpy()


def main():
    parser = argparse.ArgumentParser()
    for name in ("base", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    model = AutoModel.from_pretrained(options.base, attn_implementation="eager").eval()
    tokenizer = BertTokenizerFast.from_pretrained(options.base)
    small = options.out / "minilm.onnx"
    sentence_graph(model).write(small)
    shutil.copy(options.base / "tokenizer.json", options.out / "tokenizer.json")
    session = onnxruntime.InferenceSession(str(small), providers=["CPUExecutionProvider"])
    cosines = [
        float((exact(model, tokenizer, text) * session.run(None, {"ids": np.array([tokenizer.encode(text)], np.int32)})[0]).sum())
        for text in EXAMPLES
    ]
    facts = {
        "model.safetensors": {"sha256": sha256(options.base / "model.safetensors")},
        "minilm.onnx": {"sha256": sha256(small), "bytes": small.stat().st_size},
        "tokenizer.json": {"sha256": sha256(options.out / "tokenizer.json")},
        "cosine with 32-bit weights": [round(c, 4) for c in cosines],
    }
    print(json.dumps(facts, indent=1))


def sha256(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
