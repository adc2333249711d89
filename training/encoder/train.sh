#!/bin/sh
# Makes the encoders' files from the data: names, then claims above their lower layers, then both in 8 bits.
# Usage: train.sh DATA MINILM RUN      DATA: tagged texts and gold chats; MINILM: all-MiniLM-L6-v2; RUN: a folder for weights
# Needs torch, transformers, onnx and onnxruntime. About six hours of one core.
set -eu
cd "$(dirname "$0")"
names=5
claims=8
same="--data $1 --base $2 --chats ../chats --gold 5"
python train_names.py $same --out "$3/names" --epochs $names --bf16
python train_claims.py $same --names "$3/names/epoch-$names.pt" --out "$3/claims" --epochs $claims --bf16
python export.py $same --names "$3/names/epoch-$names.pt" --claims "$3/claims/epoch-$claims.pt" --out ../../models/extraction/encoder
