"""Windows of turns, from which the claim layers learn."""

from encoder.own_chats import read
from encoder.windows import CONTEXT_TURNS, lone_windows, nearest, windows


def conversation(tmp_path, text):
    file = tmp_path / "a.chat"
    file.write_text(text, encoding="utf-8")
    return read(file)[0]


def test_a_window_holds_speakers_names_and_claims(tmp_path):
    made = windows(
        conversation(
            tmp_path,
            "Maya: meet [Lena|person] of [Acme|organization]\n  r Lena | works_at | Acme\n"
            "Tom: hi\n  r Tom | knows | Lena\n  s Tom | did | hi\n",
        )
    )
    first, second = made
    assert first.tokens == ["Maya", ":", "meet", "Lena", "of", "Acme"]
    assert first.tags == ["O", "O", "O", "B-PER", "O", "B-ORG"]
    assert first.types == [None, None, None, "person", None, "organization"]
    assert first.labels == [True, True, False, False, False, False]
    places = {c.entity: i for i, c in enumerate(first.candidates)}
    assert first.relations == {(places["Lena"], places["Acme"]): {"works_at": "holds"}}
    # The second turn stands behind the first; a symmetric relation is learned in both directions.
    assert second.tokens == [*first.tokens, "Tom", ":", "hi"]
    places = {c.entity: i for i, c in enumerate(second.candidates)}
    tom, lena = places["Tom"], places["Lena"]
    assert second.relations == {(tom, lena): {"knows": "holds"}, (lena, tom): {"knows": "holds"}}
    ((first_word, last_word, predicate, subject, state),) = second.statements
    assert (second.tokens[first_word : last_word + 1], predicate, subject, state) == (["hi"], "did", tom, "holds")


def test_a_window_reaches_back_over_a_limited_number_of_turns(tmp_path):
    turns = "".join(f"A: word{i}\n" for i in range(6))
    last = windows(conversation(tmp_path, turns))[-1]
    assert [t for t in last.tokens if t.startswith("word")] == [f"word{i}" for i in range(5 - CONTEXT_TURNS, 6)]


def test_a_turn_stands_alone_unless_what_it_says_needs_the_turns_before(tmp_path):
    made = conversation(
        tmp_path,
        "Maya: meet [Lena|person]\nTom: hi [Lena|person], I live in [Rome|place]\n  r Tom | lives_in | Rome\n"
        "Tom: she likes jazz\n  s Lena | likes | jazz\n",
    )
    _, alone, in_context = lone_windows(made)
    assert alone.tokens[:2] == ["Tom", ":"]
    assert alone.relations == {(0, 2): {"lives_in": "holds"}}
    assert (in_context.tokens, len(in_context.statements)) == (windows(made)[2].tokens, 1)


def test_free_wording_is_found_as_the_run_of_words_that_agrees_best():
    assert nearest("honestly I adore strong black coffee in the morning", "black coffee, strong") == "strong black coffee"
    assert nearest("see you tomorrow", "black coffee") is None
