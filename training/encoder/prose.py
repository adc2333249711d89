"""
Passages of KnowledgeNet and documents of Re-DocRED as conversations of one speaker, with the relations that were looked for.

What is annotated there may be over, so that a relation is "said": it holds or has ended. Types that nobody looked for are not
learned; `Turn.looked_for` names the others. Of statements only those that are annotated are learned.
"""

import json
import re
import zlib

from encoder.own_chats import ENDS, Claim, Conversation, Mention, Turn
from encoder.scope_turns import parts

PRONOUN = re.compile(r"(?i)he|she|they|it|his|her|hers|him|their|them|its|i|my|me|we|our|who|whose|which|that")
SUBJECT_TYPES = {"birthday": "person", "nationality": "person"}
# Of several types that a relation permits, what KnowledgeNet means by it.
MEANT = {
    **{name: ("person", "organization") for name in "works_at member_of founded studied_at".split()},
    **{"part_of": ("organization", "organization"), "located_in": ("organization", "place")},
    **{name: ("person", "place") for name in "lives_in born_in".split()},
    **{name: ("person", "person") for name in "spouse_of parent_of".split()},
}
DOCUMENT_TYPES = "located_in created part_of member_of attended owns born_in parent_of studied_at sibling_of works_at spouse_of founded".split()
KINDS = {"PER": "person", "LOC": "place", "ORG": "organization"}


def knowledgenet(path, tagged):
    """
    A conversation of one turn for each passage but those that are kept for the probability of claims.
    tagged: gives (start, end, type) of names in a text, for the names that no relation tells of
    """
    for line in path.open(encoding="utf-8"):
        one = json.loads(line)
        if is_kept(one["id"]):
            continue
        # Only headquarters are annotated as places of organizations.
        looked_for = frozenset(name for name in one["checked"] if name in ENDS and name != "located_in")
        turn = Turn("user", one["text"], looked_for=looked_for)
        for found in one["relations"]:
            passage_claim(turn, found)
        taken = [(m.start, m.end) for m in turn.mentions]
        for start, end, kind in tagged(one["text"]):
            if all(end <= a or start >= b for a, b in taken):
                turn.mentions.append(Mention(start, end, kind, one["text"][start:end]))
        unnamed_subjects(turn, one)
        if len(turn.text) < 900:
            yield Conversation(one["id"], [turn])


def is_kept(name):
    """Whether a passage is one of the seventh that the encoder does not learn from."""
    return zlib.crc32(name.encode()) % 7 == 0


def passage_claim(turn, found):
    spans = [found[end] for end in ("from", "to")]
    names = [turn.text[slice(*span)] for span in spans]
    if any(is_pronoun(name) for name in names):
        return
    if found["type"] in SUBJECT_TYPES:
        mention(turn, spans[0], "person")
        turn.statements.append(Claim(names[0], found["type"], names[1]))
    elif found["type"] in MEANT and all(name[:1].isupper() for name in names):
        for span, kind in zip(spans, MEANT[found["type"]]):
            mention(turn, span, kind)
        turn.relations.append(Claim(names[0], found["type"], names[1], "said"))


def mention(turn, span, kind):
    start, end = span
    if all(end <= m.start or start >= m.end for m in turn.mentions):
        turn.mentions.append(Mention(start, end, kind, turn.text[start:end]))


def unnamed_subjects(turn, one):
    """A relation of a pronoun is that of the only person in the passage; of several, nobody knows whose it is."""
    people = {m.entity for m in turn.mentions if m.type == "person"}
    for found in one["relations"]:
        subject, name = (turn.text[slice(*found[end])] for end in ("from", "to"))
        if found["type"] in MEANT and is_pronoun(subject) and MEANT[found["type"]][0] == "person" and not is_pronoun(name):
            mention(turn, found["to"], MEANT[found["type"]][1])
            state = "said" if len(people) == 1 else "retracted"
            turn.relations += [Claim(person, found["type"], name, state) for person in people - {name}]


def is_pronoun(name):
    return PRONOUN.fullmatch(name) is not None


def documents(path):
    """A conversation for each document, in parts. A relation is said where a sentence that is evidence for it holds both names."""
    for line in path.open(encoding="utf-8"):
        one = json.loads(line)
        kinds = entity_types(one)
        names = {}
        for found in one["mentions"]:
            names.setdefault(found["entity"], one["text"][found["start"] : found["end"]])
        made = Conversation(one["id"])
        for start, end in parts(one["text"]):
            turn = Turn("user", one["text"][start:end], looked_for=frozenset(DOCUMENT_TYPES))
            inside = [m for m in one["mentions"] if start <= m["start"] and m["end"] <= end and m["entity"] in kinds]
            for found in inside:
                span = (found["start"] - start, found["end"] - start)
                turn.mentions.append(Mention(*span, kinds[found["entity"]], names[found["entity"]]))
            for found in one["relations"]:
                state = "said" if evident(one, found, start, end) else "retracted"
                if found["from"] in kinds and found["to"] in kinds:
                    turn.relations.append(Claim(names[found["from"]], found["type"], names[found["to"]], state))
            made.turns.append(turn)
        yield made


def entity_types(one):
    """Types of entities: as tagged, and of works, products and events by the relations that they stand in."""
    kinds = {m["entity"]: KINDS[m["type"]] for m in one["mentions"] if m["type"] in KINDS}
    for found in one["relations"]:
        if found["type"] == "created":
            kinds.setdefault(found["to"], "work")
        if found["type"] == "attended":
            kinds.setdefault(found["to"], "event")
    return kinds


def evident(one, found, start, end):
    """Whether a sentence that is evidence lies in this part and names both ends."""
    for number in found["evidence"]:
        a, b = one["sentences"][number]
        held = {m["entity"] for m in one["mentions"] if a <= m["start"] and m["end"] <= b}
        if start <= a and b <= end + 1 and {found["from"], found["to"]} <= held:
            return True
    return False
