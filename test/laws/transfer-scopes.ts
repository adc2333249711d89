import fc from 'fast-check';
import type { ClientBase, Pool } from 'pg';
import type { EntityCreated, NameDecision } from '#contracts/events.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { Observations, ReadInContext } from '#contracts/observations.js';
import { entityTypeOfId } from '#contracts/ontology.js';
import type { Scope } from '#contracts/scope.js';
import { sessionFields } from '#contracts/session.js';
import { lockScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { entityKeyOf } from '#entity-resolution/entity-key.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { assignName, NotAnAlias, UnknownEntity, UnknownName } from '#graph/commands/assign-name.js';
import { assertFact, DisallowedFact } from '#graph/commands/assert-fact.js';
import { correctEntity, EntityExists } from '#graph/commands/correct-entity.js';
import type { FactTable } from '#graph/commands/find-fact.js';
import { confirmFact, retractFact } from '#graph/commands/judge-fact.js';
import { mergeEntities } from '#graph/commands/merge-entities.js';
import { createEntity } from '#graph/commands/create-entity.js';
import { readStreams } from '#event-store/read-log.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { linkMemories, unlinkMemories } from '#memories/links/memory-links.js';
import { reviseMemory } from '#memories/revise/revise-memory.js';
import { restoreMemory, NotRestorable } from '#memories/restore/restore-memory.js';
import { extractMemories } from '../extractor/extractor-setup.js';
import { encodeMemories, encodeRow } from '../event-store/store-setup.js';
import { createdEntities, observedMemories, type ObservedMemory } from './observed-memories.js';

/** Something that happens to the memories of a scope; memories are named by their place. */
type Happening =
  | { readonly forget: number; readonly hard: boolean }
  | { readonly restore: number }
  | { readonly revise: number; readonly text: number | null }
  | { readonly link: readonly [number, number]; readonly removed: boolean }
  | { readonly judge: number; readonly table: FactTable; readonly how: 'confirm' | 'retract' }
  | { readonly assert: readonly [number, number]; readonly value: string | null; readonly period: Period }
  | { readonly assign: readonly [EntityCreated, EntityCreated]; readonly decision: NameDecision }
  | { readonly merge: readonly [number, number] }
  | { readonly split: number }
  | { readonly correct: number; readonly as: EntityCreated; readonly what: 'name' | 'type' | 'both' };

/** Beginning and end in Unix nanoseconds. */
type Period = readonly [bigint | null, bigint | null];

/** A scope to make: what its memories say, the entities of callers, and what happens then. */
export interface LivedScope {
  readonly memories: readonly ObservedMemory[];
  readonly sessions: readonly number[];
  readonly creations: readonly EntityCreated[];
  readonly happenings: readonly Happening[];
}

const place = fc.nat({ max: 7 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ forget: place, hard: fc.boolean() }),
  fc.record({ restore: place }),
  fc.record({ revise: place, text: fc.option(place) }),
  fc.record({
    judge: place,
    table: fc.constantFrom<FactTable>('relations', 'statements'),
    how: fc.constantFrom('confirm' as const, 'retract' as const),
  }),
  fc.record({
    assert: fc.tuple(place, place),
    value: fc.option(fc.constantFrom('tea', 'Oslo'), { nil: null }),
    period: fc.constantFrom<Period>([null, null], [1n, 3n], [2n, 4n], [null, 3n], [3n, null]),
  }),
  fc.record({ link: fc.tuple(place, place), removed: fc.boolean() }),
  fc
    .tuple(createdEntities, fc.constantFrom<NameDecision>('merge', 'split', 'release'))
    .filter(([entities]) => entities.length > 1)
    .map(([[a, b], decision]) => ({ assign: [a, b] as [EntityCreated, EntityCreated], decision })),
  fc.record({ merge: fc.tuple(place, place) }),
  fc.record({ split: place }),
  fc
    .tuple(place, createdEntities, fc.constantFrom('name' as const, 'type' as const, 'both' as const))
    .filter(([, entities]) => entities.length > 0)
    .map(([correct, [as], what]) => ({ correct, as: as as EntityCreated, what })),
);

/** Generates scopes with all kinds of events. */
export const livedScopes: fc.Arbitrary<LivedScope> = fc.record({
  memories: observedMemories,
  sessions: fc.array(fc.nat({ max: 2 }), { minLength: 8, maxLength: 8 }),
  creations: createdEntities,
  happenings: fc.array(happening, { maxLength: 10 }),
});

/** Makes the scope by the functions that serve requests and extraction; some memories stay unread. */
export async function liveThrough(pool: Pool, scope: Scope, { memories, sessions, ...rest }: LivedScope) {
  const { scopeId } = scope;
  const encode = encodeMemories(pool);
  const rows = memories.map((_, i) => {
    const row = encodeRow(scope, { text: String(i) });
    const session = sessionFields([null, 1, 'thread 2'][sessions[i] ?? 0] ?? null);
    const more = { metadata: { place: i, large: 2n ** 63n }, tags: ['b', 'a'], genre: 'chat' } as const;
    return { ...row, event: { ...row.event, ...more, ...session } };
  });
  for (const row of rows) await encode.write(row);
  const ids = rows.map((row) => row.memoryUuid);
  const read = memories.flatMap(({ forgotten }, i) => (forgotten ? [] : (ids[i] ?? [])));
  const events = await readStreams(pool, scopeId, read, ['MemoryEncoded']);
  const stages = [toldStage(memories, ids)];
  await extractMemories(pool, { stages }).handle(events);
  await inTransaction(pool, async (tx) => {
    await lockScope(tx, scopeId);
    for (const { entity_type_id, canonical_name, aliases, created_at_unix_nanos } of rest.creations) {
      const entity = { type: entityTypeOfId(entity_type_id), canonicalName: canonical_name ?? '', aliases };
      await createEntity(tx, scopeId, entity, BigInt(created_at_unix_nanos));
    }
  });
  for (const [i, one] of rest.happenings.entries())
    await happen(pool, scopeId, ids, { one, nowNanos: BigInt(i) * BETWEEN_NANOS + 1n });
  await extractMemories(pool, { stages }).handle(events.slice(1));
}

/** Times of decisions about entities lie among those of created entities, and each is another one. */
const BETWEEN_NANOS = 700_000_000n;

async function happen(
  pool: Pool,
  scopeId: string,
  ids: readonly string[],
  { one, nowNanos }: { readonly one: Happening; readonly nowNanos: bigint },
): Promise<void> {
  const idAt = (i: number): string => ids[i % ids.length] ?? '';
  const now = new Date();
  await inTransaction(pool, async (tx) => {
    await lockScope(tx, scopeId);
    if ('forget' in one) await forgetMemory(tx, scopeId, idAt(one.forget), { hard: one.hard, now });
    if ('restore' in one) await restoreMemory(tx, scopeId, idAt(one.restore), now);
    if ('revise' in one) await revise(tx, scopeId, idAt(one.revise), one.text === null ? null : one.text % ids.length);
    if ('link' in one && idAt(one.link[0]) !== idAt(one.link[1])) {
      const link = { source: idAt(one.link[0]), target: idAt(one.link[1]), kind: 'supports' } as const;
      if (one.removed) await unlinkMemories(tx, scopeId, link);
      else await linkMemories(tx, scopeId, link, { weight: 0.5, nowNanos: 7n });
    }
    if ('judge' in one) await judge(tx, scopeId, one);
    if ('assert' in one) await assertOne(tx, scopeId, one);
    await decideNames(tx, scopeId, one, nowNanos);
  }).catch(orImpossible);
}

async function revise(tx: ClientBase, scopeId: string, memoryId: string, place: number | null): Promise<void> {
  const change = place === null ? { tags: ['changed'], pinned: true } : { text: ` ${String(place)}`, salience: 0.25 };
  const options = { nowNanos: 9n, extract: true, sweepAt: new Date() };
  await reviseMemory(tx, scopeId, memoryId, change, options);
}

/** Confirms or retracts one of the facts. */
async function judge(
  tx: Parameters<typeof assignName>[0],
  scopeId: string,
  { judge: at, table, how }: Extract<Happening, { judge: unknown }>,
): Promise<void> {
  const id = `${table.slice(0, -1)}_id`;
  const { rows } = await tx.query<{ id: string }>(`SELECT ${id} AS id FROM ${table} WHERE scope_id = $1 ORDER BY 1`, [
    scopeId,
  ]);
  const fact = rows[at % Math.max(rows.length, 1)];
  const decided = { reason: 'asked', nowNanos: BigInt(at) };
  if (!fact) return;
  if (how === 'confirm') await confirmFact(tx, scopeId, { table, id: fact.id }, decided);
  else await retractFact(tx, scopeId, { table, id: fact.id }, decided);
}

/** Asserts a relation between two of the entities, or what one of them likes. */
async function assertOne(
  tx: Parameters<typeof assignName>[0],
  scopeId: string,
  { assert: ends, value, period: [from, to] }: Extract<Happening, { assert: unknown }>,
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT entity_id AS id FROM entities WHERE scope_id = $1 ORDER BY entity_id',
    [scopeId],
  );
  const [subjectId, entityId] = ends.map((at) => rows[at % Math.max(rows.length, 1)]?.id ?? scopeId);
  const fact = { subjectId: subjectId ?? '', text: null, from, to };
  const decided = { reason: null, nowNanos: BigInt(ends[0] + 1) };
  if (value === null)
    await assertFact(tx, scopeId, { ...fact, predicate: 'knows', object: { entityId: entityId ?? '' } }, decided);
  else
    await assertFact(tx, scopeId, { ...fact, predicate: 'likes', object: { value: { type: 'text', value } } }, decided);
}

async function decideNames(tx: ClientBase, scopeId: string, one: Happening, nowNanos: bigint): Promise<void> {
  if ('assign' in one) await assign(tx, scopeId, one);
  if ('merge' in one || 'split' in one || 'correct' in one) await decideEntity(tx, scopeId, one, nowNanos);
}

/** Does what a caller may do with one of the entities. */
async function decideEntity(
  tx: ClientBase,
  scopeId: string,
  one: Extract<Happening, { merge: unknown } | { split: unknown } | { correct: unknown }>,
  nowNanos: bigint,
): Promise<void> {
  const { rows } = await tx.query<{ id: string; aliases: string[] }>(
    `SELECT entity_id AS id, aliases FROM entities WHERE scope_id = $1 AND merged_into IS NULL
     ORDER BY type_id, normal_form`,
    [scopeId],
  );
  const at = (i: number) => rows[i % Math.max(rows.length, 1)] ?? { id: scopeId, aliases: [] };
  if ('merge' in one) {
    const [entityId, intoId] = one.merge.map((i) => at(i).id);
    await mergeEntities(tx, scopeId, { entityId: entityId ?? '', intoId: intoId ?? '' }, nowNanos);
  } else if ('split' in one) {
    const [name] = at(one.split).aliases;
    if (name === undefined) return;
    await assignName(tx, scopeId, { entityId: at(one.split).id, name, decision: 'split' }, nowNanos);
  } else {
    const { canonical_name, entity_type_id } = one.as;
    await correctEntity(
      tx,
      scopeId,
      {
        entityId: at(one.correct).id,
        ...(one.what !== 'type' && canonical_name !== null && { name: canonical_name }),
        ...(one.what !== 'name' && { type: entityTypeOfId(entity_type_id) }),
      },
      nowNanos,
    );
  }
}

function assign(
  tx: ClientBase,
  scopeId: string,
  { assign: [entity, other], decision }: Extract<Happening, { assign: unknown }>,
): Promise<unknown> {
  const type = entityTypeOfId(entity.entity_type_id);
  const { entityId } = entityKeyOf(scopeId, type, entity.canonical_name ?? '');
  const name = other.canonical_name ?? '';
  return assignName(tx, scopeId, { entityId, name, decision }, BigInt(entity.created_at_unix_nanos));
}

/** What was generated may be impossible, such as restoring an erased memory. */
function orImpossible(error: unknown): void {
  const impossible = [NotRestorable, DisallowedFact, UnknownEntity, UnknownName, NotAnAlias, EntityExists];
  if (!impossible.some((kind) => error instanceof kind)) throw error;
}

/** A stage that finds in each memory what was generated for it, in the context of these memories. */
function toldStage(memories: readonly ObservedMemory[], ids: readonly string[]): Stage {
  const idOf = new Map(memories.map(({ memoryId }, i) => [memoryIdOfUuid(memoryId), memoryIdOfUuid(ids[i] ?? '')]));
  const own = <T extends ReadInContext>(claim: T): T =>
    claim.context ? { ...claim, context: claim.context.flatMap((id) => idOf.get(id) ?? []) } : claim;
  const told = ({ relations, statements, ...rest }: Observations): Observations => {
    return { ...rest, relations: relations.map(own), statements: statements.map(own) };
  };
  return {
    name: 'pattern',
    version: 'test-1',
    run: ({ text }) => {
      const [observations] = memories[Number(text)]?.runs ?? [];
      if (!observations) throw new TypeError('no such memory');
      return { state: 'done', observations: told(observations) };
    },
  };
}
