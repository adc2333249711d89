import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadConfig } from '#config/load-config.js';

/** Adds `engraph start`, which runs all of Engraph in this process. */
export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('run api and extractor, on an embedded Postgres in DATA_DIR unless DATABASE_URL is set')
    .action(start);
}

/** Says where the data is kept, then runs the program of `npm start`. Other commands do not wait for it to load. */
async function start(): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = loadConfig();
  if (DATABASE_URL === '') process.stdout.write(`Data directory: ${resolve(DATA_DIR)} (DATA_DIR)\n`);
  await import('#apps/standalone/src/main.js');
}
