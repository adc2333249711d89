"""The annotated scopes follow their notation (scopes/README.md)."""

from pathlib import Path

from encoder import scopes

SCOPES = Path(__file__).parents[1] / "scopes"


def test_claims_that_a_message_only_seems_to_make_have_a_reason(tmp_path):
    file = tmp_path / "care.scope"
    file.write_text(
        "# care-log-03 · note · en\n"
        "@ 2026-09-04 16:20 · Carer Joanne · user\n"
        "> ⟦Mrs. Hallam|person⟧ is not allergic to penicillin.\n"
        "s Mrs. Hallam | allergic_to | penicillin | not: denied\n",
        encoding="utf-8",
    )
    complaints = []
    (scope,) = scopes.read(file, lambda *what: complaints.append(what))
    assert complaints == []
    (message,) = scope.messages
    assert message.text == "Mrs. Hallam is not allergic to penicillin."
    assert [(m.start, m.end, m.type) for m in message.mentions] == [(0, 11, "person")]
    file.write_text(file.read_text(encoding="utf-8").replace("denied", "perhaps"), encoding="utf-8")
    scopes.read(file, lambda *what: complaints.append(what))
    assert [line for line, _ in complaints] == [4]


def test_all_scopes_are_free_of_mistakes():
    complaints, count = [], 0
    for file in sorted(SCOPES.glob("*.scope")):
        count += len(scopes.read(file, lambda *what: complaints.append((file.name, *what))))
    assert complaints == []
    assert count > 50
