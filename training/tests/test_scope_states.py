"""What an annotated scope claims agrees with what it claimed before."""

from pathlib import Path

import pytest

from encoder import scope_states, scopes

SCOPES = Path(__file__).parents[1] / "scopes"
FIRST = "@ 2026-01-05 10:00 · Ada · user\n> I work at ⟦Acme|organization⟧ and live in ⟦Turku|place⟧.\n"
HOLDS = "r Ada | works_at | Acme\nr Ada | lives_in | Turku\n"
LATER = "@ 2026-03-05 10:00 · Ada · user\n> I left ⟦Acme|organization⟧, moved to ⟦Oulu|place⟧.\n"


def looked_at(tmp_path, *texts):
    file = tmp_path / "one.scope"
    file.write_text("# one · chat · en\n" + "".join(texts), encoding="utf-8")
    wrong, doubts = [], []
    (scope,) = scopes.read(file, lambda line, what: wrong.append(line))
    scope_states.walk(scope, lambda line, what: wrong.append(line), lambda line, what: doubts.append(line))
    return wrong, doubts


@pytest.mark.parametrize(
    "below, wrong, doubts",
    [
        ("r Ada | works_at | Acme | ended\nr Ada | works_at | Acme | not: ended\n", [], []),
        ("r Ada | works_at | Acme | not: ended\n", [8], []),
        ("r Ada | works_at | Acme | ended\nr Ada | works_at | Acme | ended\n", [9], []),
        ("r Ada | lives_in | Oulu\n", [], [8]),
        ("r Ada | lives_in | Oulu\nr Ada | lives_in | Turku | ended\n", [], []),
        ("r Ada | lives_in | Oulu | future\nr Ada | lives_in | Oulu | not: planned\n", [], []),
    ],
)
def test_a_later_message_agrees_with_what_still_holds(tmp_path, below, wrong, doubts):
    assert looked_at(tmp_path, FIRST, HOLDS, LATER, below) == (wrong, doubts)


def test_a_claim_is_over_after_the_day_until_which_it_was_to_hold(tmp_path):
    until = HOLDS.replace("Acme", "Acme | until 2026-02")
    assert looked_at(tmp_path, FIRST, until, LATER, "r Ada | works_at | Acme | not: ended\n") == ([], [])


def test_no_scope_contradicts_itself():
    wrong = []
    for file in sorted(SCOPES.glob("*.scope")):
        for scope in scopes.read(file):
            def found(*what, file=file):
                wrong.append((file.name, *what))

            scope_states.walk(scope, found, lambda *_: None)
    assert wrong == []
