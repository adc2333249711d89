"""
Writes the trained encoder as ONNX with 8-bit weights, and how much that costs on the dev halves.

Usage: python export.py --weights FILE.pt… --base DIR --data DIR --out DIR
Of several files of weights, from several epochs of one run, the mean is taken: it errs less than each of them.
Needs onnx and onnxruntime beside what train.py needs.
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
from transformers import AutoConfig, AutoModel, BertTokenizerFast

import data as corpus
from tagger import Tagger, batch_of, pieces
from train import LONGEST, f1, sentences


def main():
    options = arguments()
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    model = Tagger(AutoModel.from_config(AutoConfig.from_pretrained(options.base)), len(corpus.TAGS))
    model.load_state_dict(mean([torch.load(file) for file in options.weights]))
    model.eval()
    tokenizer = BertTokenizerFast.from_pretrained(options.base)
    whole, small = out / "whole.onnx", out / "encoder.onnx"
    example = batch_of([pieces(tokenizer, ["Ana", "works", "at", "Acme", "."], LONGEST)] * 2)
    names = ["ids", "cases", "mask"]
    torch.onnx.export(
        model,
        example,
        str(whole),
        input_names=names,
        output_names=["scores"],
        dynamic_axes={name: {0: "sentences", 1: "pieces"} for name in [*names, "scores"]},
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(str(whole), str(small), per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)
    whole.unlink()
    shutil.copy(Path(options.base) / "tokenizer.json", out / "tokenizer.json")
    session = onnxruntime.InferenceSession(str(small), providers=["CPUExecutionProvider"])
    _, dev = sentences(Path(options.data), False)
    scores = {name: {s: round(f1(Quantized(session), tokenizer, rows, s), 1) for s in ("cased", "lower")} for name, rows in dev.items()}
    temperature = fitted_temperature(Quantized(session), tokenizer, [row for rows in dev.values() for row in rows])
    (out / "encoder.json").write_text(json.dumps({"temperature": temperature}) + "\n")
    digest = hashlib.sha256(small.read_bytes()).hexdigest()
    print(json.dumps({"sha256": digest, "bytes": small.stat().st_size, "temperature": temperature, "dev halves": scores}, indent=1))


def mean(states):
    """The mean of several sets of weights."""
    return {name: sum(state[name] for state in states) / len(states) for name in states[0]}


def fitted_temperature(model, tokenizer, rows):
    """What scores are divided by so that probabilities of tags fit best (least log loss over words)."""
    every, wanted = [], []
    for start in range(0, len(rows), 64):
        part = rows[start : start + 64]
        made = [pieces(tokenizer, tokens, LONGEST) for tokens, _ in part]
        found = model(*batch_of(made))
        for i, ((_, tags), (_, _, first)) in enumerate(zip(part, made)):
            every.append(found[i, first])
            wanted += [corpus.TAG_ID.get(tag, 0) for tag in tags[: len(first)]]
    scores, gold = torch.cat(every), torch.tensor(wanted)
    losses = {t / 20: torch.nn.functional.cross_entropy(scores * 20 / t, gold).item() for t in range(10, 81)}
    return min(losses, key=losses.get)


class Quantized:
    """The exported model in the place of the trained one."""

    def __init__(self, session):
        self.session = session

    def __call__(self, ids, cases, mask):
        inputs = {"ids": ids.numpy(), "cases": cases.numpy(), "mask": mask.numpy()}
        return torch.from_numpy(np.asarray(self.session.run(["scores"], inputs)[0]))


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", required=True, nargs="+")
    for name in ("base", "data", "out"):
        parser.add_argument(f"--{name}", required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
