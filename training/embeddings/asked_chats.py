"""
Questions about our own chats with the turns that answer them, as the service compares them: without the names of persons.
"""

import random
import re
from dataclasses import dataclass
from pathlib import Path

from encoder.own_chats import read

WORD = re.compile(r"\w[\w.'-]*")
# One text in so many keeps its names: what finds them does not find all.
NAMES_KEPT_ONE_IN = 10


@dataclass
class Asked:
    conversation: str
    question: str
    evidence: list
    """Turns that answer it."""
    others: list
    """Turns of the conversation that do not, nor stand next to one that does."""


def asked_chats(folder, kept=frozenset(), seed=0):
    """The questions with an answer of all conversations but those that are kept, which are named "file-number"."""
    chance = random.Random(seed)
    asked = []
    for file in sorted(Path(folder).glob("*")):
        if file.name == "kept.txt":
            continue
        for number, conversation in enumerate(read(file), 1):
            name = f"{file.stem}-{number}"
            if name not in kept:
                asked.extend(questions_of(name, conversation, chance))
    return asked


def questions_of(name, conversation, chance):
    persons = {word.lower() for turn in conversation.turns for word in names_in(turn)}
    persons |= {turn.speaker.lower() for turn in conversation.turns}
    texts = [turn.text if chance.randrange(NAMES_KEPT_ONE_IN) == 0 else without_names(turn) for turn in conversation.turns]
    for question in conversation.questions:
        evidence = [i for i in question["evidence"] if 0 <= i < len(texts)]
        if not evidence:
            continue
        near = {j for i in evidence for j in (i - 1, i, i + 1)}
        yield Asked(
            conversation=name,
            question=without_words(question["q"], persons),
            evidence=[texts[i] for i in evidence],
            others=[text for i, text in enumerate(texts) if i not in near],
        )


def names_in(turn):
    """Persons of a turn as they are written, whole and by their first word."""
    for mention in turn.mentions:
        if mention.type == "person":
            name = turn.text[mention.start : mention.end]
            yield from (name, name.split()[0])


def without_names(turn):
    text = list(turn.text)
    for mention in turn.mentions:
        if mention.type == "person":
            text[mention.start : mention.end] = " " * (mention.end - mention.start)
    return tidied("".join(text), turn.text)


def without_words(text, words):
    def left(found):
        word = found.group()
        bare = re.sub(r"['’]s$", "", word)
        return word[len(bare) :] if bare.lower() in words else word

    return tidied(WORD.sub(left, text), text)


def tidied(text, whole):
    """The whole text where nothing but names was in it."""
    text = re.sub(" {2,}", " ", text).strip()
    return text if WORD.search(text) else whole
