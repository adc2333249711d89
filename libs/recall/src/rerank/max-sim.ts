import { binarizeTokenEmbeddings } from '#embeddings/binarize-token-embeddings.js';
import { minHammingDistances } from '#search/vector-maths/min-hamming-distances.js';

/** Maximum number of query tokens; a longer question has already said what it asks. */
const MAX_QUERY_TOKENS = 48;
/** Discount of a match in a neighbouring message, per message of distance. */
const DISCOUNT_BEFORE = 0.05;
const DISCOUNT_AFTER = 0.075;

/** A text and its neighbours, nearest first, as indices into the list of texts. */
export interface TextInContext {
  readonly text: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** MaxSim score of a text, -1..1. */
export interface MaxSimScore {
  /** Score of the text alone. */
  readonly own: number;
  /** Score of the text with its neighbours: an answer omits what its question has said. */
  readonly inContext: number;
  /** Number of the passage that was compared; 0 if absent. */
  readonly passage?: number;
}

/**
 * Scores texts by MaxSim (late interaction, Khattab and Zaharia 2020): the mean, over all query tokens, of the highest
 * cosine with any token of the text. It distinguishes a text that answers from one on the same topic. Cosines are
 * estimated from the Hamming distance of signs, sin(π/2 · (1 - 2d/D)) (Charikar 2002).
 * @param queryVectors contiguous unit vectors of the query tokens
 * @param texts token embeddings of each text, as binarized by `binarizeTokenEmbeddings`
 * @returns a score per element of `compared`; null if the text, or the question, has no tokens
 */
export function maxSimScores(
  queryVectors: Float32Array,
  dimensions: number,
  texts: readonly Uint8Array[],
  compared: readonly TextInContext[],
): (MaxSimScore | null)[] {
  const width = dimensions / 8;
  const queryBits = binarizeTokenEmbeddings(queryVectors.subarray(0, MAX_QUERY_TOKENS * dimensions));
  const count = queryBits.length / width;
  const queryCodes = Array.from({ length: count }, (_, i) => queryBits.subarray(i * width, (i + 1) * width));
  const cosines = Float64Array.from(minHammingDistances(texts, queryCodes), (differing) =>
    Math.sin((Math.PI / 2) * Math.max(-1, 1 - (2 * differing) / dimensions)),
  );
  return compared.map(({ text, before, after }) => {
    if (count === 0 || !texts[text]?.length) return null;
    let [own, inContext] = [0, 0];
    for (let token = 0; token < count; token += 1) {
      const cosineIn = (textIndex: number): number => cosines[textIndex * count + token] ?? -1;
      own += cosineIn(text);
      let best = cosineIn(text);
      before.forEach((textIndex, i) => (best = Math.max(best, (1 - DISCOUNT_BEFORE * (i + 1)) * cosineIn(textIndex))));
      after.forEach((textIndex, i) => (best = Math.max(best, (1 - DISCOUNT_AFTER * (i + 1)) * cosineIn(textIndex))));
      inContext += best;
    }
    return { own: own / count, inContext: inContext / count };
  });
}
