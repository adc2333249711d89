import type { Command } from 'commander';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { scopeOf } from '#contracts/scope.js';
import { poolOf } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import { lockScope } from '#graph/projection/project-memories.js';
import { restoreMemory } from '#graph/restore-memory.js';
import { print, withDatabase } from './with-database.js';

interface ScopeOptions {
  readonly namespace: string;
  readonly agent: string;
}

/** `engraph restore`. */
export function addErasureCommands(program: Command): void {
  program
    .command('restore')
    .argument('<memory-id>')
    .description('bring a memory back that was forgotten softly, within 7 days')
    .requiredOption('--namespace <name>')
    .requiredOption('--agent <name>')
    .action(restore);
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
