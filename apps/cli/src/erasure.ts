import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { Pool } from 'pg';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { poolOf } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import { compactTables } from '#memories/erase/compact-tables.js';
import { eraseScope } from '#memories/erase/erase-scope.js';
import { lockScope } from '#database/in-locked-scope.js';
import { restoreMemory } from '#memories/restore/restore-memory.js';
import { restoreFile } from './backup/commands.js';
import { cliOperator } from './shared/cli-operator.js';
import { print, withDatabase } from './shared/with-database.js';

interface ScopeOptions {
  readonly namespace: string;
  readonly agent: string;
}

interface RestoreOptions extends Partial<ScopeOptions> {
  /** False: nothing has to be erased again. */
  readonly erasures?: string | false;
}

interface EraseOptions extends Partial<ScopeOptions> {
  readonly yes?: boolean;
  readonly compact?: boolean;
}

/** Adds `engraph restore|erase`. */
export function addErasureCommands(program: Command): void {
  program
    .command('restore')
    .argument('<memory-id or file>')
    .description('restore a softly forgotten memory, within 7 days; or load a backup into an empty database')
    .option('--namespace <name>', 'namespace of the memory; needs --agent')
    .option('--agent <name>')
    .option('--erasures <file>', 'for a backup: list of erasures made after it, written by `erasures export`')
    .option('--no-erasures', 'for a backup: nothing was erased after it, or the list is lost')
    .action(restore);
  program
    .command('erase')
    .description('erase a scope irrevocably; or rewrite the tables, so that erased data leaves the files')
    .option('--namespace <name>')
    .option('--agent <name>')
    .option('--yes', 'do not ask for confirmation')
    .option('--compact', 'rewrite all tables, locking each; with a scope, after its erasure')
    .action(erase);
}

async function restore(what: string, { erasures, ...scope }: RestoreOptions): Promise<void> {
  const { namespace, agent } = scope;
  if (namespace === undefined && agent === undefined) return restoreFile(what, fileOf(erasures));
  if (namespace === undefined || agent === undefined) throw new Error('give --namespace and --agent for a memory');
  await restoreOne(what, { namespace, agent });
}

/**
 * File of erasures to repeat; null for `--no-erasures`. One of the two options is required: if it were forgotten,
 * erased text would come back.
 * @throws Error if both are missing
 */
function fileOf(erasures: string | boolean | undefined): string | null {
  if (erasures === false) return null;
  if (typeof erasures === 'string') return erasures;
  throw new Error('give --erasures FILE, a list of what was erased since the backup, or --no-erasures if nothing was');
}

async function restoreOne(memoryId: string, { namespace, agent }: ScopeOptions): Promise<void> {
  const uuid = uuidOfMemoryId(memoryId);
  if (uuid === null) throw new Error('not a memory id');
  const { scopeId } = scopeOf(namespace, agent);
  await withDatabase(async (dataSource, _config, clock) => {
    const outcome = await inTransaction(poolOf(dataSource), async (tx) => {
      await lockScope(tx, scopeId);
      return restoreMemory(tx, scopeId, uuid, clock.now(), cliOperator());
    });
    print({ memory_id: memoryId, was_active: outcome.wasActive, links_restored: outcome.linksRestored });
  });
}

async function erase({ namespace, agent, yes, compact }: EraseOptions): Promise<void> {
  const wholeScope = namespace !== undefined && agent !== undefined;
  if (!wholeScope && (compact !== true || namespace !== undefined || agent !== undefined))
    throw new Error('give --namespace and --agent, or --compact, or all three');
  if (wholeScope && yes !== true) await confirmErasure(namespace, agent);
  await withDatabase(async (dataSource, _config, clock) => {
    const pool = poolOf(dataSource);
    if (wholeScope) await eraseOneScope(pool, clock.now(), namespace, agent);
    if (compact === true) await compactAll(pool);
  });
}

async function eraseOneScope(pool: Pool, now: Date, namespace: string, agent: string): Promise<void> {
  const { scopeId } = scopeOf(namespace, agent);
  const { rows, finished } = await eraseScope(pool, scopeId, {
    now,
    by: cliOperator(),
    onDeleted: (table, deleted) => {
      print({ table, deleted });
    },
    onWait: printWait,
  });
  print({ namespace, agent, scope_id: scopeId, deleted: rows, was_erased: !finished });
}

async function compactAll(pool: Pool): Promise<void> {
  await compactTables(pool, {
    onTable: (table, before, after) => {
      print({ table, bytes_before: before, bytes_after: after });
    },
    onWait: printWait,
  });
  print({ compacted: true });
}

function printWait(holders: readonly string[]): void {
  print({ waiting_for_transactions_of: holders });
}

/** Asks for the agent's name as a confirmation. @throws Error without a terminal, or if the name differs */
async function confirmErasure(namespace: string, agent: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Error('standard input is not a terminal, so there is no confirmation: give --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const question = `This erases all memories of namespace ${namespace}, agent ${agent}, for good. The agent's name, to go on: `;
  const answer = await terminal.question(question);
  terminal.close();
  if (answer !== agent) throw new Error('the name does not match: nothing was erased');
}
