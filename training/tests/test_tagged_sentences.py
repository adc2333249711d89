"""Tagged sentences and their split."""

import json

from encoder.tagged_sentences import quarters, tagged


def test_a_quarter_is_kept_always_the_same(tmp_path):
    sentences = [([f"word{i}"], ["O"]) for i in range(103)]
    learned, kept = quarters(sentences, seed=3)
    assert (len(learned), len(kept)) == (78, 25)
    assert sorted(learned + kept) == sorted(sentences)
    assert quarters(sentences, seed=3) == (learned, kept)
    assert quarters(sentences, seed=4) != (learned, kept)


def test_empty_lines_and_sentences_are_skipped(tmp_path):
    file = tmp_path / "a.jsonl"
    rows = [{"tokens": ["Ana"], "tags": ["B-PER"]}, {"tokens": [], "tags": []}]
    file.write_text("\n\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    assert tagged(file) == [(["Ana"], ["B-PER"])]
