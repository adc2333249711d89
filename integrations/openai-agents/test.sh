#!/usr/bin/env bash
# Tests the package with the built service, then its example. Fetches the locked packages from PyPI into target/venv once.
set -euo pipefail
cd "$(dirname "$0")"

quiet=(-q --disable-pip-version-check --root-user-action=ignore)
lock=$(sha256sum requirements-test.txt | cut -d ' ' -f 1)
if [ "$(cat target/lock 2> /dev/null)" != "$lock" ]; then
  rm -rf target
  python3 -m venv target/venv
  target/venv/bin/python -m pip install "${quiet[@]}" --no-deps --require-hashes -r requirements-test.txt
  echo "$lock" > target/lock
fi
export PATH="$PWD/target/venv/bin:$PATH" PYTHONDONTWRITEBYTECODE=1
python -m pip install "${quiet[@]}" --no-deps --no-build-isolation --force-reinstall ../../clients/python .
python -m pip check
ruff check --quiet --no-cache .
ruff format --quiet --check --no-cache .
mypy --cache-dir target/mypy src
python -m pytest "$@"
