import type { StatementValue } from '#contracts/observations.js';
import { relationTypeId, type RelationType } from '#contracts/ontology.js';
import { relationIdOf, statementIdOf } from '../ids.js';
import { combinedConfidence, type Interval, type TimelineClaim } from './timeline.js';

export interface RelationRow {
  readonly id: string;
  readonly typeId: number;
  readonly from: string;
  readonly to: string;
  readonly confidence: number;
  readonly mentionCount: number;
  readonly validFrom: bigint;
  readonly validTo: bigint;
  readonly supersededBy: string | null;
  readonly memoryIds: readonly string[];
}

export interface StatementRow {
  readonly id: string;
  readonly kind: string;
  readonly predicate: string;
  readonly subject: string;
  readonly objectEntity: string | null;
  readonly objectValue: StatementValue | null;
  readonly valueKey: string;
  readonly text: string;
  readonly confidence: number;
  readonly mentionCount: number;
  readonly eventAt: bigint;
  readonly validFrom: bigint;
  readonly validTo: bigint;
  readonly supersededBy: string | null;
  readonly memoryIds: readonly string[];
}

/** The read-model rows of a relation type's intervals. */
export function relationRows(scopeId: string, type: RelationType, intervals: readonly Interval[]): RelationRow[] {
  const typeId = relationTypeId(type);
  const idOf = (i: Interval): string => relationIdOf(scopeId, typeId, i.from, i.to, i.ordinal);
  return intervals.map((interval) => ({
    id: idOf(interval),
    typeId,
    from: interval.from,
    to: interval.to,
    ...evidenceOf(interval),
    supersededBy: interval.supersededBy ? idOf(interval.supersededBy) : null,
  }));
}

/** The read-model rows of a statement predicate's intervals; wording and value are those of the first claim. */
export function statementRows(scopeId: string, predicate: string, intervals: readonly Interval[]): StatementRow[] {
  const idOf = (i: Interval): string => statementIdOf(scopeId, predicate, i.from, i.to, i.ordinal);
  return intervals.map((interval) => {
    const first = firstOf(interval);
    return {
      id: idOf(interval),
      kind: first.kind,
      predicate,
      subject: interval.from,
      objectEntity: first.value === null ? interval.to : null,
      objectValue: first.value,
      valueKey: interval.to,
      text: first.text,
      eventAt: first.kind === 'event' && first.at > 0n ? first.at : 0n,
      ...evidenceOf(interval),
      supersededBy: interval.supersededBy ? idOf(interval.supersededBy) : null,
    };
  });
}

function evidenceOf(interval: Interval) {
  return {
    confidence: combinedConfidence(interval.claims),
    mentionCount: interval.claims.length,
    validFrom: interval.validFrom,
    validTo: interval.validTo,
    memoryIds: [...new Set(interval.claims.map((claim) => claim.memoryId))].sort(),
  };
}

function firstOf(interval: Interval): TimelineClaim {
  const [first] = interval.claims;
  if (!first) throw new TypeError('an interval has at least one claim');
  return first;
}
