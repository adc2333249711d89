"""Questions about annotated scopes, and the files that ask them."""

from pathlib import Path

import pytest

from encoder import scope_questions, scopes

TRAINING = Path(__file__).parent.parent
SCOPE = """# one · note · en
@ 2026-01-05 10:00 · - · user
> ⟦Ada|person⟧ works at ⟦Acme|organization⟧.
@ 2026-01-05 11:00 · Bo · tool
> ok
@ 2026-01-06 10:00 · - · user
> Ada left.
"""
QUESTIONS = """# one
q Where did Ada work? | 1 3 | before
q How old is Ada? | none | none
"""


def test_a_question_names_the_messages_that_answer_it_and_each_day_is_a_session(tmp_path):
    file = tmp_path / "one.scope"
    file.write_text(SCOPE, encoding="utf-8")
    (scope,) = scopes.read(file)
    made = scope_questions.asked(scope, scope_questions.read(QUESTIONS)["one"])
    assert made["questions"] == [
        {"q": "Where did Ada work?", "type": "before", "gold": ["1", "3"]},
        {"q": "How old is Ada?", "type": "none", "gold": []},
    ]
    assert [(one["id"], one["session"], one["speaker"], one["role"]) for one in made["messages"]] == [
        ("1", 1, None, "user"),
        ("2", 1, "Bo", "tool"),
        ("3", 2, None, "user"),
    ]
    assert made["messages"][0]["text"] == "Ada works at Acme."
    assert made["messages"][2]["occurred_at"] == "2026-01-06T10:00:00Z"


@pytest.mark.parametrize("line", ["q Where? | none | before", "q Where? | 1 | none", "q Where? | 1", "q Where? | 1 | odd", "r a | b"])
def test_a_line_that_is_no_question_is_refused(line):
    with pytest.raises(ValueError):
        scope_questions.read(f"# one\n{line}\n")


def test_a_message_that_the_scope_lacks_is_refused(tmp_path):
    file = tmp_path / "one.scope"
    file.write_text(SCOPE, encoding="utf-8")
    (scope,) = scopes.read(file)
    with pytest.raises(ValueError, match="no such message"):
        scope_questions.asked(scope, scope_questions.read("# one\nq Who? | 4 | single\n")["one"])


def test_the_questions_ask_scopes_that_are_learned_from():
    known = {scope.name: scope for path in TRAINING.glob("scopes/*.scope") for scope in scopes.read(path)}
    kept = set((TRAINING / "scopes/kept.txt").read_text(encoding="utf-8").split())
    files = sorted(TRAINING.glob("questions/*.questions"))
    asked = {name: own for path in files for name, own in scope_questions.read(path.read_text(encoding="utf-8")).items()}
    assert len(asked) > 30 and not kept & set(asked)
    for name, own in asked.items():
        scope_questions.asked(known[name], own)
