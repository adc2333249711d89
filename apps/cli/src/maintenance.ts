import type { Command } from 'commander';
import type { Pool } from 'pg';
import { audited } from '#access/audit.js';
import { configuredThresholds } from '#config/claim-thresholds.js';
import { embeddingSettings } from '#config/embedding-settings.js';
import { kafkaSettings } from '#config/kafka-settings.js';
import { loadConfig, requireSettings } from '#config/load-config.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { poolOf } from '#database/data-source.js';
import { migrate } from '#database/migrate.js';
import { createEmbedder } from '#embeddings/create-embedder.js';
import { listFailedExtractions, redriveExtractions } from '#memories/extraction/redrive-failed.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { pruneVectors, reembedScope } from '#search/vectors/reembed-scope.js';
import { ensureTopics } from '#messaging/ensure-topics.js';
import { createKafka } from '#messaging/kafka.js';
import { cliOperator } from './shared/cli-operator.js';
import { databaseOf, print, withDatabase } from './shared/with-database.js';

/** Adds `engraph migrate|topics|dead-letters|redrive|rebuild|reembed`. */
export function addMaintenanceCommands(program: Command): void {
  program.command('migrate').description('migrate the database to the newest schema').action(migrateDatabase);
  program.command('topics').description('create missing Kafka topics').action(makeTopics);
  program.command('dead-letters').description('list memories whose extraction failed').action(listDeadLetters);
  program
    .command('redrive')
    .description('extract failed memories again')
    .option('--memory <id>', 'only this memory')
    .action(redrive);
  program
    .command('rebuild')
    .description('derive the graph again from the log, beside live traffic')
    .option('--verify', 'compare with the live graph; exit 1 on a difference')
    .option(
      '--switch',
      'report differences and replace the live graph by the new one, built with the configured thresholds',
    )
    .action(rebuild);
  program
    .command('reembed')
    .description('compute missing vectors of EMBEDDING_MODEL; continues an interrupted run')
    .option('--namespace <name>', 'only one scope; needs --agent')
    .option('--agent <name>')
    .option('--prune', 'then delete vectors of all other models')
    .action(reembed);
}

async function migrateDatabase(): Promise<void> {
  const config = loadConfig();
  const { url, stop } = await databaseOf(config, { mayCreate: true });
  try {
    await migrate(url, config.DATABASE_SERVICE_URL);
    print({ migrated: true });
  } finally {
    await stop();
  }
}

async function makeTopics(): Promise<void> {
  const config = loadConfig();
  requireSettings(config, ['KAFKA_BROKERS']);
  const kafka = createKafka({ ...kafkaSettings(config), clientId: 'engraph-topics', log: () => undefined });
  print(await ensureTopics(kafka, { topicPrefix: config.KAFKA_TOPIC_PREFIX, partitions: config.KAFKA_PARTITIONS }));
}

async function listDeadLetters(): Promise<void> {
  await withDatabase(async (dataSource, _config, clock) => {
    const list = () => listFailedExtractions(poolOf(dataSource)).then((result) => ({ result }));
    for (const letter of await audited(dataSource, cliOperator(), 'dead_letters.list', clock.now(), list))
      print(letter);
  });
}

async function redrive(options: { memory?: string }): Promise<void> {
  const memoryUuid = options.memory === undefined ? null : uuidOfMemoryId(options.memory);
  if (options.memory !== undefined && memoryUuid === null) throw new Error('not a memory id');
  await withDatabase(async (dataSource) => {
    print({ redriven: await redriveExtractions(poolOf(dataSource), memoryUuid) });
  });
}

async function rebuild(options: { verify?: boolean; switch?: boolean }): Promise<void> {
  if ((options.verify ?? false) === (options.switch ?? false)) throw new Error('give either --verify or --switch');
  await withDatabase(async (dataSource, config) => {
    const mode = options.switch === true ? 'switch' : 'verify';
    const report = await rebuildGraph(poolOf(dataSource), mode, configuredThresholds(config));
    print(report);
    if (options.verify === true && report.differences > 0) process.exitCode = 1;
  });
}

interface ReembedOptions {
  readonly namespace?: string;
  readonly agent?: string;
  readonly prune?: boolean;
}

/** Embeds missing vectors; prints one line for each scope that changed. */
async function reembed({ namespace, agent, prune }: ReembedOptions): Promise<void> {
  if ((namespace === undefined) !== (agent === undefined)) throw new Error('give --namespace and --agent, or neither');
  await withDatabase(async (dataSource, config) => {
    const embedder = createEmbedder(embeddingSettings(config));
    if (embedder === null) throw new Error('EMBEDDING_MODEL is off');
    const pool = poolOf(dataSource);
    const all = namespace === undefined || agent === undefined;
    for (const scopeId of all ? await listScopes(pool) : [scopeOf(namespace, agent).scopeId]) {
      let vectors = 0;
      await reembedScope(pool, scopeId, embedder, (stored) => (vectors += stored));
      const pruned = prune === true ? await pruneVectors(pool, scopeId, embedder) : 0;
      if (vectors + pruned > 0) print({ scope_id: scopeId, model: embedder.version, vectors, pruned });
    }
  });
}

async function listScopes(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ scope_id: string }>(
    'SELECT scope_id FROM scopes WHERE NOT EXISTS (SELECT FROM erased_scopes AS e WHERE e.scope_id = scopes.scope_id) ORDER BY scope_id',
  );
  return rows.map((row) => row.scope_id);
}
