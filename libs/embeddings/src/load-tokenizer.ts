import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';

/** The part of the library's API used here; its own declarations do not resolve for ES modules. */
export interface TextTokenizer {
  encode(text: string): { readonly ids: number[] };
}

/** Loads the WordPiece tokenizer of all-MiniLM-L6-v2; token ids include the start and end markers. */
export function loadTokenizer(): TextTokenizer {
  const file = new URL('../../../models/embeddings/minilm/tokenizer.json', import.meta.url);
  const vocabulary = JSON.parse(readFileSync(file, 'utf8')) as object;
  return new (Tokenizer as unknown as new (vocabulary: object, config: object) => TextTokenizer)(vocabulary, {});
}
