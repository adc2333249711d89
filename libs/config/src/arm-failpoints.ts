import { armFailpoints } from '#failpoints/failpoints.js';

/**
 * Arms what ENGRAPH_FAILPOINTS names, and says so loudly: a process with failpoints dies or stands still on purpose. For
 * tests alone, so it is no setting, and refused where NODE_ENV is `production`.
 * @param say told what is armed
 * @throws Error in production, RangeError for what cannot be read
 */
export function armFromEnvironment(say: (line: string) => void, env: NodeJS.ProcessEnv = process.env): void {
  const spec = env['ENGRAPH_FAILPOINTS'];
  if (spec === undefined) return;
  if (env['NODE_ENV'] === 'production') throw new Error('ENGRAPH_FAILPOINTS is for tests: not in production');
  armFailpoints({ spec, reachedFile: env['ENGRAPH_FAILPOINTS_REACHED'] });
  say(`FAILPOINTS ARE ARMED, this process may die on purpose: ${spec === '' ? 'none yet' : spec}`);
}
