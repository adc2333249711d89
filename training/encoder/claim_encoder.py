"""
The encoder of claims: a few layers above the lower ones of the encoder of names, which read each turn by itself.

So a turn is read from the bottom up once, for its names; what its states say is kept, and the turns behind it look back on it.
In the upper layers only the first pieces of words are read on that a claim may hang on: those of the turn itself, and names
in the turns before. All other pieces are looked at as the lower layers left them.
"""

import copy

import torch
from torch import nn

from encoder.word_pieces import case_of, own_pieces
from encoder.claim_layers import STATEMENT_TAGS, ClaimLayers

# Layers of the encoder of names that read first, and layers above them.
BELOW, ABOVE = 3, 4
# Pieces before the turn itself, and from its begin on, that have a place of their own.
PLACES_BEFORE, PLACES = 192, 512
# Words of who speaks, and what is said, in the turn itself and in up to three before it.
PARTS = 8
ROWS_AT_ONCE = 64


class ClaimEncoder(nn.Module):
    """Scores of statement tags, and states, of the words that are read on; with the layers that read claims of them."""

    def __init__(self, names, like):
        """
        names: the trained encoder of names, which learns nothing here
        like: the encoder whose last layers the upper ones begin as
        """
        super().__init__()
        self.names = names.requires_grad_(False)
        hidden = names.encoder.config.hidden_size
        self.layers = nn.ModuleList(copy.deepcopy(layer).requires_grad_(True) for layer in like.encoder.encoder.layer[-ABOVE:])
        self.places, self.parts = nn.Embedding(PLACES, hidden), nn.Embedding(PARTS, hidden)
        nn.init.zeros_(self.places.weight)
        nn.init.zeros_(self.parts.weight)
        self.norm = nn.LayerNorm(hidden, eps=1e-12)
        self.dropout = nn.Dropout(0.2)
        self.statements = nn.Linear(hidden, len(STATEMENT_TAGS))
        self.claims = ClaimLayers(hidden)

    def learned(self):
        """The weights but those of the encoder of names."""
        return {name: values for name, values in self.state_dict().items() if not name.startswith("names.")}

    def take(self, learned):
        """Takes weights as `learned` gives them."""
        self.load_state_dict({**self.state_dict(), **learned})

    def train(self, mode=True):
        super().train(mode)
        self.names.eval()
        return self

    def upper(self, states, places, parts, read, kept):
        """
        states, places, parts: of all pieces of each window, padded
        read, kept: (numbers of pieces, mask) of those that are read on, and of those that are only looked at
        Returns statement scores and states of those that are read on.
        """
        states = self.norm(states + self.places(places) + self.parts(parts))
        own, still = taken(states, read[0]), taken(states, kept[0])
        seen = torch.cat([kept[1], read[1]], 1)[:, None, None, :].bool()
        for layer in self.layers:
            own = above(layer, own, torch.cat([still, own], 1), seen)
        return self.statements(self.dropout(own)), own

    def forward(self, rows, windows):
        """rows: groups of rows of like length, as the encoder of names takes them; windows: as `upper` takes them, by numbers of pieces of all rows."""
        with torch.no_grad():
            lower = torch.cat([self.names.lower(*group, BELOW).flatten(0, 1) for group in rows])
        at, places, parts, read, kept = windows
        return self.upper(lower[at], places, parts, read, kept)

    def related(self, states, names, features, said, predicates):
        """
        Relations between names, and whose each statement is, as ClaimLayers gives them.
        names, said: weights of the mean over the states of each name, and of each statement
        """
        return self.claims(names @ states, features, said @ states, predicates)


def taken(states, numbers):
    return states.gather(1, numbers.unsqueeze(-1).expand(-1, -1, states.shape[-1]))


def above(layer, own, seen, mask):
    """A layer's states of some pieces, that look at more."""
    attention, heads = layer.attention.self, layer.attention.self.num_attention_heads
    asked, keys, values = (
        linear(states).unflatten(-1, (heads, -1)).transpose(1, 2)
        for linear, states in ((attention.query, own), (attention.key, seen), (attention.value, seen))
    )
    # Step by step: the fused attention of torch learns slowly without an accelerator.
    scores = (asked @ keys.transpose(-1, -2) * asked.shape[-1] ** -0.5).masked_fill(~mask, -1e4)
    mixed = scores.softmax(-1).to(values.dtype) @ values
    attended = layer.attention.output(mixed.transpose(1, 2).flatten(-2), own)
    return layer.output(layer.intermediate(attended), attended)


def window_of(tokenizer, window, tokens, longest):
    """
    A window as it is read: rows of (ids, cases), and of its pieces (row, place in the row), place and part, whether it is read
    on, and of each word that is read on its number among those; None where it does not fit.
    """
    rows, pieces, numbers = [], [], {}
    on = {i for c in window.candidates for i in range(c.first, c.last + 1)}
    last = len(window.turns) - 1
    for t, (label, begin, end) in enumerate(window.turns):
        for spoken, (a, b) in enumerate(((label, begin), (begin, end))):
            ids, cases, first = [tokenizer.cls_token_id], [1], []
            for token in tokens[a:b]:
                own = own_pieces(tokenizer, token)
                first.append(len(ids))
                ids, cases = ids + own, cases + [case_of(token)] * len(own)
            ids, cases = ids + [tokenizer.sep_token_id], cases + [1]
            if len(ids) > longest:
                return None
            word_at = dict(zip(first, range(a, b)))
            part = min(3, last - t) * 2 + spoken
            # The mark of the begin says nothing here; that of the end comes between the turns.
            for place in range(1, len(ids) - (1 - spoken)):
                word = word_at.get(place)
                is_read = word is not None and (t == last or word in on)
                if is_read:
                    numbers[word] = len(numbers)
                pieces.append((len(rows), place, part, is_read))
            rows.append((ids, cases))
    own = sum(1 for row, *_ in pieces if row < len(rows) - 2)
    places = [min(PLACES - 1, max(0, i - own + PLACES_BEFORE)) for i in range(len(pieces))]
    return rows, pieces, places, numbers


def batch_windows(made, changed=lambda ids: ids):
    """
    Tensors for several windows, as `ClaimEncoder` takes them; a row that stands in several is read once.
    changed: what becomes of the ids of a row
    """
    different = {}
    numbers = [[different.setdefault((tuple(ids), tuple(cases)), len(different)) for ids, cases in rows] for rows, *_ in made]
    groups, starts = batch_rows([(changed(list(ids)), cases) for ids, cases in different])
    longest = max(len(pieces) for _, pieces, _, _ in made)
    at, places, parts = (torch.zeros(len(made), longest, dtype=torch.long) for _ in range(3))
    for i, (_, pieces, where, _) in enumerate(made):
        at[i, : len(pieces)] = torch.tensor([starts[numbers[i][row]] + place for row, place, _, _ in pieces])
        places[i, : len(pieces)] = torch.tensor(where)
        parts[i, : len(pieces)] = torch.tensor([part for _, _, part, _ in pieces])
    read, kept = ([[k for k, piece in enumerate(pieces) if piece[3] == on] for _, pieces, _, _ in made] for on in (True, False))
    return groups, (at, places, parts, padded(read), padded(kept))


def batch_rows(rows):
    """Rows of pieces in groups of like length; and of each row, where its pieces begin in the groups put together."""
    groups, starts, offset = [], [0] * len(rows), 0
    order = sorted(range(len(rows)), key=lambda i: len(rows[i][0]))
    for part in (order[start : start + ROWS_AT_ONCE] for start in range(0, len(order), ROWS_AT_ONCE)):
        width = len(rows[part[-1]][0])
        ids, cases, mask = (torch.zeros(len(part), width, dtype=torch.long) for _ in range(3))
        for k, i in enumerate(part):
            own = len(rows[i][0])
            ids[k, :own], cases[k, :own], mask[k, :own] = torch.tensor(rows[i][0]), torch.tensor(rows[i][1]), 1
            starts[i] = offset + k * width
        groups.append((ids, cases, mask))
        offset += len(part) * width
    return groups, starts


def padded(lists):
    width = max(1, *(len(numbers) for numbers in lists))
    numbers, mask = torch.zeros(len(lists), width, dtype=torch.long), torch.zeros(len(lists), width, dtype=torch.long)
    for i, own in enumerate(lists):
        numbers[i, : len(own)], mask[i, : len(own)] = torch.tensor(own, dtype=torch.long), 1
    return numbers, mask


def places(numbers, first, last):
    """Where the words from first to last stand among those that are read on."""
    return [numbers[word] for word in range(first, last + 1)]
