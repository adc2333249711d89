import type { EntityType } from '#contracts/ontology.js';
import { statementKindOf } from '#contracts/ontology.js';
import type { NameRef, StageName, StatementValue } from '#contracts/observations.js';
import type { ObservationCollector } from '../pipeline/observation-collector.js';
import { recordClaims } from './record-claims.js';
import type { Cell, DataRecord } from './cells.js';

/** Confidence of what a key or header says of a value. */
const CONFIDENCE = 0.9;

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
  const origin = { polarity: 'asserted', event_at_unix_nanos: source.eventAtUnixNanos } as const;
  for (const record of records) {
    const { named, relations, statements } = recordClaims(record, typeOf);
    for (const { cell, type } of named) {
      const { start, end, value: name } = cell;
      collector.addMention({ type, name, start, end, confidence: CONFIDENCE });
    }
    for (const { type, from, to } of relations)
      collector.addRelation({ type, from: refOf(from), to: refOf(to), ...origin, confidence: CONFIDENCE, stage });
    for (const { predicate, subject, value } of statements) {
      const kind = statementKindOf(predicate);
      if (kind === null) continue;
      const object = { kind: 'value', value: valueOf(value, predicate) } as const;
      const said = `${subject.cell.value}: ${value.key} ${value.value}`;
      const claim = { kind, predicate, subject: refOf(subject), object, text: said };
      collector.addStatement({ ...claim, ...origin, confidence: CONFIDENCE, stage });
    }
  }
}

function refOf({ cell, type }: { readonly cell: Cell; readonly type: EntityType }): NameRef {
  return { type, name: cell.value };
}

function valueOf({ value }: Cell, predicate: string): StatementValue {
  return predicate === 'age' ? { type: 'integer', value: BigInt(value) } : { type: 'text', value };
}
