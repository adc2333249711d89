"""Which entities of the stages are named things of their type, by the annotated texts that they were found in."""

import json
import re
import unicodedata
from collections import Counter

# Words that a mention may have beyond its annotation: annotators mark them now and then.
AROUND = re.compile(r"(?:the|mr|mrs|ms|miss|dr|uncle|aunt|auntie|sister|brother|father|mother|coach|mayor)\.?$")


def labelled(texts, entities):
    """
    texts: the file of texts.py; entities: that of write-entities.ts
    Yields (conversation, entity, whether it is right). Who speaks, and what claims name without a span, is left out: the
    graph lists these anyway. So is a well-known product that nobody marked, which some annotators passed over.
    """
    with open(texts, encoding="utf-8") as lines:
        known = {one["id"]: one for one in map(json.loads, lines)}
    with open(entities, encoding="utf-8") as lines:
        for entity in map(json.loads, lines):
            conversation = known[entity["id"]]
            speakers = {plain(turn["speaker"] or "user") for turn in conversation["turns"]}
            if entity["isReferred"] or plain(entity["name"]) in speakers or is_passed_over(conversation, entity):
                continue
            yield conversation, entity, is_right(conversation, entity)


def is_passed_over(conversation, entity):
    return "listed:product" in entity["features"] and what_is_wrong(conversation, entity) == "none"


def is_right(conversation, entity):
    """Whether at least half of its mentions are annotated, with its type."""
    right = [verdict(conversation, entity["type"], mention) == "right" for mention in entity["mentions"]]
    return sum(right) * 2 >= len(right)


def what_is_wrong(conversation, entity):
    """The most frequent verdict on its mentions."""
    return Counter(verdict(conversation, entity["type"], one) for one in entity["mentions"]).most_common(1)[0][0]


def verdict(conversation, type, mention):
    """right, type (of another type), span (annotated otherwise) or none (not annotated at all)."""
    turn = conversation["turns"][mention["turn"]]
    over = [one for one in turn["names"] if one["start"] < mention["end"] and mention["start"] < one["end"]]
    for one in over:
        if one["start"] == mention["start"] and one["end"] == mention["end"]:
            return "right" if one["type"] == type else "type"
        if one["type"] == type and core(turn["text"][one["start"] : one["end"]]) == core(mention["name"]):
            return "right"
    return "span" if over else "none"


def core(name):
    """The words of a name without those around it."""
    words = plain(name).removesuffix("'s").rstrip(".").split()
    while len(words) > 1 and AROUND.match(words[0]):
        words = words[1:]
    return words


def plain(name):
    decomposed = unicodedata.normalize("NFKD", name)
    return "".join(c for c in decomposed if not unicodedata.combining(c)).lower().replace("’", "'").strip()
