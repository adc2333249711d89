import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { audited } from '#access/audit.js';
import { configuredThresholds } from '#config/claim-thresholds.js';
import { poolOf } from '#database/data-source.js';
import { cliOperator } from '../shared/cli-operator.js';
import { print, withDatabase } from '../shared/with-database.js';
import { listErasures, parseErasures } from './erasures.js';
import { restoreBackup } from './restore-backup.js';
import { writeBackup } from './write-backup.js';

/** Adds `engraph backup` and `engraph erasures export`; erasure.ts adds `engraph restore`. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .argument('<file>', 'file to create')
    .description('write all data that cannot be derived to a file, as one snapshot beside live traffic')
    .action(backup);
  program
    .command('erasures')
    .description('list of erasures')
    .command('export')
    .description('list all erasures by ids, one per line, for restores of older backups')
    .action(exportErasures);
}

async function backup(file: string): Promise<void> {
  await withDatabase(async (dataSource, _config, clock) => {
    const now = clock.now();
    await audited(dataSource, cliOperator(), 'backup.create', now, () => Promise.resolve({ result: null }));
    print({ backup: file, rows: await writeBackup(poolOf(dataSource), file, now) });
  });
}

async function exportErasures(): Promise<void> {
  await withDatabase(async (dataSource, _config, clock) => {
    const list = () => listErasures(poolOf(dataSource)).then((result) => ({ result }));
    for (const one of await audited(dataSource, cliOperator(), 'erasures.export', clock.now(), list)) print(one);
  });
}

/** Restores a backup. @param erasures file of `engraph erasures export`; null if nothing has to be erased again */
export async function restoreFile(file: string, erasures: string | null): Promise<void> {
  const list = erasures === null ? [] : parseErasures(await readFile(erasures, 'utf8'));
  await withDatabase(
    async (dataSource, config, clock) => {
      const restored = await restoreBackup(poolOf(dataSource), file, list, {
        ...{ now: clock.now(), by: cliOperator(), thresholds: configuredThresholds(config) },
      });
      print({ restored: file, ...restored });
    },
    { mayCreate: true },
  );
}
