import type { Logger } from 'pino';
import type { Config } from '#config/settings.js';
import type { Metrics } from '#telemetry/metrics.js';
import type { CompletedRequest } from './completed-request.js';
import { requestLog } from './request-log.js';

/** Listener for completed requests: updates the metrics, and logs each request if LOG_REQUESTS is set. */
export function completedRequestListener(
  config: Pick<Config, 'LOG_REQUESTS'>,
  metrics: Metrics,
  log: Logger,
): (request: CompletedRequest) => void {
  const write = config.LOG_REQUESTS ? requestLog(log) : () => undefined;
  return (request) => {
    metrics.requestCompleted(request);
    write(request);
  };
}
