import type { ExactJson } from '#contracts/exact-json.js';

/** What a filter can tell memories by. */
export interface FilteredMemory {
  readonly metadata: { readonly [field: string]: ExactJson } | null;
  readonly tags: readonly string[];
  readonly session: bigint | number | null;
  readonly speaker: string | null;
  readonly role: string | null;
  readonly kind: number;
  readonly pinned: boolean;
  readonly occurredAt: bigint;
}

type Scalar = string | number | bigint | boolean | null;
type Range = Partial<Record<'gt' | 'gte' | 'lt' | 'lte', Scalar>>;

/** A filter as the API takes it. */
export interface Filter {
  readonly metadata?: Readonly<Record<string, Scalar | Range | { readonly in: readonly Scalar[] }>>;
  readonly tags?: { readonly any?: readonly string[]; readonly all?: readonly string[] };
  readonly session?: bigint | number;
  readonly speaker?: string;
  readonly role?: string;
  readonly kind?: number;
  readonly pinned?: boolean;
  readonly since?: bigint;
  readonly until?: bigint;
}

/** Whether a memory passes a filter: what docs/api.md says, in the plainest words. */
export function passes(memory: FilteredMemory, filter: Filter): boolean {
  const isSame = (['session', 'speaker', 'role', 'kind', 'pinned'] as const).every(
    (name) => filter[name] === undefined || String(filter[name]) === String(memory[name]),
  );
  return isSame && isInTime(memory, filter) && hasTags(memory, filter) && hasFields(memory, filter);
}

function isInTime({ occurredAt }: FilteredMemory, { since = 0n, until = 0n }: Filter): boolean {
  return (since === 0n || occurredAt >= since) && (until === 0n || occurredAt <= until);
}

function hasTags(memory: FilteredMemory, { tags: { any, all = [] } = {} }: Filter): boolean {
  const isTagged = (tag: string): boolean => memory.tags.includes(tag);
  return (any === undefined || any.some(isTagged)) && all.every(isTagged);
}

function hasFields(memory: FilteredMemory, { metadata = {} }: Filter): boolean {
  const own = memory.metadata ?? {};
  return Object.entries(metadata).every(
    ([field, wanted]) => Object.hasOwn(own, field) && holds(own[field] as ExactJson, wanted),
  );
}

function holds(value: ExactJson, wanted: Scalar | Range | { readonly in: readonly Scalar[] }): boolean {
  if (wanted === null || typeof wanted !== 'object') return order(value, wanted) === 0;
  if ('in' in wanted) return wanted.in.some((one) => order(value, one) === 0);
  const { gt, gte, lt, lte } = wanted;
  const to = (bound: Scalar): number => order(value, bound);
  return (
    (gt === undefined || to(gt) > 0) &&
    (gte === undefined || to(gte) >= 0) &&
    (lt === undefined || to(lt) < 0) &&
    (lte === undefined || to(lte) <= 0)
  );
}

/** Negative, 0 or positive; NaN for values that have no order. */
function order(a: ExactJson, b: Scalar): number {
  const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a === b ? 0 : NaN;
}
