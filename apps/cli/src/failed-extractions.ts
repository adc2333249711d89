import type { Command } from 'commander';
import { audited } from '#access/audit.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { recordAudit } from '#database/audit-trail.js';
import { poolOf } from '#database/data-source.js';
import { inTransaction } from '#database/transaction.js';
import { listFailedExtractions, REDRIVE_AUDIT, redriveExtractions } from '#memories/extraction/redrive-failed.js';
import { cliOperator } from './shared/cli-operator.js';
import { print, withDatabase } from './shared/with-database.js';

/** Adds `engraph dead-letters|redrive`. */
export function addFailedExtractionCommands(program: Command): void {
  program.command('dead-letters').description('list memories whose extraction failed').action(listDeadLetters);
  program
    .command('redrive')
    .description('extract failed memories again')
    .option('--memory <id>', 'only this memory')
    .action(redrive);
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
  await withDatabase(async (dataSource, _config, clock) => {
    const redriven = await inTransaction(poolOf(dataSource), async (tx) => {
      await recordAudit(tx, cliOperator(), { ...REDRIVE_AUDIT, at: clock.now(), memoryUuid });
      return redriveExtractions(tx, memoryUuid);
    });
    print({ redriven });
  });
}
