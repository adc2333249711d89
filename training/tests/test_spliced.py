"""Turns of different conversations as one, and other names for what they name."""

import random

from encoder.own_chats import Claim, Conversation, Mention, Turn
from encoder.spliced import spliced, spliced_windows, whole_turns
from encoder.windows import NewNames, lower_words, window, windows


def turn(speaker, text, names=(), relations=(), statements=(), **more):
    mentions = [Mention(text.index(name), text.index(name) + len(name), kind, name) for name, kind in names]
    return Turn(speaker, text, mentions, [Claim(*r) for r in relations], [Claim(*s) for s in statements], **more)


def in_lisbon(speaker="Maya"):
    relations, statements = [(speaker, "lives_in", "Lisbon")], [(speaker, "occupation", "nurse")]
    return turn(speaker, "I live in Lisbon, as a nurse.", [("Lisbon", "place")], relations, statements)


def of_lena(speaker="Tom"):
    return turn(
        speaker,
        "I met Lena, who likes jazz.",
        [("Lena", "person")],
        [(speaker, "knows", "Lena")],
        [("Lena", "likes", "jazz")],
        ends={(speaker, "lives_in"): False},
    )


def test_two_turns_become_one_of_the_first_speaker_with_the_claims_of_both():
    made = window(Conversation("", [spliced(in_lisbon(), of_lena(), " ")]), 0, 0)
    assert made.tokens == "Maya : I live in Lisbon , as a nurse . I met Lena , who likes jazz .".split()
    maya, lisbon, lena = range(3)
    assert [c.entity for c in made.candidates] == ["Maya", "Lisbon", "Lena"]
    assert made.relations == {
        (maya, lisbon): {"lives_in": "holds"},
        (maya, lena): {"knows": "holds"},
        (lena, maya): {"knows": "holds"},
    }
    said = [(made.tokens[a], predicate, subject) for a, _, predicate, subject, _ in made.statements]
    assert said == [("nurse", "occupation", maya), ("jazz", "likes", lena)]
    assert made.ends == {maya: {"lives_in": False}}


def test_of_what_both_may_end_nobody_knows():
    first = in_lisbon()
    first.ends = {("Maya", "lives_in"): True, ("Maya", "occupation"): True}
    assert spliced(first, of_lena(), " ").ends == {("Maya", "lives_in"): None, ("Maya", "occupation"): True}


def test_turns_stay_apart_whose_claims_could_be_taken_for_each_others():
    assert spliced(in_lisbon("user"), of_lena("user"), " ") is not None
    assert spliced(of_lena("Ana"), turn("Tom", "Lena called.", [("Lena", "person")]), " ") is None
    assert spliced(in_lisbon("Lena"), of_lena(), " ") is None
    assert spliced(in_lisbon(), turn("Tom", "Yours, Tom", [("Tom", "person")]), " ") is None
    assert spliced(in_lisbon(), turn("Tom", "A nurse too.", statements=[("Tom", "occupation", "nurse")]), " ") is None


def test_only_turns_that_lose_nothing_without_context_are_put_together():
    told = turn("Tom", "She lives there too.", relations=[("Lena", "lives_in", "Lisbon")])
    conversation = Conversation("", [of_lena(), in_lisbon("Tom"), told])
    assert [one.text[:6] for one, _ in whole_turns(conversation)] == ["I met ", "I live"]
    long = [(in_lisbon(), 60), (of_lena(), 60)]
    assert list(spliced_windows(long, random.Random(1), 20)) == []
    short = whole_turns(conversation)
    assert all(len(one) == 1 for one in spliced_windows(short, random.Random(1), 20))
    assert len(list(spliced_windows(short, random.Random(1), 20))) == 20


def test_names_of_all_kinds_are_replaced_but_for_their_plain_words(tmp_path):
    for name, lines in (("first_us.txt", ["Zoe"]), ("surnames_us.txt", ["Quill"]), ("world-cities.csv", ["name", "Quito"])):
        (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    text = "Maya at Anna Hospital in Rome, a hospital."
    names = [("Maya", "person"), ("Anna Hospital", "organization"), ("Rome", "place")]
    shown = windows(Conversation("", [turn("user", text, names)]))
    assert "hospital" in lower_words(shown)
    (changed,) = NewNames(tmp_path, random.Random(1), lower_words(shown)).of(shown, 1)
    who, company, place = changed[2], changed[4], changed[7]
    assert (who, company in ("Quill", "Quito"), changed[5], place) == ("Zoe", True, "Hospital", "Quito")
