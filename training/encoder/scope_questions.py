"""
Reads questions about annotated scopes, and writes them with the messages in the format of `npm run eval:recall --
--scopes`.

Usage: python -m encoder.scope_questions [--scopes DIR] --out DIR FILE…     writes DIR/SCOPE.json

A file lists questions below the name of their scope. A question names the messages that answer it (from 1), or none,
and its type:

    # care-log-03
    q Who is Mrs. Hallam's daughter? | 2 | single
    q How old is Susan? | none | none
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

from encoder import scopes

TYPES = "current before single user several aggregation temporal two-memory none other-language typo".split()


@dataclass(frozen=True)
class Question:
    text: str
    messages: tuple[int, ...]
    type: str


def read(text):
    """The questions of each scope. Raises ValueError with the line that is none."""
    questions, own = {}, None
    for line in text.splitlines():
        if line.startswith("# "):
            own = questions.setdefault(line[2:].strip(), [])
        elif line.startswith("q ") and own is not None:
            own.append(question(line))
        elif line.strip():
            raise ValueError(f"neither a scope nor a question: {line}")
    return questions


def question(line):
    fields = [part.strip() for part in line[2:].split("|")]
    if len(fields) != 3 or not fields[0] or fields[2] not in TYPES or (fields[1] == "none") != (fields[2] == "none"):
        raise ValueError(f"no question with messages and type: {line}")
    text, where, kind = fields
    return Question(text, () if where == "none" else tuple(map(int, where.split())), kind)


def asked(scope, questions):
    """A scope with its questions. Each day is a session."""
    days = sorted({one.time[:10] for one in scope.messages})
    for one in questions:
        if any(not 1 <= number <= len(scope.messages) for number in one.messages):
            raise ValueError(f"{scope.name} has no such message: {one.text}")
    return {
        "scope": scope.name,
        "genre": scope.genre if scope.language == "en" else "languages",
        "messages": [
            {
                **{"id": str(number), "session": 1 + days.index(one.time[:10]), "speaker": one.speaker},
                **{"role": one.role, "occurred_at": one.time.replace(" ", "T") + ":00Z", "text": one.text},
            }
            for number, one in enumerate(scope.messages, 1)
        ],
        "questions": [
            {"q": one.text, "type": one.type, "gold": [str(number) for number in one.messages]} for one in questions
        ],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--scopes", default=Path("scopes"), type=Path)
    parser.add_argument("--out", required=True, type=Path)
    options = parser.parse_args()
    known = {scope.name: scope for path in sorted(options.scopes.glob("*.scope")) for scope in scopes.read(path)}
    options.out.mkdir(parents=True, exist_ok=True)
    for path in options.files:
        for name, questions in read(path.read_text(encoding="utf-8")).items():
            text = json.dumps(asked(known[name], questions), ensure_ascii=False, indent=1)
            (options.out / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
