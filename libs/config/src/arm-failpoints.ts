import { armFailpoints } from '#failpoints/failpoints.js';

/**
 * Arms the failpoints in ENGRAPH_FAILPOINTS and logs it prominently: such a process dies or stalls on purpose. For
 * tests only, so it is not a setting, and refused if NODE_ENV is `production`.
 * @param say receives a line naming the armed failpoints
 * @throws Error in production
 * @throws RangeError if the specification is invalid
 */
export function armFromEnvironment(say: (line: string) => void, env: NodeJS.ProcessEnv = process.env): void {
  const spec = env['ENGRAPH_FAILPOINTS'];
  if (spec === undefined) return;
  if (env['NODE_ENV'] === 'production')
    throw new Error('ENGRAPH_FAILPOINTS is for tests only and refused in production');
  armFailpoints({ spec, reachedFile: env['ENGRAPH_FAILPOINTS_REACHED'] });
  say(`FAILPOINTS ARE ARMED, this process may die on purpose: ${spec === '' ? 'none yet' : spec}`);
}
