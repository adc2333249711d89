import type { Command } from 'commander';
import { scopeOf } from '#contracts/scope.js';
import { poolOf } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import type { NameDecision } from '#contracts/events.js';
import { assignName } from '#graph/commands/assign-name.js';
import { lockScope } from '#database/in-locked-scope.js';
import { print, withDatabase } from './shared/with-database.js';

interface ScopeOptions {
  readonly namespace: string;
  readonly agent: string;
}

const DECISIONS: Record<NameDecision, string> = {
  merge: 'make a name of the same type a name of the entity',
  split: 'separate a name from the entity that it was merged into, whatever memories say',
  release: 'undo the decision on a name: the graph resolves it again',
};

/** Adds `engraph entities merge|split|release`. */
export function addEntityCommands(program: Command): void {
  const entities = program.command('entities').description('override which entity a name belongs to');
  for (const [decision, description] of Object.entries(DECISIONS) as [NameDecision, string][])
    entities
      .command(decision)
      .argument('<entity-id>')
      .argument('<name>')
      .description(description)
      .requiredOption('--namespace <name>')
      .requiredOption('--agent <name>')
      .action((entityId: string, name: string, options: ScopeOptions) => assign(decision, entityId, name, options));
}

async function assign(decision: NameDecision, entityId: string, name: string, scope: ScopeOptions): Promise<void> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(entityId)) throw new Error('not an entity id');
  const { scopeId } = scopeOf(scope.namespace, scope.agent);
  await withDatabase(async (dataSource, _config, clock) => {
    const survivor = await inTransaction(poolOf(dataSource), async (tx) => {
      await lockScope(tx, scopeId);
      return assignName(tx, scopeId, { entityId, name, decision }, clock.nowNanos());
    });
    print({ name, decision, entity_id: survivor });
  });
}
