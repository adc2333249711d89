"""A sentence encoder that tags names and tells what is named."""

import torch
from torch import nn
from transformers import AutoConfig, AutoModel

from encoder import tagged_sentences as corpus
from encoder.own_chats import ENTITY_TYPES
from encoder.word_pieces import CASES

TYPE_ID = {name: i for i, name in enumerate(ENTITY_TYPES)}


class NamesEncoder(nn.Module):
    """Scores of name tags and of entity types for each word piece."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        hidden = encoder.config.hidden_size
        self.cases = nn.Embedding(CASES, hidden)
        nn.init.normal_(self.cases.weight, std=0.02)
        self.dropout = nn.Dropout(0.2)
        self.head = nn.Linear(hidden, len(corpus.TAGS))
        self.types = nn.Linear(hidden, len(ENTITY_TYPES))

    def forward(self, ids, cases, mask):
        embedded = self.encoder.embeddings.word_embeddings(ids) + self.cases(cases)
        states = self.dropout(self.encoder(inputs_embeds=embedded, attention_mask=mask).last_hidden_state)
        return self.head(states), self.types(states)

    def lower(self, ids, cases, mask, layers):
        """States of rows of pieces after the lower layers."""
        vectors = self.encoder.embeddings.word_embeddings(ids) + self.cases(cases)
        states = self.encoder.embeddings(inputs_embeds=vectors, token_type_ids=torch.zeros_like(ids))
        ignored = torch.zeros_like(mask, dtype=states.dtype).masked_fill(mask == 0, -1e4)[:, None, None, :]
        for layer in self.encoder.encoder.layer[:layers]:
            found = layer(states, ignored)
            # Some versions of transformers return a tuple.
            states = found[0] if isinstance(found, tuple) else found
        return states


def load(weights, base):
    """A trained encoder of names; base: the folder with its configuration. What else the file holds is left."""
    model = NamesEncoder(AutoModel.from_config(AutoConfig.from_pretrained(base)))
    found = torch.load(weights)
    model.load_state_dict({name: found[name] for name in model.state_dict()})
    return model
