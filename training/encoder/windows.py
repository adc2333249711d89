"""Turns of chats with the turns before them, as the claim layers learn from them and are scored on them."""

import collections
import json
import random
import re
from dataclasses import dataclass, field
from pathlib import Path

from encoder import own_chats
from encoder.known_ends import known_ends
from encoder.own_chats import Claim, Conversation, Mention, Turn
from encoder.words import words

CONTEXT_TURNS = 3
CONTEXT_WORDS = 60
LONGEST_TURN = 110
MAX_CANDIDATES = 14
LEAST_AGREEMENT = 0.5


@dataclass
class Candidate:
    """A name that a claim may be about: its words (first and last, of the window) and who it is."""

    first: int
    last: int
    type: str
    entity: str
    speaks: bool = False
    current: bool = False


@dataclass
class Window:
    """Words of a turn, after those before it; who speaks stands before each turn as a word or two."""

    tokens: list
    # Whether the word is part of a speaker's label, where no name is tagged.
    labels: list
    tags: list
    # The entity type of words of names, else None.
    types: list
    statement_tags: list
    candidates: list
    # (from, to) of candidates -> {relation: state}
    relations: dict
    # (first, last, predicate, index of subject, state) over words
    statements: list
    # Of each turn, where who speaks begins, where the words begin and where they end.
    turns: list = field(default_factory=list)
    # Relations that were looked for; None: all, and all statements.
    looked_for: frozenset | None = None
    # Index of a candidate -> {predicate: whether what was so before is over; None: nobody knows}
    ends: dict = field(default_factory=dict)


def gold(path):
    """A conversation of the gold chats in the form of our own."""
    source = json.loads(Path(path).read_text(encoding="utf-8"))
    made = Conversation(Path(path).stem, [Turn(t["speaker"], t["text"]) for t in source["turns"]])
    names = {e["id"]: e["canonical"] for e in source["entities"]}
    speakers = {t["speaker"] for t in source["turns"]}
    for entity in source["entities"]:
        label = next((n for n in [entity["canonical"], *entity["names"]] if n in speakers), None)
        if label:
            names[entity["id"]] = label
        for m in entity["mentions"]:
            mention = Mention(m["start"], m["start"] + len(m["text"]), entity["type"], names[entity["id"]])
            made.turns[m["turn"]].mentions.append(mention)
    for r in source["relations"]:
        state = "retracted" if r.get("retracted") or r.get("optional") else "holds" if r["current"] else "ended"
        made.turns[max(r["turns"])].relations.append(Claim(names[r["from"]], r["type"], names[r["to"]], state))
    for s in source["statements"]:
        state = "retracted" if s.get("retracted") or s.get("optional") else "holds" if s["current"] else "ended"
        for number in sorted(s["turns"], reverse=True):
            words_of_it = nearest(made.turns[number].text, s["object"])
            if words_of_it:
                made.turns[number].statements.append(Claim(names[s["subject"]], s["predicate"], words_of_it, state))
                break
    return made


def nearest(text, wanted):
    """The run of words of a text that agrees best with free wording, if half of the words do."""
    want, places = collections.Counter(re.findall(r"\w+", wanted.lower())), words(text)
    best, best_score = None, LEAST_AGREEMENT
    for i in range(len(places)):
        for j in range(i, min(len(places), i + 25)):
            run = text[places[i][0] : places[j][1]]
            have = collections.Counter(re.findall(r"\w+", run.lower()))
            score = 2 * sum((have & want).values()) / max(1, sum(have.values()) + sum(want.values()))
            if score > best_score:
                best, best_score = run, score
    return best


def conversations(folders, gold_files=()):
    """All conversations of our own chats in the folders, and of the gold files."""
    own = [c for folder in folders for path in sorted(Path(folder).glob("*.chat")) for c in own_chats.read(path)]
    found = own + [gold(path) for path in gold_files]
    for one in found:
        for turn, ends in zip(one.turns, known_ends([turn.relations + turn.statements for turn in one.turns])):
            turn.ends = ends
    return found


def windows(conversation):
    """A window for each turn that claims are read from."""
    return [window(conversation, number) for number, turn in enumerate(conversation.turns) if turn.is_read]


def lone_windows(conversation):
    """The same, without the turns before wherever a turn says by itself what it claims: a memory often comes alone."""
    pairs = [(window(conversation, i), window(conversation, i, 0)) for i, turn in enumerate(conversation.turns) if turn.is_read]
    return [alone if known(alone) == known(whole) else whole for whole, alone in pairs]


def known(window):
    """How much is known of a window: relations, statements and ends."""
    of_candidates = [sum(map(len, by_candidate.values())) for by_candidate in (window.relations, window.ends)]
    return [*of_candidates, len(window.statements)]


def window(conversation, number, context=CONTEXT_TURNS):
    made = Window([], [], [], [], [], [], {}, [])
    first = max(0, number - context)
    parts = [(conversation.turns[i], i == number) for i in range(first, number + 1)]
    lengths = [len(words(turn.text)) for turn, _ in parts]
    while len(parts) > 1 and sum(lengths[:-1]) > CONTEXT_WORDS:
        parts, lengths = parts[1:], lengths[1:]
    seen = {}
    for turn, current in parts:
        add_turn(made, turn, current, seen)
    keep_candidates(made, seen)
    places = {}
    for index, candidate in enumerate(made.candidates):
        held = places.setdefault(candidate.entity, index)
        if rank(candidate) > rank(made.candidates[held]):
            places[candidate.entity] = index
    turn = conversation.turns[number]
    made.looked_for = turn.looked_for
    for claim in turn.relations:
        a, b = places.get(claim.subject), places.get(claim.object)
        if a is None or b is None or a == b:
            continue
        pairs = [(a, b), (b, a)] if claim.predicate in own_chats.SYMMETRIC else [(a, b)]
        for pair in pairs:
            claims = made.relations.setdefault(pair, {})
            # A hard negative beside an ended claim only says that the claim is not current.
            if claim.state != "not" or claim.predicate not in claims:
                claims[claim.predicate] = claim.state
    add_statements(made, turn, places)
    for (subject, predicate), ended in turn.ends.items():
        if subject in places:
            made.ends.setdefault(places[subject], {})[predicate] = ended
    return made


def rank(candidate):
    return (candidate.current and candidate.speaks, candidate.current, candidate.first)


def named(turn):
    """(tokens, tags, types) of a turn by itself, as the tagger learns from it."""
    made = Window([], [], [], [], [], [], {}, [])
    add_words(made, turn)
    return made.tokens, made.tags, made.types


def add_turn(made, turn, current, seen):
    label = [turn.speaker[a:b] for a, b in words(turn.speaker)]
    begin = len(made.tokens)
    for token in [*label, ":"]:
        push(made, token, True)
    see(seen, Candidate(begin, begin + len(label) - 1, "person", turn.speaker, True, current), turn.speaker)
    places = add_words(made, turn)
    for mention in sorted(turn.mentions, key=lambda m: m.start):
        inside = [place for start, end, place in places if mention.start <= start and end <= mention.end]
        if inside:
            surface = turn.text[mention.start : mention.end]
            see(seen, Candidate(inside[0], inside[-1], mention.type, mention.entity, False, current), surface)
    made.offset = {start: place for start, _, place in places}
    made.turns.append((begin, begin + len(label) + 1, len(made.tokens)))


def add_words(made, turn):
    """Adds the words of a turn; returns (start, end, place in the window) of each."""
    places = []
    for start, end in words(turn.text)[:LONGEST_TURN]:
        mention = next((m for m in turn.mentions if m.start <= start and end <= m.end), None)
        places.append((start, end, len(made.tokens)))
        tag = "O"
        if mention is not None and kind(mention.type):
            tag = f"{'B' if mention.start == start else 'I'}-{kind(mention.type)}"
        push(made, turn.text[start:end], False, tag, mention.type if tag != "O" else None)
    return places


def kind(entity_type):
    return {"person": "PER", "place": "LOC", "organization": "ORG", "date": None}.get(entity_type, "MISC")


def push(made, token, label, tag="O", entity_type=None):
    made.tokens.append(token)
    made.labels.append(label)
    made.tags.append(tag)
    made.types.append(entity_type)
    made.statement_tags.append("O")


def see(seen, candidate, surface):
    """One candidate for each surface form: where it speaks now, else where it was written last."""
    key = (surface.casefold(), candidate.type)
    held = seen.get(key)
    if held is None or rank(candidate) >= rank(held):
        seen[key] = candidate


def keep_candidates(made, seen):
    best = sorted(seen.values(), key=rank, reverse=True)[:MAX_CANDIDATES]
    made.candidates = sorted(best, key=lambda c: c.first)


def add_statements(made, turn, places):
    for claim in turn.statements:
        at, subject = turn.text.find(claim.object), places.get(claim.subject)
        if at < 0 or subject is None or claim.state == "retracted":
            continue
        inside = [place for start, place in made.offset.items() if at <= start < at + len(claim.object)]
        if not inside or any(made.statement_tags[i] != "O" for i in inside):
            continue
        for i in inside:
            made.statement_tags[i] = f"{'B' if i == inside[0] else 'I'}-{claim.predicate}"
        made.statements.append((inside[0], inside[-1], claim.predicate, subject, claim.state))


class NewNames:
    """Gives what is named in a window other names, so that what is learned is what is said of it."""

    def __init__(self, folder, shown, plain_words=frozenset()):
        """plain_words: in lower case, what is kept of the names of organizations and things ("Hospital", "Ltd")."""
        self.shown, self.plain_words = shown, plain_words
        self.first = column(folder / "first_us.txt")[:4000]
        self.last = column(folder / "surnames_us.txt")[:6000]
        cities = [line.split(",")[0].strip('"') for line in column(folder / "world-cities.csv")[1:]]
        self.places = [name for name in cities if re.fullmatch(r"[^\W\d]+(?: [^\W\d]+)?", name)]

    def of(self, windows, share):
        """The tokens of the windows of a conversation with the words of some names replaced, alike wherever they stand."""
        mapped = {}
        for window in windows:
            for candidate in window.candidates:
                for place in range(candidate.first, candidate.last + 1):
                    word = window.tokens[place].lower()
                    if word not in mapped and self.may_change(candidate, window.tokens[place]):
                        mapped[word] = self.another(word, candidate, place) if self.shown.random() < share else None
        return [
            [
                like(mapped[word.lower()], word) if (label or tag != "O") and mapped.get(word.lower()) else word
                for word, tag, label in zip(window.tokens, window.tags, window.labels)
            ]
            for window in windows
        ]

    def may_change(self, candidate, token):
        if candidate.type in ("person", "place"):
            return True
        return token.istitle() and token.lower() not in self.plain_words

    def another(self, word, candidate, place):
        if word in ("user", "assistant", "dr", "dr.", "mr", "mrs", "the", "of") or not word[0].isalpha():
            return None
        if candidate.type == "person":
            source = self.last if place > candidate.first else self.first
        else:
            source = self.places if candidate.type == "place" else self.shown.choice((self.last, self.places))
        return self.shown.choice(source).split(" ")[0]


def lower_words(windows):
    """Words that stand in lower case in windows."""
    return {word for window in windows for word in window.tokens if word.islower()}


def like(name, word):
    name = name.capitalize() if name.isupper() or name.islower() else name
    return name.lower() if word.islower() else name


def column(path):
    return [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
