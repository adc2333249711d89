import type { Command } from 'commander';
import type { Pool } from 'pg';
import { configuredThresholds } from '#config/claim-thresholds.js';
import { embeddingSettings } from '#config/embedding-settings.js';
import { scopeOf } from '#contracts/scope.js';
import { poolOf } from '#database/data-source.js';
import { createEmbedder } from '#embeddings/create-embedder.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { pruneVectors, reembedScope } from '#search/vectors/reembed-scope.js';
import { print, withDatabase } from './shared/with-database.js';

/** Adds `engraph rebuild|reembed`. */
export function addDerivationCommands(program: Command): void {
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
