"""
Fits the probability that an entity is a named thing of its type, on texts that the encoder did not learn from.

Usage: python -m entities.fit --texts FILE --entities FILE --out entity-weights.ts

A logistic regression with a ridge, as that of claims (`assessment.fit`). Its figures are those of ten parts, each
predicted by a fit of the other nine; the entities of a conversation are all in one part.
"""

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np

from assessment.fit import area, fit, probabilities
from entities.labels import labelled, what_is_wrong

PARTS = 10
RIDGE = 4.0
# A feature that fewer entities have is left out.
FEWEST = 12
# The genres of few conversations count at most so much more than others.
MOST_WEIGHT = 3.0
# Entities with a claim of this confidence are listed whatever their own is.
FACT = 0.75
THRESHOLDS = (0, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)
HEADER = """/** Weights of `entityFeatures`, written by `training/entities/fit.py`. */
// prettier-ignore
export const ENTITY_WEIGHTS: Readonly<Partial<Record<string, number>>> = {
"""


def main():
    options = arguments()
    rows = list(labelled(options.texts, options.entities))
    counts = Counter(name for _, entity, _ in rows for name in entity["features"])
    names = sorted(name for name, count in counts.items() if count >= FEWEST)
    inputs = np.array([[entity["features"].get(name, 0) for name in names] for _, entity, _ in rows], float)
    right = np.array([right for *_, right in rows], float)
    genres = np.array([conversation["genre"] for conversation, *_ in rows])
    weights = weights_of(list(genres))
    found = cross_validated(rows, inputs, right, weights)
    is_fact = np.array([entity["claim"] >= FACT for _, entity, _ in rows])
    print(json.dumps(figures(rows, found, right, genres, is_fact), indent=1))
    terms = fit(inputs, right, weights, RIDGE)
    lines = "".join(f"  {quoted(name)}: {term:.3f},\n" for name, term in zip(names, terms))
    Path(options.out).write_text(f"{HEADER}{lines}}};\n", encoding="utf-8")


def quoted(name):
    return name if name.isidentifier() else f"'{name}'"


def weights_of(genres):
    counts = Counter(genres)
    return np.array([min(MOST_WEIGHT, len(genres) / len(counts) / counts[genre]) for genre in genres])


def cross_validated(rows, inputs, right, weights):
    conversations = sorted({conversation["id"] for conversation, *_ in rows})
    part = np.array([conversations.index(conversation["id"]) % PARTS for conversation, *_ in rows])
    found = np.zeros(len(rows))
    for number in range(PARTS):
        own = part == number
        found[own] = probabilities(inputs[own], fit(inputs[~own], right[~own], weights[~own], RIDGE))
    return found


def figures(rows, found, right, genres, is_fact):
    tenths = np.minimum((found * 10).astype(int), 9)
    types = np.array([entity["type"] for _, entity, _ in rows])
    wrong = Counter(what_is_wrong(conversation, entity) for conversation, entity, is_right in rows if not is_right)
    return {
        "entities": len(rows),
        "right": percent(right),
        "wrong because of": dict(wrong),
        "area under ROC": round(area(found, right), 3),
        "from, entities, predicted, right": [
            [tenth / 10, int(own.sum()), percent(found[own]), percent(right[own])]
            for tenth in range(10)
            for own in [tenths == tenth]
            if own.any()
        ],
        "threshold, listed, right, right ones kept": [at(found, right, is_fact, one) for one in THRESHOLDS],
        "by genre": {one: by(found, right, is_fact, genres == one) for one in sorted(set(genres))},
        "by type": {one: by(found, right, is_fact, types == one) for one in sorted(set(types))},
    }


def by(found, right, is_fact, own):
    return [at(found[own], right[own], is_fact[own], threshold) for threshold in (0, 0.5, 0.6, 0.65, 0.7, 0.8)]


def at(found, right, is_fact, threshold):
    listed = (found >= threshold) | is_fact
    return [threshold, int(listed.sum()), percent(right[listed]), round(100 * right[listed].sum() / max(1, right.sum()), 1)]


def percent(values):
    return round(100 * float(values.mean()), 1) if len(values) else None


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("texts", "entities", "out"):
        parser.add_argument(f"--{name}", required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
