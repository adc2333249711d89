"""Layers that read claims from states: which names stand in which relation, and what is said of whom."""

import torch
from torch import nn

from encoder.names_encoder import TYPE_ID
from encoder.own_chats import ENDABLE, ENDS, ENTITY_TYPES, PREDICATES, RELATIONS

STATEMENT_TAGS = ["O"] + [f"{part}-{predicate}" for predicate in PREDICATES for part in "BI"]
STATEMENT_ID = {tag: i for i, tag in enumerate(STATEMENT_TAGS)}
RELATION_ID = {name: i for i, name in enumerate(RELATIONS)}
# What is known of a candidate beside its words: its type, whether it speaks, whether it stands in the turn itself.
FEATURES = len(ENTITY_TYPES) + 2
WIDTH = 192


class ClaimLayers(nn.Module):
    """
    From the states of n candidates and of m statements of each window: n × n × 2 · relations (that it holds, that it
    ended), n × m × 2 (that the candidate is the subject, that the statement ended), and n × 7 of what is ENDABLE (that what
    was so of the candidate before is over).
    """

    def __init__(self, hidden):
        super().__init__()
        self.source = nn.Linear(hidden + FEATURES, WIDTH)
        self.target = nn.Linear(hidden + FEATURES, WIDTH)
        self.left = nn.Linear(hidden, WIDTH)
        self.right = nn.Linear(hidden, WIDTH)
        self.relations = nn.Linear(WIDTH, 2 * len(RELATIONS))
        self.subject = nn.Linear(hidden + FEATURES, WIDTH)
        self.said = nn.Linear(hidden + len(PREDICATES), WIDTH)
        self.subject_left = nn.Linear(hidden, WIDTH)
        self.subject_right = nn.Linear(hidden, WIDTH)
        self.subjects = nn.Linear(WIDTH, 2)
        self.changed = nn.Linear(hidden + FEATURES, WIDTH)
        self.ends = nn.Linear(WIDTH, len(ENDABLE))
        self.dropout = nn.Dropout(0.2)
        nn.init.constant_(self.ends.bias, -4.0)
        nn.init.constant_(self.relations.bias, -5.0)

    def forward(self, vectors, features, said, predicates):
        known = torch.cat([vectors, features], -1)
        pairs = self.source(known).unsqueeze(2) + self.target(known).unsqueeze(1)
        pairs = pairs + self.left(vectors).unsqueeze(2) * self.right(vectors).unsqueeze(1)
        relations = self.relations(self.dropout(torch.nn.functional.gelu(pairs)))
        spans = self.said(torch.cat([said, predicates], -1))
        ties = self.subject(known).unsqueeze(2) + spans.unsqueeze(1)
        ties = ties + self.subject_left(vectors).unsqueeze(2) * self.subject_right(said).unsqueeze(1)
        ends = self.ends(self.dropout(torch.nn.functional.gelu(self.changed(known))))
        return relations, self.subjects(self.dropout(torch.nn.functional.gelu(ties))), ends


def permitted():
    """types × types × 2 · relations: which relations two types permit."""
    mask = torch.zeros(len(ENTITY_TYPES), len(ENTITY_TYPES), len(RELATIONS))
    for i, a in enumerate(ENTITY_TYPES):
        for j, b in enumerate(ENTITY_TYPES):
            for name, (from_types, to_types) in ENDS.items():
                together = name != "part_of" or a == b
                mask[i, j, RELATION_ID[name]] = float(a in from_types and b in to_types and together)
    return mask.repeat(1, 1, 2)


PERMITTED = permitted()


def allowed(types):
    """n × n × 2 · relations: which relations the types of two candidates permit."""
    ids = torch.tensor([TYPE_ID[name] for name in types])
    return PERMITTED[ids][:, ids] * (1 - torch.eye(len(types))).unsqueeze(-1)


def means(spans, width):
    """Weights that take the mean over the first pieces of each span's words: spans × pieces."""
    weights = torch.zeros(len(spans), width)
    for i, places in enumerate(spans):
        weights[i, places] = 1 / len(places)
    return weights


def features_of(candidates):
    made = torch.zeros(len(candidates), FEATURES)
    for i, candidate in enumerate(candidates):
        made[i, TYPE_ID[candidate.type]] = 1
        made[i, -2], made[i, -1] = float(candidate.speaks), float(candidate.current)
    return made
