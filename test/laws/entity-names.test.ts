import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Pool, PoolClient } from 'pg';
import { ENTITY_TYPES } from '#contracts/ontology.js';
import { openDatabase, type Database } from '#database/database.js';
import { lockScope } from '#database/in-locked-scope.js';
import { GRAPH_TABLES } from '#graph/rebuild/graph-tables.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { replayStreams } from '#graph/rebuild/replay-streams.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

/**
 * Requests that create, rename, merge and split entities, against a model: an entity is a set of names. Api and
 * extractor run on real Postgres; each story has a scope of its own.
 */
let engraph: RunningEngraph;
let database: Database;
let pool: Pool;

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' });
  const limits = { connectTimeoutMs: 5_000, statementTimeoutMs: 0 };
  database = await openDatabase({ url: engraph.databaseUrl, poolSize: 6, ...limits });
  pool = database.system;
});
afterAll(async () => {
  await database.close();
  await engraph.stop();
});

type Type = 'person' | 'organization';

/** Names of which none is short for another. */
const NAMES: Readonly<Record<Type, readonly string[]>> = {
  person: ['Ada Berg', 'Bodil Dahl', 'Cyrus Marian Ek', 'Dina Falk', 'Elvira Gran'],
  organization: ['Nordwind', 'Kestrel Labs', 'Umbra'],
};
const idOfType = (type: Type): number => ENTITY_TYPES.indexOf(type) + 1;
const type = fc.constantFrom<Type>('person', 'person', 'organization');
const place = fc.nat(7);

/** A request; entities and names are given by their place among those that there are. */
const request = fc.oneof(
  { weight: 2, arbitrary: fc.record({ create: place, type }) },
  { weight: 1, arbitrary: fc.record({ remember: place }) },
  { weight: 2, arbitrary: fc.record({ rename: place, as: place }) },
  { weight: 4, arbitrary: fc.record({ merge: place, into: place }) },
  { weight: 3, arbitrary: fc.record({ split: place, alias: place }) },
  { weight: 1, arbitrary: fc.record({ assert: place, about: place }) },
);
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

/** A name and the type of its entity row, as `person:Ada Berg`. */
type Name = `${Type}:${string}`;

interface Entity {
  readonly type: Type;
  readonly names: readonly Name[];
}

const nameOf = (type: Type, at: number): Name => `${type}:${NAMES[type][at % NAMES[type].length] ?? ''}`;
const surfaceOf = (name: Name): string => name.slice(name.indexOf(':') + 1);
const typeOf = (name: Name): Type => (name.startsWith('person') ? 'person' : 'organization');

/** A scope, and the model of its entities. */
class Story {
  private entities: Entity[] = [];
  constructor(
    private readonly client: Client,
    private readonly scopeId: string,
  ) {}

  async ask(asked: Request): Promise<void> {
    if ('create' in asked) await this.create(nameOf(asked.type, asked.create));
    else if ('remember' in asked) await this.remember(nameOf('person', asked.remember));
    else if (this.entities.length > 0) {
      if ('rename' in asked) await this.rename(this.at(asked.rename), asked.as);
      else if ('merge' in asked) await this.merge(this.at(asked.merge), this.at(asked.into));
      else if ('split' in asked) await this.split(this.at(asked.split), asked.alias);
      else await this.assert(this.at(asked.assert), this.at(asked.about));
    }
    expect(await entitiesOf(this.scopeId)).toEqual(sorted(this.entities.map(({ names }) => names)));
  }

  private at(place: number): Entity {
    return this.entities[place % this.entities.length] as Entity;
  }

  private replace(gone: readonly Entity[], ...come: readonly Entity[]): void {
    this.entities = [...this.entities.filter((entity) => !gone.includes(entity)), ...come];
  }

  private know(name: Name): void {
    const isKnown = this.entities.some(({ names }) => names.includes(name));
    if (!isKnown) this.replace([], { type: typeOf(name), names: [name] });
  }

  private async create(name: Name): Promise<void> {
    const answer = await this.client.post('/v1/entities', {
      entity_type_id: idOfType(typeOf(name)),
      canonical_name: surfaceOf(name),
    });
    expect(answer.status).toBe(200);
    this.know(name);
  }

  private async remember(name: Name): Promise<void> {
    await this.client.remember(`${surfaceOf(name)} likes tea.`);
    this.know(name);
  }

  private async rename(entity: Entity, as: number): Promise<void> {
    const name = nameOf(entity.type, as);
    const { status, body } = await this.client.patch(`/v1/entities/${await this.idOf(entity)}`, {
      canonical_name: surfaceOf(name),
    });
    const isOthers = this.entities.some((other) => other !== entity && other.names.includes(name));
    expect(status).toBe(isOthers ? 409 : 200);
    if (isOthers) return;
    expect(body.canonical_name).toBe(surfaceOf(name));
    this.replace([entity], { ...entity, names: [...new Set([...entity.names, name])] });
  }

  private async merge(entity: Entity, into: Entity): Promise<void> {
    const [id, intoId] = [await this.idOf(entity), await this.idOf(into)];
    const { status, body } = await this.client.post(`/v1/entities/${id}/merge`, { into: intoId });
    expect(status).toBe(200);
    expect(body.entity_type_id).toBe(idOfType(into.type));
    const names = [...new Set([...entity.names, ...into.names])];
    if (entity !== into) this.replace([entity, into], { type: into.type, names });
  }

  private async split(entity: Entity, alias: number): Promise<void> {
    const name = entity.names[alias % entity.names.length] as Name;
    const id = await this.idOf(entity);
    const own = rowOf(name, await rowsOf(this.scopeId));
    const { status, body } = await this.client.post(`/v1/entities/${id}/split`, { name: surfaceOf(name) });
    if (own === id) {
      expect([200, 400]).toContain(status);
      return;
    }
    expect([status, body.entity_id, body.entity_type_id]).toEqual([200, own, idOfType(typeOf(name))]);
    const names = entity.names.filter((other) => other !== name);
    this.replace([entity], { ...entity, names }, { type: typeOf(name), names: [name] });
  }

  /** Facts follow the names of their ends through all of this; that is compared with the log at the end. */
  private async assert(entity: Entity, other: Entity): Promise<void> {
    if (entity.type !== 'person' || other.type !== 'person' || entity === other) return;
    const [from_entity, to_entity] = [await this.idOf(entity), await this.idOf(other)];
    const answer = await this.client.post('/v1/relations', { relation_type: 'knows', from_entity, to_entity });
    expect(answer.status).toBe(200);
  }

  /** Id of the survivor. */
  private async idOf({ names }: Entity): Promise<string> {
    const rows = await rowsOf(this.scopeId);
    const id = rowOf(names[0] as Name, rows);
    return rows.find((row) => row.id === id)?.survivor ?? '';
  }
}

interface Row {
  readonly id: string;
  readonly survivor: string;
  readonly type: Type;
  readonly form: string;
}

async function rowsOf(scopeId: string): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT entity_id AS id, coalesce(merged_into, entity_id) AS survivor, normal_form AS form,
       CASE type_id WHEN $2 THEN 'person' WHEN $3 THEN 'organization' END AS type
     FROM entities WHERE scope_id = $1 AND type_id = ANY (ARRAY[$2, $3]::smallint[])`,
    [scopeId, idOfType('person'), idOfType('organization')],
  );
  return rows;
}

const rowOf = (name: Name, rows: readonly Row[]): string | undefined =>
  rows.find(({ type, form }) => type === typeOf(name) && form === surfaceOf(name).toLowerCase())?.id;

/** Names of each entity of the scope. */
async function entitiesOf(scopeId: string): Promise<string[][]> {
  const bySurvivor = new Map<string, string[]>();
  for (const { survivor, type, form } of await rowsOf(scopeId))
    bySurvivor.set(survivor, [...(bySurvivor.get(survivor) ?? []), `${type}:${form}`]);
  return sorted([...bySurvivor.values()]);
}

function sorted(groups: readonly (readonly string[])[]): string[][] {
  const lower = groups.map((names) => names.map((name) => name.toLowerCase()).sort());
  return lower.sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
}

/** What the tables of the graph have of a scope. */
async function graphOf(tx: PoolClient, scopeId: string): Promise<string[]> {
  const parts = GRAPH_TABLES.map(
    (table) => `SELECT '${table} ' || t::text AS row FROM ${table} AS t WHERE scope_id = $1`,
  );
  const { rows } = await tx.query<{ row: string }>(`${parts.join(' UNION ALL ')} ORDER BY 1`, [scopeId]);
  return rows.map(({ row }) => row);
}

/** The graph that the streams of a scope give in this order; what there is stays. */
async function replayed(scopeId: string, order: readonly string[]): Promise<{ live: string[]; again: string[] }> {
  const tx = await pool.connect();
  try {
    await tx.query('BEGIN');
    await lockScope(tx, scopeId);
    const live = await graphOf(tx, scopeId);
    for (const table of GRAPH_TABLES) await tx.query(`DELETE FROM ${table} WHERE scope_id = $1`, [scopeId]);
    for (const stream of order) await replayStreams(tx, tx, scopeId, [stream]);
    return { live, again: await graphOf(tx, scopeId) };
  } finally {
    await tx.query('ROLLBACK');
    tx.release();
  }
}

async function streamsOf(scopeId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT DISTINCT stream_id AS id FROM events WHERE scope_id = $1 AND type <> 'GraphUpdated' ORDER BY 1`,
    [scopeId],
  );
  return rows.map(({ id }) => id);
}

let scopes = 0;

async function newStory(): Promise<{ story: Story; scopeId: string }> {
  scopes += 1;
  const client = await engraph.client('entity-requests', String(scopes));
  const scopeId = String((await client.get('/v1/whoami')).body.agent_id);
  return { story: new Story(client, scopeId), scopeId };
}

test('a split takes one name alone, also when that name joins the others', async () => {
  const { story } = await newStory();
  for (const create of [0, 1, 2]) await story.ask({ create, type: 'person' });
  await story.ask({ rename: 0, as: 3 });
  // Cyrus is merged into Bodil, and Ada, now Dina, into Cyrus: only he joins Bodil to the rest.
  await story.ask({ merge: 1, into: 0 });
  await story.ask({ merge: 0, into: 1 });
  await story.ask({ split: 0, alias: 2 });
});

test('requests make of entities what they say, and the log gives the same graph in any order', async () => {
  const stories = fc.record({
    requests: fc.array(request, { minLength: 4, maxLength: 14 }),
    shuffle: fc.infiniteStream(fc.nat(1_000)),
  });
  await fc.assert(
    fc.asyncProperty(stories, async ({ requests, shuffle }) => {
      const { story, scopeId } = await newStory();
      for (const create of [0, 1, 2]) await story.ask({ create, type: 'person' });
      for (const one of requests) await story.ask(one);
      const streams = (await streamsOf(scopeId)).map((id) => ({ id, at: shuffle.next().value as number }));
      const order = streams.sort((a, b) => a.at - b.at).map(({ id }) => id);
      const { live, again } = await replayed(scopeId, [...order, ...order.slice(0, 3)]);
      expect(again).toEqual(live);
    }),
    { numRuns: 25 },
  );
  expect((await rebuildGraph(pool, 'verify')).tables).toEqual([]);
});
