"""
Annotated chats in the notation of our own training text, and a check of it.

Usage: python -m encoder.own_chats FILE…     prints what is wrong, line by line, and how much there is of each type

A file holds conversations; a blank line, or a line "# …", begins a new one.

    # why this conversation was written
    Maya: ok so [Lena|person] moved to [Turku|place] last week, she's allergic to dust
      r Lena | lives_in | Turku
      s Lena | allergic_to | dust
    Tom: our Lena?? is [Bea|person|Beatriz] still at [Acme|organization]
      r Tom | sibling_of | Lena
    q Where does Tom's sister live? | 1 2 | multi_hop
    q What does Lena earn? | none | unanswerable

A turn is "speaker: text". A name is [as written|type] or [as written|type|the name it is called by in the lines below].
A claim stands below the turn in which it becomes known: r is a relation, s a statement whose object is copied from the turn.
A fourth field "ended" says that it was so and is no more, "retracted" that its speaker takes it back.
A question names the turns that answer it (from 1), or none.
"""

import collections
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

ENTITY_TYPES = "person organization project event place concept product work date animal".split()
PERSON, MAKER = {"person"}, {"person", "organization"}
ANY = set(ENTITY_TYPES)
ENDS = {
    "works_at": (PERSON, {"organization"}),
    "reports_to": (PERSON, PERSON),
    "member_of": (PERSON, {"organization", "project"}),
    "founded": (PERSON, {"organization", "project"}),
    "studied_at": (PERSON, {"organization"}),
    "works_on": (MAKER, {"project", "product", "work"}),
    "created": (MAKER, {"product", "work", "project"}),
    "uses": (MAKER, {"product"}),
    "owns": (MAKER, {"organization", "product", "animal"}),
    "lives_in": (PERSON, {"place"}),
    "born_in": (PERSON, {"place"}),
    "visited": (PERSON, {"place"}),
    "located_in": ({"organization", "event", "place", "project"}, {"place"}),
    "part_of": ({"organization", "place", "project", "event"},) * 2,
    "attended": (PERSON, {"event"}),
    **{name: (PERSON, PERSON) for name in "spouse_of parent_of sibling_of family_of friend_of colleague_of knows".split()},
    "related_to": (ANY, ANY),
}
RELATIONS = list(ENDS)
SYMMETRIC = set("spouse_of sibling_of family_of friend_of colleague_of knows related_to".split())
PREDICATES = (
    "likes dislikes prefers favourite occupation age birthday nationality email phone nickname diet height status "
    "speaks allergic_to has_condition has_skill hobby has did plans instruction"
).split()
# What has one value at a time and ends, often in words that do not name the value.
ENDABLE = "works_at occupation lives_in reports_to spouse_of status diet".split()
NAME = re.compile(r"\[([^\[\]|]+)\|([a-z]+)(?:\|([^\[\]|]+))?\]")
TURN = re.compile(r"^([^\s:][^:|]{0,30}): (.+)$")


@dataclass
class Mention:
    start: int
    end: int
    type: str
    entity: str


@dataclass
class Claim:
    subject: str
    predicate: str
    object: str
    state: str = "holds"


@dataclass
class Turn:
    speaker: str
    text: str
    mentions: list = field(default_factory=list)
    relations: list = field(default_factory=list)
    statements: list = field(default_factory=list)
    # Whether claims are read from it; if not, it is only context of later turns.
    is_read: bool = True
    # Relations that an annotator looked for; None: all, and all statements.
    looked_for: frozenset | None = None
    # (subject, predicate) -> whether what was so before is over by this turn; None: nobody knows.
    ends: dict = field(default_factory=dict)


@dataclass
class Conversation:
    name: str
    turns: list = field(default_factory=list)
    questions: list = field(default_factory=list)


def read(path, complain=lambda line, what: None):
    """Conversations of a file; complaints name the line."""
    conversations, known = [], {}
    conversation = Conversation(f"{Path(path).stem}-1")
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            if conversation.turns:
                conversations.append(conversation)
                conversation, known = Conversation(f"{Path(path).stem}-{len(conversations) + 1}"), {}
        elif line.startswith("q "):
            question(conversation, line, number, complain)
        elif line.startswith(("  r ", "  s ")):
            claim(conversation, known, line, number, complain)
        elif TURN.match(line):
            turn(conversation, known, line, number, complain)
        else:
            complain(number, "neither a turn nor a claim nor a question")
    return conversations + ([conversation] if conversation.turns else [])


def unmark(marked, pattern, known, complain):
    """
    A text without the marks of its names, and its mentions.

    `pattern` has the groups surface, type and entity; `known` maps entities to their types, and learns new ones.
    """
    text, mentions, at = "", [], 0
    for found in pattern.finditer(marked):
        text += marked[at : found.start()]
        surface, kind, entity = found.groups()
        entity = entity or surface
        if kind not in ANY:
            complain(f"no such type: {kind}")
        if known.setdefault(entity, kind) != kind:
            complain(f"{entity} was {known[entity]} before")
        mentions.append(Mention(len(text), len(text) + len(surface), kind, entity))
        text, at = text + surface, found.end()
    return text + marked[at:], mentions


def turn(conversation, known, line, number, complain):
    speaker, marked = TURN.match(line).groups()
    text, mentions = unmark(marked, NAME, known, lambda what: complain(number, what))
    if re.search(r"[\[\]|]", text):
        complain(number, "a bracket or bar is left over")
    known.setdefault(speaker, "person")
    conversation.turns.append(Turn(speaker, text, mentions))


def claim(conversation, known, line, number, complain):
    if not conversation.turns:
        return complain(number, "a claim before any turn")
    parts = [part.strip() for part in line[4:].split("|")]
    if len(parts) not in (3, 4) or (len(parts) == 4 and parts[3] not in ("ended", "retracted")):
        return complain(number, "a claim is: subject | type | object [| ended or retracted]")
    made, turn = Claim(*parts), conversation.turns[-1]
    for name in [made.subject] + ([made.object] if line.startswith("  r ") else []):
        if name not in known:
            return complain(number, f"nobody and nothing is called {name} so far")
    if line.startswith("  s "):
        if made.predicate not in PREDICATES:
            return complain(number, f"no such predicate: {made.predicate}")
        if made.object not in turn.text:
            return complain(number, f"the turn has no words “{made.object}”")
        return turn.statements.append(made)
    if made.predicate not in ENDS:
        return complain(number, f"no such relation: {made.predicate}")
    for name, allowed in zip((made.subject, made.object), ENDS[made.predicate]):
        if known[name] not in allowed:
            complain(number, f"{name} is a {known[name]}: not allowed for {made.predicate}")
    if made.subject == made.object:
        complain(number, "a relation to itself")
    turn.relations.append(made)


def question(conversation, line, number, complain):
    parts = [part.strip() for part in line[2:].split("|")]
    if len(parts) != 3:
        return complain(number, "a question is: text | turns or none | tag")
    evidence = [] if parts[1] == "none" else [int(n) for n in re.findall(r"\d+", parts[1])]
    if any(not 1 <= n <= len(conversation.turns) for n in evidence):
        complain(number, "the conversation has no such turn so far")
    conversation.questions.append({"q": parts[0], "evidence": [n - 1 for n in evidence], "tag": parts[2]})


def main():
    wrong, counts = 0, collections.Counter()
    for path in sys.argv[1:]:

        def complain(line, what):
            nonlocal wrong
            wrong += 1
            print(f"{path}:{line}: {what}")

        for conversation in read(path, complain):
            counts["conversations"] += 1
            counts["questions"] += len(conversation.questions)
            for turn in conversation.turns:
                counts["turns"] += 1
                counts["mentions"] += len(turn.mentions)
                counts["relations"] += len(turn.relations)
                counts["statements"] += len(turn.statements)
                counts.update(claim.predicate for claim in turn.relations + turn.statements)
                counts.update(f"{claim.predicate} {claim.state}" for claim in turn.relations + turn.statements if claim.state != "holds")
    print(", ".join(f"{name} {count}" for name, count in counts.most_common()))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
