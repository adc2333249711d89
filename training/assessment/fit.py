"""
Fits the probability that a claim is true from its features, on texts that the encoder did not learn from.

Usage: python -m assessment.fit --texts FILE --claims FILE --out truth.json

A logistic regression with a ridge. Its figures are those of ten parts, each predicted by a fit of the other nine; the claims
of a conversation are all in one part. Texts that are as plain as messages really are decide: the others were written to be hard,
so that a claim is true in fewer cases, and count less. Figures are given for both.
"""

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np

from assessment.labels import labelled

PARTS = 10
RIDGE = 8.0
# Share of a genre by which examples of rules count: plain sentences, of which all that is labelled is true.
EXAMPLES = 0.4
# Share by which a claim of a text that was written to be hard counts; genres of these weigh alike, whatever their claims.
HARD = 0.6
# A feature that fewer claims have is left out.
FEWEST = 8


def main():
    options = arguments()
    rows = list(labelled(options.texts, options.claims))
    made = {}
    for name, own in (("encoder", rows), ("rules", [row for row in map(by_rule_alone, rows) if row])):
        made[name], figures = fitted(own)
        print(json.dumps({name: figures}, indent=1))
    Path(options.out).write_text(json.dumps(made, indent=1) + "\n")


def by_rule_alone(row):
    """A claim as it is found where no model runs; None if a model found it."""
    conversation, claim, right = row
    features = claim["features"]
    origin = next((one for one in ("rule", "record") if f"{one}:bias" in features), None)
    if origin is None:
        return None
    unsupported = {name: -4 for name in features if name.endswith("same")}
    unsupported |= {f"{origin}:{name}": 0 for name in ("opposite", "rival", "considered")}
    return conversation, {**claim, "features": {**features, **unsupported}}, right


def fitted(rows):
    names, inputs, right, weights = matrices(rows)
    found = crossed(rows, inputs, right, weights)
    terms = fit(inputs, right, weights)
    genres = [conversation["genre"] for conversation, *_ in rows]
    plain = plain_ones(rows)
    figures = {
        name: reliability(found[own], right[own], weights[own], [genre for genre, one in zip(genres, own) if one])
        for name, own in (("plain", plain), ("hard", ~plain & (np.array(genres) != "example")))
        if own.any()
    }
    return {name: round(float(term), 4) for name, term in zip(names, terms)}, figures


def matrices(rows):
    """Names of the features, their values (claims × features), which claims are true, and how much each counts."""
    counts = Counter(name for _, claim, _ in rows for name, value in claim["features"].items() if value)
    names = sorted(name for name, count in counts.items() if count >= FEWEST)
    inputs = np.array([[claim["features"].get(name) or 0 for name in names] for _, claim, _ in rows], float)
    right = np.array([right for *_, right in rows], float)
    weights = np.where(plain_ones(rows), 1.0, HARD * weights_of([conversation["genre"] for conversation, *_ in rows]))
    return names, inputs, right, weights


def plain_ones(rows):
    return np.array([conversation.get("plain", False) for conversation, *_ in rows])


def crossed(rows, inputs, right, weights):
    """The probability of each claim by a fit of the parts that its conversation is not in."""
    conversations = sorted({conversation["id"] for conversation, *_ in rows})
    part = np.array([conversations.index(conversation["id"]) % PARTS for conversation, *_ in rows])
    found = np.zeros(len(rows))
    for number in range(PARTS):
        own = part == number
        found[own] = probabilities(inputs[own], fit(inputs[~own], right[~own], weights[~own]))
    return found


def weights_of(genres):
    """Weights by which every genre counts as much, at most 4 for a claim; examples count less."""
    counts = Counter(genres)
    shares = {genre: EXAMPLES if genre == "example" else 1.0 for genre in counts}
    return np.array([shares[genre] * min(4.0, len(genres) / len(counts) / counts[genre]) for genre in genres])


def fit(inputs, right, weights, ridge=RIDGE):
    """Newton's method on the penalized log-likelihood. Inputs that exceed 1 are scaled, so that the ridge treats them alike."""
    scale = np.maximum(np.abs(inputs).max(0) / 2, 1.0)
    scaled = inputs / scale
    terms = np.zeros(inputs.shape[1])
    for _ in range(60):
        p = probabilities(scaled, terms)
        slope = scaled.T @ (weights * (right - p)) - ridge * terms
        curve = (scaled * (weights * p * (1 - p))[:, None]).T @ scaled + ridge * np.eye(len(terms))
        step = np.linalg.solve(curve, slope)
        terms += step
        if np.abs(step).max() < 1e-7:
            break
    return terms / scale


def probabilities(inputs, terms):
    return 1 / (1 + np.exp(-inputs @ terms))


def reliability(found, right, weights, genres):
    """Calibration error over tenths, what is true in each tenth; at thresholds the share that is true and the share found."""
    tenths, genres = np.minimum((found * 10).astype(int), 9), np.array(genres)
    rows, error = [], 0.0
    for tenth in range(10):
        own = tenths == tenth
        if own.any():
            mean = lambda values: float(np.average(values[own], weights=weights[own]))
            rows.append([tenth / 10, int(own.sum()), round(mean(found), 3), round(mean(right), 3)])
            error += weights[own].sum() / weights.sum() * abs(mean(found) - mean(right))
    return {
        "claims": len(found),
        "true": round(float(np.average(right, weights=weights)), 3),
        "area under ROC": round(area(found, right), 3),
        "expected calibration error": round(float(error), 4),
        "from, claims, predicted, true": rows,
        "threshold, claims, true, found": [at(found, right, weights, t) for t in (0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)],
        "by genre": {
            genre: {
                "area": round(area(found[own], right[own]), 3),
                **{f"at {t}": at(found[own], right[own], weights[own], t) for t in (0.5, 0.7)},
            }
            for genre in sorted(set(genres))
            for own in [genres == genre]
        },
    }


def at(found, right, weights, threshold):
    own = found >= threshold
    true = round(float(np.average(right[own], weights=weights[own])), 3) if own.any() else None
    return [threshold, int(own.sum()), true, round(float((weights * right)[own].sum() / max(1e-9, (weights * right).sum())), 3)]


def area(scores, right):
    right = right > 0
    order = np.argsort(np.argsort(scores))
    pairs = right.sum() * (~right).sum()
    return float((order[right].sum() - right.sum() * (right.sum() - 1) / 2) / pairs) if pairs else 1.0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("texts", "claims", "out"):
        parser.add_argument(f"--{name}", required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
