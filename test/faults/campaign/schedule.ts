import { FAILPOINTS, type Failpoint } from '#failpoints/failpoints.js';
import type { Random } from './random.js';

/** A fault: kind, target and duration. */
export interface Fault {
  readonly atMs: number;
  readonly kind: FaultKind;
  readonly target: string;
  readonly ms: number;
  /** Failpoint to arm. */
  readonly failpoints?: string;
}

export type FaultKind =
  | 'kill'
  | 'freeze'
  | 'failpoint'
  | 'silence'
  | 'broker silence'
  | 'broker kill'
  | 'postgres kill'
  | 'postgres freeze'
  | 'disk full'
  | 'clock jump'
  | 'flood'
  | 'rebuild'
  | 'switch'
  | 'erase'
  | 'restore'
  | 'reextract'
  | 'backup'
  | 'upgrade'
  | 'other version';

/** Possible faults and targets. */
export interface Victims {
  readonly programs: readonly string[];
  readonly hasPostgres: boolean;
  readonly hasBroker: boolean;
  readonly hasDisk: boolean;
  /** Whether programs of an earlier commit are available. */
  readonly hasOlder: boolean;
}

/** Relative frequencies; kills at failpoints find the most. */
const WEIGHTS: Record<FaultKind, number> = {
  kill: 22,
  freeze: 18,
  failpoint: 30,
  silence: 6,
  'broker silence': 2,
  'broker kill': 3,
  'postgres kill': 4,
  'postgres freeze': 3,
  'disk full': 2,
  'clock jump': 6,
  flood: 6,
  rebuild: 3,
  switch: 3,
  erase: 3,
  restore: 5,
  reextract: 3,
  backup: 2,
  // Once per deployment, not random.
  upgrade: 0,
  'other version': 12,
};

/** Failpoints reached only by commands. */
const OF_COMMANDS: Partial<Record<FaultKind, readonly Failpoint[]>> = {
  rebuild: ['rebuild.after-snapshot', 'rebuild.after-scope', 'project.after-contributions'],
  switch: [
    'rebuild.after-scope',
    'switch.after-catch-up',
    'switch.after-lock',
    'switch.before-commit',
    'switch.after-commit',
  ],
  erase: [
    'audit.before-erasure',
    'erase.after-mark',
    'erase.after-keys',
    'erase.after-memories',
    'erase.after-batch',
    'erase.before-last-event',
  ],
  restore: ['restore.before-replay', 'project.after-contributions', 'restore.after-replay'],
  reextract: ['reextract.after-reading', 'extract.after-event', 'reextract.before-commit', 'reextract.after-page'],
  backup: [
    'backup.after-table',
    'backup.before-rename',
    'load.before-commit',
    'load.after-commit',
    'load.after-rebuild',
    'load.after-erasures',
  ],
};

/** Failpoints reached by a program, by prefix of its name. */
const OF_PROGRAMS: Record<string, RegExp> = {
  api: /^(encode|write|batch|revise|import|command|expire|lease|follow|publish|sweep|webhook|forget|audit)\./,
  extractor: /^(consume|turn|suspect|extract|project|vectors|llm)\./,
  standalone:
    /^(encode|write|batch|revise|import|expire|lease|follow|sweep|webhook|forget|audit|turn|suspect|extract|project|vectors|llm)\./,
};

function placesOf(program: string): readonly Failpoint[] {
  const places = OF_PROGRAMS[program.replace(/-.*/, '')];
  return FAILPOINTS.filter((name) => places?.test(name));
}

/** Duration of a fault in milliseconds. */
const LASTING: Partial<Record<FaultKind, readonly [number, number]>> = {
  freeze: [300, 4_000],
  silence: [2_000, 9_000],
};

/** Faults of a round in order of time, determined by the draws. */
export function scheduleOf(random: Random, victims: Victims, lengthMs: number, everyMs: number): Fault[] {
  const able = kindsOf(victims);
  const faults: Fault[] = [];
  for (let atMs = 500; atMs < lengthMs; atMs += random.int(Math.ceil(everyMs / 3), Math.ceil((everyMs * 5) / 3)))
    faults.push({ atMs, ...faultOf(draw(random, able), random, victims) });
  return faults;
}

function kindsOf({ hasPostgres, hasBroker, hasDisk, hasOlder }: Victims): FaultKind[] {
  return (Object.keys(WEIGHTS) as FaultKind[]).filter((kind) => {
    if (kind.startsWith('broker')) return hasBroker;
    if (kind.startsWith('postgres') || kind === 'silence') return hasPostgres;
    if (kind === 'other version') return hasOlder;
    return kind === 'disk full' ? hasDisk : true;
  });
}

function draw(random: Random, kinds: readonly FaultKind[]): FaultKind {
  const tickets = kinds.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));
  return random.pick(tickets);
}

function faultOf(kind: FaultKind, random: Random, { programs }: Victims): Omit<Fault, 'atMs'> {
  const target = random.pick(programs);
  const commands = OF_COMMANDS[kind];
  if (commands)
    return {
      kind,
      target: '',
      ms: 0,
      failpoints: random.chance(0.6) ? `${random.pick(commands)}=kill@${String(random.int(1, 2))}` : '',
    };
  const lasting = LASTING[kind];
  if (lasting) return { kind, target, ms: random.int(...lasting) };
  if (kind === 'kill' || kind === 'other version') return { kind, target, ms: 0 };
  if (kind === 'clock jump') return { kind, target, ms: random.pick([0, 1, -1]) * random.int(1_000, 3_600_000) };
  if (kind !== 'failpoint') return { kind, target: '', ms: random.int(500, 3_000) };
  const action = random.pick(['kill', 'kill', 'kill', 'stop', 'error']);
  const failpoints = `${random.pick(placesOf(target))}=${action}@${String(random.int(1, 5))}`;
  return { kind, target, ms: 0, failpoints };
}
