"""
Annotated scopes and chats that the encoder did not learn names from, one a line, with the names that are marked in them: those
in the two files kept.txt.

Usage: python -m entities.texts --out FILE

Annotation is closed-world: every named entity is marked each time, so what is not marked is none.
"""

import argparse
import json
from pathlib import Path

from encoder import own_chats, scopes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    here = Path(__file__).parent.parent
    with open(options.out, "w", encoding="utf-8") as out:
        for one in [*unseen_scopes(here / "scopes"), *kept_chats(here / "chats")]:
            out.write(json.dumps(one, ensure_ascii=False) + "\n")


def unseen_scopes(folder):
    kept = names_in(folder / "kept.txt")
    for path in sorted(folder.glob("*.scope")):
        for one in scopes.read(path):
            if one.name in kept:
                turns = [turn(m.text, m.speaker, m.role, m.time.replace(" ", "T") + ":00Z", m.mentions) for m in one.messages]
                yield {"id": f"scope {one.name}", "genre": one.genre, "turns": turns}


def kept_chats(folder):
    kept = names_in(folder / "kept.txt")
    for path in sorted(folder.glob("*.chat")):
        for one in own_chats.read(path):
            if one.name in kept:
                yield {"id": f"chat {one.name}", "genre": "chat", "turns": [chat_turn(said) for said in one.turns]}


def chat_turn(said):
    speaker = None if said.speaker in ("user", "assistant") else said.speaker
    role = "assistant" if said.speaker == "assistant" else "user"
    return turn(said.text, speaker, role, "2026-05-04T10:00:00Z", said.mentions)


def turn(text, speaker, role, at, mentions):
    marked = [{"start": one.start, "end": one.end, "type": one.type, "entity": one.entity} for one in mentions]
    return {"text": text, "speaker": speaker, "role": role, "at": at, "names": marked}


def names_in(path):
    return set(path.read_text(encoding="utf-8").split())


if __name__ == "__main__":
    main()
