import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { poolOf } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import { eraseScope } from '#graph/erasure/erase-scope.js';
import { lockScope } from '#graph/projection/project-memories.js';
import { restoreMemory } from '#graph/restore-memory.js';
import { print, withDatabase } from './with-database.js';

interface ScopeOptions {
  readonly namespace: string;
  readonly agent: string;
}

interface EraseOptions extends Partial<ScopeOptions> {
  readonly yes?: boolean;
}

/** `engraph restore|erase`. */
export function addErasureCommands(program: Command): void {
  program
    .command('restore')
    .argument('<memory-id>')
    .description('bring a memory back that was forgotten softly, within 7 days')
    .requiredOption('--namespace <name>')
    .requiredOption('--agent <name>')
    .action(restore);
  program
    .command('erase')
    .description('erase all that a scope holds, for good; what was begun is finished by running it again')
    .option('--namespace <name>')
    .option('--agent <name>')
    .option('--yes', 'without asking')
    .action(erase);
}

async function restore(memoryId: string, { namespace, agent }: ScopeOptions): Promise<void> {
  const uuid = uuidOfMemoryId(memoryId);
  if (uuid === null) throw new Error('not a memory id');
  const { scopeId } = scopeOf(namespace, agent);
  await withDatabase(async (dataSource) => {
    const outcome = await inTransaction(poolOf(dataSource), async (tx) => {
      await lockScope(tx, scopeId);
      return restoreMemory(tx, scopeId, uuid, new Date());
    });
    print({ memory_id: memoryId, was_active: outcome.wasActive, links_restored: outcome.linksRestored });
  });
}

async function erase({ namespace, agent, yes }: EraseOptions): Promise<void> {
  if (namespace === undefined || agent === undefined) throw new Error('give --namespace and --agent');
  const { scopeId } = scopeOf(namespace, agent);
  if (yes !== true) await confirmErasure(namespace, agent);
  await withDatabase(async (dataSource) => {
    const { rows, finished } = await eraseScope(poolOf(dataSource), scopeId, {
      now: new Date(),
      onDeleted: (table, deleted) => {
        print({ table, deleted });
      },
      onWait: (processIds) => {
        print({ waiting_for_transactions_of: processIds });
      },
    });
    print({ namespace, agent, scope_id: scopeId, deleted: rows, was_erased: !finished });
  });
}

/** @throws unless a person at the terminal gives the agent's name */
async function confirmErasure(namespace: string, agent: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error('nobody is there to ask: give --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const question = `This erases all memories of namespace ${namespace}, agent ${agent}, for good. The agent's name, to go on: `;
  const answer = await terminal.question(question);
  terminal.close();
  if (answer !== agent) throw new Error('that is not the name: nothing was erased');
}
