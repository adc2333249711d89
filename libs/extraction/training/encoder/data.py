"""Sentences for the training of the tagging encoder, from the tagged files and the gold chats."""

import json
import random
import re
from pathlib import Path

TAGS = ["O"] + [f"{part}-{kind}" for kind in ("PER", "LOC", "ORG", "MISC") for part in "BI"]
TAG_ID = {tag: i for i, tag in enumerate(TAGS)}
TRAIN = ("btcnh", "cross_ai", "cross_literature", "cross_music", "cross_science", "gumfree", "wnut17")
DEV = (*TRAIN, "uner")
CHAT_KINDS = {"person": "PER", "place": "LOC", "organization": "ORG", "date": None}


def tagged(path):
    """(tokens, tags) of each line of a tagged file."""
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
    return [(row["tokens"], row["tags"]) for row in rows if row["tokens"]]


def chats(folder):
    """(tokens, tags) of each turn of the gold chats."""
    return [sentence for path in sorted(Path(folder).glob("*.json")) for sentence in chat(path)]


def chat(path):
    conversation = json.loads(Path(path).read_text(encoding="utf-8"))
    for turn in conversation["turns"]:
        spans = [
            (m["start"], m["start"] + len(m["text"]), CHAT_KINDS.get(entity["type"], "MISC"))
            for entity in conversation["entities"]
            for m in entity["mentions"]
            if m["turn"] == turn["i"]
        ]
        tokens, tags = [], []
        for found in re.finditer(r"[\w]+(?:['’-]\w+)*|[^\w\s]", turn["text"]):
            text, start, end = found.group(), found.start(), found.end()
            possessive = re.search(r"['’]s$", text)
            parts = [(text, start, end)]
            if possessive:
                cut = possessive.start()
                parts = [(text[:cut], start, start + cut), (text[cut:], start + cut, end)]
            for part, begin, stop in parts:
                kind = next(((s, k) for s, e, k in spans if s <= begin and stop <= e), None)
                tokens.append(part)
                named = kind is not None and kind[1] is not None
                tags.append(f"{'B' if begin == kind[0] else 'I'}-{kind[1]}" if named else "O")
        if tokens:
            yield tokens, tags


def halves(sentences, seed):
    """A fixed split in two, by whole sentences."""
    order = list(range(len(sentences)))
    random.Random(seed).shuffle(order)
    middle = len(order) // 2
    return [sentences[i] for i in sorted(order[:middle])], [sentences[i] for i in sorted(order[middle:])]
