import type { Logger } from 'pino';
import type { Config } from '#config/settings.js';
import type { Metrics } from '#telemetry/metrics.js';
import type { CompletedRequest } from './completed-request.js';
import { requestLog } from './request-log.js';

/** Who hears of every answered request: the metrics, and the log where the deployment wants it. */
export function completedRequestListener(
  config: Pick<Config, 'LOG_REQUESTS'>,
  metrics: Metrics,
  log: Logger,
): (request: CompletedRequest) => void {
  const write = config.LOG_REQUESTS ? requestLog(log) : () => undefined;
  return (request) => {
    metrics.requestAnswered(request);
    write(request);
  };
}
