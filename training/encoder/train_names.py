"""
Teaches the encoder names and the types of what is named; writes its weights after each epoch.

Usage: python -m encoder.train_names --data DIR --chats DIR… --scopes DIR --base DIR --out DIR [--weights FILE.pt] [--epochs 4] [--bf16]
Needs torch and transformers. Base: a folder with config.json, model.safetensors and vocab.txt of MiniLM. With --weights
it goes on from those; with --still the lower layers stay as they are, so that claims layers above them stay right; with
--remember it learns of tagged texts what those weights say rather than their tags, so that it forgets little of them while
it learns of our own, which are annotated in other ways.
"""

import argparse
import copy
import json
import random
import time
from pathlib import Path

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from transformers import AutoModel, BertTokenizerFast

from encoder import scope_turns
from encoder import tagged_sentences as corpus
from encoder.word_pieces import batch_of, pieces
from encoder.names_encoder import TYPE_ID, NamesEncoder, load
from encoder.own_chats import ENTITY_TYPES
from encoder.scopes import is_plain
from encoder.windows import conversations, named

LOWER_CASED_SHARE = 0.35
MASKED_SHARE = 0.08
UNER_WEIGHT = 3
# What is tested is annotated as they are.
GOLD_WEIGHT = 3
SCOPES_WEIGHT = 2
# As people and tools write, which is what is read most.
PLAIN_WEIGHT = 4
# Of the turns of our own chats, which are many and alike.
CHATS_SHARE = 0.4
# The lower layers that claims are read above (claim_encoder.BELOW).
STILL = 3
TYPES_WEIGHT = 0.3
# Of tagged texts with --remember: what the weights from before say of a word, and its tag.
REMEMBERED_WEIGHT, TAG_WEIGHT = 2.0, 0.2
# In place of the types of a sentence of which none are known, and of words that count nothing.
UNTYPED, IGNORED = -101, -100
OF_TAG = {"PER": "person", "LOC": "place", "ORG": "organization"}
AVERAGE_OVER = 300
LONGEST = 160
PIECES_A_BATCH = 1600


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    tokenizer = BertTokenizerFast.from_pretrained(options.base)
    model = begin(options)
    if options.still:
        keep_still(model)
    train, dev, typed = sentences(Path(options.data), options, options.again, options.plain)
    print(f"{len(train)} sentences", flush=True)
    fit(model, tokenizer, train, (dev, typed), options)


def begin(options):
    """The model to go on with: MiniLM, or what was trained before."""
    if options.weights is None:
        return NamesEncoder(AutoModel.from_pretrained(options.base))
    return load(options.weights, options.base)


def keep_still(model):
    """Lets the embeddings and lower layers learn nothing."""
    for part in (model.encoder.embeddings, model.cases, *model.encoder.encoder.layer[:STILL]):
        part.requires_grad_(False)


def sentences(folder, options, again=1.0, plain_weight=PLAIN_WEIGHT):
    """
    (tokens, tags, types or None) of what is learned from, and by name what is scored: a quarter of each dev file. Of the
    gold chats the first few are learned from, of our own those that no list of kept ones names: those are scored too, and
    returned once more with types. `again`: share of all but the plain scopes, drawn by chance.
    """
    train = [s for name in corpus.TRAIN for s in corpus.tagged(folder / "ner" / f"{name}.train.jsonl")]
    dev = {}
    for name in corpus.DEV:
        learned, dev[name] = corpus.quarters(corpus.tagged(folder / "ner" / f"{name}.dev.jsonl"), 7)
        train += learned * (UNER_WEIGHT if name == "uner" else 1)
    learned, kept = ([named(t) for c in part for t in c.turns if t.text.strip()] for part in chats(folder, options))
    dev["own"] = [(tokens, tags) for tokens, tags, _ in kept]
    plain, more, unseen = scope_sentences(Path(options.scopes))
    dev["scopes"] = [(tokens, tags) for tokens, tags, _ in unseen]
    learned = random.Random(1).sample(learned, int(CHATS_SHARE * len(learned)))
    others = [(*s, None) for s in train] + learned + SCOPES_WEIGHT * more
    others = random.Random(2).sample(others, int(again * len(others)))
    return others + plain_weight * plain, dev, kept + unseen


def scope_sentences(folder):
    """Parts of messages of the scopes: of plain ones and of others to learn from, and of those that kept.txt names."""
    kept = set((folder / "kept.txt").read_text().split())
    plain, others, unseen = [], [], []
    for one in scope_turns.conversations(folder.glob("*.scope")):
        part = unseen if one.name in kept else plain if is_plain(one.name) else others
        part.extend(named(t) for t in one.turns if t.text.strip())
    return plain, others, unseen


def chats(folder, options):
    """Conversations to learn from, and those of our own that are kept for scores."""
    own = conversations(options.chats)
    kept = {name for path in options.chats for name in (Path(path) / "kept.txt").read_text().split()}
    gold = conversations([], sorted((folder / "chat").glob("*.json"))[: options.gold])
    return GOLD_WEIGHT * gold + [c for c in own if c.name not in kept], [c for c in own if c.name in kept]


def fit(model, tokenizer, train, kept, options):
    shown = random.Random(options.seed)
    head = [p for n, p in model.named_parameters() if n.startswith(("cases", "head", "types"))]
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
    before = copy.deepcopy(model).eval().requires_grad_(False) if options.remember else None
    average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(1 - 1 / AVERAGE_OVER))
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    started, step = time.time(), 0
    for number, epoch in enumerate(plan):
        model.train()
        for batch in epoch:
            loss = name_loss(model, batch, options.bf16, before)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            average.update_parameters(model)
            step += 1
            if step % 100 == 0:
                print(f"{step}/{total} loss {loss.item():.3f} {time.time() - started:.0f} s", flush=True)
        some = {name: score(average.module, tokenizer, rows) for name, rows in kept[0].items()}
        some["types"] = typed_f1(average.module, tokenizer, kept[1])
        print(f"epoch {number + 1}: {json.dumps(some)}", flush=True)
        torch.save(average.module.state_dict(), out / f"epoch-{number + 1}.pt")


def name_loss(model, batch, bf16, before=None):
    """Of tags, and of types where a batch tells them. before: the model whose scores of untyped sentences are learned, if any"""
    ids, cases, mask, tags, types = batch
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=bf16):
        scores, type_scores = model(ids, cases, mask)
    losses = nn.functional.cross_entropy(scores.float().flatten(0, 1), tags.flatten(), ignore_index=IGNORED, reduction="none").view(tags.shape)
    known, untyped = tags != IGNORED, (types == UNTYPED).any(-1)
    if before is not None and untyped.any():
        weights = torch.where(untyped, TAG_WEIGHT, 1.0).unsqueeze(-1)
        forgotten = (divergence(before, scores, batch, untyped, bf16) * known[untyped]).sum()
        loss = ((losses * weights).sum() + REMEMBERED_WEIGHT * forgotten) / known.sum()
    else:
        loss = losses.sum() / known.sum()
    types = types.masked_fill(types == UNTYPED, IGNORED)
    if (types < 0).all():
        return loss
    of_types = nn.functional.cross_entropy(type_scores.float().flatten(0, 1), types.flatten(), ignore_index=IGNORED)
    return loss + TYPES_WEIGHT * of_types


def divergence(before, scores, batch, rows, bf16):
    """Kullback-Leibler divergence of the tags of each piece of some rows from those that the model before gives."""
    ids, cases, mask, *_ = batch
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16, enabled=bf16):
        wanted = before(ids[rows], cases[rows], mask[rows])[0].float().log_softmax(-1)
    return (wanted.exp() * (wanted - scores[rows].float().log_softmax(-1))).sum(-1)


def batches(tokenizer, train, shown):
    """Batches of like length, in random order, a part of the sentences lower-cased."""
    rows = []
    for tokens, tags, types in train:
        lower = shown.random() < LOWER_CASED_SHARE
        ids, cases, first = pieces(tokenizer, [t.lower() for t in tokens] if lower else tokens, LONGEST)
        labels = [IGNORED] * len(ids)
        for place, tag in zip(first, tags):
            labels[place] = corpus.TAG_ID.get(tag, 0)
        ids = masked(tokenizer, ids, shown)
        kinds = [UNTYPED if types is None else IGNORED] * len(ids)
        for place, kind in zip(first, types or ()):
            kinds[place] = TYPE_ID.get(kind, IGNORED)
        rows.append((ids, cases, labels, kinds))
    rows.sort(key=lambda row: len(row[0]) + shown.random() * 6)
    made, start = [], 0
    while start < len(rows):
        end, width = start, 0
        while end < len(rows) and max(width, len(rows[end][0])) * (end - start + 1) <= PIECES_A_BATCH:
            width = max(width, len(rows[end][0]))
            end += 1
        part = rows[start : max(end, start + 1)]
        ids, cases, mask = batch_of([row[:3] for row in part])
        tags, types = torch.full(ids.shape, IGNORED), torch.full(ids.shape, IGNORED)
        for i, (_, _, labels, kinds) in enumerate(part):
            tags[i, : len(labels)] = torch.tensor(labels)
            types[i, : len(kinds)] = torch.tensor(kinds)
        made.append((ids, cases, mask, tags, types))
        start = max(end, start + 1)
    shown.shuffle(made)
    return made


def masked(tokenizer, ids, shown):
    """The same pieces, a few of them hidden, so that the words around a name are learned beside the name."""
    inner = range(1, len(ids) - 1)
    hidden = {i for i in inner if shown.random() < MASKED_SHARE}
    return [tokenizer.mask_token_id if i in hidden else id for i, id in enumerate(ids)]


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
        best = model(*batch_of(made))[0].argmax(-1).tolist()
        for (_, tags), (_, _, first), row in zip(part, made, best):
            got = spans([corpus.TAGS[row[place]] for place in first])
            want = spans(tags)
            hits, predicted, gold = hits + len(got & want), predicted + len(got), gold + len(want)
    return 200 * hits / max(1, predicted + gold)


@torch.no_grad()
def typed_f1(model, tokenizer, rows):
    """F1 of whole spans with their entity types; the type of what is no person, place or organization is its first word's."""
    model.eval()
    hits = predicted = gold = 0
    for tokens, tags, types in rows:
        ids, cases, first = pieces(tokenizer, tokens, LONGEST)
        found, kinds = model(*batch_of([(ids, cases, first)]))
        got_tags = [corpus.TAGS[i] for i in found[0].argmax(-1)[first].tolist()]
        got_types = [ENTITY_TYPES[i] for i in kinds[0].argmax(-1)[first].tolist()]
        got = {(a, b, OF_TAG.get(kind) or got_types[a]) for a, b, kind in spans(got_tags, misc=True)}
        want = {(a, b, types[a]) for a, b, _ in spans(tags, misc=True)}
        hits, predicted, gold = hits + len(got & want), predicted + len(got), gold + len(want)
    return round(200 * hits / max(1, predicted + gold), 1)


def spans(tags, misc=False):
    found, begin = set(), None
    for i, tag in enumerate([*tags, "O"]):
        kind = tag[2:]
        if begin is not None and (not tag.startswith("I-") or kind != begin[1]):
            found.add((begin[0], i, begin[1]))
            begin = None
        if kind and begin is None:
            begin = (i, kind)
    return {span for span in found if misc or span[2] != "MISC"}


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--base", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bf16", action="store_true")
    parser.add_argument("--weights")
    parser.add_argument("--again", type=float, default=1.0, help="share of all but the plain scopes that is shown, where one goes on")
    parser.add_argument("--plain", type=int, default=PLAIN_WEIGHT, help="how often the plain scopes are shown in an epoch")
    parser.add_argument("--remember", action="store_true", help="of tagged texts, what --weights say is learned more than their tags")
    parser.add_argument("--still", action="store_true", help="the lower layers learn nothing")
    parser.add_argument("--scopes", required=True)
    parser.add_argument("--gold", type=int, default=5, help="how many of the gold chats are learned from")
    parser.add_argument("--chats", required=True, nargs="+")
    return parser.parse_args()


if __name__ == "__main__":
    main()
