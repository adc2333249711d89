import type { StatementValue } from '#contracts/observations.js';
import { relationTypeId, type RelationType } from '#contracts/ontology.js';
import { laterIntervalIdOf } from '../../ids.js';
import type { StatedDecision } from '../decisions/stated-decision.js';
import { combinedConfidenceOf, type ClaimPair, type ClaimPosition } from '../facts/claim-evidence.js';

/** Columns that relations and statements share: an interval of a pair, and its position in the pair's history. */
export interface IntervalRow {
  readonly id: string;
  readonly confidence: number;
  readonly mentionCount: number;
  readonly validFrom: bigint;
  readonly validTo: bigint;
  readonly supersededBy: string | null;
  /** UUIDs of the memories of its first `MAX_MEMORIES_IN_ROW` claims, sorted. */
  readonly memoryIds: readonly string[];
  readonly pairId: string;
  readonly weight: bigint;
  readonly firstAt: bigint;
  readonly firstMemory: string;
  readonly firstOrdinal: number;
  readonly lastAt: bigint;
  readonly lastMemory: string;
  readonly lastOrdinal: number;
  readonly source: FactSource;
}

/** Who says so: memories, or a caller who confirmed or asserted it. */
export type FactSource = 'read' | StatedDecision;

export interface RelationRow extends IntervalRow {
  readonly typeId: number;
  readonly from: string;
  readonly to: string;
}

export interface StatementRow extends IntervalRow {
  readonly kind: string;
  readonly predicate: string;
  readonly subject: string;
  readonly objectEntity: string | null;
  readonly objectValue: StatementValue | null;
  readonly valueKey: string;
  readonly text: string;
  readonly eventAt: bigint;
}

/** Maximum number of claims whose memories an interval's row lists; further ones are read from `evidence`. */
export const MAX_MEMORIES_IN_ROW = 32;

/** An interval of a pair, with all values that its row shows. */
export interface IntervalFacts {
  readonly first: ClaimPosition;
  readonly last: ClaimPosition;
  readonly isFirstOfPair: boolean;
  readonly validFrom: bigint;
  readonly validTo: bigint;
  readonly supersededBy: string | null;
  readonly count: number;
  readonly weight: bigint;
  /** Memories of its first claims, without decisions of callers, at most `MAX_MEMORIES_IN_ROW`. */
  readonly memoryIds: readonly string[];
  /** Kind of the first claim; `text` and `value` are those of the first claim too. */
  readonly kind: string;
  readonly text: string;
  readonly value: StatementValue | null;
  readonly source: FactSource;
}

/**
 * Id of an interval. The first interval of a pair has the id of the pair, so that a fact that holds once keeps its id
 * whichever memories state it. Later intervals are identified by their first claim.
 */
export function intervalIdOf(
  scopeId: string,
  pairId: string,
  first: Omit<ClaimPosition, 'at'> & { readonly isFirstOfPair: boolean },
): string {
  return first.isFirstOfPair ? pairId : laterIntervalIdOf(scopeId, pairId, first.memoryId, first.ordinal);
}

/** Row of an interval of a relation. */
export function relationRow(scopeId: string, pair: ClaimPair, facts: IntervalFacts): RelationRow {
  const typeId = relationTypeId(pair.predicate as RelationType);
  return { typeId, from: pair.from, to: pair.to, ...intervalRow(scopeId, pair, facts) };
}

/** Row of an interval of a statement; text and value are those of the first claim. */
export function statementRow(scopeId: string, pair: ClaimPair, facts: IntervalFacts): StatementRow {
  const { kind, text, value, first } = facts;
  return {
    kind,
    predicate: pair.predicate,
    subject: pair.from,
    objectEntity: value === null ? pair.to : null,
    objectValue: value,
    valueKey: pair.to,
    text,
    eventAt: kind === 'event' && first.at > 0n ? first.at : 0n,
    ...intervalRow(scopeId, pair, facts),
  };
}

function intervalRow(scopeId: string, { pairId }: ClaimPair, facts: IntervalFacts): IntervalRow {
  const { first, last, isFirstOfPair, count, weight, validFrom, validTo, supersededBy, memoryIds } = facts;
  return {
    id: intervalIdOf(scopeId, pairId, { ...first, isFirstOfPair }),
    ...{ confidence: combinedConfidenceOf(weight), mentionCount: count, validFrom, validTo, supersededBy },
    memoryIds: [...new Set(memoryIds)].sort(),
    ...{ pairId, weight, firstAt: first.at, firstMemory: first.memoryId, firstOrdinal: first.ordinal },
    ...{ lastAt: last.at, lastMemory: last.memoryId, lastOrdinal: last.ordinal, source: facts.source },
  };
}
