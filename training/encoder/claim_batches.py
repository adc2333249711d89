"""Batches of windows as tensors, with what is to be learned from them; made beside the training, in processes of their own."""

from dataclasses import dataclass, fields

import torch

from encoder.claim_encoder import batch_windows, places, window_of
from encoder.claim_layers import FEATURES, RELATION_ID, STATEMENT_ID, allowed, features_of, means
from encoder.own_chats import ENDABLE, PREDICATES, RELATIONS
from encoder.train_names import LONGEST

RENAMED_SHARE = 0.8
OTHER_VALUES_SHARE = 0.4
LOWER_CASED_SHARE = 0.3
MASKED_SHARE = 0.12
WINDOWS_AT_ONCE = 8
PIECES_A_BATCH = 2400
HARD_NEGATIVE_WEIGHT = 3
ENDED_FROM = len(RELATION_ID)
NOBODY = -100


@dataclass
class ClaimBatch:
    """b windows, each with at most n candidates and m statements; what is padded counts nothing."""

    # As ClaimEncoder takes them.
    inputs: tuple
    # b × read: ids of statement tags, or NOBODY.
    tags: torch.Tensor
    # Weights of means over what is read, and features, as ClaimEncoder.related takes them.
    names: torch.Tensor
    features: torch.Tensor
    said: torch.Tensor
    predicates: torch.Tensor
    # b × n × n × 2 · relations: what holds, and what counts; b × n × n × relations: what holds or has ended.
    wanted: torch.Tensor
    counts: torch.Tensor
    either: torch.Tensor
    # b × m: the candidate that a statement is about, or NOBODY; whether the statement has ended.
    subjects: torch.Tensor
    ended: torch.Tensor
    # b × n × 7: whether what was so is over, and what counts.
    over: torch.Tensor
    over_counts: torch.Tensor

    def to(self, device):
        return ClaimBatch(*(moved(getattr(self, field.name), device) for field in fields(self)))


def moved(values, device):
    if isinstance(values, torch.Tensor):
        return values.to(device, non_blocking=True)
    return type(values)(moved(value, device) for value in values)


def window_rows(tokenizer, conversations, renamed, shown, pieces_a_batch=PIECES_A_BATCH):
    """
    The windows of batches, in random order, with other names, values and letter case. Windows that follow each other stay
    together: the turns that they share are read once. renamed: (NewNames, NewValues)
    """
    batches, (names, values) = [], renamed
    for windows in conversations:
        tokens = names.of(windows, RENAMED_SHARE)
        tokens = values.of(windows, tokens, OTHER_VALUES_SHARE)
        if shown.random() < LOWER_CASED_SHARE:
            tokens = [[word.lower() for word in words] for words in tokens]
        made = [(window, window_of(tokenizer, window, words, LONGEST)) for window, words in zip(windows, tokens)]
        made = [row for row in made if row[1] is not None]
        begin = shown.randrange(1, WINDOWS_AT_ONCE + 1)
        cuts = [0, *range(begin, len(made), WINDOWS_AT_ONCE), len(made)]
        batches += [made[a:b] for a, b in zip(cuts, cuts[1:]) if a < b]
    shown.shuffle(batches)
    joined, part = [], []
    for rows in batches:
        width = max(len(row[1][1]) for row in part + rows)
        if part and width * (len(part) + len(rows)) > pieces_a_batch:
            joined.append(part)
            part = []
        part = part + rows
    return [*joined, part]


def claim_batch(tokenizer, part, shown):
    """The tensors of a batch, with a few words hidden."""

    def hidden(ids):
        inner = range(1, len(ids) - 1)
        return [tokenizer.mask_token_id if i in inner and shown.random() < MASKED_SHARE else id for i, id in enumerate(ids)]

    inputs = batch_windows([read for _, read in part], hidden)
    width = inputs[1][3][0].shape[1]
    most = max(len(window.candidates) for window, _ in part)
    said = max(1, *(len(window.statements) for window, _ in part))
    b = len(part)
    made = ClaimBatch(
        inputs,
        torch.full((b, width), NOBODY),
        *(torch.zeros(b, *shape) for shape in ((most, width), (most, FEATURES), (said, width), (said, len(PREDICATES)))),
        *(torch.zeros(b, most, most, k) for k in (2 * ENDED_FROM, 2 * ENDED_FROM, ENDED_FROM)),
        *(torch.full((b, said), NOBODY), torch.zeros(b, said)),
        *(torch.zeros(b, most, len(ENDABLE)) for _ in range(2)),
    )
    for i, (window, (*_, numbers)) in enumerate(part):
        fill(made, i, window, numbers)
    return made


def fill(batch, i, window, numbers):
    """What is known of a window, in its row of a batch."""
    n, m, width = len(window.candidates), len(window.statements), batch.names.shape[-1]
    for word in range(window.turns[-1][1], window.turns[-1][2]):
        tag = window.statement_tags[word]
        if tag != "O" or window.looked_for is None:
            batch.tags[i, numbers[word]] = STATEMENT_ID[tag]
    batch.names[i, :n] = means([places(numbers, c.first, c.last) for c in window.candidates], width)
    batch.said[i, :m] = means([places(numbers, a, b) for a, b, *_ in window.statements], width)
    batch.features[i, :n] = features_of(window.candidates)
    for k, (_, _, predicate, subject, state) in enumerate(window.statements):
        batch.predicates[i, k, PREDICATES.index(predicate)] = 1
        batch.subjects[i, k], batch.ended[i, k] = subject, float(state == "ended")
    wanted, counts, either = relation_targets(window)
    batch.wanted[i, :n, :n], batch.counts[i, :n, :n], batch.either[i, :n, :n] = wanted, counts, either
    batch.over[i, :n], batch.over_counts[i, :n] = end_targets(window)


def relation_targets(window):
    """
    What holds of each pair; what counts: only what types permit and annotators looked for, of one entity only its best name,
    and hard negatives more than others; and of which pairs a relation holds or has ended, nobody knows which.
    """
    n = len(window.candidates)
    counts = allowed([c.type for c in window.candidates])
    if window.looked_for is not None:
        looked_for = torch.tensor([float(name in window.looked_for) for name in RELATIONS])
        counts = counts * looked_for.repeat(2)
    wanted, either = torch.zeros(n, n, 2 * ENDED_FROM), torch.zeros(n, n, ENDED_FROM)
    for (i, j), claims in window.relations.items():
        for relation, state in claims.items():
            k = RELATION_ID[relation]
            if state in ("retracted", "said"):
                counts[i, j, [k, k + ENDED_FROM]] = 0
                either[i, j, k] = float(state == "said")
            elif state == "not":
                counts[i, j, [k, k + ENDED_FROM]] *= HARD_NEGATIVE_WEIGHT
                continue
            else:
                wanted[i, j, k + (ENDED_FROM if state == "ended" else 0)] = 1
            for a in range(n):
                for b in range(n):
                    same = window.candidates[a].entity == window.candidates[i].entity
                    same = same and window.candidates[b].entity == window.candidates[j].entity
                    if same and (a, b) != (i, j):
                        counts[a, b, [k, k + ENDED_FROM]] = 0
    return wanted, counts, either


def end_targets(window):
    """Of each candidate and what is ENDABLE: whether it is over, and whether that counts; other names of the same say nothing."""
    persons = torch.tensor([float(c.type == "person" and window.looked_for is None) for c in window.candidates])
    over, counts = torch.zeros(len(window.candidates), len(ENDABLE)), persons.unsqueeze(1).repeat(1, len(ENDABLE))
    for i, ends in window.ends.items():
        for predicate, ended in ends.items():
            k = ENDABLE.index(predicate)
            for other, candidate in enumerate(window.candidates):
                if candidate.entity == window.candidates[i].entity:
                    counts[other, k] = 0
            over[i, k], counts[i, k] = float(ended is True), float(ended is not None) * persons[i]
    return over, counts
