"""
Graphs that are run: 8-bit weights with a scale for each column, activations that are brought to 8 bits as they come.

Written operation by operation: a graph that is exported from torch spends as much time between the products as in them.
Operations of com.microsoft are those of ONNX Runtime (docs/ContribOperators.md there).
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

RUNTIME = "com.microsoft"
# 7 bits, so that sums of two products fit 16 bits where a processor has no better instruction.
HIGHEST = 63


class Graph:
    """Operations in the order that they are run in, and the constants that they take."""

    def __init__(self):
        self.nodes, self.constants, self.inputs, self.outputs = [], [], [], []

    def input(self, name, kind, shape):
        self.inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, name, value, *shape):
        self.nodes.append(helper.make_node("Identity", [value], [name]))
        self.outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))

    def constant(self, values):
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def run(self, operation, inputs, count=1, domain="", **attributes):
        """Adds an operation; returns the names of what it gives, or the one."""
        at = len(self.nodes)
        names = [f"n{at}.{i}" for i in range(count)]
        self.nodes.append(helper.make_node(operation, inputs, names, domain=domain, **attributes))
        return names[0] if count == 1 else names

    def linear(self, values, weights, bias):
        """values @ weights + bias, weights in 8 bits."""
        small, scales = eight_bits(weights)
        inputs = [values, self.constant(small), self.constant(scales), "", self.constant(bias)]
        return self.run("DynamicQuantizeMatMul", inputs, domain=RUNTIME)

    def whole(self, values, weights, bias):
        """values @ weights + bias, weights as they are: there are few."""
        return self.add(self.run("MatMul", [values, self.constant(weights)]), self.constant(bias))

    def table(self, rows, numbers):
        """Rows of a table by their numbers; the table is kept in 8 bits, with a scale for each row."""
        small, scales = eight_bits(rows.T, 127)
        found = self.run("Cast", [self.run("Gather", [self.constant(small.T), numbers])], to=TensorProto.FLOAT)
        return self.run("Mul", [found, self.run("Gather", [self.constant(scales[:, None]), numbers])])

    def add(self, *values):
        total = values[0]
        for value in values[1:]:
            total = self.run("Add", [total, value])
        return total

    def norm(self, values, layer):
        inputs = [values, self.constant(array(layer.weight)), self.constant(array(layer.bias))]
        return self.run("LayerNormalization", inputs, axis=-1, epsilon=layer.eps)

    def begin(self, vectors, ids, bert):
        """What the layers of BERT begin with, from vectors of pieces: with their places, and as one segment."""
        count = self.run("Gather", [self.run("Shape", [ids]), self.constant(np.array([1]))])
        first = self.constant(np.array([0]))
        table = array(bert.embeddings.position_embeddings.weight) + array(bert.embeddings.token_type_embeddings.weight)[0]
        places = self.run("Slice", [self.constant(table), first, count, first])
        return self.norm(self.add(vectors, places), bert.embeddings.LayerNorm)

    def layer(self, states, layer):
        """The states of pieces behind a layer of BERT, all of which look at each other."""
        own = layer.attention.self
        three = self.split(self.linear(states, *together(own.query, own.key, own.value)), 3)
        return self.feed_forward(self.attention(*three, own.num_attention_heads), states, layer)

    def feed_forward(self, mixed, states, layer):
        """What follows the attention in a layer of BERT."""
        attended = self.add(self.linear(mixed, *of(layer.attention.output.dense)), states)
        attended = self.norm(attended, layer.attention.output.LayerNorm)
        # One operation; taken apart it costs as much as a product.
        wide = self.run("Gelu", [self.linear(attended, *of(layer.intermediate.dense))], domain=RUNTIME)
        return self.norm(self.add(self.linear(wide, *of(layer.output.dense)), attended), layer.output.LayerNorm)

    def attention(self, asked, keys, values, heads):
        return self.run("MultiHeadAttention", [asked, keys, values], domain=RUNTIME, num_heads=heads)

    def split(self, values, count):
        return self.run("Split", [values], count, axis=-1, num_outputs=count)

    def write(self, path):
        graph = helper.make_graph(self.nodes, path.stem, self.inputs, self.outputs, self.constants)
        imports = [helper.make_opsetid("", 18), helper.make_opsetid(RUNTIME, 1)]
        model = helper.make_model(graph, opset_imports=imports, ir_version=9)
        onnx.checker.check_model(model)
        onnx.save(model, path)


def together(*layers):
    """Weights and bias of layers side by side."""
    weights, biases = zip(*(of(layer) for layer in layers))
    return np.concatenate(weights, 1), np.concatenate(biases)


def of(layer):
    return array(layer.weight).T, array(layer.bias)


def array(tensor):
    return tensor.detach().numpy().astype(np.float32)


def eight_bits(weights, highest=HIGHEST):
    """Whole numbers, and the scale of each column."""
    scales = np.maximum(np.abs(weights).max(0), 1e-8) / highest
    return np.clip(np.round(weights / scales), -highest, highest).astype(np.int8), scales.astype(np.float32)
