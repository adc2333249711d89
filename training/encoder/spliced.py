"""
Two turns of different conversations as one, so that what is learned does not hang on what happened to stand beside it.

Only turns that say by themselves what they claim are put together, and only where nobody and no value of the one could be taken
for one of the other.
"""

from dataclasses import replace

from encoder.own_chats import Conversation, Turn
from encoder.windows import LONGEST_TURN, lone_windows, window
from encoder.words import words

BETWEEN = (" ", "\n")


def whole_turns(conversation):
    """(turn, how many words) of each turn of a conversation that loses no claim without those before it, and is short enough."""
    read = [turn for turn in conversation.turns if turn.is_read]
    alone = [turn for turn, made in zip(read, lone_windows(conversation)) if len(made.turns) == 1 and turn.looked_for is None]
    counted = [(turn, len(words(turn.text))) for turn in alone]
    return [(turn, count) for turn, count in counted if 0 < count < LONGEST_TURN]


def spliced_windows(turns, shown, count):
    """Up to `count` lists of one window each, of pairs of turns (as whole_turns gives them) that are drawn by chance."""
    for _ in range(count):
        (first, short), (second, long) = shown.sample(turns, 2)
        made = spliced(first, second, shown.choice(BETWEEN)) if short + long <= LONGEST_TURN else None
        if made is not None:
            yield [window(Conversation("", [made]), 0, 0)]


def spliced(first, second, between):
    """Both turns as one of the first's speaker, or None where the claims of the one could be taken for the other's."""
    if any(turn.speaker in mentioned(turn) for turn in (first, second)):
        return None
    if involved(second) & {first.speaker, *involved(first)} - {second.speaker}:
        return None
    if any(claim.object in first.text for claim in second.statements):
        return None
    offset = len(first.text) + len(between)
    called = lambda name: first.speaker if name == second.speaker else name
    mentions = [replace(m, start=m.start + offset, end=m.end + offset) for m in second.mentions]
    relations = [replace(c, subject=called(c.subject), object=called(c.object)) for c in second.relations]
    statements = [replace(c, subject=called(c.subject)) for c in second.statements]
    ends = {(called(subject), predicate): ended for (subject, predicate), ended in second.ends.items()}
    both = {key: None if key in first.ends and key in ends else ended for key, ended in {**first.ends, **ends}.items()}
    return Turn(
        first.speaker,
        first.text + between + second.text,
        first.mentions + mentions,
        first.relations + relations,
        first.statements + statements,
        ends=both,
    )


def mentioned(turn):
    return {mention.entity for mention in turn.mentions}


def involved(turn):
    """Whom a turn mentions, and between whom it claims relations."""
    return mentioned(turn) | {end for claim in turn.relations for end in (claim.subject, claim.object)}
