import pLimit from 'p-limit';
import { until } from '../../harness/until.js';
import type { CommandOutcome, Deployment } from './deployment.js';
import type { KnownScope, Model } from './model.js';
import type { Random } from './random.js';

const AGAIN_LIMIT_MS = 180_000;
/** Keys of an earlier version cannot have the permission admin. */
const ALL = { older: 'encode,recall,forget', current: 'encode,recall,forget,admin' };
export const NAMESPACE = 'campaign';

/** Operators' commands during the run; killed commands are repeated until they succeed. */
export class Operator {
  /** Rebuilds and erasures exclude each other anyway. */
  private readonly oneAtATime = pLimit(1);
  kills = 0;

  constructor(
    private readonly deployment: Deployment,
    private readonly model: Model,
  ) {}

  /** A scope with a key. */
  async makeScope(agent: string): Promise<KnownScope> {
    const of = ['--namespace', NAMESPACE, '--agent', agent];
    const permissions = this.deployment.versions.hasOlder ? ALL.older : ALL.current;
    const { lines } = await this.surely(['keys', 'create', ...of, '--permissions', permissions], '');
    const scope = { agent, key: String(lines.at(-1)?.['key']), memories: [], erasing: false, erased: false };
    this.model.scopes.push(scope);
    return scope;
  }

  /** @param how `verify` or `switch`; both report differences */
  async rebuild(how: 'verify' | 'switch', failpoints = ''): Promise<void> {
    const { lines } = await this.surely(
      ['rebuild', `--${how}`],
      failpoints,
      ({ code, lines: [report] }) => code === 0 || report !== undefined,
    );
    const [report] = lines;
    const differences = Number(report?.['differences'] ?? -1);
    if (differences !== 0) this.model.finding('rebuild differs', `${how}: ${JSON.stringify(report).slice(0, 1_500)}`);
  }

  async erase(scope: KnownScope, failpoints: string): Promise<void> {
    scope.erasing = true;
    await this.surely(['erase', '--namespace', NAMESPACE, '--agent', scope.agent, '--yes'], failpoints);
    scope.erased = true;
    this.model.counts.erasures += 1;
  }

  async restore(scope: KnownScope, random: Random, failpoints: string): Promise<void> {
    const able = scope.memories.filter(({ state, busy }) => state === 'forgotten' && !busy);
    if (able.length === 0) return;
    const memory = random.pick(able);
    memory.busy = true;
    await this.surely(['restore', memory.id, '--namespace', NAMESPACE, '--agent', scope.agent], failpoints);
    memory.state = 'active';
    memory.version += 1;
    memory.busy = false;
    this.model.counts.restores += 1;
  }

  /** Extracts a scope's memories again, concurrently; with the same stages, most extractions are unchanged. */
  async reextract({ agent }: KnownScope, failpoints: string): Promise<void> {
    await this.surely(['reextract', '--namespace', NAMESPACE, '--agent', agent, '--rate', '500'], failpoints);
    this.model.counts.reextractions += 1;
  }

  /**
   * Runs a command, with armed failpoints at the first try only.
   * @param env settings that override those of the deployment
   */
  surely(
    args: readonly string[],
    failpoints: string,
    endedWell = ({ code }: CommandOutcome): boolean => code === 0,
    env: Readonly<Record<string, string>> = {},
  ): Promise<CommandOutcome> {
    return this.oneAtATime(async () => {
      let armed = failpoints;
      let last = '';
      return until(
        async () => {
          const outcome = await this.deployment.command(args, armed, env);
          armed = '';
          last = outcome.errors;
          if (outcome.signal === 'SIGKILL') this.kills += 1;
          return endedWell(outcome) && outcome;
        },
        AGAIN_LIMIT_MS,
        `engraph ${args.slice(0, 2).join(' ')}`,
      ).catch((error: unknown) => {
        this.model.finding('command', `${String(error)}: ${last}`);
        return { code: null, signal: null, lines: [], errors: last };
      });
    });
  }
}
