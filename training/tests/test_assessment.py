import numpy as np

from assessment import fit, labels


def conversation(*claims, complete="all"):
    turn = {"text": "Aunt Saga moved to Oslo", "names": {"Saga": [[0, 9]]}, "claims": list(claims)}
    return {"complete": complete, "turns": [turn, {"text": "She likes it", "names": {}, "claims": []}]}


def claim(object="Oslo", label="holds", predicate="lives_in", kind="r", subject="Saga"):
    return {"kind": kind, "subject": subject, "predicate": predicate, "object": object, "label": label}


def made(turn=0, **fields):
    return {**claim(**fields), "turn": turn, "polarity": "asserted"}


def test_a_claim_is_judged_by_the_annotation_of_its_turn():
    assert labels.annotated(made(subject="Aunt Saga"), conversation(claim())) == "holds"
    assert labels.annotated(made(), conversation(claim(label="ended"))) == "ended"
    assert labels.annotated(made(object="Bergen"), conversation(claim())) == "not"


def test_a_claim_said_elsewhere_is_neither_right_nor_wrong():
    assert labels.annotated(made(turn=1), conversation(claim())) is None


def test_types_that_nobody_looked_for_tell_nothing():
    passage = conversation(claim(), complete=["lives_in"])
    assert labels.annotated(made(predicate="visited"), passage) is None
    assert labels.annotated(made(object="Bergen"), passage) == "not"


def test_values_are_alike_by_half_of_their_words():
    assert labels.alike("the red car", "a red old car")
    assert not labels.alike("red car", "blue car with stripes")


def test_a_symmetric_relation_is_the_same_in_either_direction():
    passage = conversation(claim(predicate="sibling_of", object="Bo"))
    assert labels.annotated(made(predicate="sibling_of", subject="Bo", object="Saga"), passage) == "holds"
    assert labels.annotated(made(predicate="parent_of", subject="Bo", object="Saga"), passage) == "not"


def test_the_fit_finds_the_odds_of_a_feature():
    right = np.array([1] * 3000 + [0] * 1000 + [1] * 1000 + [0] * 3000, float)
    inputs = np.column_stack([np.ones(8000), [1.0] * 4000 + [0.0] * 4000])
    terms = fit.fit(inputs, right, np.ones(8000))
    assert abs(fit.probabilities(np.array([[1, 1]]), terms)[0] - 0.75) < 0.02
    assert abs(fit.probabilities(np.array([[1, 0]]), terms)[0] - 0.25) < 0.02


def test_genres_weigh_alike():
    weights = fit.weights_of(["chat"] * 30 + ["note"] * 10)
    assert np.isclose(weights[:30].sum(), weights[30:].sum())
