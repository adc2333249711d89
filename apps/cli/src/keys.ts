import { InvalidArgumentError, type Command } from 'commander';
import type { DataSource } from 'typeorm';
import { validate as isUuid } from 'uuid';
import { OperationRefused, type Operator, type Refusal } from '#access/audit.js';
import { createKey, LONGEST_GRACE_S, revokeKey, rotateKey } from '#access/key-operations.js';
import { viewOfKey, viewOfMadeKey, viewOfRotatedKey } from '#access/key-views.js';
import { listKeys, type KeyFilter } from '#access/list-keys.js';
import { isPermission, PERMISSIONS, USUAL_PERMISSIONS, type Permission } from '#access/permissions.js';
import type { Peppers } from '#access/key-hash.js';
import { keyPeppers } from '#config/key-peppers.js';
import type { DatabaseClock } from '#database/database-clock.js';
import { cliOperator } from './shared/cli-operator.js';
import { parseInteger, parseTime } from './shared/parse-options.js';
import { print, withDatabase } from './shared/with-database.js';

const MAX_PAGE_SIZE = 1000;

interface CreateOptions {
  readonly namespace: string;
  readonly agent: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly expires: Date | null;
}

/** Adds `engraph keys create|list|rotate|revoke`. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys, each bound to one namespace and agent');
  keys
    .command('create')
    .description('create a key and print it; it is not shown again')
    .requiredOption('--namespace <name>')
    .requiredOption('--agent <name>')
    .option('--name <text>', 'purpose of the key', '')
    .option('--permissions <list>', `comma-separated list of ${PERMISSIONS.join(',')}`, parsePermissions, [
      ...USUAL_PERMISSIONS,
    ])
    .option('--expires <time>', 'ISO 8601', parseTime, null)
    .action(create);
  keys
    .command('list')
    .description('list keys in order of creation, without the keys themselves')
    .option('--namespace <name>', '', (name) => name, null)
    .option('--agent <name>', '', (name) => name, null)
    .option('--revoked', 'include revoked keys', false)
    .option('--limit <number>', 'page size', parseInteger(1, MAX_PAGE_SIZE), 100)
    .option('--after <key-id>', 'return the page after this key', parseKeyId, null)
    .action(list);
  keys
    .command('rotate')
    .argument('<key-id>', 'as shown by `keys list`', parseKeyId)
    .option('--grace <seconds>', 'time for which the old key stays valid', parseInteger(0, LONGEST_GRACE_S), 0)
    .description(
      'replace a key by a new one with the same scope, permissions, name and expiry, and print it; it is not shown again',
    )
    .action(rotate);
  keys
    .command('revoke')
    .argument('<key-id>', 'as shown by `keys list`', parseKeyId)
    .description('revoke a key, effective within 5 s')
    .action(revoke);
}

async function create({ expires, ...options }: CreateOptions): Promise<void> {
  await operate(async ({ dataSource, operator, peppers, clock }) => {
    const key = { ...options, expiresAt: expires };
    print(viewOfMadeKey(await createKey(dataSource, operator, key, clock.now(), peppers)));
  });
}

async function list(filter: KeyFilter): Promise<void> {
  await operate(async ({ dataSource, operator, clock }) => {
    const { keys, next } = await listKeys(dataSource, operator, filter, clock.now());
    for (const key of keys) print(viewOfKey(key));
    if (next !== null) process.stderr.write(`more keys follow: --after ${next}\n`);
  });
}

async function rotate(keyId: string, { grace }: { grace: number }): Promise<void> {
  await operate(async ({ dataSource, operator, peppers, clock }) => {
    const rotation = { keyId, graceSeconds: grace };
    print(viewOfRotatedKey(await rotateKey(dataSource, operator, rotation, clock.now(), peppers)));
  });
}

async function revoke(keyId: string): Promise<void> {
  await operate(async ({ dataSource, operator, clock }) => {
    await revokeKey(dataSource, operator, keyId, clock.now());
    print({ key_id: keyId, revoked: true });
  });
}

const REFUSALS: Record<Refusal, string> = {
  erased_scope: 'this scope was erased: it gets no new key',
  invalid_scope_name: 'a namespace or agent is 1 to 255 characters, without control characters',
  unknown_key: 'there is no such key',
  revoked: 'the key is revoked already',
  expired: 'the key has expired; make a new one with keys create',
  already_rotated: 'the key was rotated already; rotate the one that took its place',
  wrong_token: 'the token is wrong',
};

/** Context of an operation, with its own request id for the audit log. */
interface Operation {
  readonly dataSource: DataSource;
  readonly operator: Operator;
  readonly peppers: Peppers;
  readonly clock: DatabaseClock;
}

async function operate(work: (operation: Operation) => Promise<void>): Promise<void> {
  try {
    await withDatabase((dataSource, config, clock) =>
      work({ dataSource, operator: cliOperator(), peppers: keyPeppers(config), clock }),
    );
  } catch (error) {
    if (error instanceof OperationRefused) throw new Error(REFUSALS[error.reason], { cause: error });
    throw error;
  }
}

function parseKeyId(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('a key id is a UUID; `keys list` shows them');
  return text;
}

function parsePermissions(text: string): Permission[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isPermission(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`there is no permission ${unknown}`);
  return names.filter(isPermission);
}
