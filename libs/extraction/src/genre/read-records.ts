import type { EntityType } from '#contracts/ontology.js';
import { statementKindOf } from '#contracts/ontology.js';
import type { NameRef, StageName, StatementValue } from '#contracts/observations.js';
import type { ObservationCollector } from '../pipeline/observation-collector.js';
import { recordClaims } from './record-claims.js';
import type { Cell, DataRecord } from './cells.js';
import type { NamedCell } from './record-subject.js';

/** Confidence of what a key or header says of a value. */
const CONFIDENCE = 0.9;
/**
 * Confidence that what an empty cell gave before is over. It is less than that of a fact, as another kind of record may
 * not know it: the older fact becomes unsettled, and is not ended.
 */
const CONFIDENCE_OF_BLANK = 0.6;

/** A memory with records, and who reads it. */
export interface RecordSource {
  readonly records: readonly DataRecord[];
  readonly eventAtUnixNanos: bigint;
  readonly stage: StageName;
  /** Type of the name that spans a cell, if it is known. */
  readonly typeOf: (cell: Cell) => EntityType | null;
}

/** Adds what the tables, separated values and JSON objects of a memory state by their headers and keys. */
export function readRecords(source: RecordSource, collector: ObservationCollector): void {
  const { records, stage, typeOf } = source;
  for (const record of records) {
    const { named, relations, statements, ends, since } = recordClaims(record, typeOf, source.eventAtUnixNanos);
    const origin = { polarity: 'asserted', event_at_unix_nanos: since ?? source.eventAtUnixNanos } as const;
    for (const { cell, type, name } of named) {
      const { start, end } = cell;
      if (start < end) collector.addMention({ type, name, start, end, confidence: CONFIDENCE });
    }
    for (const { predicate, subject, isStated } of ends) {
      const confidence = isStated ? CONFIDENCE : CONFIDENCE_OF_BLANK;
      collector.addEnd({
        predicate,
        subject: refOf(subject),
        event_at_unix_nanos: origin.event_at_unix_nanos,
        confidence,
        stage,
      });
    }
    for (const { type, from, to } of relations)
      collector.addRelation({ type, from: refOf(from), to: refOf(to), ...origin, confidence: CONFIDENCE, stage });
    for (const { predicate, subject, value } of statements) {
      const kind = statementKindOf(predicate);
      if (kind === null) continue;
      const object = { kind: 'value', value: valueOf(value, predicate) } as const;
      const said = `${subject.name}: ${value.key} ${value.value}`;
      const claim = { kind, predicate, subject: refOf(subject), object, text: said };
      collector.addStatement({ ...claim, ...origin, confidence: CONFIDENCE, stage });
    }
  }
}

function refOf({ type, name }: NamedCell): NameRef {
  return { type, name };
}

function valueOf({ value }: Cell, predicate: string): StatementValue {
  return predicate === 'age' ? { type: 'integer', value: BigInt(value) } : { type: 'text', value };
}
