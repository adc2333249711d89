"""Chats that are kept from training, in the format of the evaluation."""

import json
import sys

from encoder import gold_chats


def test_only_kept_conversations_are_written(tmp_path, monkeypatch):
    chats, out = tmp_path / "chats", tmp_path / "gold"
    chats.mkdir()
    chat = "Maya: [Lena|person] lives in [Turku|place]\n  r Lena | lives_in | Turku\nq Where? | 1 | single_hop\n"
    (chats / "a.chat").write_text(f"{chat}\n{chat}", encoding="utf-8")
    (chats / "kept.txt").write_text("a-2\n")
    monkeypatch.setattr(sys, "argv", ["gold_chats", "--chats", str(chats), "--out", str(out)])
    gold_chats.main()
    (file,) = out.iterdir()
    assert file.stem == "a-2"
    gold = json.loads(file.read_text(encoding="utf-8"))
    assert [turn["text"] for turn in gold["turns"]] == ["Lena lives in Turku"]
    (relation,) = gold["relations"]
    assert (relation["type"], relation["current"], relation["turns"]) == ("lives_in", True, [0])
