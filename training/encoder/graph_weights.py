"""
Weights of the shipped graphs as torch weights, to go on training from: the history keeps the graphs, not what they were made of.

Usage: python -m encoder.graph_weights --models ../models/extraction/encoder --out RUN
Writes RUN/base (configuration and tokenizer), RUN/names.pt and RUN/claims.pt. The 8 bits of the weights stay: written again as
graphs, they give the same whole numbers. Training then needs no other file: --base RUN/base --names RUN/names.pt --weights RUN/claims.pt.
"""

import argparse
import shutil
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from transformers import AutoModel, BertConfig

from encoder.claim_encoder import ClaimEncoder
from encoder.names_encoder import NamesEncoder

# all-MiniLM-L6-v2
CONFIG = {"hidden_size": 384, "intermediate_size": 1536, "num_attention_heads": 12, "num_hidden_layers": 6}


def main():
    options = arguments()
    models, out = Path(options.models), Path(options.out)
    base = out / "base"
    base.mkdir(parents=True, exist_ok=True)
    BertConfig(**CONFIG).save_pretrained(base)
    shutil.copy(models / "tokenizer.json", base / "tokenizer.json")
    names = take_names(NamesEncoder(AutoModel.from_config(BertConfig(**CONFIG))), Constants(models / "names.onnx"))
    torch.save(names.state_dict(), out / "names.pt")
    claims = ClaimEncoder(names, names)
    take_reader(claims, Constants(models / "reader.onnx"))
    take_subjects(claims.claims, Constants(models / "subjects.onnx"))
    torch.save(claims.learned(), out / "claims.pt")


class Constants:
    """The constants of a graph, in the order that graphs.py wrote them in."""

    def __init__(self, path):
        found = [numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer]
        # Numbers of axes and the like are no weights.
        self.left = [values for values in found if values.dtype != np.int64]

    def next(self):
        return torch.from_numpy(np.array(self.left.pop(0), dtype=np.float32))

    def eight_bits(self):
        """Weights of layers side by side, with their bias: as `Graph.linear` wrote them."""
        small, scales, bias = self.next(), self.next(), self.next()
        return small * scales, bias

    def whole(self):
        """As `Graph.whole` wrote them."""
        return self.next(), self.next()

    def end(self):
        if self.left:
            raise ValueError(f"{len(self.left)} constants are left: the graph is not of this form")


def fill(found, *layers):
    """Gives layers that were written side by side their weights."""
    weights, bias = found
    widths = [layer.out_features for layer in layers]
    for layer, own, shift in zip(layers, weights.split(widths, 1), bias.split(widths)):
        put(layer.weight, own.T)
        put(layer.bias, shift)


def put(parameter, values):
    if parameter.shape != values.shape:
        raise ValueError(f"{tuple(values.shape)} in place of {tuple(parameter.shape)}")
    parameter.data.copy_(values)


def take_norm(norm, constants):
    put(norm.weight, constants.next())
    put(norm.bias, constants.next())


def take_rest(layer, constants):
    """What follows the attention in a layer."""
    fill(constants.eight_bits(), layer.attention.output.dense)
    take_norm(layer.attention.output.LayerNorm, constants)
    fill(constants.eight_bits(), layer.intermediate.dense)
    fill(constants.eight_bits(), layer.output.dense)
    take_norm(layer.output.LayerNorm, constants)


def take_names(model, constants):
    bert = model.encoder
    put(model.cases.weight, constants.next())
    pieces, scales = constants.next(), constants.next()
    put(bert.embeddings.word_embeddings.weight, pieces * scales)
    put(bert.embeddings.position_embeddings.weight, constants.next())
    # The graph has the type of the one segment in the table of places.
    bert.embeddings.token_type_embeddings.weight.data.zero_()
    take_norm(bert.embeddings.LayerNorm, constants)
    for layer in bert.encoder.layer:
        own = layer.attention.self
        if layer is bert.encoder.layer[-1]:
            fill(constants.eight_bits(), own.key, own.value)
            fill(constants.eight_bits(), own.query)
        else:
            fill(constants.eight_bits(), own.query, own.key, own.value)
        take_rest(layer, constants)
    fill(constants.eight_bits(), model.head)
    fill(constants.eight_bits(), model.types)
    constants.end()
    return model


def take_reader(model, constants):
    layers = model.claims
    put(model.places.weight, constants.next())
    put(model.parts.weight, constants.next())
    take_norm(model.norm, constants)
    lookups = [linear for layer in model.layers for linear in (layer.attention.self.key, layer.attention.self.value)]
    fill(constants.eight_bits(), *lookups)
    for layer in model.layers:
        own = layer.attention.self
        fill(constants.eight_bits(), own.query, own.key, own.value)
        take_rest(layer, constants)
    fill(constants.eight_bits(), model.statements)
    fill(constants.whole(), layers.source, layers.target, layers.changed)
    fill(constants.whole(), layers.left, layers.right)
    fill(constants.whole(), layers.relations)
    fill(constants.whole(), layers.ends)
    constants.end()


def take_subjects(layers, constants):
    fill(constants.whole(), layers.subject)
    fill(constants.whole(), layers.said)
    fill(constants.whole(), layers.subject_left)
    fill(constants.whole(), layers.subject_right)
    fill(constants.whole(), layers.subjects)
    constants.end()


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", required=True, help="folder of names.onnx, reader.onnx, subjects.onnx, tokenizer.json")
    parser.add_argument("--out", required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
