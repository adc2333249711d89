"""How well claims are read from windows whose names are given."""

import torch

from encoder.own_chats import ENDABLE, PREDICATES, RELATIONS
from encoder.claim_encoder import batch_windows, places, window_of
from encoder.claim_layers import STATEMENT_TAGS, allowed, features_of, means
from encoder.train_names import LONGEST

LEAST = 0.5


@torch.no_grad()
def claim_scores(model, tokenizer, windows, thresholds=(0.3, 0.5, 0.7)):
    """F1, precision and recall of relations, statements and ends, by the least probability that is believed."""
    model.eval()
    counts = {t: [0] * 9 for t in thresholds}
    for window in windows:
        relations, statements, ends = read(model, tokenizer, window)
        known = {(i, p): e for i, own in window.ends.items() for p, e in own.items()}
        over = {key for key, ended in known.items() if ended}
        want = {(i, j, r, state) for (i, j), claims in window.relations.items() for r, state in claims.items() if state in ("holds", "ended")}
        for t, count in counts.items():
            got = {key for key, p in relations.items() if p >= t}
            count[0] += len(got & want)
            count[1] += len(got)
            count[2] += len(want)
            said = [s for s in statements if s[-1] >= t]
            count[3] += sum(any(agree(s, gold) for gold in window.statements) for s in said)
            count[4] += len(said)
            count[5] += len(window.statements)
            # An end of what nobody knew to be so cannot be right or wrong.
            told = {key for key, p in ends.items() if p >= t and known.get(key) is not None}
            count[6] += len(told & over)
            count[7] += len(told)
            count[8] += len(over)
    return {
        name: {t: [rate(2 * c[k], c[k + 1] + c[k + 2]), rate(c[k], c[k + 1]), rate(c[k], c[k + 2])] for t, c in counts.items()}
        for name, k in (("relations", 0), ("statements", 3), ("ends", 6))
    }


def rate(part, whole):
    return round(100 * part / whole, 1) if whole else 0.0


def agree(found, gold):
    begin, end, predicate, subject, ended, _ = found
    first, last, wanted, who, state = gold
    shared = max(0, min(end, last) - max(begin, first) + 1)
    close = 2 * shared / (end - begin + 1 + last - first + 1) >= 0.5
    return close and predicate == wanted and subject == who and ended == (state == "ended")


def read(model, tokenizer, window):
    """{(from, to, relation, state): probability}, [(first, last, predicate, subject, ended, probability)], {(candidate, predicate): probability}."""
    made = window_of(tokenizer, window, window.tokens, LONGEST)
    if made is None:
        return {}, [], {}
    numbers = made[-1]
    statement_scores, states = model(*batch_windows([made]))
    spans = statement_spans(statement_scores[0].softmax(-1), numbers, window)
    width = states.shape[1]
    named = means([places(numbers, c.first, c.last) for c in window.candidates], width).unsqueeze(0)
    said = means([places(numbers, a, b) for a, b, _, _ in spans], width).unsqueeze(0) if spans else torch.zeros(1, 1, width)
    predicates = torch.zeros(1, max(1, len(spans)), len(PREDICATES))
    for i, (_, _, predicate, _) in enumerate(spans):
        predicates[0, i, PREDICATES.index(predicate)] = 1
    features = features_of(window.candidates).unsqueeze(0)
    relation_scores, subject_scores, end_scores = (scores[0] for scores in model.related(states, named, features, said, predicates))
    probable = relation_scores.sigmoid() * allowed([c.type for c in window.candidates])
    relations = {}
    for i, j, k in (probable >= 0.1).nonzero().tolist():
        state = "holds" if k < len(RELATIONS) else "ended"
        relations[i, j, RELATIONS[k % len(RELATIONS)], state] = probable[i, j, k].item()
    statements = []
    for i, (a, b, predicate, p) in enumerate(spans):
        subject = subject_scores[:, i, 0].argmax().item()
        statements.append((a, b, predicate, subject, subject_scores[subject, i, 1].item() > 0, p))
    ends = {
        (i, predicate): end_scores[i, k].sigmoid().item()
        for i, candidate in enumerate(window.candidates)
        for k, predicate in enumerate(ENDABLE)
        if candidate.type == "person"
    }
    return relations, statements, ends


def statement_spans(probable, numbers, window):
    """(first word, last word, predicate, mean probability) of runs of words that are more likely said of someone than not."""
    found = []
    for i in range(*window.turns[-1][1:]):
        place = numbers[i]
        best = probable[place, 1:].argmax().item() + 1
        p = probable[place, best].item()
        if probable[place, 0].item() > LEAST:
            continue
        part, predicate = STATEMENT_TAGS[best].split("-")
        if part == "I" and found and found[-1][2] == predicate and found[-1][1] == i - 1:
            found[-1] = (found[-1][0], i, predicate, found[-1][3] + [p])
        else:
            found.append((i, i, predicate, [p]))
    return [(a, b, predicate, sum(ps) / len(ps)) for a, b, predicate, ps in found]
