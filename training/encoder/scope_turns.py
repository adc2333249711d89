"""
Annotated scopes as conversations, whose turns are the parts of messages that the service reads at once.

The claims of a long message go to the part that says them: a statement to where its value stands, a relation to the first part
that names both ends. Messages of the assistant without claims are context only.
"""

import re
from dataclasses import replace

from encoder import scopes
from encoder.known_ends import known_ends
from encoder.own_chats import Claim, Conversation, Mention, Turn
from encoder.words import words

LONGEST_PART = 110
SENTENCE = re.compile(r"[^\n]*?(?:[.!?]+(?=\s)|\n|$)\s*")
# How the claims of scopes are learned: what begins later does not hold yet.
STATES = {"holds": "holds", "ended": "ended", "retracted": "retracted", "future": "not"}


def conversations(paths, languages=("en",)):
    """A conversation for each scope in these languages."""
    found = [scope for path in sorted(paths) for scope in scopes.read(path) if scope.language in languages]
    return [conversation(scope) for scope in found]


def conversation(scope):
    made = Conversation(scope.name)
    for message, ends in zip(scope.messages, known_ends([one.claims for one in scope.messages])):
        own = turns(message)
        for key, ended in ends.items():
            add_end(own, key, ended)
        made.turns += own
    return made


def add_end(made, key, ended):
    """Adds an end to the part that names whom it is about; of several parts nobody knows which."""
    named = [turn for turn in made if key[0] == turn.speaker or any(m.entity == key[0] for m in turn.mentions)]
    for turn in named:
        turn.ends[key] = ended if len(named) == 1 else None


def turns(message):
    """The parts of a message, each with the mentions in it and the claims that it makes."""
    made = []
    for start, end in parts(message.text):
        mentions = [
            replace(mention, start=mention.start - start, end=mention.end - start)
            for mention in message.mentions
            if start <= mention.start and mention.end <= end
        ]
        made.append(Turn(message.speaker or "user", message.text[start:end], mentions, is_read=is_read(message)))
    for claim in message.claims:
        add(made, claim)
    return made


def is_read(message):
    return message.role != "assistant" or any(claim.reason is None for claim in message.claims)


def parts(text):
    """(start, end) of runs of whole sentences with at most 110 words; a longer sentence is a part by itself."""
    found, start, end, count = [], 0, 0, 0
    for sentence in SENTENCE.finditer(text):
        more = len(words(sentence.group()))
        if count and count + more > LONGEST_PART:
            found.append((start, end))
            start, count = end, 0
        end, count = sentence.end(), count + more
    return [*found, (start, end)] if count else found


def add(made, claim):
    """Adds a claim of a scope to the part that says it; what no part says is left out."""
    if claim.kind == "s":
        for turn in made:
            at = turn.text.lower().find(claim.object.lower())
            if at >= 0 and claim.reason is None and claim.state != "future":
                said = turn.text[at : at + len(claim.object)]
                return turn.statements.append(Claim(claim.subject, claim.predicate, said, STATES[claim.state]))
        return None
    state = "not" if claim.reason is not None else STATES[claim.state]
    ends = {claim.subject, claim.object}
    best = max(made, key=lambda turn: len(ends & {turn.speaker, *(m.entity for m in turn.mentions)}), default=None)
    return best and best.relations.append(Claim(claim.subject, claim.predicate, claim.object, state))
