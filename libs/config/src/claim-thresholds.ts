import type { Logger } from 'pino';
import type { Config } from './settings.js';

/** Minimum confidences of facts and of candidates, as configured. */
export interface ConfiguredThresholds {
  readonly fact: number;
  readonly candidate: number;
}

/** Thresholds of confidence from the configuration; a graph uses those that it was built with. */
export function configuredThresholds(
  config: Pick<Config, 'FACT_MIN_CONFIDENCE' | 'CANDIDATE_MIN_CONFIDENCE'>,
): ConfiguredThresholds {
  return { fact: config.FACT_MIN_CONFIDENCE, candidate: config.CANDIDATE_MIN_CONFIDENCE };
}

/** Warns if the graph was built with other thresholds than those configured. */
export function warnOfOtherThresholds(recorded: ConfiguredThresholds, config: Config, log: Logger): void {
  const { fact, candidate } = configuredThresholds(config);
  if (recorded.fact === fact && recorded.candidate === candidate) return;
  log.warn(
    { fact_min_confidence: recorded.fact, candidate_min_confidence: recorded.candidate },
    'the graph was built with other thresholds than FACT_MIN_CONFIDENCE and CANDIDATE_MIN_CONFIDENCE, and keeps them until engraph rebuild --switch',
  );
}
