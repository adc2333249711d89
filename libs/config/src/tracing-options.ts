import type { Config } from './settings.js';
import { VERSION } from './version.js';

/** Trace exporter settings of a process, with its service name. */
export function tracingOptions(
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>,
  service: string,
) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config;
  return { endpoint, ratio, service, version: VERSION };
}
