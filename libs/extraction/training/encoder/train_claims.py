"""
Teaches an encoder that was taught names to read claims.

Usage: python train_claims.py --data DIR --chats DIR… --base DIR --weights FILE.pt --out DIR [--epochs 6] [--bf16]
Our own conversations that kept.txt names are kept for scores; of the gold chats the first few are read, no others.
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

import data as corpus
import train_names as names
from claim_scores import claim_scores
from own_chats import PREDICATES
from reader import FEATURES, RELATION_ID, STATEMENT_ID, allowed, features_of, means, window_pieces
from windows import NewNames, windows

RENAMED_SHARE = 0.5
LOWER_CASED_SHARE = 0.3
MASKED_SHARE = 0.05
PIECES_A_BATCH = 1800
NAMES_EVERY = 8
AVERAGE_OVER = 40
UPDATES_EVERY = 4
ENDED_FROM = len(RELATION_ID)


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    tokenizer = BertTokenizerFast.from_pretrained(options.base)
    model = names.load(options.weights, options.base, frozen=True)
    folder = Path(options.data)
    learned, kept = ([w for c in part for w in windows(c)] for part in names.chats(folder, options))
    tagged, dev, _ = names.sentences(folder, options)
    print(f"{len(learned)} turns to learn from, {len(kept)} kept, {len(tagged)} tagged sentences", flush=True)
    fit(model, tokenizer, (learned, tagged), (kept, dev), options)


def fit(model, tokenizer, learned, kept, options):
    turns, tagged = learned
    shown = random.Random(options.seed)
    renamer = NewNames(Path(options.data) / "gazetteers", shown)
    old = list(model.encoder.parameters()) + list(model.cases.parameters()) + list(model.head.parameters())
    new = [p for n, p in model.named_parameters() if n.startswith(("types", "statements", "claims"))]
    groups = [{"params": old, "lr": options.rate}, {"params": new, "lr": options.rate * 8}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    total = options.epochs * len(window_batches(tokenizer, turns, renamer, shown))
    warm = total // 15
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda s: s / warm if s < warm else max(0.02, (total - s) / (total - warm))
    )
    average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(1 - 1 / AVERAGE_OVER))
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    started, step, tag_batches = time.time(), 0, []
    for epoch in range(options.epochs):
        model.train()
        for batch in window_batches(tokenizer, turns, renamer, shown):
            if not tag_batches:
                tag_batches = names.batches(tokenizer, tagged, shown)
            losses = claim_losses(model, batch, options.bf16)
            if step % NAMES_EVERY == 0:
                losses.append(names.name_loss(model, tag_batches.pop(), options.bf16))
            sum(losses).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            if step % UPDATES_EVERY == 0:
                average.update_parameters(model)
            step += 1
            if step % 50 == 0:
                shares = " ".join(f"{loss.item():.3f}" for loss in losses)
                print(f"{step}/{total} losses {shares} {time.time() - started:.0f} s", flush=True)
        scores = claim_scores(average.module, tokenizer, kept[0])
        scores |= {name: names.score(average.module, tokenizer, kept[1][name]) for name in ("wnut17", "btcnh", "uner")}
        print(f"epoch {epoch + 1}: {json.dumps(scores)}", flush=True)
        torch.save(average.module.state_dict(), out / f"epoch-{epoch + 1}.pt")


def claim_losses(model, batch, bf16):
    tensors, rows = batch
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=bf16):
        tag_scores, _, statement_scores, states = model(*tensors["inputs"])
    tags = nn.functional.cross_entropy(tag_scores.float().flatten(0, 1), tensors["tags"].flatten(), ignore_index=-100)
    said = nn.functional.cross_entropy(
        statement_scores.float().flatten(0, 1), tensors["statements"].flatten(), ignore_index=-100
    )
    relation_scores, subject_scores = claim_scores_of(model, states.float(), rows)
    pairs, subjects = 0, torch.tensor(0.0)
    for i, (window, _) in enumerate(rows):
        n = len(window.candidates)
        wanted, counts = relation_targets(window)
        scores = relation_scores[i, :n, :n]
        loss = nn.functional.binary_cross_entropy_with_logits(scores, wanted, reduction="none")
        pairs = pairs + (loss * counts).sum()
        if window.statements:
            subjects = subjects + subject_loss(window, subject_scores[i, :n])
    return [tags, 2 * said, pairs / len(rows), subjects / len(rows)]


def claim_scores_of(model, states, rows):
    """The claim layers over a batch, candidates and statements padded."""
    most = max(len(window.candidates) for window, _ in rows)
    said = max(1, *(len(window.statements) for window, _ in rows))
    width = states.shape[1]
    names_at, said_at = torch.zeros(len(rows), most, width), torch.zeros(len(rows), said, width)
    features, predicates = torch.zeros(len(rows), most, FEATURES), torch.zeros(len(rows), said, len(PREDICATES))
    for i, (window, first) in enumerate(rows):
        n, m = len(window.candidates), len(window.statements)
        names_at[i, :n] = means([first[c.first : c.last + 1] for c in window.candidates], width)
        said_at[i, :m] = means([first[a : b + 1] for a, b, *_ in window.statements], width)
        features[i, :n] = features_of(window.candidates)
        for k, (_, _, predicate, *_) in enumerate(window.statements):
            predicates[i, k, PREDICATES.index(predicate)] = 1
    return model.claims(names_at @ states, features, said_at @ states, predicates)


def relation_targets(window):
    """What holds of each pair, and what counts: only what types permit, and of one entity only its best name."""
    n = len(window.candidates)
    counts = allowed([c.type for c in window.candidates])
    wanted = torch.zeros(n, n, 2 * ENDED_FROM)
    for (i, j), claims in window.relations.items():
        for relation, state in claims.items():
            k = RELATION_ID[relation]
            if state == "retracted":
                counts[i, j, [k, k + ENDED_FROM]] = 0
            else:
                wanted[i, j, k + (ENDED_FROM if state == "ended" else 0)] = 1
            for a in range(n):
                for b in range(n):
                    same = window.candidates[a].entity == window.candidates[i].entity
                    same = same and window.candidates[b].entity == window.candidates[j].entity
                    if same and (a, b) != (i, j):
                        counts[a, b, [k, k + ENDED_FROM]] = 0
    return wanted, counts


def subject_loss(window, scores):
    loss = 0
    for i, (*_, subject, state) in enumerate(window.statements):
        loss = loss + nn.functional.cross_entropy(scores[:, i, 0].unsqueeze(0), torch.tensor([subject]))
        ended = torch.tensor(float(state == "ended"))
        loss = loss + nn.functional.binary_cross_entropy_with_logits(scores[subject, i, 1], ended)
    return loss


def window_batches(tokenizer, turns, renamer, shown):
    """Batches of windows of like length, in random order, with other names, letter case and hidden words."""
    rows = []
    for window in turns:
        tokens = renamer.of(window, RENAMED_SHARE)
        if shown.random() < LOWER_CASED_SHARE:
            tokens = [t.lower() for t in tokens]
        ids, cases, segments, first = window_pieces(tokenizer, tokens, window.segments)
        inner = set(first)
        ids = [tokenizer.mask_token_id if i in inner and shown.random() < MASKED_SHARE else id for i, id in enumerate(ids)]
        if len(ids) <= 320:
            rows.append((window, first, ids, cases, segments))
    rows.sort(key=lambda row: len(row[2]) + shown.random() * 10)
    made, part = [], []
    for row in rows:
        if part and len(row[2]) * (len(part) + 1) > PIECES_A_BATCH:
            made.append(part)
            part = []
        part.append(row)
    made.append(part)
    shown.shuffle(made)
    return [window_batch(part) for part in made]


def window_batch(part):
    width = max(len(row[2]) for row in part)
    inputs = [torch.zeros(len(part), width, dtype=torch.long) for _ in range(4)]
    tags, statements = (torch.full((len(part), width), -100) for _ in range(2))
    for i, (window, first, ids, cases, segments) in enumerate(part):
        for tensor, values in zip(inputs, (ids, cases, [1] * len(ids), segments)):
            tensor[i, : len(values)] = torch.tensor(values)
        for place, tag, statement, label, segment in zip(
            first, window.tags, window.statement_tags, window.labels, window.segments
        ):
            if not label:
                tags[i, place] = corpus.TAG_ID[tag]
                if segment == 0:
                    statements[i, place] = STATEMENT_ID[statement]
    return {"inputs": inputs, "tags": tags, "statements": statements}, [(row[0], row[1]) for row in part]


def arguments():
    parser = argparse.ArgumentParser()
    for name in ("data", "base", "weights", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--chats", required=True, nargs="+")
    parser.add_argument("--gold", type=int, default=5, help="how many of the gold chats are learned from")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bf16", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
