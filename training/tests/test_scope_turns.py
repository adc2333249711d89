"""Scopes and passages as turns that the claim layers learn from."""

import json

from encoder import prose, scope_turns
from encoder.windows import windows

SCOPE = """# log-1 · note · en
@ 2026-09-01 07:40 · Joanne · user
> ⟦Mrs. Hallam|person⟧ up at seven. %s
> ⟦Susan|person⟧ is her daughter, she moved to ⟦Leeds|place⟧.
r Mrs. Hallam | parent_of | Susan
r Susan | lives_in | Leeds
r Mrs. Hallam | lives_in | Leeds | not: other
s Mrs. Hallam | did | up at seven
s Susan | plans | moved | future
@ 2026-09-01 08:00 · Bot · assistant
> Noted about ⟦Susan|person⟧.
@ 2026-09-02 08:00 · - · tool
> ⟦Susan|person⟧: gone.
r Susan | lives_in | Leeds | ended
r Susan | lives_in | Leeds | not: ended
"""


def scope(tmp_path, middle=""):
    file = tmp_path / "a.scope"
    file.write_text(SCOPE % middle, encoding="utf-8")
    return scope_turns.conversations([file])[0]


def test_a_long_message_comes_apart_and_each_part_has_its_claims(tmp_path):
    made = scope(tmp_path, "La " * 60 + "la. " + "Na " * 60 + "na.")
    first, last = (turn for turn in made.turns if turn.speaker == "Joanne")
    assert [(claim.predicate, claim.object) for claim in first.statements] == [("did", "up at seven")]
    assert [mention.entity for mention in last.mentions] == ["Susan", "Leeds"]
    assert last.text[last.mentions[1].start :].startswith("Leeds")
    assert ("Susan", "lives_in", "Leeds", "holds") in [tuple(vars(claim).values()) for claim in last.relations]


def test_what_begins_later_is_no_statement_and_a_hard_negative_is_learned(tmp_path):
    (turn, *_) = scope(tmp_path).turns
    assert [claim.predicate for claim in turn.statements] == ["did"]
    assert [(c.subject, c.state) for c in turn.relations if c.object == "Leeds"] == [("Susan", "holds"), ("Mrs. Hallam", "not")]


def test_an_assistant_without_claims_is_context_and_an_ended_claim_beats_its_hard_negative(tmp_path):
    made = windows(scope(tmp_path))
    assert [window.turns[-1][1] >= 0 and window.tokens[window.turns[-1][0]] for window in made] == ["Joanne", "user"]
    places = {c.entity: i for i, c in enumerate(made[1].candidates)}
    assert made[1].relations == {(places["Susan"], places["Leeds"]): {"lives_in": "ended"}}


def passage(tmp_path, text, relations):
    spans = [{"from": [text.index(a), text.index(a) + len(a)], "type": r, "to": [text.index(b), text.index(b) + len(b)]} for a, r, b in relations]
    file = tmp_path / "k.jsonl"
    file.write_text(json.dumps({"id": "1", "text": text, "checked": ["works_at", "located_in"], "relations": spans}) + "\n")
    return next(prose.knowledgenet(file, lambda text: [])).turns[0]


def test_a_pronoun_is_the_only_person_named(tmp_path):
    relations = [("Ana", "works_at", "Acme"), ("he", "works_at", "Initech")]
    turn = passage(tmp_path, "Ana of Acme says that he joined Initech.", relations)
    assert [tuple(vars(claim).values()) for claim in turn.relations] == [
        ("Ana", "works_at", "Acme", "said"),
        ("Ana", "works_at", "Initech", "said"),
    ]
    assert turn.looked_for == {"works_at"}
    relations.insert(1, ("Bo", "works_at", "Acme"))
    turn = passage(tmp_path, "Ana and Bo of Acme say that he joined Initech.", relations)
    assert {(claim.subject, claim.state) for claim in turn.relations if claim.object == "Initech"} == {("Ana", "retracted"), ("Bo", "retracted")}


def test_a_document_says_what_a_sentence_with_both_names_is_evidence_for(tmp_path):
    text = "Ana was born in Rome. It is old."
    mentions = [{"entity": 0, "start": 0, "end": 3, "type": "PER"}, {"entity": 1, "start": 16, "end": 20, "type": "LOC"}]
    relations = [{"from": 0, "type": "born_in", "to": 1, "evidence": [0]}, {"from": 0, "type": "lives_in", "to": 1, "evidence": [1]}]
    one = {"id": "d", "text": text, "sentences": [[0, 21], [22, 32]], "mentions": mentions, "relations": relations}
    file = tmp_path / "d.jsonl"
    file.write_text(json.dumps(one) + "\n")
    (turn,) = next(prose.documents(file)).turns
    assert [(claim.predicate, claim.state) for claim in turn.relations] == [("born_in", "said"), ("lives_in", "retracted")]
