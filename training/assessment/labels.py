"""Which claims of the stages are true, by the annotated texts that they were read from and by readers' verdicts."""

import json
import re

from assessment import verdicts
from encoder.own_chats import SYMMETRIC


def labelled(texts, claims):
    """
    texts: the file of texts.py; claims: that of write-candidates.ts
    Yields (conversation, claim, whether it is true) of each claim that a reader or the annotation tells something of.
    """
    known, judged = {}, verdicts.read()
    with open(texts, encoding="utf-8") as lines:
        for line in lines:
            one = json.loads(line)
            known[one["id"]] = one
    with open(claims, encoding="utf-8") as lines:
        for line in lines:
            made = json.loads(line)
            conversation = known[made["id"]]
            verdict = judged.get(verdicts.key(made))
            right = annotated(made, conversation) if verdict is None else None
            if right is not None:
                verdict = ("ended" if made["polarity"] == "ended" else "holds") in right.split()
            if verdict is not None:
                yield conversation, made, verdict


def annotated(made, conversation):
    """The right labels of a claim, as texts.py writes them; None where the annotation does not tell."""
    names = called(conversation)
    here, elsewhere = [], []
    for i, turn in enumerate(conversation["turns"]):
        for other in turn["claims"]:
            if same(made, other, names):
                (here if i == made["turn"] else elsewhere).append(other["label"])
    if here:
        return min(here, key=lambda label: label == "not")
    if conversation["complete"] != "all" and made["predicate"] not in conversation["complete"]:
        return None
    # Said in another turn: that this one implies it is neither right nor wrong.
    return None if any(label != "not" for label in elsewhere) else "not"


def called(conversation):
    """What the conversation calls each name."""
    if "called" not in conversation:
        conversation["called"] = {
            turn["text"][a:b].lower(): entity
            for turn in conversation["turns"]
            for entity, spans in turn["names"].items()
            for a, b in spans
        }
    return conversation["called"]


def same(a, b, names):
    if a["predicate"] != b["predicate"]:
        return False
    entity = lambda name: names.get(name.lower(), name).lower()
    left, right = ((entity(one["subject"]), entity(one["object"])) for one in (a, b))
    if a["kind"] == "r":
        return one_name(*left, *right) or (a["predicate"] in SYMMETRIC and one_name(*left, *right[::-1]))
    return one_name(left[0], left[0], right[0], right[0]) and alike(a["object"], b["object"])


def one_name(a, b, c, d):
    """Whether a and c name the same, and b and d: the words of one are among those of the other ("Saga", "Aunt Saga")."""
    return all(x <= y or y <= x for x, y in ((words(a), words(c)), (words(b), words(d))))


def alike(a, b):
    """Whether two values have at least half of their words in common, or one is within the other."""
    x, y = words(a), words(b)
    return bool(x and y) and (len(x & y) / len(x | y) >= 0.5 or x <= y or y <= x)


def words(value):
    return set(re.findall(r"\w+", value.lower())) - {"a", "an", "the", "my", "to", "of"}
