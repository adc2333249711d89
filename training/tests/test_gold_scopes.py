"""What holds at the end of a scope, in the format of the annotated chats."""

from encoder import gold_scopes, scopes

TEXT = """# one · note · en
@ 2026-01-05 10:00 · - · user
> ⟦Ada|person⟧ works at ⟦Acme|organization⟧, from 1 June at ⟦Initech|organization⟧.
r Ada | works_at | Acme
r Ada | works_at | Initech | future, since 2026-06-01
s Ada | likes | Acme | not: type
@ 2026-03-05 10:00 · - · user
> Left ⟦Acme|organization⟧ early.
r Ada | works_at | Acme | ended
"""


def test_ended_and_future_claims_are_not_current_and_hard_negatives_are_left_out(tmp_path):
    file = tmp_path / "one.scope"
    file.write_text(TEXT, encoding="utf-8")
    (scope,) = scopes.read(file)
    gold = gold_scopes.gold(scope)
    names = {entity["id"]: entity["canonical"] for entity in gold["entities"]}
    assert [(names[r["to"]], r["turns"], r["current"]) for r in gold["relations"]] == [
        ("Acme", [0, 1], False),
        ("Initech", [0], False),
    ]
    assert gold["statements"] == []
    assert [mention["start"] for mention in gold["entities"][1]["mentions"]] == [13, 5]
