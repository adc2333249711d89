"""
Has claims judged by readers.

Usage: python -m assessment.judging ask --texts FILE --claims FILE --out DIR [--parts 8]
       python -m assessment.judging take --from DIR

`ask` writes messages with numbered claims below them, in DIR/N.txt for N readers: those that the annotation does not list,
have a probability of a third or more, and no verdict; and by chance a tenth of the others that have it, so that a reader
cannot know. Plans are left to the annotation, which lists firm ones: most others are over soon, and nothing says so.
A reader writes lines `number verdict` into DIR/N.verdicts, with t (true), f (false) or g (garbled: the words of the subject or
value are no such thing). `take` adds them to verdicts.tsv.
"""

import argparse
import json
import random
from collections import defaultdict
from pathlib import Path

from assessment import verdicts
from assessment.fit import crossed, matrices
from assessment.labels import labelled

LEAST = 0.35
LEFT_OUT = "plans"
CONTROLS = 0.1
OF_LETTER = {name[0]: name for name in verdicts.VERDICTS}
ENDED = "  (has ended, by this message)"


def main():
    options = arguments()
    if options.command == "ask":
        ask(options.texts, options.claims, Path(options.out), options.parts)
    else:
        verdicts.add(taken(Path(options.source)))


def ask(texts, claims, out, parts):
    out.mkdir(parents=True, exist_ok=True)
    of_conversation = defaultdict(list)
    for conversation, claim in doubtful(list(labelled(texts, claims))):
        of_conversation[conversation["id"]].append((conversation, claim))
    shares = [[] for _ in range(parts)]
    for asked in sorted(of_conversation.values(), key=len, reverse=True):
        min(shares, key=len).extend(asked)
    keys = []
    for number, share in enumerate(shares):
        (out / f"{number}.txt").write_text("\n".join(written(share, keys)) + "\n", encoding="utf-8")
    (out / "keys.json").write_text(json.dumps(keys, ensure_ascii=False, indent=0), encoding="utf-8")


def doubtful(rows):
    """(conversation, claim) to be judged."""
    _, inputs, right, weights = matrices(rows)
    known, chosen = set(verdicts.read()), random.Random(1)
    for (conversation, claim, is_right), probability in zip(rows, crossed(rows, inputs, right, weights)):
        is_whole = conversation["complete"] == "all" and conversation["genre"] != "example"
        is_asked = is_whole and probability >= LEAST and (not is_right or chosen.random() < CONTROLS)
        key = verdicts.key(claim)
        if is_asked and key not in known and claim["predicate"] != LEFT_OUT:
            known.add(key)
            yield conversation, claim


def written(share, keys):
    """Lines of messages with the claims of each; the keys of the claims are added to `keys`, at their numbers."""
    of_turn = defaultdict(list)
    for conversation, claim in share:
        of_turn[conversation["id"], claim["turn"]].append(claim)
    for conversation in {conversation["id"]: conversation for conversation, _ in share}.values():
        yield f"# {conversation['id']}"
        for number, turn in enumerate(conversation["turns"]):
            yield f"[{number + 1} · {turn.get('speaker') or '-'} · {turn['role']} · {turn['at'][:10]}] {turn['text']}"
            for claim in of_turn[conversation["id"], number]:
                end = ENDED if claim["polarity"] == "ended" else ""
                yield f"   {len(keys)}: {claim['subject']} --{claim['predicate']}--> {claim['object']}{end}"
                keys.append(verdicts.key(claim))


def taken(folder):
    """(key, verdict) of the lines that readers wrote."""
    keys = json.loads((folder / "keys.json").read_text(encoding="utf-8"))
    for path in sorted(folder.glob("*.verdicts")):
        for line in path.read_text(encoding="utf-8").splitlines():
            number, letter = line.split()
            yield tuple(keys[int(number)]), OF_LETTER[letter]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    ask_command = commands.add_parser("ask")
    for name in ("texts", "claims", "out"):
        ask_command.add_argument(f"--{name}", required=True)
    ask_command.add_argument("--parts", type=int, default=8)
    take_command = commands.add_parser("take")
    take_command.add_argument("--from", dest="source", required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
