"""Words are cut as the service cuts them (libs/extraction/src/text/tokenizer.ts)."""

import pytest

from encoder.words import words


@pytest.mark.parametrize(
    "text, expected",
    [
        ("She's at Acme Corp., isn't she?", ["She", "'s", "at", "Acme", "Corp", ".", ",", "is", "n't", "she", "?"]),
        ("dont im gonna cannot", ["do", "nt", "i", "m", "gon", "na", "can", "not"]),
        ("mail ana.silva@acme.example now", ["mail", "ana.silva@acme.example", "now"]),
        ("see https://acme.example/a?b=1 @ana #tag", ["see", "https://acme.example/a?b=1", "@ana", "#tag"]),
        ("at 10:30am, 1,200 km... ok", ["at", "10:30am", ",", "1,200", "km", "...", "ok"]),
        ("Jean-Luc's O’Neil", ["Jean-Luc", "'s", "O’Neil"]),
        ("Wärtsilä in Åbo", ["Wärtsilä", "in", "Åbo"]),
        ("", []),
    ],
)
def test_words(text, expected):
    assert [text[start:end] for start, end in words(text)] == expected
