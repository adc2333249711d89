import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { EntityType } from '#contracts/ontology.js';
import type { Gazetteers } from '../names/gazetteers.js';
import { FEATURE_BUCKETS } from './feature-hash.js';
import { sentenceFeatures } from './sentence-features.js';
import {
  viterbi,
  emissionScores,
  spansOf,
  TAG_COUNT,
  TYPE_OF_TAG,
  tagMarginals,
  type SpanTagger,
  type TaggedSpan,
  type TaggerWeights,
} from './tagger.js';

const MODEL = new URL('../../../../models/extraction/ner.bin.gz', import.meta.url);
const FORMAT = 'engraph-ner-1';

/** Finds the named spans of a tokenized sentence. */
export type Tagger = (tokens: readonly string[]) => TaggedSpan[];

/** Light tagger: a linear-chain model in plain TypeScript. */
export class PerceptronTagger implements SpanTagger {
  readonly version = 'perceptron-6';
  readonly types: ReadonlySet<EntityType> = new Set(Object.values(TYPE_OF_TAG));

  constructor(private readonly tagger: Tagger) {}

  tag(sentences: readonly (readonly string[])[]): Promise<TaggedSpan[][]> {
    return Promise.resolve(sentences.map(this.tagger));
  }
}

interface Header {
  readonly format: string;
  readonly buckets: number;
  readonly tags: number;
  readonly scale: number;
  readonly temperature: number;
}

/** Creates a tagger with the shipped weights. @throws Error if the file is missing or has another format */
export function loadTagger(gazetteers: Gazetteers, file: URL = MODEL): Tagger {
  return taggerOf(decodeWeights(readFileSync(file)), gazetteers);
}

/** Creates a tagger with the given weights. */
export function taggerOf(weights: TaggerWeights, gazetteers: Gazetteers): Tagger {
  return (tokens) => {
    if (tokens.length === 0) return [];
    const scores = emissionScores(sentenceFeatures(tokens, gazetteers), weights);
    const tags = viterbi(scores, weights.transitions);
    return tags.some((tag) => tag !== 0) ? spansOf(tags, tagMarginals(scores, weights)) : [];
  };
}

/** Quantized weights as in the file: an emission q stands for sign(q) · q² · scale. */
export interface QuantizedWeights {
  readonly emissions: Int8Array;
  readonly scale: number;
  readonly transitions: Float32Array;
  readonly temperature: number;
}

/** Dequantizes weights. */
export function dequantizeWeights({ emissions, scale, transitions, temperature }: QuantizedWeights): TaggerWeights {
  const decoded = new Float32Array(emissions.length);
  for (let i = 0; i < decoded.length; i++) {
    const q = emissions[i] ?? 0;
    if (q !== 0) decoded[i] = Math.sign(q) * q * q * scale;
  }
  return { emissions: decoded, transitions, temperature };
}

/** Writes weights: a line of JSON, the transitions as float32, then the emissions as int8; gzipped. */
export function saveWeights(path: string, weights: QuantizedWeights): Buffer {
  const header: Header = {
    format: FORMAT,
    buckets: FEATURE_BUCKETS,
    tags: TAG_COUNT,
    scale: weights.scale,
    temperature: weights.temperature,
  };
  const { transitions, emissions } = weights;
  const bytes = gzipSync(
    Buffer.concat([
      Buffer.from(`${JSON.stringify(header)}\n`),
      Buffer.from(transitions.buffer, transitions.byteOffset, transitions.byteLength),
      Buffer.from(emissions.buffer, emissions.byteOffset, emissions.byteLength),
    ]),
    { level: 9 },
  );
  writeFileSync(path, bytes);
  return bytes;
}

function decodeWeights(file: Buffer): TaggerWeights {
  const bytes = gunzipSync(file);
  const headerEnd = bytes.indexOf(0x0a) + 1;
  const header = JSON.parse(bytes.toString('utf8', 0, headerEnd)) as Header;
  if (header.format !== FORMAT || header.buckets !== FEATURE_BUCKETS || header.tags !== TAG_COUNT) {
    throw new Error(`unknown format of weights: ${header.format}`);
  }
  const transitionBytes = (TAG_COUNT + 1) * TAG_COUNT * 4;
  // Copied, because a view requires an offset divisible by four.
  const transitions = new Float32Array(new Uint8Array(bytes.subarray(headerEnd, headerEnd + transitionBytes)).buffer);
  const emissions = new Int8Array(bytes.subarray(headerEnd + transitionBytes));
  return dequantizeWeights({ emissions, transitions, scale: header.scale, temperature: header.temperature });
}
