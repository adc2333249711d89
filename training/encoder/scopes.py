"""
Annotated scopes (`training/scopes/README.md` describes the notation), and a check of it.

Usage: python -m encoder.scopes FILE…     prints what is wrong, line by line, then how much there is of each genre;
                                          a line with "look:" is no error, only a claim that wants another look
"""

import collections
import re
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from encoder import own_chats, scope_states
from encoder.own_chats import ENDS, PREDICATES

# Scopes whose messages are as plain as people and tools write them; the others were written to be hard.
PLAIN = "real-"
GENRES = "chat note document code data prose".split()
ROLES = "user assistant system tool".split()
REASONS = (
    "denied hearsay other asked wished considered planned cancelled quoted addressed joke fiction swapped risk "
    "exclamation type value ended generic past"
).split()
HEADER = re.compile(r"^# ([a-z0-9-]+) · ([a-z]+) · ([a-z]{2})$")
MESSAGE = re.compile(r"^@ (\d{4}-\d\d-\d\d \d\d:\d\d) · (.+) · ([a-z]+)$")
NAME = re.compile(r"⟦([^⟦⟧|]+)\|([a-z]+)(?:\|([^⟦⟧|]+))?⟧")
STATES = {"ended", "retracted", "future"}


def is_plain(name):
    """Whether the scope of this name is a plain one."""
    return name.startswith(PLAIN)


@dataclass
class Claim:
    """What a message says, or (`reason` given) what it only seems to say."""

    kind: str
    subject: str
    predicate: str
    object: str
    state: str = "holds"
    since: str | None = None
    until: str | None = None
    reason: str | None = None
    line: int = 0


@dataclass
class Message:
    time: str
    speaker: str | None
    role: str
    marked: list = field(default_factory=list)
    text: str = ""
    mentions: list = field(default_factory=list)
    claims: list = field(default_factory=list)


@dataclass
class Scope:
    name: str
    genre: str
    language: str
    messages: list = field(default_factory=list)


def read(path, complain=lambda line, what: None):
    """The scopes of a file; complaints name the line."""
    scopes = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("# "):
            header(scopes, line, number, complain)
        elif line.startswith("@ "):
            message(scopes, line, number, complain)
        elif line == ">" or line.startswith("> "):
            if not scopes or not scopes[-1].messages:
                complain(number, "text before any message")
            else:
                scopes[-1].messages[-1].marked.append((number, line[2:]))
        elif line.startswith(("r ", "s ")):
            claim(scopes, line, number, complain)
        elif line.strip():
            complain(number, "neither a header, a message, text nor a claim")
    for scope in scopes:
        finish(scope, complain)
    return scopes


def header(scopes, line, number, complain):
    found = HEADER.match(line)
    if not found or found[2] not in GENRES:
        return complain(number, f"a scope begins with: # name · genre · language; genres: {', '.join(GENRES)}")
    if any(scope.name == found[1] for scope in scopes):
        complain(number, f"a second scope is called {found[1]}")
    scopes.append(Scope(*found.groups()))


def message(scopes, line, number, complain):
    found = MESSAGE.match(line)
    if not found or found[3] not in ROLES or not scopes:
        return complain(number, f"a message begins with: @ day time · speaker · role; roles: {', '.join(ROLES)}")
    time, speaker, role = found.groups()
    scopes[-1].messages.append(Message(time, None if speaker == "-" else speaker, role))


def claim(scopes, line, number, complain):
    if not scopes or not scopes[-1].messages:
        return complain(number, "a claim before any message")
    parts = [part.strip() for part in line[2:].split(" | ")]
    if len(parts) not in (3, 4):
        return complain(number, "a claim is: subject | type | object [| how it holds, or not: reason]")
    made = Claim(line[0], *parts[:3], line=number)
    if len(parts) == 4:
        qualify(made, parts[3], number, complain)
    if made.predicate not in (ENDS if made.kind == "r" else PREDICATES):
        complain(number, f"no such type: {made.predicate}")
    scopes[-1].messages[-1].claims.append((number, made))


def qualify(made, words, number, complain):
    if words.startswith("not:"):
        made.reason = words[4:].strip()
        if not made.reason or made.reason.split()[0].rstrip(":;,") not in REASONS:
            complain(number, f"a reason begins with one of: {', '.join(REASONS)}")
        return
    for part in re.split(r",\s*", words):
        if part in STATES:
            made.state = part
        elif found := re.fullmatch(r"(since|until) (\d{4}(?:-\d\d(?:-\d\d)?)?)", part):
            setattr(made, found[1], found[2])
        else:
            complain(number, f"not understood: {part}")


def finish(scope, complain):
    """Takes the marks out of the texts, then checks what claims name."""
    known = {}
    for one in scope.messages:
        unmark(one, known, complain)
    people = {one.speaker: "person" for one in scope.messages if one.speaker}
    names = {"user": "person", **people, **known}
    said = ""
    for one in scope.messages:
        said += one.text.lower() + "\n"
        if not one.text.strip():
            complain(0, f"{scope.name}: a message without text at {one.time}")
        for number, made in one.claims:
            check(said, made, number, names, complain)
        one.claims = [made for _, made in one.claims]


def unmark(one, known, complain):
    lines = []
    for number, marked in one.marked:
        offset = sum(len(line) + 1 for line in lines)
        text, mentions = own_chats.unmark(marked, NAME, known, lambda what, number=number: complain(number, what))
        one.mentions += [replace(mention, start=mention.start + offset, end=mention.end + offset) for mention in mentions]
        if re.search("[⟦⟧]", text):
            complain(number, "a bracket is left over")
        lines.append(text)
    one.text = "\n".join(lines)


def check(said, made, number, names, complain):
    """`said`: the scope's text so far, lower-cased; values are copied from it."""
    if made.reason is not None:
        return
    ends = [made.subject] + ([made.object] if made.kind == "r" else [])
    for name in ends:
        if name not in names:
            complain(number, f"unknown name: {name}")
    if made.kind == "s" and made.object.lower() not in said:
        complain(number, f"no message so far says: {made.object}")
    if made.kind == "r" and made.predicate in ENDS and all(name in names for name in ends):
        for name, allowed in zip(ends, ENDS[made.predicate]):
            if names[name] not in allowed:
                complain(number, f"{made.predicate} does not take {name}, a {names[name]}")


def main(paths):
    wrong, counts = 0, collections.defaultdict(collections.Counter)
    for path in paths:

        def complain(line, what, path=path):
            nonlocal wrong
            wrong += 1
            print(f"{path}:{line}: {what}")

        for scope in read(path, complain):
            scope_states.walk(scope, complain, lambda line, what: print(f"{path}:{line}: look: {what}"))
            count = counts[scope.genre, scope.language]
            count["scopes"] += 1
            count["messages"] += len(scope.messages)
            for one in scope.messages:
                count["mentions"] += len(one.mentions)
                count["facts"] += sum(made.reason is None for made in one.claims)
                count["negatives"] += sum(made.reason is not None for made in one.claims)
                count["without facts"] += all(made.reason is not None for made in one.claims)
    for key, count in sorted(counts.items()):
        print(*key, dict(count))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
