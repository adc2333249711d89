import { v5 as uuidv5 } from 'uuid';
import { isRelationType, RELATION_TYPES, relationTypeId, statementKindOf } from '#contracts/ontology.js';

/** An effective claim, between survivors. */
export interface CountedClaim {
  readonly scope_id: string;
  readonly memory_id: string;
  readonly ordinal: number;
  readonly is_relation: boolean;
  readonly kind: string;
  readonly predicate: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly value: unknown;
  readonly asserted: boolean;
  readonly event_at_nanos: bigint;
  readonly confidence: number;
}

interface Interval {
  readonly isFirst: boolean;
  readonly first: CountedClaim;
  validTo: bigint;
  supersededBy: Interval | null;
  readonly claims: CountedClaim[];
}

type Row = Readonly<Record<string, unknown>>;

/** Maximum number of memories in the row of an interval. */
const MEMORIES_KEPT = 32;

/** Rows of the claims of one group: those of one subject and predicate, or all of a symmetric functional type. */
export function rowsOfGroup(group: readonly CountedClaim[]): Readonly<Record<string, readonly Row[]>> {
  const [any] = group;
  if (!any) return {};
  const intervals = intervalsOf([...group].sort(byTime), ruleOf(any));
  return {
    evidence: group.map(evidenceRow),
    [any.is_relation ? 'relations' : 'statements']: intervals.map(intervalRow),
  };
}

interface Rule {
  readonly single: boolean;
  readonly symmetric: boolean;
}

function ruleOf({ is_relation, predicate }: CountedClaim): Rule {
  if (!is_relation) return { single: statementKindOf(predicate) === 'attribute', symmetric: false };
  if (!isRelationType(predicate)) throw new TypeError(`no relation type ${predicate}`);
  const { functional, symmetric } = RELATION_TYPES[predicate];
  return { single: functional, symmetric };
}

/**
 * Intervals of some claims. An assertion of what already holds adds evidence to it; one of a functional predicate ends
 * other values of its subjects.
 */
function intervalsOf(claims: readonly CountedClaim[], { single, symmetric }: Rule): Interval[] {
  const intervals: Interval[] = [];
  const open = new Map<string, Interval>();
  const bySubject = new Map<string, Interval>();
  const known = new Set<string>();
  const begin = (claim: CountedClaim): Interval => {
    const pair = `${claim.from} ${claim.to}`;
    const interval = { isFirst: !known.has(pair), first: claim, validTo: 0n, supersededBy: null, claims: [claim] };
    known.add(pair);
    intervals.push(interval);
    return interval;
  };
  for (const claim of claims) {
    const pair = `${claim.from} ${claim.to}`;
    const current = open.get(pair);
    current?.claims.push(claim);
    if (!claim.asserted) {
      open.delete(pair);
      (current ?? begin(claim)).validTo = endOf(claim);
      continue;
    }
    const holding = current ?? begin(claim);
    open.set(pair, holding);
    for (const subject of subjectsOf(claim, single, symmetric)) {
      const other = bySubject.get(subject);
      bySubject.set(subject, holding);
      if (other && other !== holding) supersede(open, other, holding, claim);
    }
  }
  return intervals;
}

function subjectsOf({ from, to }: CountedClaim, single: boolean, symmetric: boolean): string[] {
  return single ? [from, ...(symmetric ? [to] : [])] : [];
}

/** Ends an interval that still holds. */
function supersede(open: Map<string, Interval>, other: Interval, holding: Interval, claim: CountedClaim): void {
  const pair = `${other.first.from} ${other.first.to}`;
  if (open.get(pair) !== other) return;
  other.validTo = endOf(claim);
  other.supersededBy = holding;
  open.delete(pair);
}

function evidenceRow(claim: CountedClaim): Row {
  const { scope_id, memory_id, ordinal, event_at_nanos, asserted, predicate, is_relation } = claim;
  const { single, symmetric } = ruleOf(claim);
  const timeline = (subject: string): string =>
    uuidv5(`timeline\0${is_relation ? 'relation' : 'statement'}\0${predicate}\0${subject}`, scope_id);
  return {
    ...{ scope_id, memory_id, ordinal, pair_id: pairIdOf(claim), event_at_nanos, asserted, weight: weightOf(claim) },
    timeline_id: single ? timeline(claim.from) : null,
    other_timeline_id: single && symmetric ? timeline(claim.to) : null,
  };
}

function intervalRow(interval: Interval): Row {
  const { first, claims, validTo } = interval;
  const last = claims.at(-1) ?? first;
  const weight = claims.reduce((sum, claim) => sum + weightOf(claim), 0n);
  const memories = claims.slice(0, MEMORIES_KEPT).map((claim) => claim.memory_id);
  return {
    ...{ scope_id: first.scope_id, ...(first.is_relation ? relationColumns(interval) : statementColumns(interval)) },
    ...{ confidence: Math.round((1 - Math.exp(-Number(weight) / 1e9)) * 1e6) / 1e6, mention_count: claims.length },
    ...{ valid_from_nanos: first.asserted ? startOf(first) : 0n, valid_to_nanos: validTo },
    superseded_by: interval.supersededBy ? idOf(interval.supersededBy) : null,
    memory_ids: [...new Set(memories)].sort(),
    ...{ pair_id: pairIdOf(first), weight },
    ...{ first_at_nanos: first.event_at_nanos, first_memory: first.memory_id, first_ordinal: first.ordinal },
    ...{ last_at_nanos: last.event_at_nanos, last_memory: last.memory_id, last_ordinal: last.ordinal },
  };
}

function relationColumns(interval: Interval): Row {
  const { predicate, from, to } = interval.first;
  if (!isRelationType(predicate)) throw new TypeError(`no relation type ${predicate}`);
  return { relation_id: idOf(interval), type_id: relationTypeId(predicate), from_entity: from, to_entity: to };
}

function statementColumns(interval: Interval): Row {
  const { kind, predicate, from, to, value, text } = interval.first;
  return {
    ...{ statement_id: idOf(interval), kind, predicate, subject: from, object_entity: value === null ? to : null },
    ...{ object_value: value, value_key: to, text, event_at_nanos: kind === 'event' ? startOf(interval.first) : 0n },
  };
}

function pairIdOf({ scope_id, is_relation, predicate, from, to }: CountedClaim): string {
  if (!is_relation) return uuidv5(`statement\0${predicate}\0${from}\0${to}\x000`, scope_id);
  if (!isRelationType(predicate)) throw new TypeError(`no relation type ${predicate}`);
  return uuidv5(`relation\0${String(relationTypeId(predicate))}\0${from}\0${to}\x000`, scope_id);
}

function idOf({ first, isFirst }: Interval): string {
  const pairId = pairIdOf(first);
  return isFirst ? pairId : uuidv5(`interval\0${pairId}\0${first.memory_id}\0${String(first.ordinal)}`, first.scope_id);
}

function weightOf({ confidence }: CountedClaim): bigint {
  return BigInt(Math.round(-Math.log(Math.max(1 - confidence, 1e-12)) * 1e9));
}

function startOf({ event_at_nanos: at }: CountedClaim): bigint {
  return at > 0n ? at : 0n;
}

/** End of validity in Unix nanoseconds; 0 would mean that it still holds. */
function endOf({ event_at_nanos: at }: CountedClaim): bigint {
  return at > 0n ? at : 1n;
}

function byTime(a: CountedClaim, b: CountedClaim): number {
  if (a.event_at_nanos !== b.event_at_nanos) return a.event_at_nanos < b.event_at_nanos ? -1 : 1;
  if (a.memory_id !== b.memory_id) return a.memory_id < b.memory_id ? -1 : 1;
  return a.ordinal - b.ordinal;
}
