"""
Averages the weights of training runs that began alike and differ in their seed. A file that is named twice counts twice.

Usage: python -m encoder.average FILE.pt… --out FILE.pt
"""

import argparse

import torch


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", nargs="+")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    torch.save(averaged([torch.load(path) for path in options.weights]), options.out)


def averaged(weights):
    """Means of the numbers of the same name; whole numbers, which are sizes, are those of the first."""
    first = weights[0]
    return {name: sum(w[name] for w in weights) / len(weights) if first[name].is_floating_point() else first[name] for name in first}


if __name__ == "__main__":
    main()
