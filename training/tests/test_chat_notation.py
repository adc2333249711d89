"""The notation of annotated chats, and the chats themselves."""

from pathlib import Path

import pytest

from encoder import own_chats

CHATS = Path(__file__).parents[1] / "chats"


def read(tmp_path, text):
    """Conversations and complaints of a text in the notation."""
    file = tmp_path / "moves-01.chat"
    file.write_text(text, encoding="utf-8")
    complaints = []
    return own_chats.read(file, lambda line, what: complaints.append((line, what))), complaints


def test_a_turn_has_its_names_and_claims(tmp_path):
    (conversation,), complaints = read(
        tmp_path,
        "# a move\n"
        "Maya: our [Lena|person|Lena Ek] moved to [Turku|place], she's allergic to dust\n"
        "  r Lena Ek | lives_in | Turku\n"
        "  s Lena Ek | allergic_to | dust | ended\n"
        "q Where does Lena live? | 1 | single_hop\n",
    )
    assert complaints == []
    assert conversation.name == "moves-01-1"
    (turn,) = conversation.turns
    assert turn.text == "our Lena moved to Turku, she's allergic to dust"
    assert [(turn.text[m.start : m.end], m.type, m.entity) for m in turn.mentions] == [
        ("Lena", "person", "Lena Ek"),
        ("Turku", "place", "Turku"),
    ]
    assert turn.relations == [own_chats.Claim("Lena Ek", "lives_in", "Turku")]
    assert turn.statements == [own_chats.Claim("Lena Ek", "allergic_to", "dust", "ended")]
    assert conversation.questions == [{"q": "Where does Lena live?", "evidence": [0], "tag": "single_hop"}]


def test_a_blank_line_begins_a_conversation_that_knows_no_names(tmp_path):
    conversations, complaints = read(tmp_path, "A: hi [Bo|person]\n\nA: hi\n  r A | knows | Bo\n")
    assert [c.name for c in conversations] == ["moves-01-1", "moves-01-2"]
    assert complaints == [(4, "nobody and nothing is called Bo so far")]


@pytest.mark.parametrize(
    "line, complaint",
    [
        ("  r A | lives_in | Bo", "Bo is a person: not allowed for lives_in"),
        ("  r A | adores | Bo", "no such relation: adores"),
        ("  r A | knows | A", "a relation to itself"),
        ("  s A | likes | tea", "the turn has no words “tea”"),
        ("  s A | smells | hi", "no such predicate: smells"),
        ("  s A | likes | hi | maybe", "a claim is: subject | type | object [| ended or retracted]"),
        ("q Who? | 2 | single_hop", "the conversation has no such turn so far"),
        ("B: see [Bo|place]", "Bo was person before"),
        ("B: see [Bo|wizard|Gandalf]", "no such type: wizard"),
        ("no turn", "neither a turn nor a claim nor a question"),
    ],
)
def test_a_mistake_is_reported_with_its_line(tmp_path, line, complaint):
    _, complaints = read(tmp_path, f"A: hi [Bo|person]\n{line}\n")
    assert complaints == [(2, complaint)]


def test_all_chats_are_free_of_mistakes():
    complaints, names = [], set()
    for file in sorted(CHATS.glob("*.chat")):
        names |= {c.name for c in own_chats.read(file, lambda *what: complaints.append((file.name, *what)))}
    assert complaints == []
    assert len(names) > 1_000
    kept = set((CHATS / "kept.txt").read_text().split())
    assert kept and kept <= names
