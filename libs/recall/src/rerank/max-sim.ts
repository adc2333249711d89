import { binarizeTokenEmbeddings } from '#embeddings/binarize-token-embeddings.js';
import { minHammingDistances } from '#search/vector-maths/min-hamming-distances.js';

/** Pieces of a question that are compared: what is longer than that has said what it asks. */
const MAX_QUERY_TOKENS = 48;
/** What a piece counts less, beside one of the turn's own, for each turn that it stands before, or after, the turn. */
const DISCOUNT_BEFORE = 0.05;
const DISCOUNT_AFTER = 0.075;

/** A text among others, and those that it goes on from and leads to, the nearest first: places in the list of texts. */
export interface TextInContext {
  readonly text: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** How near a text is to a question word by word, -1..1. */
export interface MaxSimScore {
  /** By its own words. */
  readonly own: number;
  /** By these and those of the turns around it: an answer leaves out what its question has said. */
  readonly inContext: number;
}

/**
 * Compares texts with a question word by word (late interaction, Khattab and Zaharia 2020): each piece of the question looks for the
 * piece of a text that is nearest to it, and the mean of these cosines is taken. It tells a text that answers from one that is
 * about the same. The cosines are those that two vectors have whose signs differ in as many places (Charikar 2002).
 * @param asked unit vectors of the question's pieces, one after the other
 * @param texts pieces of each text, as `binarizeTokenEmbeddings` keeps them
 * @returns null of a text without pieces, and of all where the question has none
 */
export function maxSimScores(
  asked: Float32Array,
  dimensions: number,
  texts: readonly Uint8Array[],
  compared: readonly TextInContext[],
): (MaxSimScore | null)[] {
  const width = dimensions / 8;
  const bits = binarizeTokenEmbeddings(asked.subarray(0, MAX_QUERY_TOKENS * dimensions));
  const count = bits.length / width;
  const pieces = Array.from({ length: count }, (_, i) => bits.subarray(i * width, (i + 1) * width));
  const cosines = Float64Array.from(minHammingDistances(texts, pieces), (differing) =>
    Math.sin((Math.PI / 2) * Math.max(-1, 1 - (2 * differing) / dimensions)),
  );
  return compared.map(({ text, before, after }) => {
    if (count === 0 || !texts[text]?.length) return null;
    let [own, inContext] = [0, 0];
    for (let piece = 0; piece < count; piece += 1) {
      const cosineIn = (turn: number): number => cosines[turn * count + piece] ?? -1;
      own += cosineIn(text);
      let best = cosineIn(text);
      before.forEach((turn, i) => (best = Math.max(best, (1 - DISCOUNT_BEFORE * (i + 1)) * cosineIn(turn))));
      after.forEach((turn, i) => (best = Math.max(best, (1 - DISCOUNT_AFTER * (i + 1)) * cosineIn(turn))));
      inContext += best;
    }
    return { own: own / count, inContext: inContext / count };
  });
}
