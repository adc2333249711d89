import { appendFileSync } from 'node:fs';

/** Names of failpoints, each between two steps. A failpoint does nothing unless a test arms it. */
export const FAILPOINTS = [
  'encode.before-statement',
  'encode.after-commit',
  'encode.distinct-before-commit',
  'write.after-ledger',
  'write.before-commit',
  'write.after-commit',
  'batch.after-ledger',
  'batch.after-chunk',
  'revise.after-event',
  'revise.after-reading',
  'revise.after-projection',
  'import.after-memories',
  'import.after-events',
  'import.after-projection',
  'import.after-batch',
  'command.after-write',
  'command.after-reply',
  'expire.after-ledger',
  'lease.after-takeover',
  'lease.before-renewal',
  'follow.after-read',
  'follow.after-handle',
  'follow.after-checkpoint',
  'publish.before-send',
  'publish.after-send',
  'sweep.before-publish',
  'sweep.after-publish',
  'webhook.after-lease',
  'webhook.after-post',
  'webhook.after-position',
  'consume.before-offset',
  'consume.after-offset',
  'turn.after-registration',
  'turn.after-lease',
  'turn.before-renewal',
  'turn.before-end',
  'suspect.after-lease',
  'extract.after-attempt',
  'extract.before-projection',
  'extract.after-projection',
  'extract.after-event',
  'extract.before-links',
  'extract.before-commit',
  'extract.after-commit',
  'project.after-contributions',
  'project.after-entities',
  'vectors.after-lease',
  'vectors.before-commit',
  'llm.after-lease',
  'llm.after-reservation',
  'llm.after-answer',
  'llm.before-commit',
  'llm.after-commit',
  'forget.before-projection',
  'forget.before-links',
  'forget.before-erasure',
  'forget.after-selection',
  'forget.after-part',
  'audit.before-erasure',
  'restore.before-replay',
  'restore.after-replay',
  'reextract.after-reading',
  'reextract.before-commit',
  'reextract.after-page',
  'erase.after-mark',
  'erase.after-keys',
  'erase.after-memories',
  'erase.after-batch',
  'erase.before-last-event',
  'rebuild.after-snapshot',
  'rebuild.after-scope',
  'switch.after-catch-up',
  'switch.after-lock',
  'switch.before-commit',
  'switch.after-commit',
  'backup.after-table',
  'backup.before-rename',
  'load.before-commit',
  'load.after-commit',
  'load.after-rebuild',
  'load.after-erasures',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

const ACTIONS = ['kill', 'stop', 'error'] as const;

/** Action when a failpoint is reached for the nth time: SIGKILL, SIGSTOP, or an error. */
interface Armed {
  readonly action: (typeof ACTIONS)[number];
  readonly nth: number;
}

/** Thrown by a failpoint armed with `error`. */
export class FailpointError extends Error {
  override readonly name = 'FailpointError';
}

export interface ArmOptions {
  /** `NAME=kill|stop|error@NTH`, comma-separated. */
  readonly spec: string;
  /** File that receives the name of every failpoint when it is first reached. */
  readonly reachedFile?: string | undefined;
}

let armed: Map<Failpoint, Armed> | null = null;
let reachedFile: string | undefined;
const reached = new Map<Failpoint, number>();

/** Arms failpoints in this process, replacing those armed before. @throws RangeError if the specification is invalid */
export function armFailpoints(options: ArmOptions): void {
  armed = parseFailpoints(options.spec);
  reachedFile = options.reachedFile;
  reached.clear();
}

/** Disarms all failpoints, and forgets which were reached. */
export function disarmFailpoints(): void {
  armed = null;
  reachedFile = undefined;
  reached.clear();
}

/** Failpoints reached since they were armed. */
export const reachedFailpoints = (): Failpoint[] => [...reached.keys()];

/**
 * Marks a point between two steps. It does nothing, at the cost of a comparison, unless failpoints are armed.
 * @throws FailpointError
 */
export function failpoint(name: Failpoint): void {
  if (armed !== null) reach(armed, name);
}

function reach(places: ReadonlyMap<Failpoint, Armed>, name: Failpoint): void {
  const times = (reached.get(name) ?? 0) + 1;
  reached.set(name, times);
  if (times === 1 && reachedFile !== undefined) appendFileSync(reachedFile, `${name}\n`);
  const due = places.get(name);
  if (due?.nth !== times) return;
  if (due.action === 'error') throw new FailpointError(name);
  process.kill(process.pid, due.action === 'kill' ? 'SIGKILL' : 'SIGSTOP');
}

/** Parses `ArmOptions.spec`. @throws RangeError */
function parseFailpoints(spec: string): Map<Failpoint, Armed> {
  const parts = spec.split(',').filter((part) => part.trim() !== '');
  return new Map(parts.map(parseOne));
}

function parseOne(part: string): [Failpoint, Armed] {
  const [, name, action, nth = '1'] = /^([a-z.-]{1,60})=([a-z]{1,10})(?:@([1-9][0-9]{0,8}))?$/.exec(part.trim()) ?? [];
  const place = FAILPOINTS.find((known) => known === name);
  const what = ACTIONS.find((known) => known === action);
  if (place === undefined || what === undefined)
    throw new RangeError(`invalid failpoint; expected NAME=${ACTIONS.join('|')}@NTH is one`);
  return [place, { action: what, nth: Number(nth) }];
}
