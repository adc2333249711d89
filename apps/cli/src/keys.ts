import { InvalidArgumentError, type Command } from 'commander';
import { validate as isUuid } from 'uuid';
import { createApiKey, listApiKeys, revokeApiKey } from '#access/api-keys.js';
import { isPermission, PERMISSIONS, type Permission } from '#access/permissions.js';
import { scopeOf } from '#contracts/scope.js';
import { print, withDatabase } from './with-database.js';

interface CreateOptions {
  readonly namespace: string;
  readonly agent: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly expires: Date | null;
}

/** `engraph keys create|list|revoke`. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys, each bound to one namespace and agent');
  keys
    .command('create')
    .description('make a key and print it, this once')
    .requiredOption('--namespace <name>')
    .requiredOption('--agent <name>')
    .option('--name <text>', 'what the key is for', '')
    .option('--permissions <list>', `of ${PERMISSIONS.join(',')}`, parsePermissions, [...PERMISSIONS])
    .option('--expires <time>', 'ISO 8601', parseTime, null)
    .action(create);
  keys
    .command('list')
    .description('list keys; never the keys themselves')
    .option('--namespace <name>')
    .option('--agent <name>')
    .option('--revoked', 'revoked ones too', false)
    .action(list);
  keys
    .command('revoke')
    .argument('<key-id>', 'as list shows it', parseKeyId)
    .description('end a key; it stops working within 5 s')
    .action(revoke);
}

async function create({ expires, ...options }: CreateOptions): Promise<void> {
  await withDatabase(async (dataSource) => {
    const { key, keyId, scope } = await createApiKey(dataSource, { ...options, expiresAt: expires });
    print({ key, key_id: keyId, namespace: scope.namespace, agent: scope.agent, permissions: options.permissions });
  });
}

async function list(options: { namespace?: string; agent?: string; revoked: boolean }): Promise<void> {
  const { namespace, agent, revoked } = options;
  if ((namespace === undefined) !== (agent === undefined)) throw new Error('give --namespace and --agent together');
  const filter = namespace !== undefined && agent !== undefined ? { scopeId: scopeOf(namespace, agent).scopeId } : {};
  await withDatabase(async (dataSource) => {
    for (const key of await listApiKeys(dataSource, { ...filter, revoked }))
      print({
        key_id: key.keyId,
        namespace: key.namespace,
        agent: key.agent,
        scope_id: key.scopeId,
        name: key.name,
        permissions: key.permissions,
        created_at: key.createdAt,
        expires_at: key.expiresAt,
        revoked_at: key.revokedAt,
      });
  });
}

async function revoke(keyId: string): Promise<void> {
  await withDatabase(async (dataSource) => {
    if (!(await revokeApiKey(dataSource, keyId))) throw new Error('there is no such active key');
    print({ key_id: keyId, revoked: true });
  });
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

function parseTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('not a time');
  return time;
}
