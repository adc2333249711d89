import { dockerAnswers } from './docker.js';

/** Source of the test engines. */
export type ServiceSource = 'containers' | 'local';

/**
 * Starts an engine in a container if a Docker engine is available, else from local programs. ENGRAPH_TEST_SERVICES, set
 * to `containers` or `local`, forces one of them; without it, local programs are also used if an image cannot be
 * pulled. Prints the choice in one line on standard error.
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
