"""
Writes our own chats that were kept from training in the format of the gold chats, for eval:extraction, eval:recall and the scorer.

Usage: python -m encoder.gold_chats --chats DIR… --out DIR [--all]
"""

import argparse
import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

from encoder.own_chats import PREDICATES, SYMMETRIC
from encoder.windows import conversations

KINDS = dict(zip(PREDICATES, ["preference"] * 4 + ["attribute"] * 10 + ["fact"] * 6 + ["event"] * 2 + ["directive"]))
BEGIN = datetime(2025, 3, 3, 9, tzinfo=timezone.utc)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--chats", required=True, nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--all", action="store_true", help="also those that are learned from")
    options = parser.parse_args()
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    kept = {name for path in options.chats for name in (Path(path) / "kept.txt").read_text().split()}
    for conversation in conversations(options.chats):
        if not options.all and conversation.name not in kept:
            continue
        (out / f"{conversation.name}.json").write_text(json.dumps(gold(conversation), ensure_ascii=False, indent=1))


def gold(conversation):
    """A conversation as the gold files tell it: entities by id, and of each claim what stands at the end."""
    entities, ids = {}, {}

    def entity(name, kind):
        if name not in ids:
            ids[name] = f"e{len(ids) + 1}"
            entities[name] = {"id": ids[name], "type": kind, "canonical": name, "names": [name], "mentions": []}
        return entities[name]

    relations, statements = {}, {}
    for number, turn in enumerate(conversation.turns):
        speaker = entity(turn.speaker, "person")
        if turn.speaker == "assistant":
            speaker["optional"] = True
        for m in turn.mentions:
            surface = turn.text[m.start : m.end]
            known = entity(m.entity, m.type)
            known["mentions"].append({"turn": number, "text": surface, "start": m.start})
            if surface not in known["names"]:
                known["names"].append(surface)
        for claim in turn.relations:
            a, b = ids[claim.subject], ids[claim.object]
            ends = tuple(sorted((a, b))) if claim.predicate in SYMMETRIC else (a, b)
            made = relations.setdefault((claim.predicate, *ends), {"from": a, "type": claim.predicate, "to": b, "turns": []})
            stand(made, number, claim.state)
        for claim in turn.statements:
            key = (ids[claim.subject], claim.predicate, claim.object.lower())
            made = statements.setdefault(key, {"subject": key[0], "kind": KINDS[claim.predicate], "predicate": claim.predicate})
            made |= {"object": claim.object, "turns": made.get("turns", [])}
            if claim.object in ids:
                made["object_entity"] = ids[claim.object]
            stand(made, number, claim.state)
    turns = [
        {"i": i, "speaker": t.speaker, "text": t.text, "occurred_at": (BEGIN + timedelta(minutes=7 * i)).isoformat().replace("+00:00", "Z")}
        for i, t in enumerate(conversation.turns)
    ]
    questions = [{"q": q["q"], "evidence": q["evidence"], "answer": None, "tags": [q["tag"]]} for q in conversation.questions]
    return {
        **{"id": conversation.name, "turns": turns, "entities": list(entities.values()), "not_mentions": []},
        **{"relations": list(relations.values()), "statements": list(statements.values()), "questions": questions},
    }


def stand(made, number, state):
    made["turns"].append(number)
    made["current"] = state == "holds"
    if state == "retracted":
        made["retracted"] = True


if __name__ == "__main__":
    main()
