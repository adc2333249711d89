import type { Observations } from '#contracts/observations.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import { withInnerPlaces } from './inner-places.js';
import { withDeaths } from './with-deaths.js';
import { withEndsToCome } from './with-ends-to-come.js';

/** The claims of a memory with all that it says itself of how long they hold, and of which of two places does. */
export function lastingClaims(input: ExtractionInput, observations: Observations): Observations {
  return withEndsToCome(input, withDeaths(withInnerPlaces(observations)));
}
