import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { until } from '../../harness/until.js';
import type { Operator } from './commands.js';
import type { Deployment } from './deployment.js';
import type { KnownMemory, Model } from './model.js';

const LIMIT_MS = 180_000;

/** Backs up the deployment concurrently, restores the backup into a new database, and checks it. */
export class Backups {
  private made = 0;

  constructor(
    private readonly deployment: Deployment,
    private readonly operator: Operator,
    private readonly model: Model,
  ) {}

  /**
   * The database loaded from a backup has what was acknowledged before the backup, and lacks what was erased before the
   * list of erasures.
   */
  async compare(failpoints: string): Promise<void> {
    const { operator, model, deployment } = this;
    if (!deployment.versions.isUpgraded) return;
    const name = `loaded_${String((this.made += 1))}`;
    const [archive, list] = [join(deployment.workDir, name), join(deployment.workDir, `${name}.erasures`)];
    const versions = new Map(settled(model, 'active').map((memory) => [memory, memory.version]));
    await operator.surely(['backup', archive], failpoints);
    const erased = settled(model, 'erased');
    const { lines } = await operator.surely(['erasures', 'export'], '');
    await writeFile(list, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const kept = [...versions].flatMap(([memory, version]) =>
      memory.version === version && !memory.busy ? [{ memory, text: memory.text }] : [],
    );
    const url = await this.load(archive, list, name, failpoints);
    const texts = await textsIn(url);
    for (const { memory, text } of kept)
      if (!memory.scope.erasing && !memory.busy && texts.get(memory.id) !== text)
        model.finding('not in a backup', `${memory.id} (${memory.state})`);
    for (const { id } of erased) if (texts.has(id)) model.finding('erased, and in a restored backup', id);
    model.counts.backups += 1;
    await Promise.all([archive, list].map((file) => rm(file, { force: true })));
    await this.asOwner(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  /** An interrupted restore starts over with a new database. */
  private async load(archive: string, list: string, name: string, failpoints: string): Promise<string> {
    let armed = failpoints;
    let errors = '';
    const load = async (): Promise<string | false> => {
      await this.asOwner(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await this.asOwner(`CREATE DATABASE ${name}`);
      const url = Object.assign(new URL(await this.ownerUrl()), { pathname: `/${name}` }).href;
      const migrated = await this.deployment.command(['migrate'], '', { DATABASE_URL: url });
      const args = ['restore', archive, '--erasures', list];
      const loaded = await this.deployment.command(args, armed, { DATABASE_URL: url });
      armed = '';
      errors = migrated.errors + loaded.errors;
      if (loaded.signal === 'SIGKILL') this.operator.kills += 1;
      return loaded.code === 0 && url;
    };
    return until(load, LIMIT_MS, 'the load of a backup').catch((error: unknown) => {
      throw new Error(`${String(error)}: ${errors}`);
    });
  }

  private ownerUrl(): Promise<string> {
    return until(async () => (await this.deployment.databaseUrl()) ?? false, LIMIT_MS, 'the database');
  }

  private async asOwner(statement: string): Promise<void> {
    await until(
      async () => {
        await query(await this.ownerUrl(), statement);
        return true;
      },
      LIMIT_MS,
      statement,
    );
  }
}

/** Memories of scopes that are not being erased, and without a request in progress. */
const settled = (model: Model, state: KnownMemory['state']): KnownMemory[] =>
  model.open.flatMap((scope) => scope.memories.filter((memory) => memory.state === state && !memory.busy));

async function textsIn(url: string): Promise<Map<string, string>> {
  const rows = await until(
    () => query(url, `SELECT memory_id, text FROM memories WHERE state = 'active' AND text IS NOT NULL`),
    LIMIT_MS,
    'the database that was loaded',
  );
  return new Map(rows.map(({ memory_id: id, text }) => [memoryIdOfUuid(String(id)), String(text)]));
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 60_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
