import type { Logger } from 'pino';
import { configuredThresholds, warnOfOtherThresholds } from '#config/claim-thresholds.js';
import type { Config } from '#config/settings.js';
import type { Sql } from '#database/sql.js';
import { recordThresholds, setEntityThreshold } from '#graph/claim-thresholds.js';

/**
 * Records the configured thresholds of claims where there are none yet, warns if the graph has others, and sets
 * that of entities.
 * @param sql session of the owner
 */
export async function applyThresholds(sql: Sql, config: Config, log: Logger): Promise<void> {
  warnOfOtherThresholds(await recordThresholds(sql, configuredThresholds(config)), config, log);
  await setEntityThreshold(sql, config.ENTITY_MIN_CONFIDENCE);
}
