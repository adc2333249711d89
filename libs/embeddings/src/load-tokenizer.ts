import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';

/** What is used of the library; its own declarations do not resolve for ES modules. */
export interface TextTokenizer {
  encode(text: string): { readonly ids: number[] };
}

/** Splits texts into the word pieces of all-MiniLM-L6-v2, with those that mark begin and end. */
export function loadTokenizer(): TextTokenizer {
  const file = new URL('../../../models/embeddings/minilm/tokenizer.json', import.meta.url);
  const vocabulary = JSON.parse(readFileSync(file, 'utf8')) as object;
  return new (Tokenizer as unknown as new (vocabulary: object, config: object) => TextTokenizer)(vocabulary, {});
}
