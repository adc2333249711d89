"""
Fits the weights of libs/recall/src/answerability/answerability-model.ts: logistic regression whose signs are given.

Usage: python fit-answer-chance.py EVIDENCE.json…     (files of eval/answer-evidence.ts; needs numpy)

Every genre weighs alike, unless it has few questions. Prints, by cross-validation over conversations and scopes, how
well the chance tells answerable questions from the others, and what is caught at one threshold for all genres; then the
weights and the threshold.
"""

import hashlib
import json
import sys

import numpy as np

SIGNS = {
    **{"cosine": 1, "maxSim": 1, "termSupport": 1, "namesPresent": 1, "claimed": 1},
    **{"valueMissing": -1, "valueNotCoOccurring": -1, "countMissing": -1, "attributeMissing": -1, "statedApart": -1},
    "sameLanguage": -1,
}
# Questions whose answer was removed are as many as the answerable. They teach what a hit must cover, whatever the form
# of the question; those without an answer are few, and are what shall be caught.
WEIGHTS = {"answerable": 1.0, "removed": 0.25, "unanswerable": 1.6}
# A genre with fewer questions than this weighs less.
MANY = 100
FOLDS, RIDGE, STEPS, FALSE = 8, 3.0, 1500, 0.04


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


def shares(kind, genre):
    """The weight of each question."""
    share = np.array([WEIGHTS[one] for one in kind])
    for name in set(genre):
        own = genre == name
        asked = (own & (kind != "removed")).sum()
        share[own] *= 300 * min(1, asked / MANY) / share[own].sum()
    return share


def threshold_of(score, kind, genre):
    """The highest score below which FALSE of the answerable questions are, as the mean of the genres that have many."""
    own = [score[(kind == "answerable") & (genre == name)] for name in sorted(set(genre))]
    own = [one for one in own if len(one) * 2 >= MANY]
    at = np.sort(np.concatenate(own))
    return max(one for one in at if np.mean([(scores < one).mean() for scores in own]) <= FALSE)


def main(paths):
    rows = [row for path in paths for row in json.load(open(path, encoding="utf8"))]
    x = np.array([[row["evidence"][name] or 0 for name in SIGNS] for row in rows], float)
    kind, genre = np.array([row["kind"] for row in rows]), np.array([row["genre"] for row in rows])
    y, share = (kind == "answerable").astype(float), shares(kind, genre)
    fold = np.array([int(hashlib.md5(row["id"].encode()).hexdigest(), 16) % FOLDS for row in rows])
    score = np.zeros(len(rows))
    for f in range(FOLDS):
        w, b = fit(x[fold != f], y[fold != f], share[fold != f])
        score[fold == f] = x[fold == f] @ w + b
    threshold = threshold_of(score, kind, genre)
    for name in [*sorted(set(genre)), "all"]:
        own = (genre == name) | (name == "all")
        yes, none, removed = (score[own & (kind == one)] for one in ("answerable", "unanswerable", "removed"))
        print(
            f"{name:13s} {len(yes)} answerable, {len(none)} not: AUC {auc(yes, none):.3f} (removed {auc(yes, removed):.3f}),",
            f"caught {100 * (none < threshold).mean():.0f} %, wrongly {100 * (yes < threshold).mean():.1f} %",
        )
    w, b = fit(x, y, share)
    print({name: round(float(value), 2) for name, value in zip(SIGNS, w)}, "bias", round(float(b), 2))
    print("threshold", round(float(1 / (1 + np.exp(-threshold))), 3))


main(sys.argv[1:])
