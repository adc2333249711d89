"""Questions and turns, from which the sentence encoder learns."""

from embeddings.asked_chats import asked_chats

CHAT = """Maya: [Lena|person|Lena Ek] moved to [Turku|place]
  r Lena Ek | lives_in | Turku
Tom: nice
Maya: yes
Tom: tea?
q Where does Lena live? | 1 | single_hop
q What does Lena earn? | none | unanswerable
"""


def test_a_question_has_the_turns_that_answer_it_without_the_names_of_persons(tmp_path):
    (tmp_path / "moves-01.chat").write_text(CHAT * 1, encoding="utf-8")
    (asked,) = asked_chats(tmp_path, seed=1)
    assert asked.conversation == "moves-01-1"
    assert "Lena" not in asked.question and "live" in asked.question
    assert len(asked.evidence) == 1 and "Turku" in asked.evidence[0]
    assert asked.others == ["yes", "tea?"]


def test_conversations_that_are_kept_are_not_learned_from(tmp_path):
    (tmp_path / "moves-01.chat").write_text(f"{CHAT}\n{CHAT}", encoding="utf-8")
    assert {asked.conversation for asked in asked_chats(tmp_path, kept={"moves-01-1"})} == {"moves-01-2"}
