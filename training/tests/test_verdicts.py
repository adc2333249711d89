import json

import pytest

from assessment import judging, labels, verdicts

SAID = {"kind": "r", "subject": "Saga", "predicate": "lives_in", "object": "Oslo", "label": "holds"}


def claim(object, predicate="lives_in", scope="scope a"):
    made = {"id": scope, "turn": 0, "predicate": predicate, "object": object, "polarity": "asserted"}
    return {**SAID, **made, "features": {"rule:bias": 1}}


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Texts and claims as their scripts write them, and an empty list of verdicts."""
    monkeypatch.setattr(verdicts, "FILE", tmp_path / "verdicts.tsv")
    turn = {"text": "Saga of Oslo flew to Bergen", "speaker": None, "role": "user", "at": "2026-05-04T10:00:00Z", "names": {}, "claims": [SAID]}
    kind = {"genre": "note", "plain": True, "complete": "all", "turns": [turn]}
    claims = [claim("Oslo"), claim("Bergen"), claim("Bergen", "visited"), *[claim("Oslo", scope="scope b")] * 8]
    write_lines(tmp_path / "texts", [{"id": name, **kind} for name in ("scope a", "scope b")])
    write_lines(tmp_path / "claims", claims)
    return tmp_path


def write_lines(path, values):
    path.write_text("".join(json.dumps(one) + "\n" for one in values))


def right(files):
    """Whether the claims of scope a are true."""
    rows = labels.labelled(files / "texts", files / "claims")
    return {(made["predicate"], made["object"]): is_right for _, made, is_right in rows if made["id"] == "scope a"}


def test_a_verdict_decides_over_the_annotation(files):
    assert right(files) == {("lives_in", "Oslo"): True, ("lives_in", "Bergen"): False, ("visited", "Bergen"): False}
    verdicts.add([(verdicts.key(claim("Bergen", "visited")), "true"), (verdicts.key(claim("Oslo")), "garbled")])
    assert right(files) == {("lives_in", "Oslo"): False, ("lives_in", "Bergen"): False, ("visited", "Bergen"): True}


def test_a_first_verdict_stays(files):
    for verdict in ("true", "false"):
        verdicts.add([(verdicts.key(claim("Bergen")), verdict)])
    assert verdicts.read() == {verdicts.key(claim("Bergen")): True}


def test_an_unknown_verdict_is_refused(files):
    with pytest.raises(ValueError, match="a verdict is one of true, false, garbled, not 'maybe'"):
        verdicts.add([(verdicts.key(claim("Bergen")), "maybe")])


def test_readers_are_asked_about_what_nobody_judged_and_their_verdicts_are_taken(files, monkeypatch):
    monkeypatch.setattr(judging, "LEAST", 0)
    monkeypatch.setattr(judging, "CONTROLS", 0)
    verdicts.add([(verdicts.key(claim("Bergen")), "false")])
    judging.ask(files / "texts", files / "claims", files / "asked", 1)
    asked = (files / "asked" / "0.txt").read_text()
    assert "[1 · - · user · 2026-05-04] Saga of Oslo flew to Bergen\n   0: Saga --visited--> Bergen\n" in asked
    assert "lives_in" not in asked
    (files / "asked" / "0.verdicts").write_text("0 t\n")
    verdicts.add(judging.taken(files / "asked"))
    assert right(files)["visited", "Bergen"] is True
