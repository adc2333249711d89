"""
What readers said of claims: verdicts.tsv has a line for each claim that somebody judged by its message and those before it.

Annotation lists what is worth listing, so that a claim that it does not list may be true all the same: of those that the
probability gave a third or more, readers found 28 in a hundred true. A verdict decides over the annotation.
"""

import csv
from pathlib import Path

FILE = Path(__file__).parent / "verdicts.tsv"
COLUMNS = ["conversation", "turn", "subject", "predicate", "object", "polarity", "verdict"]
VERDICTS = ("true", "false", "garbled")


def read():
    """{claim, as `key` gives it: whether it is true}; nothing where there is no file."""
    if not FILE.exists():
        return {}
    with open(FILE, encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return {tuple(row[column] for column in COLUMNS[:-1]): row["verdict"] == "true" for row in rows}


def key(claim):
    """What tells a claim of write-candidates.ts from others."""
    return (claim["id"], str(claim["turn"]), claim["subject"], claim["predicate"], claim["object"], claim["polarity"])


def add(judged):
    """judged: (key, verdict); a claim that was judged before keeps its verdict."""
    known = read()
    is_new = not FILE.exists()
    with open(FILE, "a", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, delimiter="\t", lineterminator="\n")
        if is_new:
            writer.writerow(COLUMNS)
        for claim, verdict in judged:
            if verdict not in VERDICTS:
                raise ValueError(f"a verdict is one of {', '.join(VERDICTS)}, not {verdict!r}")
            if claim not in known:
                writer.writerow([*claim, verdict])
