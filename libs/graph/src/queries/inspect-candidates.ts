import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import type { StatementValue } from '#contracts/observations.js';
import { qualified } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import { NO_VALUE, RELATION_KIND } from '../projection/contributions/contribution.js';
import { statedIntervalOf } from './candidate-facts.js';
import { verbalizeClaim, verbalizeEndedClaim, verbalizeName, verbalizeValue } from './claim-wording.js';

/** A claim of a memory that is too weak to be a fact, and that neither another memory nor a caller has made one. */
export interface InspectedCandidate {
  /** Id that an asserted one would have as a relation or statement, by which callers confirm or retract it. */
  readonly id?: string;
  /** What is claimed, as a sentence. */
  readonly claim: string;
  /** Qualified name. */
  readonly predicate: string;
  readonly kind: 'relation' | 'fact';
  /** Name of the entity. */
  readonly subject: string;
  /** Name of the entity, or the value in words. */
  readonly object: string;
  readonly polarity: 'asserted' | 'ended';
  readonly confidence: number;
  /** Stage that found it. */
  readonly stage: string;
  /** When it began, happened or ended; left out when unknown. */
  readonly event_at_unix_nanos?: bigint;
}

interface CandidateClaimRow {
  readonly id: string;
  readonly kind: string;
  readonly predicate: string;
  readonly subject: string;
  /** Null for a value. */
  readonly object: string | null;
  readonly value: StatementValue | null;
  readonly asserted: boolean;
  readonly event_at: bigint;
  readonly confidence: number;
  readonly stage: string;
}

/** Candidates of a memory that neither count as evidence nor are stated by callers, the most confident first. */
export async function inspectCandidates(
  sql: Sql,
  scopeId: string,
  memoryUuid: string,
): Promise<(InspectedCandidate & IsoTimesOf<InspectedCandidate>)[]> {
  const { rows } = await sql.query<CandidateClaimRow>(
    `SELECT w.pair_id AS id, c.kind, c.predicate, subject.canonical_name AS subject, object.canonical_name AS object, c.value, c.asserted,
            c.event_at_nanos AS event_at, c.confidence, c.stage
     FROM candidate_evidence AS w
     JOIN claims AS c ON c.scope_id = $1 AND c.memory_id = w.memory_id AND c.ordinal = w.ordinal
     JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = c.subject
     JOIN entities AS subject ON subject.scope_id = $1 AND subject.entity_id = ${survivorIdSql('s')}
     LEFT JOIN entities AS o ON o.scope_id = $1 AND o.entity_id = c.object
     LEFT JOIN entities AS object ON object.scope_id = $1 AND object.entity_id = ${survivorIdSql('o')}
     WHERE w.scope_id = $1 AND w.memory_id = $2 AND c.value_key <> '${NO_VALUE}' AND NOT EXISTS (
       SELECT FROM evidence AS e WHERE e.scope_id = $1 AND e.memory_id = w.memory_id AND e.ordinal = w.ordinal)
       AND NOT EXISTS (${statedIntervalOf('relations')}) AND NOT EXISTS (${statedIntervalOf('statements')})
     ORDER BY c.confidence DESC, c.ordinal`,
    [scopeId, memoryUuid],
  );
  return rows.map((row) => withIsoTimes(candidateOf(row)));
}

function candidateOf({ event_at, asserted, value, ...row }: CandidateClaimRow): InspectedCandidate {
  const { id, predicate, subject, confidence, stage } = row;
  const object = value === null ? (row.object ?? '') : verbalizeValue(value);
  const ends = [predicate, verbalizeName(subject), value === null ? verbalizeName(object) : object] as const;
  return {
    ...(asserted && { id }),
    claim: (asserted ? null : verbalizeEndedClaim(...ends)) ?? verbalizeClaim(...ends),
    ...{ predicate: qualified(predicate), kind: row.kind === RELATION_KIND ? 'relation' : 'fact', subject, object },
    ...{ polarity: asserted ? 'asserted' : 'ended', confidence, stage },
    ...(event_at === 0n ? {} : { event_at_unix_nanos: event_at }),
  };
}
