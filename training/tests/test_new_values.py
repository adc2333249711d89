"""Other values in the place of those that statements claim."""

import random

from encoder.new_values import NewValues
from encoder.own_chats import read
from encoder.windows import windows


def shown(tmp_path, text):
    file = tmp_path / "a.chat"
    file.write_text(text, encoding="utf-8")
    return windows(read(file)[0])


def swapped(made, share=1.0, seed=1):
    changed = NewValues(made, random.Random(seed)).of(made, [window.tokens for window in made], share)
    return [" ".join(tokens[window.turns[-1][1] :]) for window, tokens in zip(made, changed)]


def test_a_value_gives_way_to_one_that_is_told_alike(tmp_path):
    made = shown(
        tmp_path,
        "Maya: I am a nurse and hate fog\n  s Maya | occupation | nurse\n  s Maya | dislikes | fog\n"
        "Tom: I am a baker, who sells\n  s Tom | occupation | baker\n  s Tom | occupation | sells\n",
    )
    found = {tuple(swapped(made, seed=seed)) for seed in range(20)}
    nurse, baker = "I am a nurse and hate fog", "I am a baker , who sells"
    other_nurse, other_baker = nurse.replace("nurse", "baker"), baker.replace("baker", "nurse")
    assert found == {(a, b) for a in (nurse, other_nurse) for b in (baker, other_baker)}
    assert swapped(made, share=0.0) == [nurse, baker]


def test_a_value_is_replaced_alike_in_the_turns_behind_it(tmp_path):
    made = shown(
        tmp_path,
        "Maya: I am allergic to wool\n  s Maya | allergic_to | wool\n"
        "Tom: I am allergic to nuts\n  s Tom | allergic_to | nuts\n"
        "Tom: too bad\n",
    )
    for seed in range(20):
        changed = NewValues(made, random.Random(seed)).of(made, [window.tokens for window in made], 1.0)
        assert changed[1][: len(changed[0])] == changed[0]
        assert changed[2][: len(changed[1])] == changed[1]


def test_names_and_occupations_that_tell_a_relation_stay(tmp_path):
    made = shown(
        tmp_path,
        "Maya: I like [Rome|place] and my manager\n  s Maya | likes | Rome\n  s Maya | occupation | manager\n"
        "Tom: I like jazz and my baker, the founder\n  s Tom | likes | jazz\n  s Tom | occupation | baker\n"
        "  s Tom | occupation | founder\nTom: the mayor\n  s Tom | occupation | mayor\n"
        "Tom: I like [Jazz|person] and I like fog\n  s Tom | likes | fog\n",
    )
    found = {tuple(swapped(made, seed=seed)) for seed in range(20)}
    assert {told[0] for told in found} == {"I like Rome and my manager"}
    assert {told[1] for told in found} == {f"I like {what} and my baker , the founder" for what in ("jazz", "fog")}
    assert {told[2] for told in found} == {"the mayor"}
    assert {told[3] for told in found} == {f"I like Jazz and I like {what}" for what in ("jazz", "fog")}
