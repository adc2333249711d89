"""The part of the model card that is made from figures: scores, thresholds and hashes."""

import hashlib
from pathlib import Path

BEGIN = "## Scores\n"


def write_figures(card, figures, names, claims, files, inputs):
    """Replaces the figures of the card; the text before them stays."""
    text = Path(card).read_text(encoding="utf-8")
    told = text[: text.index(BEGIN)] if BEGIN in text else text
    Path(card).write_text(told + "\n".join(tables(figures, names, claims, files, inputs)) + "\n", encoding="utf-8")


def tables(figures, names, claims, files, inputs):
    yield BEGIN
    yield "Names: F1 of exact span and type over PER, LOC and ORG, in percent, with 8-bit weights. Measured on the quarter of each development file"
    yield "that was held out, and on the held-out chats (`own`).\n"
    yield "| file | as written | lower-cased |\n| --- | ---: | ---: |"
    yield from (f"| {name} | {scores['cased']} | {scores['lower']} |" for name, scores in names.items())
    yield "\nClaims: measured on the held-out chats and scopes, with gold names, before they are assessed. A relation is correct if both ends,"
    yield "type and state are. A statement is correct if subject, type and state are, and at least half of its words. An end is correct if"
    yield "subject and predicate are; only those of what an earlier message said are counted.\n"
    yield "| claims | threshold | F1 | precision | recall |\n| --- | ---: | ---: | ---: | ---: |"
    for kind, least in (("relations", figures["leastRelation"]), ("statements", figures["leastStatement"]), ("ends", figures["leastStatement"])):
        for source, scores in claims.items():
            # Few end anything in the chats that are kept.
            if (kind, source) == ("ends", "chats"):
                continue
            yield f"| {kind} of {source} | {least} | " + " | ".join(str(value) for value in scores[kind][least]) + " |"
    yield "\n## Hashes (sha256)\n\n| file | sha256 |\n| --- | --- |"
    yield from (f"| {Path(path).name} | {digest(path)} |" for path in files)
    yield from (f"| {name} | {digest(path)} |" for name, path in inputs)


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()
