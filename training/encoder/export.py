"""
Writes the two trained encoders, of names and of claims, as ONNX with 8-bit weights, and how well they do on what was kept.

Usage: python -m encoder.export --names FILE.pt --claims FILE.pt --base DIR --data DIR --chats DIR… --scopes DIR --out DIR
Needs onnx and onnxruntime beside what training needs.
"""

import argparse
import json
import shutil
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from transformers import BertTokenizerFast

from encoder import tagged_sentences as corpus
from assessment.fit import fit
from encoder import graphs, scope_turns
from encoder.card import write_figures
from encoder.claim_encoder import BELOW, ClaimEncoder
from encoder.claim_layers import FEATURES
from encoder.claim_scores import claim_scores, read
from encoder.names_encoder import load
from encoder.word_pieces import batch_of, pieces
from encoder.train_names import LONGEST, chats, f1, sentences
from encoder.windows import windows

INPUTS = ("ner/*.jsonl", "chat/*.json", "rel/*.jsonl")
FILES = ("names.onnx", "reader.onnx", "subjects.onnx")
# Low, because training/assessment tells true claims from false ones; what is less likely is seldom true.
LEAST_END = 0.4
LEAST_SCORED, LARGEST_SCORE, ENDS_RIDGE = 0.02, 6.0, 0.1
LEAST = {"leastRelation": 0.28, "leastStatement": 0.45}


def main():
    options = arguments()
    out, base, folder = Path(options.out), Path(options.base), Path(options.data)
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = BertTokenizerFast.from_pretrained(base)
    names_model = load(options.names, base).eval()
    claims_model = ClaimEncoder(names_model, names_model).eval()
    claims_model.take(torch.load(options.claims))
    write(names_model, claims_model, out)
    shutil.copy(base / "tokenizer.json", out / "tokenizer.json")
    small = SmallNames(out)
    _, dev, _ = sentences(folder, options)
    names = {name: {s: round(f1(small, tokenizer, rows, s), 1) for s in ("cased", "lower")} for name, rows in dev.items()}
    temperature = fitted_temperature(small, tokenizer, [row for rows in dev.values() for row in rows])
    kept = {"chats": chats(folder, options)[1], "scopes": kept_scopes(Path(options.scopes))}
    small_claims = SmallClaims(out)
    claims = {
        name: claim_scores(small_claims, tokenizer, [w for c in part for w in windows(c)], tuple(LEAST.values())) for name, part in kept.items()
    }
    ends = fitted_ends(small_claims, tokenizer, [w for c in kept["scopes"] for w in windows(c)])
    figures = {"temperature": temperature, **LEAST, "leastEnd": LEAST_END, **ends}
    (out / "encoder.json").write_text(json.dumps(figures) + "\n")
    print(json.dumps({**figures, "names": names, "claims": claims}, indent=1))
    inputs = [(str(path.relative_to(folder)), path) for path in sorted([p for part in INPUTS for p in folder.glob(part)])]
    # Not there where the base was taken out of the shipped graphs.
    inputs += [("all-MiniLM-L6-v2, model.safetensors", path) for path in [base / "model.safetensors"] if path.exists()]
    write_figures(out / "MODEL_CARD.md", figures, names, claims, [out / f for f in (*FILES, "tokenizer.json", "encoder.json")], inputs)


def kept_scopes(folder):
    """The scopes that kept.txt names, as conversations."""
    kept = set((folder / "kept.txt").read_text().split())
    return [c for c in scope_turns.conversations(folder.glob("*.scope")) if c.name in kept]


def write(names_model, claims_model, out):
    graphs.names_graph(names_model, BELOW).write(out / "names.onnx")
    graphs.reader_graph(claims_model).write(out / "reader.onnx")
    graphs.subjects_graph(claims_model.claims).write(out / "subjects.onnx")


def fitted_temperature(model, tokenizer, rows):
    """What scores are divided by so that probabilities of tags fit best (least log loss over words)."""
    every, wanted = [], []
    for start in range(0, len(rows), 64):
        part = rows[start : start + 64]
        made = [pieces(tokenizer, tokens, LONGEST) for tokens, _ in part]
        found = model(*batch_of(made))[0]
        for i, ((_, gold), (_, _, first)) in enumerate(zip(part, made)):
            every.append(found[i, first])
            wanted += [corpus.TAG_ID.get(tag, 0) for tag in gold[: len(first)]]
    scores, gold = torch.cat(every), torch.tensor(wanted)
    losses = {t / 20: torch.nn.functional.cross_entropy(scores * 20 / t, gold).item() for t in range(10, 81)}
    return min(losses, key=losses.get)


def fitted_ends(model, tokenizer, windows):
    """
    Shift and temperature by which (score + shift) / temperature is the log-odds that an end is one (Platt scaling): of what is
    known to have been so of somebody whom the turn names, and of scores that are not hopeless.
    """
    found = []
    for window in windows:
        _, _, ends = read(model, tokenizer, window)
        for i, own in window.ends.items():
            rows = [(ends.get((i, predicate), 0), ended) for predicate, ended in own.items() if ended is not None]
            found += [row for row in rows if row[0] >= LEAST_SCORED and window.candidates[i].current]
    scores = np.array([np.log(p / (1 - p)) for p, _ in found]).clip(-LARGEST_SCORE, LARGEST_SCORE)
    terms = fit(np.stack([scores, np.ones(len(found))], 1), np.array([float(ended) for _, ended in found]), np.ones(len(found)), ENDS_RIDGE)
    slope, shift = (float(term) for term in terms)
    return {"endTemperature": round(1 / slope, 3), "endShift": round(shift / slope, 3)}


class SmallNames:
    """The exported encoder of names in the place of the trained one; it reads row by row."""

    def __init__(self, folder):
        self.session = session(folder / "names.onnx")

    def eval(self):
        pass

    def __call__(self, ids, cases, mask):
        return self.run(["tags", "types"], ids, cases, mask)

    def lower(self, ids, cases, mask):
        return self.run(["states"], ids, cases, mask)[0]

    def run(self, outputs, ids, cases, mask):
        rows = []
        for i, length in enumerate(mask.sum(1).tolist()):
            inputs = {"ids": ids[i : i + 1, :length], "cases": cases[i : i + 1, :length], "first": torch.arange(length)}
            rows.append(run(self.session, outputs, inputs))
        width = ids.shape[1]
        pad = lambda values: torch.nn.functional.pad(values, (0, 0, 0, width - values.shape[1]))
        return [torch.cat([pad(row[k]) for row in rows]) for k in range(len(outputs))]


class SmallClaims:
    """The exported encoder of claims in the place of the trained one, for one window after the other."""

    def __init__(self, folder):
        self.names = SmallNames(folder)
        self.reader, self.subjects = session(folder / "reader.onnx"), session(folder / "subjects.onnx")

    def eval(self):
        pass

    def __call__(self, rows, windows):
        lower = torch.cat([self.names.lower(*group).flatten(0, 1) for group in rows])
        at, places, parts, (read, _), (kept, _) = windows
        self.window = {"lower": lower[at], "places": places, "parts": parts, "read": read[0], "kept": kept[0]}
        nobody = {"means": torch.zeros(1, read.shape[1]), "features": torch.zeros(1, FEATURES)}
        return run(self.reader, ["statements", "states"], self.window | nobody)

    def related(self, states, names, features, said, predicates):
        relations, ends = run(self.reader, ["relations", "ends"], self.window | {"means": names[0], "features": features[0]})
        inputs = {"vectors": names[0] @ states[0], "features": features[0], "said": said[0] @ states[0], "predicates": predicates[0]}
        (subjects,) = run(self.subjects, ["subjects"], inputs)
        return relations.unsqueeze(0), subjects.unsqueeze(0), ends.unsqueeze(0)


def session(path):
    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def run(session, outputs, inputs):
    arrays = {name: values.numpy() if values.is_floating_point() else values.numpy().astype(np.int32) for name, values in inputs.items()}
    return [torch.from_numpy(np.asarray(values)) for values in session.run(outputs, arrays)]


def arguments():
    parser = argparse.ArgumentParser()
    for name in ("names", "claims", "base", "data", "scopes", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--chats", required=True, nargs="+")
    parser.add_argument("--gold", type=int, default=5, help="how many of the gold chats were learned from")
    return parser.parse_args()


if __name__ == "__main__":
    main()
