import type { EndPredicate, ScoredEnd } from '../claims/claim-model.js';
import type { EncoderFigures, LayerScores } from './encoder-model.js';

/** Predicates of the columns of the model's scores of ends, in the order of its training. */
const END_COLUMNS: readonly EndPredicate[] = [
  ...(['works_at', 'occupation', 'lives_in', 'reports_to', 'spouse_of', 'status', 'diet'] as const),
];

/**
 * Ends that the model accepts.
 * @param scores a row per name
 * @param places index of each name among the window's candidates
 */
export function scoredEnds(
  { values, width }: LayerScores,
  places: readonly number[],
  { leastEnd, endTemperature, endShift }: Pick<EncoderFigures, 'leastEnd' | 'endTemperature' | 'endShift'>,
): ScoredEnd[] {
  return places.flatMap((candidate, row) =>
    END_COLUMNS.flatMap((predicate, column): ScoredEnd[] => {
      const score = values[row * width + column] ?? -Infinity;
      const probability = 1 / (1 + Math.exp(-(score + endShift) / endTemperature));
      return probability >= leastEnd ? [{ candidate, predicate, probability }] : [];
    }),
  );
}
