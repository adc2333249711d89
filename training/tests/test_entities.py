"""The verdicts on entities that the stages find, by the annotated texts."""

from entities.labels import is_right, what_is_wrong

TEXT = "The Open University let Karin go. Rex ran to Oslo."
CONVERSATION = {
    "turns": [
        {
            "text": TEXT,
            "names": [
                {"start": 0, "end": 19, "type": "organization", "entity": "The Open University"},
                {"start": 24, "end": 29, "type": "person", "entity": "Karin"},
                {"start": 34, "end": 37, "type": "animal", "entity": "Rex"},
                {"start": 45, "end": 49, "type": "place", "entity": "Oslo"},
            ],
        }
    ]
}


def entity(type, *names):
    mentions = [{"turn": 0, "start": TEXT.index(name), "end": TEXT.index(name) + len(name), "name": name} for name in names]
    return {"type": type, "mentions": mentions}


def test_a_name_is_right_with_its_span_and_type():
    assert is_right(CONVERSATION, entity("person", "Karin"))
    assert is_right(CONVERSATION, entity("organization", "Open University"))
    assert not is_right(CONVERSATION, entity("organization", "University"))


def test_what_is_wrong_is_told():
    assert what_is_wrong(CONVERSATION, entity("person", "Rex")) == "type"
    assert what_is_wrong(CONVERSATION, entity("place", "ran")) == "none"
    assert what_is_wrong(CONVERSATION, entity("place", "to Oslo")) == "span"


def test_half_of_the_mentions_suffice():
    assert is_right(CONVERSATION, entity("place", "Oslo", "ran"))
    assert not is_right(CONVERSATION, entity("place", "Oslo", "ran", "go"))
