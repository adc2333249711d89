"""
Teaches the upper layers, above the lower ones of an encoder that was taught names, to read claims.

Usage: python -m encoder.train_claims --data DIR --chats DIR… --scopes DIR --base DIR --names FILE.pt --out DIR [--epochs 6] [--bf16]
Our own conversations and scopes that kept.txt names are kept for scores; of the gold chats the first few are read, no others.
"""

import argparse
import copy
import json
import random
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info
from transformers import BertTokenizerFast

from encoder import prose, scope_turns
from encoder import train_names as names
from encoder.claim_batches import ENDED_FROM, NOBODY, PIECES_A_BATCH, claim_batch, window_rows
from encoder.claim_encoder import ClaimEncoder
from encoder.claim_scores import claim_scores
from encoder.names_encoder import load
from encoder.new_values import NewValues
from encoder.scopes import is_plain
from encoder.spliced import spliced_windows, whole_turns
from encoder.windows import NewNames, lone_windows, lower_words, windows
from encoder.word_pieces import batch_of, pieces
from encoder.words import words

NEW_FASTER = 5
# What begins without weights.
NEW = ("places", "parts", "norm", "statements", "claims")
AVERAGE_OVER = 40
UPDATES_EVERY = 4
# Where the end is a time, not a number of steps.
WARM_STEPS = 200
ENDS_WEIGHT = 4
# Share of the conversations whose turns are shown without those before, where these are not needed.
ALONE = 0.4
# Pairs of turns that are put together in an epoch, for each turn of the plain scopes.
SPLICED = 1
# How often a conversation of a source is shown in an epoch; chats are many and alike, plain scopes few and what is met most.
TIMES = {"chats": 0.3, "plain": 3, "known": 1, "scopes": 2, "passages": 0.6, "documents": 0.3}


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    tokenizer = BertTokenizerFast.from_pretrained(options.base)
    model = begin(options)
    folder = Path(options.data)
    names_model = copy.deepcopy(model.names).cpu()
    read, kept = sources(folder, options, lambda text: tagged(names_model, tokenizer, text))
    for name, part in [*read.items(), *kept.items()]:
        print(f"{name}: {len(part)} conversations", flush=True)
    learned = {name: [(windows(c), lone_windows(c)) for c in part] for name, part in read.items()}
    turns = {name: [turn for c in read[name] for turn in whole_turns(c)] for name in ("plain", "known")}
    kept = {name: [windows(c) for c in part] for name, part in kept.items()}
    fit(model, tokenizer, Examples(learned, turns), kept, options)


@dataclass
class Examples:
    """
    What is learned from: windows of conversations by source, as (with context, without), and turns that are put together,
    by source.
    """

    windows: dict
    turns: dict


def sources(folder, options, tag):
    """Conversations by source: those that are learned from, and those that are kept for scores."""
    learned, kept = names.chats(folder, options)
    paths, kept_names = Path(options.scopes).glob("*.scope"), set((Path(options.scopes) / "kept.txt").read_text().split())
    known_names = set(Path(options.known).read_text().split()) if options.known else set()
    scopes = scope_turns.conversations(paths)
    plain = [c for c in scopes if c.name not in kept_names and is_plain(c.name)]
    read = {
        "chats": learned,
        "plain": [c for c in plain if c.name not in known_names],
        "known": [c for c in plain if c.name in known_names],
        "scopes": [c for c in scopes if c.name not in kept_names and not is_plain(c.name)],
        "passages": prose.knowledgenet(folder / "rel" / "knowledgenet.jsonl", tag),
        "documents": prose.documents(folder / "rel" / "redocred.dev.jsonl"),
    }
    scored = {"kept chats": kept, "kept scopes": [c for c in scopes if c.name in kept_names]}
    return {name: list(part) for name, part in read.items()}, scored


def shown_once(learned, shown, again):
    """
    The windows of an epoch's conversations: each as often as its source says, a fraction by chance, and some of them without
    context; and pairs of turns that are put together, one for each turn of new plain scopes. `again`: share of all but the
    plain ones.
    """
    turns = [turn for part in learned.turns.values() for turn in part]
    yield from spliced_windows(turns, shown, round(SPLICED * len(learned.turns["plain"])))
    for name, part in learned.windows.items():
        often = TIMES[name] * (1 if name in learned.turns else again)
        for whole, alone in part:
            for _ in range(int(often) + (shown.random() < often % 1)):
                yield alone if shown.random() < ALONE else whole


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
    for module in model.layers.modules():
        if isinstance(module, nn.Dropout) and options.dropout is not None:
            module.p = options.dropout
    return model.to(options.device)


def fit(model, tokenizer, learned, kept, options):
    epochs = EpochBatches(tokenizer, learned, options)
    # Workers that stay would not see the next epoch.
    loader = DataLoader(epochs, batch_size=None, num_workers=options.workers, prefetch_factor=8 if options.workers else None)
    learning = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
    groups = [
        {"params": [p for n, p in learning if not n.startswith(NEW)], "lr": options.rate},
        {"params": [p for n, p in learning if n.startswith(NEW)], "lr": options.rate * NEW_FASTER},
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    total = 0 if options.seconds else options.epochs * sum(1 for _ in loader)
    warm = total // 15 if total else WARM_STEPS
    started, step = time.time(), 0
    passed = lambda: (time.time() - started) / options.seconds if options.seconds else max(0, step - warm) / (total - warm)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: s / warm if s < warm else max(0.02, 1 - passed()))
    average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(1 - 1 / AVERAGE_OVER))
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    for epoch in range(options.epochs):
        model.train()
        epochs.epoch = epoch
        for batch in loader:
            if options.seconds and passed() > 1:
                break
            losses = claim_losses(model, batch.to(options.device), options)
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
        torch.save(average.module.learned(), out / f"epoch-{epoch + 1}.pt")
        print(f"epoch {epoch + 1}, {step} steps, {time.time() - started:.0f} s", flush=True)
        if epoch + 1 in options.scored:
            score(average.module, tokenizer, kept, epoch + 1)
        if options.seconds and passed() > 1:
            break


def score(model, tokenizer, kept, epoch):
    still = copy.deepcopy(model).cpu()
    for name, part in kept.items():
        scores = claim_scores(still, tokenizer, [w for windows in part for w in windows])
        print(f"epoch {epoch}, {name}: {json.dumps(scores)}", flush=True)


class EpochBatches(IterableDataset):
    """The batches of an epoch, by chance; of several processes each makes those of its share of the conversations."""

    def __init__(self, tokenizer, learned, options):
        self.tokenizer, self.learned, self.options, self.epoch = tokenizer, learned, options, 0
        self.all_windows = [window for part in learned.windows.values() for whole, _ in part for window in whole]
        self.plain_words = lower_words(self.all_windows)

    def __iter__(self):
        own = get_worker_info()
        number, count = (own.id, own.num_workers) if own else (0, 1)
        shown = random.Random(f"{self.options.seed} {self.epoch}")
        conversations = list(shown_once(self.learned, shown, self.options.again))
        shown.shuffle(conversations)
        new_names = NewNames(Path(self.options.data) / "gazetteers", shown, self.plain_words)
        renamed = new_names, NewValues(self.all_windows, shown)
        for part in window_rows(self.tokenizer, conversations[number::count], renamed, shown, self.options.pieces):
            yield claim_batch(self.tokenizer, part, shown)


def claim_losses(model, batch, options):
    with torch.autocast(options.device, dtype=torch.bfloat16, enabled=options.bf16):
        statements, states = model(*batch.inputs)
    said = nn.functional.cross_entropy(statements.float().flatten(0, 1), batch.tags.flatten(), ignore_index=NOBODY)
    scores = model.related(states.float(), batch.names, batch.features, batch.said, batch.predicates)
    relations, subjects, ends = scores
    windows = len(batch.tags)
    pairs = nn.functional.binary_cross_entropy_with_logits(relations, batch.wanted, reduction="none")
    pairs = (pairs * batch.counts).sum() + either_loss(relations, batch.either)
    over = nn.functional.binary_cross_entropy_with_logits(ends, batch.over, reduction="none")
    over = (over * batch.over_counts).sum()
    return [2 * said, pairs / windows, subject_loss(subjects, batch) / windows, ENDS_WEIGHT * over / windows]


def either_loss(scores, either):
    """Of relations that hold or have ended: the log loss of the probability that one of both is so."""
    holds, ended = scores[..., :ENDED_FROM], scores[..., ENDED_FROM:]
    neither = nn.functional.logsigmoid(-holds) + nn.functional.logsigmoid(-ended)
    return -(torch.log1p(-neither.exp().clamp(max=1 - 1e-6)) * either).sum()


def subject_loss(scores, batch):
    """scores: b × n × m × 2. The log loss of whom each statement is about, and of whether it has ended."""
    nobody = (batch.features.sum(-1) == 0).unsqueeze(-1)
    whose = scores[..., 0].masked_fill(nobody, -1e4).transpose(1, 2)
    loss = nn.functional.cross_entropy(whose.flatten(0, 1), batch.subjects.flatten(), ignore_index=NOBODY, reduction="sum")
    known = batch.subjects != NOBODY
    own = scores[..., 1].gather(1, batch.subjects.clamp(min=0).unsqueeze(1)).squeeze(1)
    return loss + nn.functional.binary_cross_entropy_with_logits(own[known], batch.ended[known], reduction="sum")


def arguments():
    parser = argparse.ArgumentParser()
    for name in ("data", "base", "names", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--chats", required=True, nargs="+")
    parser.add_argument("--scopes", required=True)
    parser.add_argument("--gold", type=int, default=5, help="how many of the gold chats are learned from")
    parser.add_argument("--weights", help="of an encoder of claims, to go on with")
    parser.add_argument("--known", help="a file of the names of plain scopes that --weights learned from, shown a third as often")
    parser.add_argument("--again", type=float, default=1.0, help="share of all but the plain scopes that is shown, where one goes on")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--dropout", type=float, help="of the upper layers; by default that of the encoder of names")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--pieces", type=int, default=PIECES_A_BATCH, help="word pieces in a batch")
    parser.add_argument("--seconds", type=float, help="to end after, if the epochs take longer")
    parser.add_argument("--bf16", action="store_true")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--workers", type=int, default=0, help="processes that make batches")
    parser.add_argument("--scored", type=int, nargs="*", default=[], help="epochs after which kept texts are scored")
    return parser.parse_args()


if __name__ == "__main__":
    main()
