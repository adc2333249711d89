"""Graphs that are written operation by operation run in ONNX Runtime, close to the exact result."""

import numpy as np
import pytest

pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")

from onnx import TensorProto  # noqa: E402

from onnx_graph.graph import Graph, eight_bits  # noqa: E402


def run(graph, tmp_path, **inputs):
    path = tmp_path / "graph.onnx"
    graph.write(path)
    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"]).run(None, inputs)


def test_weights_of_eight_bits_are_within_half_a_step():
    weights = np.random.default_rng(1).normal(size=(16, 4)).astype(np.float32)
    small, scales = eight_bits(weights)
    assert small.dtype == np.int8 and np.abs(small).max() <= 63
    assert np.all(np.abs(small * scales - weights) <= scales / 2 + 1e-6)


def test_a_linear_layer_is_close_to_the_exact_product(tmp_path):
    random = np.random.default_rng(2)
    weights, bias, values = random.normal(size=(32, 8)), random.normal(size=8), random.normal(size=(1, 5, 32))
    weights, bias, values = (part.astype(np.float32) for part in (weights, bias, values))
    graph = Graph()
    graph.output("out", graph.linear(graph.input("in", TensorProto.FLOAT, [1, "n", 32]), weights, bias), 1, "n", 8)
    (found,) = run(graph, tmp_path, **{"in": values})
    exact = values @ weights + bias
    assert np.abs(found - exact).max() < 0.03 * np.abs(exact).max()


def test_rows_of_a_table_are_found_by_number(tmp_path):
    rows = np.random.default_rng(3).normal(size=(7, 6)).astype(np.float32)
    graph = Graph()
    graph.output("out", graph.table(rows, graph.input("ids", TensorProto.INT32, [1, "n"])), 1, "n", 6)
    (found,) = run(graph, tmp_path, ids=np.array([[6, 0, 6]], dtype=np.int32))
    assert np.allclose(found[0], rows[[6, 0, 6]], atol=np.abs(rows).max() / 127)
