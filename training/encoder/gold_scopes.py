"""
Writes annotated scopes in the format of the annotated chats, so that `npm run eval:extraction` and a scorer of such
chats measure extraction per genre.

Usage: python -m encoder.gold_scopes [--kept KEPT.txt] --out DIR FILE…     writes DIR/GENRE/NAME.json, with --kept only those

What holds is what holds at the last message of a scope: a claim is current unless it has ended, ends before, or begins
later. Hard negatives are left out, since what is not annotated is false.
"""

import argparse
import json
from pathlib import Path

from encoder import scopes



def gold(scope):
    """The annotated chat of a scope: turns, entities with their mentions, relations and statements at its end."""
    last_day = scope.messages[-1].time[:10]
    entities = entities_of(scope)
    relations, statements = {}, {}
    for turn, one in enumerate(scope.messages):
        for made in one.claims:
            if made.reason is None:
                fold(relations if made.kind == "r" else statements, made, turn)
    ids = {name: entity["id"] for name, entity in entities.items()}
    return {
        "id": scope.name,
        "turns": [turn_of(i, one) for i, one in enumerate(scope.messages)],
        "entities": list(entities.values()),
        "not_mentions": [],
        "relations": [
            {"from": ids[subject], "type": predicate, "to": ids[end], **held(claims, last_day)}
            for (subject, predicate, end), claims in relations.items()
            if claims[-1][1].state != "retracted"
        ],
        "statements": [
            {"subject": ids[subject], "predicate": predicate, "object": claims[-1][1].object, **held(claims, last_day)}
            for (subject, predicate, _), claims in statements.items()
            if claims[-1][1].state != "retracted"
        ],
        "questions": [],
    }


def fold(table, made, turn):
    table.setdefault((made.subject, made.predicate, made.object.lower() if made.kind == "s" else made.object), []).append(
        (turn, made)
    )


def held(claims, last_day):
    made = claims[-1][1]
    since, until = (made.since or "")[: len(last_day)], (made.until or "")[: len(last_day)]
    begins_later = made.state == "future" and (not since or since > last_day[: len(since)])
    is_over = made.state == "ended" or (bool(until) and until < last_day[: len(until)])
    return {"turns": [turn for turn, _ in claims], "current": not (begins_later or is_over)}


def turn_of(i, one):
    speaker = {} if one.speaker is None else {"speaker": one.speaker}
    return {"i": i, **speaker, "role": one.role, "text": one.text, "occurred_at": one.time.replace(" ", "T") + ":00Z"}


def entities_of(scope):
    """Entities by the name that claims use: whom a mention names, speakers, and `user` where it is a subject."""
    entities = {}

    def entity(name, kind):
        return entities.setdefault(
            name, {"id": f"e{len(entities) + 1}", "type": kind, "canonical": name, "names": [name], "mentions": []}
        )

    for turn, one in enumerate(scope.messages):
        for mention in one.mentions:
            found = entity(mention.entity, mention.type)
            text = one.text[mention.start : mention.end]
            found["mentions"].append({"turn": turn, "text": text, "start": mention.start})
            if text not in found["names"]:
                found["names"].append(text)
    for one in scope.messages:
        for made in one.claims:
            if made.reason is None:
                entity(made.subject, "person")
                if made.kind == "r":
                    entity(made.object, "person")
    return entities


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--kept", type=Path, help="names of scopes, a line each; others are left out")
    options = parser.parse_args()
    kept = options.kept and set(options.kept.read_text(encoding="utf-8").split())
    for path in options.files:
        for scope in scopes.read(path):
            if kept is None or scope.name in kept:
                folder = options.out / (scope.genre if scope.language == "en" else "languages")
                folder.mkdir(parents=True, exist_ok=True)
                text = json.dumps(gold(scope), ensure_ascii=False, indent=1)
                (folder / f"{scope.name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
