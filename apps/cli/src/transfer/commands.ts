import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Pool } from 'pg';
import { credentialStore, ensureScope } from '#access/api-keys.js';
import { embeddingSettings } from '#config/embedding-settings.js';
import type { Config } from '#config/settings.js';
import { scopeOf } from '#contracts/scope.js';
import { recordAudit } from '#database/audit-trail.js';
import { poolOf } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import { createEmbedder } from '#embeddings/create-embedder.js';
import { importScope, type ImportReport } from '#memories/transfer/import-scope.js';
import { InvalidInput } from '#request-schema/invalid-input.js';
import { filterOfJson } from '#request-schema/memory-filter.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { cliOperator } from '../shared/cli-operator.js';
import { print, withDatabase } from '../shared/with-database.js';
import { exportToFile, exportToStdout } from './export-file.js';
import { linesOfSource } from './source-lines.js';
import { SOURCES, type SourceName } from './sources/sources.js';

interface ScopeOptions {
  readonly namespace: string;
  readonly agent: string;
}

/** Minimum interval between progress lines. */
const PROGRESS_INTERVAL_MS = 10_000;

/** Adds `engraph export|import`. */
export function addTransferCommands(program: Command): void {
  program
    .command('export')
    .description('write the events of a scope as lines of JSON; continues an export to the same file that was cut')
    .requiredOption('--namespace <name>')
    .requiredOption('--agent <name>')
    .option('--out <file>', 'file to write; standard output without it')
    .addOption(
      new Option('--filter <json>', 'only memories that pass this filter, as GET /v1/export takes it').argParser(
        parseFilter,
      ),
    )
    .action(exportCommand);
  program
    .command('import')
    .argument('<file>')
    .description(
      'store the lines of an export, or the memories of another system, in a scope; run it again to continue',
    )
    .requiredOption('--namespace <name>')
    .requiredOption('--agent <name>')
    .addOption(new Option('--from <system>', 'system that wrote the file').choices(Object.keys(SOURCES)))
    .action(importCommand);
}

interface ExportCommandOptions extends ScopeOptions {
  readonly out?: string;
  readonly filter?: SearchFilter | null;
}

async function exportCommand({ namespace, agent, out, filter = null }: ExportCommandOptions): Promise<void> {
  await withDatabase(async (dataSource, _config, clock) => {
    const pool = poolOf(dataSource);
    const scope = scopeOf(namespace, agent);
    const { rowCount } = await pool.query('SELECT FROM scopes WHERE scope_id = $1', [scope.scopeId]);
    if (rowCount === 0) throw new Error('there is no such scope');
    await audit(pool, 'scope.export', scope.scopeId, clock.now());
    const request = { scope, filter, now: clock.now() };
    if (out === undefined) await exportToStdout(pool, request);
    else print({ exported: out, ...(await exportToFile(pool, request, out)) });
  });
}

/** Parses a filter; null if it has no condition. @throws InvalidArgumentError */
function parseFilter(text: string): SearchFilter | null {
  try {
    const filter = filterOfJson(text, '--filter');
    return Object.keys(filter).length === 0 ? null : filter;
  } catch (error) {
    if (error instanceof InvalidInput) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

interface ImportCommandOptions extends ScopeOptions {
  readonly from?: SourceName;
}

async function importCommand(file: string, { namespace, agent, from }: ImportCommandOptions): Promise<void> {
  await withDatabase(
    async (dataSource, config, clock) => {
      const pool = poolOf(dataSource);
      const { scopeId } = await ensureScope(credentialStore(pool), namespace, agent);
      const now = clock.now();
      await audit(pool, 'scope.import', scopeId, now);
      const source = from && linesOfSource(SOURCES[from](await readFile(file, 'utf8')), { scopeId, from, now });
      const report = await importScope(
        { ...importOptions(pool, config), scopeId, now, by: cliOperator(), hasForeignIds: source !== undefined },
        source ? [Buffer.from(source.lines)] : createReadStream(file),
      );
      print({ file, ...report, ...(source && { left_out: source.leftOut }) });
      if (!report.complete) throw new Error('the file has no end: it was cut. All of it that is there is imported');
    },
    { mayCreate: true },
  );
}

function importOptions(pool: Pool, config: Config) {
  let reportedAt = performance.now();
  return {
    sql: { transaction: <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(pool, work) },
    vectorModel: createEmbedder(embeddingSettings(config))?.version ?? null,
    extract: config.EXTRACTION,
    onBatch: ({ lines, imported, known }: ImportReport) => {
      if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
      reportedAt = performance.now();
      print({ lines, imported, known });
    },
  };
}

async function audit(pool: Pool, operation: string, scopeId: string, at: Date): Promise<void> {
  await recordAudit(pool, cliOperator(), { operation, outcome: 'done', at, scopeId });
}
