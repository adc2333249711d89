import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { Scope } from '#contracts/scope.js';
import { stagesOf } from '#extraction/stages.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { useStore } from '../event-store/store-setup.js';
import { until } from '../harness/until.js';
import { encodeTexts, extractMemories } from './extractor-setup.js';

const store = useStore();
const COMMAND = ['dist/apps/cli/src/main.js', 'reextract'];
/** A command is a process that must load its code and its model first. */
const START_LIMIT_MS = 120_000;
const PEOPLE = ['Maya Torlen', 'Oskar Lind', 'Nadia Brandt', 'Ivo Marek', 'Lena Fischer', 'Omar Haddad'];
const TEXTS = [...PEOPLE, ...PEOPLE].flatMap((name, i) => [
  `${name} works at Acme ${String(i)} Ltd. now.`,
  `${name} lives in Oslo and likes tea.`,
]);

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: store.url(), CLASSIFIER_MODEL: 'perceptron' };
}

async function command({ namespace, agent }: Scope, ...args: string[]): Promise<unknown[]> {
  const own = ['--namespace', namespace, '--agent', agent, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, [...COMMAND, ...own], { env: environment() });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

/** Contents of a scope's graph, without ids. */
async function graphOf({ scopeId }: Scope): Promise<unknown[]> {
  const { rows } = await store.pool().query(
    `SELECT 'entity' AS what, canonical_name AS a, type_id::text AS b, mention_count::text AS c FROM entities
     WHERE scope_id = $1
     UNION ALL SELECT 'relation', f.canonical_name, t.canonical_name, r.type_id::text FROM relations AS r
       JOIN entities AS f ON f.scope_id = r.scope_id AND f.entity_id = from_entity
       JOIN entities AS t ON t.scope_id = r.scope_id AND t.entity_id = to_entity WHERE r.scope_id = $1
     UNION ALL SELECT 'statement', e.canonical_name, s.predicate::text, s.text FROM statements AS s
       JOIN entities AS e ON e.scope_id = s.scope_id AND e.entity_id = s.subject WHERE s.scope_id = $1
     ORDER BY 1, 2, 3, 4`,
    [scopeId],
  );
  return rows;
}

async function memoriesRead({ scopeId }: Scope): Promise<number> {
  const { rows } = await store
    .pool()
    .query<{ read: number }>('SELECT read FROM reextractions WHERE scope_id = $1', [scopeId]);
  return rows[0]?.read ?? 0;
}

test('a killed re-extraction resumes, and gives the graph of a fresh extraction', async () => {
  const [old, fresh] = [await store.newScope(), await store.newScope()];
  await extractMemories(store.pool()).handle(await encodeTexts(store.pool(), old, TEXTS));
  const stages = stagesOf(['pattern', 'classifier'], 'perceptron');
  await extractMemories(store.pool(), { stages }).handle(await encodeTexts(store.pool(), fresh, TEXTS));
  expect(await graphOf(old)).not.toEqual(await graphOf(fresh));

  const args = [...COMMAND, '--namespace', old.namespace, '--agent', old.agent, '--rate', '4'];
  const killed = spawn(process.execPath, args, { env: environment(), stdio: 'ignore' });
  await until(async () => (await memoriesRead(old)) >= 4, START_LIMIT_MS);
  killed.kill('SIGKILL');
  await new Promise((resolve) => killed.on('exit', resolve));
  const read = await memoriesRead(old);
  expect(read).toBeLessThan(TEXTS.length);

  // The server may notice the end of the session with the lock late.
  const lines = await until(() => command(old, '--rate', '1000'), START_LIMIT_MS);
  expect(lines[0]).toEqual({ resumed: true, read });
  expect(lines.at(-1)).toEqual({ reextracted: true, read: TEXTS.length, changed: TEXTS.length, failed: 0 });
  expect(await graphOf(old)).toEqual(await graphOf(fresh));
  const { rows } = await store.pool().query(
    `SELECT count(*)::int AS events, (data->>'generation')::int AS generation FROM events
     WHERE scope_id = $1 AND type = 'MemoryExtracted' GROUP BY 2 ORDER BY 2`,
    [old.scopeId],
  );
  expect(rows).toEqual([
    { events: TEXTS.length, generation: 1 },
    { events: TEXTS.length, generation: null },
  ]);
  expect((await rebuildGraph(store.pool(), 'verify')).differences).toBe(0);
  expect(await command(old, '--only-older-versions')).toEqual([{ reextracted: true, read: 0, changed: 0, failed: 0 }]);
});

test('an invalid reextract command is refused', async () => {
  const refusal = (scope: Scope, ...args: string[]) =>
    command(scope, ...args).catch((error: unknown) => (error as { stderr: string }).stderr.trim());
  const scope = await store.newScope();
  expect(await refusal(scope, '--with-llm')).toContain('--with-llm needs LLM_BASE_URL');
  expect(await refusal(scope, '--rate', '0')).toContain('not an integer from 1');
  expect(await refusal(scope, '--since', 'soon')).toContain('not a time');
  expect(await refusal({ ...scope, agent: 'nobody' })).toBe('engraph: there is no such scope');
});
