"""
Writes the two trained encoders, of names and of claims, as ONNX with 8-bit weights, and how well they do on what was kept.
They share the table of word pieces, which is a file of its own.

Usage: python export.py --names FILE.pt --claims FILE.pt --base DIR --data DIR --chats DIR… --out DIR
Needs onnx and onnxruntime beside what training needs.
"""

import argparse
import json
import shutil
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import BertTokenizerFast

import data as corpus
from card import write_figures
from claim_scores import claim_scores
from own_chats import PREDICATES
from reader import FEATURES
from pieces import batch_of, pieces
from train_names import LONGEST, chats, f1, load, sentences
from windows import windows

FILES = ("pieces.onnx", "names.onnx", "reader.onnx", "claims.onnx")
# By what rules and model find together in the kept chats (eval/extraction.ts over gold_chats.py): flat around these.
LEAST = {"leastRelation": 0.28, "leastStatement": 0.55}


def main():
    options = arguments()
    out, base, folder = Path(options.out), Path(options.base), Path(options.data)
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = BertTokenizerFast.from_pretrained(base)
    names_model, claims_model = (load(path, base).eval() for path in (options.names, options.claims))
    write(names_model, claims_model, tokenizer, out)
    shutil.copy(base / "tokenizer.json", out / "tokenizer.json")
    small = Quantized(out)
    _, dev, _ = sentences(folder, options)
    names = {name: {s: round(f1(small, tokenizer, rows, s), 1) for s in ("cased", "lower")} for name, rows in dev.items()}
    temperature = fitted_temperature(small, tokenizer, [row for rows in dev.values() for row in rows])
    kept = [w for c in chats(folder, options)[1] for w in windows(c)]
    claims = claim_scores(small, tokenizer, kept, tuple(LEAST.values()))
    figures = {"temperature": temperature, **LEAST}
    (out / "encoder.json").write_text(json.dumps(figures) + "\n")
    print(json.dumps({**figures, "names": names, "claims": claims}, indent=1))
    inputs = [(str(path.relative_to(folder)), path) for path in sorted([*folder.glob("ner/*.jsonl"), *folder.glob("chat/*.json")])]
    inputs += [("all-MiniLM-L6-v2, model.safetensors", base / "model.safetensors")]
    write_figures(out / "MODEL_CARD.md", figures, names, claims, [out / f for f in (*FILES, "tokenizer.json", "encoder.json")], inputs)


class Names(torch.nn.Module):
    """Scores of name tags and of entity types, from the vectors of pieces."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, vectors, cases, mask):
        states = self.model.states(vectors, cases, mask, torch.zeros_like(cases))
        return self.model.head(states), self.model.types(states)


class Said(torch.nn.Module):
    """Scores of statement tags, and states, from the vectors of pieces."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, vectors, cases, mask, segments):
        states = self.model.states(vectors, cases, mask, segments)
        return self.model.statements(states), states


def write(names_model, claims_model, tokenizer, out):
    """The table of pieces and the two encoders in 8 bits; the claim layers, which are small, whole."""
    table = names_model.encoder.embeddings.word_embeddings
    assert torch.equal(table.weight, claims_model.encoder.embeddings.word_embeddings.weight), "the encoders share no table"
    ids, cases, mask = batch_of([pieces(tokenizer, ["Ana", "works", "at", "Acme", "."], LONGEST)] * 2)
    vectors, segments, rows = table(ids).detach(), torch.zeros_like(ids), {0: "rows", 1: "pieces"}
    graph(out / "pieces.onnx", table, {"ids": ids}, ["vectors"], rows)
    inputs = {"vectors": vectors, "cases": cases, "mask": mask}
    graph(out / "names.onnx", Names(names_model), inputs, ["tags", "types"], rows)
    graph(out / "reader.onnx", Said(claims_model), inputs | {"segments": segments}, ["statements", "states"], rows)
    hidden = claims_model.encoder.config.hidden_size
    example = [torch.zeros(1, 3, hidden), torch.zeros(1, 3, FEATURES), torch.zeros(1, 2, hidden), torch.zeros(1, 2, len(PREDICATES))]
    inputs = ["vectors", "features", "said", "predicates"]
    candidates, said = {1: "candidates"}, {1: "spans"}
    torch.onnx.export(
        claims_model.claims,
        tuple(example),
        str(out / "claims.onnx"),
        input_names=inputs,
        output_names=["relations", "subjects"],
        dynamic_axes=dict(zip(inputs, (candidates, candidates, said, said)))
        | {"relations": {1: "candidates", 2: "others"}, "subjects": {1: "candidates", 2: "spans"}},
        opset_version=17,
        dynamo=False,
    )


def graph(path, model, inputs, outputs, axes):
    """Writes a model with 8-bit weights."""
    whole = path.with_suffix(".whole")
    torch.onnx.export(
        model,
        tuple(inputs.values()),
        str(whole),
        input_names=list(inputs),
        output_names=outputs,
        dynamic_axes={name: axes for name in [*inputs, *outputs]},
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(str(whole), str(path), per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)
    whole.unlink()


def fitted_temperature(model, tokenizer, rows):
    """What scores are divided by so that probabilities of tags fit best (least log loss over words)."""
    every, wanted = [], []
    for start in range(0, len(rows), 64):
        part = rows[start : start + 64]
        made = [pieces(tokenizer, tokens, LONGEST) for tokens, _ in part]
        found = model.names(*batch_of(made))[0]
        for i, ((_, gold), (_, _, first)) in enumerate(zip(part, made)):
            every.append(found[i, first])
            wanted += [corpus.TAG_ID.get(tag, 0) for tag in gold[: len(first)]]
    scores, gold = torch.cat(every), torch.tensor(wanted)
    losses = {t / 20: torch.nn.functional.cross_entropy(scores * 20 / t, gold).item() for t in range(10, 81)}
    return min(losses, key=losses.get)


class Quantized:
    """The exported model in the place of the trained one."""

    def __init__(self, folder):
        self.sessions = {name: onnxruntime.InferenceSession(str(folder / name), providers=["CPUExecutionProvider"]) for name in FILES}

    def eval(self):
        pass

    def run(self, file, outputs, **inputs):
        found = self.sessions[file].run(outputs, {name: tensor.numpy() for name, tensor in inputs.items()})
        return [torch.from_numpy(np.asarray(values)) for values in found]

    def names(self, ids, cases, mask):
        (vectors,) = self.run("pieces.onnx", ["vectors"], ids=ids)
        return self.run("names.onnx", ["tags", "types"], vectors=vectors, cases=cases, mask=mask)

    def __call__(self, ids, cases, mask, segments):
        (vectors,) = self.run("pieces.onnx", ["vectors"], ids=ids)
        outputs = ["statements", "states"]
        said, states = self.run("reader.onnx", outputs, vectors=vectors, cases=cases, mask=mask, segments=segments)
        return None, None, said, states

    def claims(self, vectors, features, said, predicates):
        inputs = {"vectors": vectors, "features": features, "said": said, "predicates": predicates}
        return self.run("claims.onnx", ["relations", "subjects"], **inputs)


def arguments():
    parser = argparse.ArgumentParser()
    for name in ("names", "claims", "base", "data", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--chats", required=True, nargs="+")
    parser.add_argument("--gold", type=int, default=5, help="how many of the gold chats were learned from")
    return parser.parse_args()


if __name__ == "__main__":
    main()
