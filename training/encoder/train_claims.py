"""
Teaches the upper layers, above the lower ones of an encoder that was taught names, to read claims.

Usage: python -m encoder.train_claims --data DIR --chats DIR… --scopes DIR --base DIR --names FILE.pt --out DIR [--epochs 6] [--bf16]
Our own conversations and scopes that kept.txt names are kept for scores; of the gold chats the first few are read, no others.
"""

import argparse
import json
import random
import time
from pathlib import Path

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from transformers import BertTokenizerFast

from encoder import prose, scope_turns
from encoder import train_names as names
from encoder.claim_scores import claim_scores
from encoder.own_chats import PREDICATES, RELATIONS
from encoder.claim_encoder import ClaimEncoder, batch_windows, places, window_of
from encoder.claim_layers import FEATURES, RELATION_ID, STATEMENT_ID, allowed, features_of, means
from encoder.names_encoder import load
from encoder.windows import NewNames, windows
from encoder.word_pieces import batch_of, pieces
from encoder.words import words

RENAMED_SHARE = 0.5
LOWER_CASED_SHARE = 0.3
MASKED_SHARE = 0.05
NEW_FASTER = 5
WINDOWS_AT_ONCE = 8
PIECES_A_BATCH = 2400
AVERAGE_OVER = 40
UPDATES_EVERY = 4
HARD_NEGATIVE_WEIGHT = 3
# How often a conversation of a source is shown in an epoch; chats are many and alike.
TIMES = {"chats": 0.3, "scopes": 2, "passages": 0.6, "documents": 0.3}
ENDED_FROM = len(RELATION_ID)


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    tokenizer = BertTokenizerFast.from_pretrained(options.base)
    model = begin(options)
    folder = Path(options.data)
    learned, kept = sources(folder, options, lambda text: tagged(model.names, tokenizer, text))
    for name, part in [*learned.items(), *kept.items()]:
        print(f"{name}: {sum(map(len, part))} windows", flush=True)
    fit(model, tokenizer, learned, kept, options)


def sources(folder, options, tag):
    """Windows of conversations by source: of those that are learned from, and of those that are kept for scores."""
    learned, kept = names.chats(folder, options)
    paths, kept_names = Path(options.scopes).glob("*.scope"), set((Path(options.scopes) / "kept.txt").read_text().split())
    scopes = scope_turns.conversations(paths)
    read = {
        "chats": learned,
        "scopes": [c for c in scopes if c.name not in kept_names],
        "passages": prose.knowledgenet(folder / "rel" / "knowledgenet.jsonl", tag),
        "documents": prose.documents(folder / "rel" / "redocred.dev.jsonl"),
    }
    scored = {"kept chats": kept, "kept scopes": [c for c in scopes if c.name in kept_names]}
    return tuple({name: [windows(c) for c in part] for name, part in group.items()} for group in (read, scored))


def shown_once(learned, shown):
    """The conversations of an epoch: each as often as its source says, a fraction by chance."""
    for name, part in learned.items():
        for made in part:
            times = int(TIMES[name]) + (shown.random() < TIMES[name] % 1)
            yield from [made] * times


def tagged(model, tokenizer, text):
    """(start, end, type) of the names in a text, by the encoder of names."""
    places = words(text)[: names.LONGEST]
    made = pieces(tokenizer, [text[a:b] for a, b in places], names.LONGEST)
    model.eval()
    with torch.no_grad():
        scores, kinds = model(*batch_of([made]))
    tags = [names.corpus.TAGS[i] for i in scores[0].argmax(-1)[made[2]].tolist()]
    types = [names.ENTITY_TYPES[i] for i in kinds[0].argmax(-1)[made[2]].tolist()]
    for a, b, kind in names.spans(tags, misc=True):
        yield places[a][0], places[b - 1][1], names.OF_TAG.get(kind) or types[a]


def begin(options):
    """Upper layers like the last ones of the encoder of names, or those that were trained before."""
    tagger = load(options.names, options.base)
    model = ClaimEncoder(tagger, tagger)
    if options.weights:
        model.take(torch.load(options.weights))
    return model


def fit(model, tokenizer, learned, kept, options):
    shown = random.Random(options.seed)
    renamer = NewNames(Path(options.data) / "gazetteers", shown)
    new = ("places", "parts", "norm", "statements", "claims")
    learning = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
    groups = [
        {"params": [p for n, p in learning if not n.startswith(new)], "lr": options.rate},
        {"params": [p for n, p in learning if n.startswith(new)], "lr": options.rate * NEW_FASTER},
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    total = options.epochs * len(window_batches(tokenizer, shown_once(learned, shown), renamer, shown))
    warm = total // 15
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda s: s / warm if s < warm else max(0.02, (total - s) / (total - warm))
    )
    average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(1 - 1 / AVERAGE_OVER))
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    started, step = time.time(), 0
    for epoch in range(options.epochs):
        model.train()
        for part in window_batches(tokenizer, shown_once(learned, shown), renamer, shown):
            losses = claim_losses(model, window_batch(tokenizer, part, shown), options.bf16)
            sum(losses).backward()
            nn.utils.clip_grad_norm_([p for _, p in learning], 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            if step % UPDATES_EVERY == 0:
                average.update_parameters(model)
            step += 1
            if step % 50 == 0:
                shares = " ".join(f"{loss.item():.3f}" for loss in losses)
                print(f"{step}/{total} losses {shares} {time.time() - started:.0f} s", flush=True)
        for name, part in kept.items():
            scores = claim_scores(average.module, tokenizer, [w for windows in part for w in windows])
            print(f"epoch {epoch + 1}, {name}: {json.dumps(scores)}", flush=True)
        torch.save(average.module.learned(), out / f"epoch-{epoch + 1}.pt")


def claim_losses(model, batch, bf16):
    inputs, statements, rows = batch
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=bf16):
        statement_scores, states = model(*inputs)
    said = nn.functional.cross_entropy(statement_scores.float().flatten(0, 1), statements.flatten(), ignore_index=-100)
    relation_scores, subject_scores = claim_scores_of(model, states.float(), rows)
    pairs, subjects = 0, torch.tensor(0.0)
    for i, (window, _) in enumerate(rows):
        n = len(window.candidates)
        wanted, counts, either = relation_targets(window)
        scores = relation_scores[i, :n, :n]
        loss = nn.functional.binary_cross_entropy_with_logits(scores, wanted, reduction="none")
        pairs = pairs + (loss * counts).sum() + either_loss(scores, either)
        if window.statements:
            subjects = subjects + subject_loss(window, subject_scores[i, :n])
    return [2 * said, pairs / len(rows), subjects / len(rows)]


def claim_scores_of(model, states, rows):
    """The claim layers over a batch, candidates and statements padded."""
    most = max(len(window.candidates) for window, _ in rows)
    said = max(1, *(len(window.statements) for window, _ in rows))
    width = states.shape[1]
    names_at, said_at = torch.zeros(len(rows), most, width), torch.zeros(len(rows), said, width)
    features, predicates = torch.zeros(len(rows), most, FEATURES), torch.zeros(len(rows), said, len(PREDICATES))
    for i, (window, first) in enumerate(rows):
        n, m = len(window.candidates), len(window.statements)
        names_at[i, :n] = means([places(first, c.first, c.last) for c in window.candidates], width)
        said_at[i, :m] = means([places(first, a, b) for a, b, *_ in window.statements], width)
        features[i, :n] = features_of(window.candidates)
        for k, (_, _, predicate, *_) in enumerate(window.statements):
            predicates[i, k, PREDICATES.index(predicate)] = 1
    return model.related(states, names_at, features, said_at, predicates)


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


def either_loss(scores, either):
    """Of relations that hold or have ended: the log loss of the probability that one of both is so."""
    holds, ended = scores[..., :ENDED_FROM], scores[..., ENDED_FROM:]
    neither = nn.functional.logsigmoid(-holds) + nn.functional.logsigmoid(-ended)
    return -(torch.log1p(-neither.exp().clamp(max=1 - 1e-6)) * either).sum()


def subject_loss(window, scores):
    loss = 0
    for i, (*_, subject, state) in enumerate(window.statements):
        loss = loss + nn.functional.cross_entropy(scores[:, i, 0].unsqueeze(0), torch.tensor([subject]))
        ended = torch.tensor(float(state == "ended"))
        loss = loss + nn.functional.binary_cross_entropy_with_logits(scores[subject, i, 1], ended)
    return loss


def window_batches(tokenizer, conversations, renamer, shown):
    """
    Batches of windows, in random order, with other names and letter case. Windows that follow each other stay together: the
    turns that they share are read once.
    """
    batches = []
    for windows in conversations:
        tokens = renamer.of(windows, RENAMED_SHARE)
        if shown.random() < LOWER_CASED_SHARE:
            tokens = [[word.lower() for word in words] for words in tokens]
        made = [(window, window_of(tokenizer, window, words, names.LONGEST)) for window, words in zip(windows, tokens)]
        made = [row for row in made if row[1] is not None]
        begin = shown.randrange(1, WINDOWS_AT_ONCE + 1)
        cuts = [0, *range(begin, len(made), WINDOWS_AT_ONCE), len(made)]
        batches += [made[a:b] for a, b in zip(cuts, cuts[1:]) if a < b]
    shown.shuffle(batches)
    joined, part = [], []
    for rows in batches:
        width = max(len(row[1][1]) for row in part + rows)
        if part and width * (len(part) + len(rows)) > PIECES_A_BATCH:
            joined.append(part)
            part = []
        part = part + rows
    return [*joined, part]


def window_batch(tokenizer, part, shown):
    """Tensors of a batch, with a few words hidden."""

    def hidden(ids):
        inner = range(1, len(ids) - 1)
        return [tokenizer.mask_token_id if i in inner and shown.random() < MASKED_SHARE else id for i, id in enumerate(ids)]

    inputs = batch_windows([read for _, read in part], hidden)
    statements = torch.full(inputs[1][3][0].shape, -100)
    for i, (window, (*_, numbers)) in enumerate(part):
        for word in range(window.turns[-1][1], window.turns[-1][2]):
            tag = window.statement_tags[word]
            if tag != "O" or window.looked_for is None:
                statements[i, numbers[word]] = STATEMENT_ID[tag]
    return inputs, statements, [(window, read[-1]) for window, read in part]


def arguments():
    parser = argparse.ArgumentParser()
    for name in ("data", "base", "names", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--chats", required=True, nargs="+")
    parser.add_argument("--scopes", required=True)
    parser.add_argument("--gold", type=int, default=5, help="how many of the gold chats are learned from")
    parser.add_argument("--weights", help="of an encoder of claims, to go on with")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bf16", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
