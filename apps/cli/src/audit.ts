import { InvalidArgumentError, type Command } from 'commander';
import { validate as isUuid } from 'uuid';
import { listAudit, pruneAudit } from '#access/audit.js';
import { viewOfAuditEntry } from '#access/key-views.js';
import { cliOperator } from './shared/cli-operator.js';
import { parseInteger, parseTime } from './shared/parse-options.js';
import { print, withDatabase } from './shared/with-database.js';

const MAX_PAGE_SIZE = 1000;

interface ListOptions {
  readonly key: string | null;
  readonly limit: number;
  readonly before: string | null;
}

/** Adds `engraph audit list|prune`. */
export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('audit of operations on keys, backups and erasures');
  audit
    .command('list')
    .description('list entries, newest first; audited itself')
    .option('--key <key-id>', 'only entries about this key, or by it', parseId, null)
    .option('--limit <number>', 'page size', parseInteger(1, MAX_PAGE_SIZE), 100)
    .option('--before <entry-id>', 'return the page after this entry', parseId, null)
    .action(list);
  audit
    .command('prune')
    .description('remove entries older than a time at least 90 days ago; audited itself')
    .requiredOption('--before <time>', 'ISO 8601', parseTime)
    .action(prune);
}

async function list({ key, limit, before }: ListOptions): Promise<void> {
  await withDatabase(async (dataSource, _config, clock) => {
    const page = { keyId: key, limit, before };
    const { entries, next } = await listAudit(dataSource, cliOperator(), page, clock.now());
    for (const entry of entries) print(viewOfAuditEntry(entry));
    if (next !== null) process.stderr.write(`more entries follow: --before ${next}\n`);
  });
}

async function prune({ before }: { readonly before: Date }): Promise<void> {
  await withDatabase(async (dataSource, _config, clock) => {
    print({ pruned: await pruneAudit(dataSource, cliOperator(), before, clock.now()) });
  });
}

function parseId(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('an id is a UUID');
  return text;
}
