"""
What each message of an annotated scope leaves as current, and where a scope contradicts itself.

Used by scopes.py. A claim is known by its words: type, subject and object, in either order if the relation is symmetric.
"""

from encoder.own_chats import SYMMETRIC

ONE_AT_A_TIME = set("works_at reports_to lives_in located_in part_of spouse_of".split())
ONE_VALUE = set("occupation age birthday nationality email phone nickname diet height status".split())


def walk(scope, contradicts, doubtful):
    """
    Both callbacks take the line of a claim and what is the matter with it. `contradicts`: the annotation cannot be
    right. `doubtful`: it may be (a home and the city it lies in, two offices), and wants another look.
    """
    current = {}
    for message in scope.messages:
        below = {}
        for made in message.claims:
            repeated(made, below, contradicts)
        for made in message.claims:
            if made.reason is None and made.state != "future":
                change(made, current, below, doubtful)
        for made in message.claims:
            if made.reason is not None:
                negative(made, current, message.time[:10], contradicts)


def words(made):
    ends = (made.subject, made.object.lower())
    if made.kind == "r" and made.predicate in SYMMETRIC:
        ends = tuple(sorted((made.subject, made.object)))
    return (made.kind, made.predicate, *ends)


def repeated(made, below, contradicts):
    """A claim may stand twice below a message only as what became of it and as the hard negative that it is current."""
    others = below.setdefault(words(made), [])
    for other in others:
        if (other.reason is None) == (made.reason is None):
            contradicts(made.line, f"listed twice: {made.subject} | {made.predicate} | {made.object}")
    others.append(made)


def change(made, current, below, doubtful):
    key = words(made)
    if made.state in ("ended", "retracted"):
        current.pop(key, None)
        return
    limited = made.predicate in (ONE_AT_A_TIME if made.kind == "r" else ONE_VALUE)
    for other, older in list(current.items()):
        same = other[:2] == key[:2] and made.subject in other[2:] and other != key and older.subject == made.subject
        ends = any(one.reason is None and one.state in ("ended", "retracted") for one in below.get(other, []))
        if limited and same and not ends:
            doubtful(made.line, f"besides {made.predicate} {older.object} of line {older.line}, which is not ended")
    current[key] = made


def negative(made, current, day, contradicts):
    """Nothing that is still current by this message is a hard negative of it."""
    holds = current.get(words(made))
    if holds is not None and not (holds.until and holds.until < day[: len(holds.until)]):
        claim = f"{made.subject} | {made.predicate} | {made.object}"
        contradicts(made.line, f"not so, but current by line {holds.line}: {claim}")
