import { afterAll, beforeAll } from '@jest/globals';
import { uuidv7 } from '#contracts/uuid-v7.js';
import type { Pool } from 'pg';
import type {
  AliasObservation,
  MentionObservation,
  NameRef,
  Observations,
  Polarity,
  RelationObservation,
  StatementObservation,
} from '#contracts/observations.js';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import {
  ENTITY_TYPES,
  entityTypeId,
  statementKindOf,
  type EntityType,
  type RelationType,
  type StatementPredicate,
} from '#contracts/ontology.js';
import { openDatabase, type Database } from '#database/database.js';
import { inTransaction } from '#database/transaction.js';
import { entityIdOf } from '../../libs/entity-resolution/src/entity-key.js';
import { normalForm } from '#entity-resolution/normal-form.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import type { GraphChanges } from '#graph/projection/read-models/refresh-read-models.js';
import { lockScope } from '#database/in-locked-scope.js';
import { testDatabase } from '../harness/services.js';

/** Pools of the owner and of the service, on a migrated database of the test file. */
export function useDatabase(): { pool: () => Pool; service: () => Pool } {
  let database: Database | undefined;
  beforeAll(async () => {
    const limits = { connectTimeoutMs: 10_000, statementTimeoutMs: 0 };
    database = await openDatabase({ url: await testDatabase(), poolSize: 6, ...limits });
  }, 240_000);
  afterAll(async () => database?.close());
  const open = (): Database => {
    if (!database) throw new Error('no database yet');
    return database;
  };
  return { pool: () => open().system, service: () => open().service };
}

interface ClaimOptions {
  at?: bigint;
  polarity?: Polarity;
  confidence?: number;
  /** Ids of memories, as in `ReadInContext`. */
  context?: string[];
}

/** Content of a seeded memory. A name is `Maya` (a person) or `place:Oslo`. */
export interface Said {
  mentions?: string[];
  relations?: [from: string, type: RelationType, to: string, options?: ClaimOptions][];
  statements?: [subject: string, predicate: StatementPredicate, object: string, options?: ClaimOptions][];
  ends?: [subject: string, predicate: RelationType | StatementPredicate, confidence: number, at?: bigint][];
  aliases?: [name: string, alias: string][];
}

/** Stores memories and projects their content; returns their UUIDs. `row` overrides columns of the memories. */
export async function seed(pool: Pool, scopeId: string, said: Said[], row: Partial<MemoryRow> = {}): Promise<string[]> {
  const memories = said.map((s, i) => ({
    memoryId: uuidv7(),
    createdAt: 1_700_000_000_000_000_001n + BigInt(i),
    observations: observationsOf(s),
  }));
  await inTransaction(pool, async (tx) => {
    await lockScope(tx, scopeId);
    for (const memory of memories) await insertMemory(tx, scopeId, memory.memoryId, memory.createdAt, row);
    await projectMemories(tx, scopeId, memories);
  });
  return memories.map((memory) => memory.memoryId);
}

/** Takes what memories tell out of the graph, in one transaction; returns what changed. */
export async function forgetMemories(pool: Pool, scopeId: string, memoryIds: readonly string[]): Promise<GraphChanges> {
  return inTransaction(pool, async (tx) => {
    await lockScope(tx, scopeId);
    const gone = memoryIds.map((memoryId) => ({ memoryId, createdAt: 1n, observations: null }));
    return projectMemories(tx, scopeId, gone);
  });
}

export interface MemoryRow {
  text: string;
  session: bigint | null;
  speaker: string | null;
  state: 'active' | 'forgotten';
  erased: boolean;
}

async function insertMemory(
  tx: { query: Pool['query'] },
  scopeId: string,
  memoryId: string,
  createdAt: bigint,
  { text = 'a turn', session = null, speaker = null, state = 'active', erased = false }: Partial<MemoryRow>,
): Promise<void> {
  await tx.query(
    `INSERT INTO memories (scope_id, memory_id, state, kind, salience, session, speaker, text, created_at_nanos,
                           occurred_at_nanos, erased)
     VALUES ($1, $2, $3, 0, 0.5, $4, $5, $6, $7, 0, $8)`,
    [scopeId, memoryId, state, session, speaker, text, createdAt, erased],
  );
}

/** Id of the entity row of a name. */
export function idOf(scopeId: string, name: string): string {
  const { type, name: bare } = refOf(name);
  return entityIdOf(scopeId, entityTypeId(type), normalForm(type, bare));
}

export function refOf(name: string): NameRef {
  const [prefix = '', bare] = name.split(':');
  return bare === undefined || !ENTITY_TYPES.includes(prefix as EntityType)
    ? { type: 'person', name }
    : { type: prefix as EntityType, name: bare };
}

const FOUND = { confidence: 0.9, stage: 'pattern' } as const;

function observationsOf({
  mentions = [],
  relations = [],
  statements = [],
  ends = [],
  aliases = [],
}: Said): Observations {
  return {
    ...NO_OBSERVATIONS,
    mentions: mentions.map((name, i): MentionObservation => ({
      ...refOf(name),
      start: i * 10,
      end: i * 10 + 5,
      ...FOUND,
    })),
    relations: relations.map(([from, type, to, options]): RelationObservation => ({
      ...{ type, from: refOf(from), to: refOf(to) },
      ...madeWith(options),
    })),
    statements: statements.map(([subject, predicate, object, options]): StatementObservation => ({
      ...{
        kind: statementKindOf(predicate) ?? 'fact',
        predicate,
        subject: refOf(subject),
        text: `${predicate} ${object}`,
      },
      object: object.includes(':')
        ? { kind: 'entity', ...refOf(object) }
        : { kind: 'value', value: { type: 'text', value: object } },
      ...madeWith(options),
    })),
    ends: ends.map(([subject, predicate, confidence, at = 0n]) => ({
      ...{ predicate, subject: refOf(subject), event_at_unix_nanos: at },
      ...{ ...FOUND, confidence },
    })),
    aliases: aliases.map(([name, alias]): AliasObservation => ({
      type: refOf(name).type,
      name: refOf(name).name,
      alias,
      ...FOUND,
    })),
  };
}

function madeWith({ at = 0n, polarity = 'asserted', confidence = FOUND.confidence, context }: ClaimOptions = {}) {
  return { polarity, event_at_unix_nanos: at, ...FOUND, confidence, ...(context && { context }) };
}

/** Writes relations from one entity to nonexistent ends directly into the table. */
export async function fan(pool: Pool, scopeId: string, from: string, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO relations (scope_id, relation_id, type_id, from_entity, to_entity, confidence, mention_count,
                            valid_from_nanos, valid_to_nanos, memory_ids, pair_id, weight, first_at_nanos,
                            first_memory, first_ordinal, last_at_nanos, last_memory, last_ordinal)
     SELECT $1, gen_random_uuid(), 8, $2, gen_random_uuid(), 0.5, 1, 0, 0, '{}',
            gen_random_uuid(), 0, 0, gen_random_uuid(), 0, 0, gen_random_uuid(), 0 FROM generate_series(1, $3)`,
    [scopeId, from, count],
  );
}
