"""
Annotated conversations, scopes and passages, one conversation a line, whose claims tell which claims of the stages are true.

Usage: python -m assessment.texts --data DIR --out FILE

A claim has a label, the verdicts that are right: "holds", "ended", "not", or two of them ("holds ended": said, now or once;
"ended not": not so now). Only chats, scopes and passages are read that the encoder did not learn from.
"""

import argparse
import json
import re
from pathlib import Path

from encoder import own_chats, scopes
from encoder import prose as prose_passages
from encoder.own_chats import ENDS, PREDICATES

SAID, NOT, NOT_NOW = "holds ended", "not", "ended not"
STATED = {"holds": "holds", "ended": "ended", "retracted": NOT, "future": NOT}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    here, data = Path(__file__).parent.parent, Path(options.data)
    sources = [
        # Records are read by rules alone, so that none of them is known to the encoder.
        *(one for one in annotated_scopes(here / "scopes") if one["kept"] or one["genre"] == "data"),
        *(one for one in chats(here / "chats") if one["kept"]),
        *examples(here.parent / "libs" / "extraction" / "src" / "rules"),
        *passages(data / "rel" / "knowledgenet.jsonl"),
    ]
    with open(options.out, "w", encoding="utf-8") as out:
        for conversation in sources:
            out.write(json.dumps(conversation, ensure_ascii=False) + "\n")


def claim(kind, subject, predicate, object, label):
    return {"kind": kind, "subject": subject, "predicate": predicate, "object": object, "label": label}


def chats(folder):
    kept = set((folder / "kept.txt").read_text().split())
    for path in sorted(folder.glob("*.chat")):
        for one in own_chats.read(path):
            turns = []
            for turn in one.turns:
                turns.append(
                    {
                        "text": turn.text,
                        "speaker": None if turn.speaker in ("user", "assistant") else turn.speaker,
                        "role": "assistant" if turn.speaker == "assistant" else "user",
                        "at": "2026-05-04T10:00:00Z",
                        "claims": [claim("r", c.subject, c.predicate, c.object, STATED[c.state]) for c in turn.relations]
                        + [claim("s", c.subject, c.predicate, c.object, STATED[c.state]) for c in turn.statements],
                        "names": names(turn.mentions),
                    }
                )
            yield {
                **{"id": f"chat {one.name}", "genre": "chat", "kept": one.name in kept, "complete": "all"},
                "turns": turns,
            }


def names(mentions):
    found = {}
    for mention in mentions:
        found.setdefault(mention.entity, []).append([mention.start, mention.end])
    return found


def annotated_scopes(folder):
    kept = set((folder / "kept.txt").read_text().split())
    for path in sorted(folder.glob("*.scope")):
        for one in scopes.read(path):
            yield {
                **{"id": f"scope {one.name}", "genre": one.genre, "kept": one.name in kept, "complete": "all"},
                "plain": scopes.is_plain(one.name),
                "turns": [
                    {
                        "text": message.text,
                        "speaker": message.speaker,
                        "role": message.role,
                        "at": message.time.replace(" ", "T") + ":00Z",
                        "claims": [claim(c.kind, c.subject, c.predicate, c.object, label_of(c)) for c in message.claims],
                        "names": names(message.mentions),
                    }
                    for message in one.messages
                ],
            }


def label_of(made):
    if made.reason is None:
        return STATED[made.state]
    return NOT_NOW if made.reason.startswith("ended") else NOT


def examples(folder):
    """The examples of rules, "text => claim; claim": plain sentences, whose other claims tell nothing."""
    wording = re.compile(rf"(.+?) (no longer )?({'|'.join([*ENDS, *PREDICATES])}) (.+)")
    for path in sorted(folder.glob("*/*.ts")):
        for number, (text, claimed) in enumerate(re.findall(r"'([^'\n]+) => ([^'\n]+)'", path.read_text(encoding="utf-8"))):
            found = [match.groups() for match in map(wording.fullmatch, claimed.split("; ")) if match]
            # Half of those who speak are unnamed, so that a plain sentence is as sure of them.
            speaker = "Maya" if number % 2 else None
            called = lambda name: "user" if name == "Maya" and speaker is None else name
            made = [
                claim("r" if p in ENDS else "s", called(s), p, called(o), "ended" if ended else "holds") for s, ended, p, o in found
            ]
            turn = {**turn_of(text, made), "speaker": speaker}
            yield {"id": f"{path.stem} {number}", "genre": "example", "kept": True, "complete": [], "turns": [turn]}


def passages(path):
    """Web prose; what is annotated may be over. Types not in `checked` were not looked for. Pronouns name nobody."""
    for line in path.open(encoding="utf-8"):
        one = json.loads(line)
        if not prose_passages.is_kept(one["id"]):
            continue
        text = one["text"]
        made = []
        for found in one["relations"]:
            ends = [text[slice(*found[end])] for end in ("from", "to")]
            if all(end[:1].isupper() and not re.fullmatch(r"(?i)he|she|they|it|his|her|their|its|i|my|who", end) for end in ends):
                made.append(claim("r" if found["type"] in ENDS else "s", ends[0], found["type"], ends[1], SAID))
        if len(text) < 900:
            yield prose(one["id"], text, made, one["checked"])


def prose(name, text, made, checked):
    # Only headquarters are annotated as places of organizations.
    checked = [name for name in checked if name != "located_in"]
    return {"id": f"prose {name}", "genre": "prose", "kept": False, "complete": checked, "turns": [turn_of(text, made)]}


def turn_of(text, made):
    return {"text": text, "speaker": None, "role": "user", "at": "2026-05-04T10:00:00Z", "claims": made, "names": {}}


if __name__ == "__main__":
    main()
