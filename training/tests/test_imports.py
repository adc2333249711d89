"""
What the modules import from each other exists. The modules that train need torch, which the tests do without, so a wrong import
would show only hours into a training run.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("encoder", "embeddings", "onnx_graph")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).glob("*.py"))


def top_level_names(path):
    """Names that a module binds at its top level."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_imports_within_the_project_resolve(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or node.module.split(".")[0] not in PACKAGES:
            continue
        target = ROOT.joinpath(*node.module.split("."))
        known = {file.stem for file in target.glob("*.py")} if target.is_dir() else set(top_level_names(target.with_suffix(".py")))
        assert {alias.name for alias in node.names} <= known


def test_no_module_imports_a_sibling_by_its_bare_name():
    bare = {path.stem for path in MODULES} - {"__init__"}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.module not in bare, path
            elif isinstance(node, ast.Import):
                assert not bare & {alias.name for alias in node.names}, path
