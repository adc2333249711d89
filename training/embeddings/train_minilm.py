"""
Teaches a sentence encoder that a question lies near the turns that answer it: of all turns of a batch and some of its own
conversation, the answer is to have the greatest cosine (the loss of van den Oord, Li and Vinyals 2018, with the other answers
of a batch as Henderson et al. 2017).

Usage: python -m embeddings.train_minilm --base DIR --chats DIR --kept FILE --out DIR
--base: a folder with config.json, model.safetensors and tokenizer.json of all-MiniLM-L6-v2.
--chats: our own chats with questions; --kept: a file with the names of conversations that are not to be read.
Writes --out in the form of --base. Some forty minutes on two cores. Needs torch and transformers.
"""

import argparse
import hashlib
import random
import shutil
import time
from pathlib import Path

import torch
from embeddings.asked_chats import asked_chats
from torch.nn import functional
from transformers import AutoModel, BertTokenizerFast

PUBLISHED = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
EPOCHS = 2
BATCH = 32
# Turns of its own conversation beside each question's answer, of the nearest to it before training.
OTHERS = 2
NEAREST = 8
RATE = 4e-5
WARM_UP = 0.1
TEMPERATURE = 0.05
LONGEST = 128
SEED = 7


class Encoder:
    def __init__(self, folder):
        self.tokenizer = BertTokenizerFast.from_pretrained(folder)
        self.model = AutoModel.from_pretrained(folder, attn_implementation="sdpa")

    def vectors(self, texts, at_once=64):
        """Unit vectors, the mean over the pieces; texts of a length together."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        made = []
        for start in range(0, len(order), at_once):
            some = [texts[i] for i in order[start : start + at_once]]
            pieces = self.tokenizer(some, padding=True, truncation=True, max_length=LONGEST, return_tensors="pt")
            with torch.autocast("cpu", dtype=torch.bfloat16):
                states = self.model(**pieces).last_hidden_state.float()
            own = pieces["attention_mask"].unsqueeze(-1).float()
            made.append(functional.normalize((states * own).sum(1) / own.sum(1), dim=1))
        places = torch.empty(len(order), dtype=torch.long)
        places[torch.tensor(order)] = torch.arange(len(order))
        return torch.cat(made)[places]


def nearest_others(encoder, asked):
    """Of each question the turns that do not answer it and lie nearest to it: the hardest to tell apart."""
    texts = sorted({text for one in asked for text in one.others})
    questions = sorted({one.question for one in asked})
    with torch.no_grad():
        encoder.model.eval()
        of_text = dict(zip(texts, encoder.vectors(texts)))
        of_question = dict(zip(questions, encoder.vectors(questions)))
    for one in asked:
        if one.others:
            cosines = torch.stack([of_text[text] for text in one.others]) @ of_question[one.question]
            one.others = [one.others[i] for i in cosines.topk(min(NEAREST, len(one.others))).indices.tolist()]


def loss_of(encoder, batch, chance):
    answers = [chance.choice(one.evidence) for one in batch]
    others = [text for one in batch for text in chance.sample(one.others, min(OTHERS, len(one.others)))]
    asked = encoder.vectors([one.question for one in batch])
    told = encoder.vectors(answers + others)
    scores = asked @ told.T / TEMPERATURE
    # What answers another question of the conversation may answer this one, too.
    names = [one.conversation for one in batch]
    shared = torch.tensor([[i != j and a == b for j, b in enumerate(names)] for i, a in enumerate(names)])
    scores = scores.masked_fill(functional.pad(shared, (0, len(others))), -1e4)
    return functional.cross_entropy(scores, torch.arange(len(batch)))


def train(encoder, asked):
    chance = random.Random(SEED)
    # Words keep their vectors: too few of them are in these chats to move them together.
    encoder.model.embeddings.requires_grad_(False)
    weights = [weight for weight in encoder.model.parameters() if weight.requires_grad]
    steps = EPOCHS * (len(asked) // BATCH)
    optimizer = torch.optim.AdamW(weights, lr=RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (WARM_UP * steps), (steps - step) / steps)
    )
    encoder.model.train()
    step, total, began = 0, 0.0, time.time()
    for _ in range(EPOCHS):
        chance.shuffle(asked)
        for start in range(0, len(asked) - BATCH + 1, BATCH):
            loss = loss_of(encoder, asked[start : start + BATCH], chance)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(weights, 1.0)
            optimizer.step()
            schedule.step()
            step, total = step + 1, total + loss.item()
            if step % 20 == 0:
                print(f"{step} of {steps}: loss {total / 20:.3f}, {time.time() - began:.0f} s", flush=True)
                total = 0.0


def main():
    parser = argparse.ArgumentParser()
    for name in ("base", "chats", "kept", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    options = parser.parse_args()
    weights = hashlib.sha256((options.base / "model.safetensors").read_bytes()).hexdigest()
    if weights != PUBLISHED:
        raise SystemExit(f"model.safetensors is not the published one: {weights}")
    torch.manual_seed(SEED)
    encoder = Encoder(options.base)
    asked = asked_chats(options.chats, kept=frozenset(options.kept.read_text().split()), seed=SEED)
    print(f"{len(asked)} questions", flush=True)
    nearest_others(encoder, asked)
    train(encoder, asked)
    options.out.mkdir(parents=True, exist_ok=True)
    encoder.model.save_pretrained(options.out)
    shutil.copy(options.base / "tokenizer.json", options.out / "tokenizer.json")


if __name__ == "__main__":
    main()
