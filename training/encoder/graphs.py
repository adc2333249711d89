"""The graphs of the encoders of names and of claims, and of whose a statement is."""

import numpy as np
from onnx import TensorProto

from encoder.claim_layers import FEATURES
from onnx_graph.graph import RUNTIME, Graph, array, of, together


def names_graph(model, below):
    """
    ids and cases of the pieces of one row, and numbers of the first pieces of its words -> tags and types of each word, and the
    states of all pieces after the lower layers.
    model: a trained encoder of names
    """
    graph, bert = Graph(), model.encoder
    ids, cases = (graph.input(name, TensorProto.INT32, [1, "pieces"]) for name in ("ids", "cases"))
    first = graph.input("first", TensorProto.INT32, ["words"])
    written = graph.run("Gather", [graph.constant(array(model.cases.weight)), cases])
    vectors = graph.add(graph.table(array(bert.embeddings.word_embeddings.weight), ids), written)
    states = graph.begin(vectors, ids, bert)
    for number, layer in enumerate(bert.encoder.layer):
        if number == below:
            graph.output("states", states, 1, "pieces", model.head.in_features)
        if layer is not bert.encoder.layer[-1]:
            states = graph.layer(states, layer)
            continue
        own = layer.attention.self
        keys, values = graph.split(graph.linear(states, *together(own.key, own.value)), 2)
        states = graph.run("Gather", [states, first], axis=1)
        asked = graph.linear(states, *of(own.query))
        states = graph.feed_forward(graph.attention(asked, keys, values, own.num_attention_heads), states, layer)
    graph.output("tags", graph.linear(states, *of(model.head)), 1, "words", model.head.out_features)
    graph.output("types", graph.linear(states, *of(model.types)), 1, "words", model.types.out_features)
    return graph


def reader_graph(model):
    """
    Lower states, places and parts of the pieces of a window, numbers of those that are read on and of those that are only
    looked at; of n candidates the weights of the mean over their words, and features -> statement scores and states of what is
    read on, n × n × 2 · relations, and n × what is ENDABLE.
    model: a trained encoder of claims
    """
    graph, layers = Graph(), model.claims
    lower = graph.input("lower", TensorProto.FLOAT, [1, "pieces", model.norm.weight.shape[0]])
    places, parts = (graph.input(name, TensorProto.INT32, [1, "pieces"]) for name in ("places", "parts"))
    read, kept = graph.input("read", TensorProto.INT32, ["read"]), graph.input("kept", TensorProto.INT32, ["kept"])
    where = graph.run("Gather", [graph.constant(array(model.places.weight)), places])
    part = graph.run("Gather", [graph.constant(array(model.parts.weight)), parts])
    states = graph.norm(graph.add(lower, where, part), model.norm)
    own, still = (graph.run("Gather", [states, numbers], axis=1) for numbers in (read, kept))
    # What stays as it is is turned into keys and values of all layers at once.
    lookups = [linear for layer in model.layers for linear in (layer.attention.self.key, layer.attention.self.value)]
    known = graph.split(graph.linear(still, *together(*lookups)), len(lookups))
    for number, layer in enumerate(model.layers):
        attention = layer.attention.self
        asked, key, value = graph.split(graph.linear(own, *together(attention.query, attention.key, attention.value)), 3)
        keys, values = (
            graph.run("Concat", [old, new], axis=1) for old, new in ((known[2 * number], key), (known[2 * number + 1], value))
        )
        own = graph.feed_forward(graph.attention(asked, keys, values, attention.num_attention_heads), own, layer)
    graph.output("statements", graph.linear(own, *of(model.statements)), 1, "read", model.statements.out_features)
    graph.output("states", own, 1, "read", model.statements.in_features)
    means = graph.input("means", TensorProto.FLOAT, ["candidates", "read"])
    features = graph.input("features", TensorProto.FLOAT, ["candidates", FEATURES])
    vectors = graph.run("MatMul", [means, graph.run("Squeeze", [own, graph.constant(np.array([0]))])])
    known = graph.run("Concat", [vectors, features], axis=1)
    source, target, changed = graph.split(graph.whole(known, *together(layers.source, layers.target, layers.changed)), 3)
    left, right = graph.split(graph.whole(vectors, *together(layers.left, layers.right)), 2)
    relations = graph.whole(pairs(graph, source, target, left, right), *of(layers.relations))
    graph.output("relations", relations, "candidates", "candidates", layers.relations.out_features)
    ends = graph.whole(graph.run("Gelu", [changed], domain=RUNTIME), *of(layers.ends))
    graph.output("ends", ends, "candidates", layers.ends.out_features)
    return graph


def subjects_graph(layers):
    """
    States and features of n candidates, states and predicates of m statements -> n × m × 2.
    layers: trained ClaimLayers
    """
    graph, hidden = Graph(), layers.left.in_features
    vectors = graph.input("vectors", TensorProto.FLOAT, ["candidates", hidden])
    features = graph.input("features", TensorProto.FLOAT, ["candidates", FEATURES])
    said = graph.input("said", TensorProto.FLOAT, ["said", hidden])
    predicates = graph.input("predicates", TensorProto.FLOAT, ["said", layers.said.in_features - hidden])
    subject = graph.whole(graph.run("Concat", [vectors, features], axis=1), *of(layers.subject))
    spans = graph.whole(graph.run("Concat", [said, predicates], axis=1), *of(layers.said))
    left, right = graph.whole(vectors, *of(layers.subject_left)), graph.whole(said, *of(layers.subject_right))
    subjects = graph.whole(pairs(graph, subject, spans, left, right), *of(layers.subjects))
    graph.output("subjects", subjects, "candidates", "said", 2)
    return graph


def pairs(graph, a, b, c, d):
    """The Gelu of a + b + c · d, of each row of a and c with each of b and d."""
    rows, columns = (graph.constant(np.array([axis])) for axis in (1, 0))
    a, c = (graph.run("Unsqueeze", [values, rows]) for values in (a, c))
    b, d = (graph.run("Unsqueeze", [values, columns]) for values in (b, d))
    return graph.run("Gelu", [graph.add(a, b, graph.run("Mul", [c, d]))], domain=RUNTIME)
