"""
Trains the tagging encoder and writes its weights after each epoch.

Usage: python train.py --data DIR --base DIR --out DIR [--epochs 7] [--seed 1] [--threads 1] [--bf16]
Needs torch and transformers. Base: a folder with config.json, model.safetensors and vocab.txt of MiniLM.
"""

import argparse
import json
import random
import time
from pathlib import Path

import torch
from torch import nn
from transformers import AutoModel, BertTokenizerFast

import data as corpus
from tagger import Tagger, batch_of, pieces

LOWER_CASED_SHARE = 0.35
LONGEST = 160
PIECES_A_BATCH = 1600


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    tokenizer = BertTokenizerFast.from_pretrained(options.base)
    model = Tagger(AutoModel.from_pretrained(options.base), len(corpus.TAGS))
    train, dev = sentences(Path(options.data), options.all)
    print(f"{len(train)} sentences", flush=True)
    fit(model, tokenizer, train, dev, options)


def sentences(folder, use_all):
    """What is learned from, and by name what is scored: the dev files' second halves; the first are learned from."""
    train = [s for name in corpus.TRAIN for s in corpus.tagged(folder / "ner" / f"{name}.train.jsonl")]
    dev = {}
    for name in corpus.DEV:
        rows = corpus.tagged(folder / "ner" / f"{name}.dev.jsonl")
        learned, dev[name] = corpus.halves(rows, 7)
        train += rows if use_all else learned
    return train + corpus.chats(folder / "chat") * 2, dev


def fit(model, tokenizer, train, dev, options):
    shown = random.Random(options.seed)
    head = [p for n, p in model.named_parameters() if not n.startswith("encoder.")]
    groups = [
        {"params": list(model.encoder.parameters()), "lr": options.rate},
        {"params": head, "lr": options.rate * 5},
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    plan = [batches(tokenizer, train, shown) for _ in range(options.epochs)]
    total = sum(len(epoch) for epoch in plan)
    warm = total // 15
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda s: s / warm if s < warm else max(0.0, (total - s) / (total - warm))
    )
    loss_of = nn.CrossEntropyLoss(ignore_index=-100)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    started, step = time.time(), 0
    for number, epoch in enumerate(plan):
        model.train()
        for ids, cases, mask, tags in epoch:
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=options.bf16):
                scores = model(ids, cases, mask)
            loss = loss_of(scores.float().view(-1, len(corpus.TAGS)), tags.view(-1))
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            step += 1
            if step % 100 == 0:
                print(f"{step}/{total} loss {loss.item():.3f} {time.time() - started:.0f} s", flush=True)
        some = {name: score(model, tokenizer, dev[name]) for name in ("wnut17", "btcnh", "uner")}
        print(f"epoch {number + 1}: {json.dumps(some)}", flush=True)
        torch.save(model.state_dict(), out / f"epoch-{number + 1}.pt")


def batches(tokenizer, train, shown):
    """Batches of like length, in random order, a part of the sentences lower-cased."""
    rows = []
    for tokens, tags in train:
        lower = shown.random() < LOWER_CASED_SHARE
        ids, cases, first = pieces(tokenizer, [t.lower() for t in tokens] if lower else tokens, LONGEST)
        labels = [-100] * len(ids)
        for place, tag in zip(first, tags):
            labels[place] = corpus.TAG_ID.get(tag, 0)
        rows.append((ids, cases, labels))
    rows.sort(key=lambda row: len(row[0]) + shown.random() * 6)
    made, start = [], 0
    while start < len(rows):
        end, width = start, 0
        while end < len(rows) and max(width, len(rows[end][0])) * (end - start + 1) <= PIECES_A_BATCH:
            width = max(width, len(rows[end][0]))
            end += 1
        part = rows[start : max(end, start + 1)]
        ids, cases, mask = batch_of(part)
        tags = torch.full(ids.shape, -100)
        for i, (_, _, labels) in enumerate(part):
            tags[i, : len(labels)] = torch.tensor(labels)
        made.append((ids, cases, mask, tags))
        start = max(end, start + 1)
    shown.shuffle(made)
    return made


@torch.no_grad()
def score(model, tokenizer, rows):
    """F1 over PER, LOC and ORG of whole spans, as written and lower-cased."""
    model.eval()
    return {style: round(f1(model, tokenizer, rows, style), 1) for style in ("cased", "lower")}


def f1(model, tokenizer, rows, style):
    hits = predicted = gold = 0
    for start in range(0, len(rows), 64):
        part = rows[start : start + 64]
        made = [pieces(tokenizer, [t.lower() for t in tokens] if style == "lower" else tokens, LONGEST) for tokens, _ in part]
        best = model(*batch_of(made)).argmax(-1).tolist()
        for (_, tags), (_, _, first), row in zip(part, made, best):
            got = spans([corpus.TAGS[row[place]] for place in first])
            want = spans(tags)
            hits, predicted, gold = hits + len(got & want), predicted + len(got), gold + len(want)
    return 200 * hits / max(1, predicted + gold)


def spans(tags):
    found, begin = set(), None
    for i, tag in enumerate([*tags, "O"]):
        kind = tag[2:]
        if begin is not None and (not tag.startswith("I-") or kind != begin[1]):
            found.add((begin[0], i, begin[1]))
            begin = None
        if kind and begin is None:
            begin = (i, kind)
    return {span for span in found if span[2] != "MISC"}


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--base", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--epochs", type=int, default=7)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bf16", action="store_true")
    parser.add_argument("--all", action="store_true", help="learn from the whole dev files; scores say nothing then")
    return parser.parse_args()


if __name__ == "__main__":
    main()
