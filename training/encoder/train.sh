#!/bin/sh
# Makes the encoders' files from the data: names, then claims above their lower layers, then both in 8 bits.
# Usage: train.sh DATA MINILM RUN      DATA: tagged texts, gold chats, passages and documents; MINILM: all-MiniLM-L6-v2; RUN: a folder for weights
# Needs what requirements.txt lists. About six hours of one core.
set -eu
data=$(realpath "$1") base=$(realpath "$2") run=$(realpath -m "$3")
cd "$(dirname "$0")/.."
names=5
claims=8
same="--data $data --base $base --chats chats --scopes scopes --gold 5"
python -m encoder.train_names $same --out "$run/names" --epochs $names --bf16
python -m encoder.train_claims $same --names "$run/names/epoch-$names.pt" --out "$run/claims" --epochs $claims --scored $claims --bf16
python -m encoder.export $same --names "$run/names/epoch-$names.pt" --claims "$run/claims/epoch-$claims.pt" --out ../models/extraction/encoder
