"""Of whom a message lets one know that what was so of them is over."""

from encoder import scope_turns
from encoder.known_ends import known_ends
from encoder.own_chats import Claim
from encoder.windows import windows

JOB = ("Ana", "works_at")
AT_ACME = Claim(*JOB, "Acme")


def ended(name):
    return Claim(*JOB, name, "ended")


def test_what_was_so_goes_on_until_it_is_listed_as_ended():
    assert known_ends([[AT_ACME], [], [ended("acme")], []]) == [{JOB: None}, {JOB: False}, {JOB: True}, {}]


def test_an_end_that_comes_with_a_new_value_is_one_and_the_value_goes_on():
    assert known_ends([[AT_ACME], [Claim(*JOB, "Initech"), ended("Acme")], []])[1:] == [{JOB: True}, {JOB: False}]


def test_a_former_value_ends_nothing_and_a_value_said_anew_neither():
    assert known_ends([[AT_ACME], [ended("Umbrella")], [AT_ACME]])[1:] == [{JOB: False}, {JOB: False}]


def test_nobody_knows_what_another_value_ends_or_what_was_never_said():
    assert known_ends([[ended("Acme")], [AT_ACME], [Claim(*JOB, "Initech")]]) == [{JOB: None}, {JOB: None}, {JOB: None}]


def test_what_does_not_end_by_itself_is_not_asked():
    assert known_ends([[Claim("Ana", "knows", "Bo")], [Claim("Ana", "knows", "Bo", "ended")]]) == [{}, {}]


SCOPE = """# log-1 · note · en
@ 2026-09-01 07:40 · Joanne · user
> ⟦Susan|person⟧ lives in ⟦Leeds|place⟧.
r Susan | lives_in | Leeds
@ 2026-09-02 08:00 · Joanne · user
> %s⟦Susan|person⟧ gave back the key.%s
r Susan | lives_in | Leeds | ended
"""


def last_window(tmp_path, before="", after=""):
    file = tmp_path / "a.scope"
    file.write_text(SCOPE % (before, after), encoding="utf-8")
    return windows(scope_turns.conversations([file])[0])[-1]


def test_a_window_knows_whose_home_is_over(tmp_path):
    window = last_window(tmp_path)
    assert {window.candidates[i].entity: ends for i, ends in window.ends.items()} == {"Susan": {"lives_in": True}}


def test_of_a_long_message_the_part_that_names_them_tells_it_and_of_two_nobody_knows_which(tmp_path):
    filler = "La " * 60 + "la. " + "Na " * 60 + "na. "
    assert list(last_window(tmp_path, filler).ends.values()) == [{"lives_in": True}]
    assert list(last_window(tmp_path, "⟦Susan|person⟧ rang. " + filler).ends.values()) == [{"lives_in": None}]
