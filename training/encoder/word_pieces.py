"""What the encoder is given: the pieces of words, and how each word is written."""

import torch

CASES = 8


def case_of(word):
    """How a word is written: 0 padding, 1 no letter, 2 digits, 3 lower, 4 Title, 5 UPPER, 6 mIxed, 7 one capital."""
    letters = [c for c in word if c.isalpha()]
    if not letters:
        return 2 if any(c.isdigit() for c in word) else 1
    if all(c.islower() for c in letters):
        return 3
    if all(c.isupper() for c in letters):
        return 7 if len(letters) == 1 else 5
    return 4 if letters[0].isupper() and not any(c.isupper() for c in letters[1:]) else 6


def pieces(tokenizer, tokens, longest):
    """Ids and cases of the pieces of a sentence, and the place of each word's first piece."""
    ids, cases, first = [tokenizer.cls_token_id], [1], []
    for token in tokens:
        own = own_pieces(tokenizer, token)
        if len(ids) + len(own) + 1 > longest:
            break
        first.append(len(ids))
        ids += own
        cases += [case_of(token)] * len(own)
    return ids + [tokenizer.sep_token_id], cases + [1], first


PIECES = {}


def own_pieces(tokenizer, token):
    """Ids of a word's pieces, at most 12; remembered, as a call of the tokenizer is slow."""
    if token not in PIECES:
        PIECES[token] = (tokenizer.encode(token, add_special_tokens=False) or [tokenizer.unk_token_id])[:12]
    return PIECES[token]


def batch_of(rows):
    """Tensors of several sentences, padded."""
    width = max(len(ids) for ids, _, _ in rows)
    ids = torch.zeros(len(rows), width, dtype=torch.long)
    cases = torch.zeros(len(rows), width, dtype=torch.long)
    mask = torch.zeros(len(rows), width, dtype=torch.long)
    for i, (row_ids, row_cases, _) in enumerate(rows):
        ids[i, : len(row_ids)] = torch.tensor(row_ids)
        cases[i, : len(row_cases)] = torch.tensor(row_cases)
        mask[i, : len(row_ids)] = 1
    return ids, cases, mask
