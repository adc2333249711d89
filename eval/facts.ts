import 'reflect-metadata';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { SETTINGS } from '#config/settings.js';
import type { EngraphClient } from '../clients/typescript/src/index.js';
import { storeTurns } from './conversation.js';
import { readScopeFiles, type ScopeFile } from './scope-file.js';
import { withEngraph } from './service.js';

/** A fact as a judge reads it. */
interface Fact {
  readonly kind: 'relation' | 'statement';
  readonly fact: string;
  readonly current: boolean;
  readonly confidence: number;
  readonly since: string | null;
  readonly until: string | null;
  readonly memories: readonly string[];
}

const program = new Command('eval:facts')
  .description(
    'Stores scopes of messages and writes every entity, candidates apart, and every fact that the graph then gives, to be judged.',
  )
  .requiredOption('--scopes <dir>', 'files of scopes')
  .requiredOption('--out <dir>', 'a file of each scope')
  .option('--fact <confidence>', 'minimum confidence of a fact', SETTINGS.FACT_MIN_CONFIDENCE.fallback)
  .action(run);

interface Options {
  readonly scopes: string;
  readonly out: string;
  readonly fact: string;
}

async function run({ scopes, out, fact }: Options): Promise<void> {
  await mkdir(out, { recursive: true });
  await withEngraph({ FACT_MIN_CONFIDENCE: fact }, async (clientOf) => {
    for (const file of await readScopeFiles(scopes)) {
      const given = await factsOf(await clientOf(file.scope), file);
      await writeFile(join(out, file.name), `${JSON.stringify(given, null, 1)}\n`);
      process.stderr.write(`${file.name}: ${String(given.facts.length)} facts\n`);
    }
  });
}

async function factsOf(client: EngraphClient, { scope, turns }: ScopeFile) {
  const messageOf = await storeTurns(client, turns);
  const { entities } = await client.listEntities({ limit: 1000, include_candidates: true });
  const nameOf = (id: string) => entities.find(({ entity_id }) => entity_id === id)?.canonical_name ?? id;
  const facts = [...(await relationsOf(client, entities, nameOf, messageOf))];
  const { statements } = await client.listStatements({ only_current: false, limit: 1000 });
  for (const s of statements) {
    const object = s.object.kind === 'value' ? String(s.object.value.value) : nameOf(s.object.id);
    facts.push({
      kind: 'statement',
      fact: `${nameOf(s.subject)} --${s.predicate}--> ${object}`,
      ...held(s, messageOf),
    });
  }
  return {
    scope,
    entities: entities.filter(({ is_candidate }) => !is_candidate).map(entityOf),
    candidates: entities.filter(({ is_candidate }) => is_candidate).map(entityOf),
    facts,
  };
}

type Listed = Awaited<ReturnType<EngraphClient['listEntities']>>['entities'][number];

function entityOf({ canonical_name, entity_type, aliases, confidence }: Listed) {
  return { name: canonical_name, entity_type, aliases, confidence };
}

async function relationsOf(
  client: EngraphClient,
  entities: readonly { readonly entity_id: string }[],
  nameOf: (id: string) => string,
  messageOf: Map<string, string>,
): Promise<Fact[]> {
  const found = new Map<string, Fact>();
  for (const { entity_id } of entities) {
    const options = { direction: 'both', include_superseded: true, limit: 1000 } as const;
    for (const r of (await client.listEntityRelations(entity_id, options)).relations) {
      const fact = `${nameOf(r.from_entity)} --${r.relation_type}--> ${nameOf(r.to_entity)}`;
      if (!r.tombstoned) found.set(r.relation_id, { kind: 'relation', fact, ...held(r, messageOf) });
    }
  }
  return [...found.values()];
}

interface Held {
  readonly valid_from_unix_nanos: bigint;
  readonly valid_to_unix_nanos: bigint;
  readonly unsettled: boolean;
  readonly superseded_by: string | null;
  readonly confidence: number;
  readonly memory_ids?: readonly string[];
}

function held(claim: Held, messageOf: Map<string, string>): Omit<Fact, 'kind' | 'fact'> {
  const { valid_from_unix_nanos: from, valid_to_unix_nanos: to, unsettled, superseded_by } = claim;
  const { confidence, memory_ids = [] } = claim;
  return {
    current: (to === 0n || to > BigInt(Date.now()) * 1_000_000n) && superseded_by === null && !unsettled,
    confidence,
    since: dayOf(from),
    until: dayOf(to),
    memories: memory_ids.map((id) => messageOf.get(id) ?? id),
  };
}

function dayOf(nanos: bigint): string | null {
  return nanos === 0n ? null : new Date(Number(nanos / 1_000_000n)).toISOString().slice(0, 10);
}

await program.parseAsync();
