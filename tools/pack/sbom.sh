#!/usr/bin/env bash
# Prints a CycloneDX bill of materials of a packed npm package: what an installation of it brings. tools/pack/sbom.sh FILE
set -euo pipefail
file=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --ignore-scripts "$file" > /dev/null 2>&1
npm sbom --sbom-format=cyclonedx
