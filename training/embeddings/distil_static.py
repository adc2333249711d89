"""
Distils a sentence encoder into a table with one vector per word piece (as Tulkens and van Dongen do in Model2Vec, 2024):
each piece alone through the encoder, the 256 main directions of all, weighted by how rare the piece is.

Usage: python -m embeddings.distil_static --base DIR --out DIR
--base: a folder with config.json, model.safetensors and tokenizer.json of all-MiniLM-L6-v2.
Writes static.bin: for each piece a scale (little-endian float32), then for each piece 256 signed bytes.
Needs torch and transformers.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import torch
from transformers import AutoModel, BertTokenizerFast

DIMENSIONS = 256
# From this one on the pieces stand in the order of their frequency, which by Zipf's law is the inverse of the rank; weights
# as in smooth inverse frequency (Arora, Liang and Ma 2017). The single characters before it: marks weigh as the most
# frequent word, others as a word of this rank.
MOST_FREQUENT = "the"
CHARACTER_RANK = 1_000
SMOOTHING = 1e-4
BATCH = 1024


def main():
    parser = argparse.ArgumentParser()
    for name in ("base", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    options = parser.parse_args()
    tokenizer = BertTokenizerFast.from_pretrained(options.base)
    model = AutoModel.from_pretrained(options.base, attn_implementation="eager").eval()
    pieces = tokenizer.convert_ids_to_tokens(range(len(tokenizer)))
    known = torch.tensor([not (piece.startswith("[") and len(piece) > 1) for piece in pieces])
    vectors = encoded(model, tokenizer, len(pieces))
    mean = vectors[known].mean(0)
    directions = torch.linalg.svd(vectors[known] - mean, full_matrices=False).Vh[:DIMENSIONS]
    table = (vectors - mean) @ directions.T * weights(pieces).unsqueeze(1)
    scales = table.abs().amax(1).clamp(min=1e-12) / 127
    rows = (table / scales.unsqueeze(1)).round().to(torch.int8).numpy()
    scales = torch.where(known, scales, torch.zeros(())).numpy().astype("<f4")
    options.out.mkdir(parents=True, exist_ok=True)
    file = options.out / "static.bin"
    file.write_bytes(scales.tobytes() + np.ascontiguousarray(rows).tobytes())
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    print(json.dumps({"sha256": digest, "bytes": file.stat().st_size, "pieces": len(pieces)}, indent=1))


def encoded(model, tokenizer, size):
    """The mean over each piece alone, with the pieces that mark begin and end."""
    made = []
    with torch.no_grad():
        for start in range(0, size, BATCH):
            own = torch.arange(start, min(size, start + BATCH)).unsqueeze(1)
            begin, end = torch.full_like(own, tokenizer.cls_token_id), torch.full_like(own, tokenizer.sep_token_id)
            made.append(model(input_ids=torch.cat([begin, own, end], 1)).last_hidden_state.mean(1))
    return torch.cat(made)


def weights(pieces):
    first = pieces.index(MOST_FREQUENT)
    ranks = torch.arange(len(pieces), dtype=torch.float64) - first + 1
    for place, piece in enumerate(pieces[:first]):
        ranks[place] = CHARACTER_RANK if piece.isalnum() else 1
    share = (1 / ranks) / (1 / ranks[first:]).sum()
    return (SMOOTHING / (SMOOTHING + share)).float()


if __name__ == "__main__":
    main()
