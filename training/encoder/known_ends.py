"""
Of whom a message lets one know that what was so of them before is over.

A claim that is listed as ended ends what an earlier message said. Where no message said it before ("my former boss"), other
values of the predicate may go on: that is no end if one does, else nobody knows. Nobody knows either whether a first value, or
one beside another that is not listed as ended, ends something.
"""

from encoder.own_chats import ENDABLE


def known_ends(messages):
    """
    messages: the claims of each, in order
    Returns for each message {(subject, predicate): whether it ends, or None where nobody knows} of all that was so before it or
    that it tells of.
    """
    current, found = {}, []
    for claims in messages:
        told = [claim for claim in claims if claim.predicate in ENDABLE and getattr(claim, "reason", None) is None]
        ends = {key: False for key, values in current.items() if values}
        for claim in sorted(told, key=lambda claim: claim.state != "ended"):
            key = (claim.subject, claim.predicate)
            values = current.setdefault(key, set())
            if claim.state == "ended" and claim.object.lower() in values:
                ends[key] = True
            elif ends.get(key) is not True:
                ends[key] = verdict(claim, values)
            update(values, claim)
        found.append(ends)
    return found


def verdict(claim, values):
    """Whether a claim of what is not ended by it ends what was so of its subject; `values`: what was so."""
    if claim.state == "ended" and values:
        return False
    return False if claim.state == "holds" and claim.object.lower() in values else None


def update(values, claim):
    if claim.state == "holds":
        values.add(claim.object.lower())
    elif claim.state in ("ended", "retracted"):
        values.discard(claim.object.lower())
