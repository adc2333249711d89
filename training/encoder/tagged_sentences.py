"""Sentences for the training of the tagging encoder, from the tagged files."""

import json
import random

TAGS = ["O"] + [f"{part}-{kind}" for kind in ("PER", "LOC", "ORG", "MISC") for part in "BI"]
TAG_ID = {tag: i for i, tag in enumerate(TAGS)}
TRAIN = ("btcnh", "cross_ai", "cross_literature", "cross_music", "cross_science", "gumfree", "wnut17")
DEV = (*TRAIN, "uner")


def tagged(path):
    """(tokens, tags) of each line of a tagged file."""
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
    return [(row["tokens"], row["tags"]) for row in rows if row["tokens"]]


def quarters(sentences, seed):
    """A fixed split, by whole sentences: three quarters to learn from, one to score."""
    order = list(range(len(sentences)))
    random.Random(seed).shuffle(order)
    kept = len(order) // 4
    return [sentences[i] for i in sorted(order[kept:])], [sentences[i] for i in sorted(order[:kept])]
