import { dockerAnswers } from './docker.js';

/** Source of the test engines. */
export type ServiceSource = 'containers' | 'local';

/**
 * Starts an engine in a container where a Docker engine answers, else from the local programs. ENGRAPH_TEST_SERVICES, set
 * to `containers` or `local`, leaves no choice; without it an image that cannot be had means the local programs. Says in
 * one line on standard error which it was.
 */
export async function startFrom<T extends { description: string }>(
  starts: Record<ServiceSource, () => Promise<T>>,
): Promise<T> {
  const forced = forcedSource();
  const source = forced ?? ((await dockerAnswers()) ? 'containers' : 'local');
  let reason = forced ? 'ENGRAPH_TEST_SERVICES' : source === 'local' ? 'no Docker engine answers' : 'Docker answers';
  let engine: T;
  try {
    engine = await starts[source]();
  } catch (error) {
    if (forced !== undefined || source === 'local') throw error;
    reason = `Docker answers, but: ${(error as Error).message}`;
    engine = await starts.local();
  }
  process.stderr.write(`test services: ${engine.description} (${reason})\n`);
  return engine;
}

function forcedSource(): ServiceSource | undefined {
  const value = process.env['ENGRAPH_TEST_SERVICES'];
  if (value === undefined || value === '') return undefined;
  if (value === 'containers' || value === 'local') return value;
  throw new Error(`ENGRAPH_TEST_SERVICES is "${value}", not containers or local`);
}
