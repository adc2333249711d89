"""
Fits the weights of libs/recall/src/answerability/answerability-model.ts: logistic regression whose signs are given.

Usage: python fit-answer-chance.py EVIDENCE.json…     (files of eval/answer-evidence.ts; needs numpy)

Prints, by cross-validation over conversations, how well the chance tells answerable questions from the others, and what
share of those it catches at 3 % of the answerable; then the weights and the threshold.
"""

import hashlib
import json
import sys

import numpy as np

SIGNS = {"cosine": 1, "namesPresent": 1, "valueMissing": -1, "valueNotCoOccurring": -1, "attributeMissing": -1}
# Questions whose answer was removed outnumber those without one; together both weigh about as much as the answerable.
REMOVED = 0.4
FOLDS, RIDGE, STEPS, FALSE = 5, 3.0, 1500, 0.03


def fit(x, y, share):
    """Weights and bias; a weight that would turn against its sign is 0."""
    mean, spread = x.mean(0), x.std(0) + 1e-9
    z, signs, w, b = (x - mean) / spread, np.array(list(SIGNS.values())), np.zeros(x.shape[1]), 0.0
    for _ in range(STEPS):
        wrong = share * (1 / (1 + np.exp(-(z @ w + b))) - y)
        w = w - 2 * (z.T @ wrong + RIDGE * w) / share.sum()
        w, b = np.where(w * signs < 0, 0, w), b - wrong.sum() / share.sum()
    return w / spread, b - (w * mean / spread).sum()


def auc(higher, lower):
    """The chance that one of the first is above one of the second."""
    return (higher[:, None] > lower).mean() + (higher[:, None] == lower).mean() / 2


def main(paths):
    rows = [row for path in paths for row in json.load(open(path, encoding="utf8"))]
    x = np.array([[row["evidence"][name] or 0 for name in SIGNS] for row in rows], float)
    kind = np.array([row["kind"] for row in rows])
    y = (kind == "answerable").astype(float)
    fold = np.array([int(hashlib.md5(row["id"].encode()).hexdigest(), 16) % FOLDS for row in rows])
    share = np.where(kind == "removed", REMOVED, 1.0)
    score = np.zeros(len(rows))
    for f in range(FOLDS):
        w, b = fit(x[fold != f], y[fold != f], share[fold != f])
        score[fold == f] = x[fold == f] @ w + b
    threshold = np.quantile(score[y == 1], FALSE)
    for name in ("removed", "unanswerable"):
        other = score[kind == name]
        print(name, "AUC", round(auc(score[y == 1], other), 3), "caught", round((other < threshold).mean(), 3))
    w, b = fit(x, y, share)
    print({name: round(float(value), 2) for name, value in zip(SIGNS, w)}, "bias", round(float(b), 2))
    print("threshold", round(float(1 / (1 + np.exp(-threshold))), 3))


main(sys.argv[1:])
