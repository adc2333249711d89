import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { Authenticator } from '#access/authenticator.js';
import { KafkaCommandHandler } from '#apps/api/src/kafka/command-handler.js';
import { openDatabase, type Database } from '#database/database.js';
import { testDatabase } from '../harness/services.js';
import { AUDIENCE, ISSUER, startJwtIssuer, type JwtIssuer } from './jwt-issuer.js';

const LIMITS = { connectTimeoutMs: 20_000, statementTimeoutMs: 20_000 };

let database: Database;
let issuer: JwtIssuer;

beforeAll(async () => {
  database = await openDatabase({
    url: await testDatabase(),
    poolSize: 6,
    ...LIMITS,
    entities: ACCESS_ENTITIES,
  });
  issuer = await startJwtIssuer();
  issuer.answers = false;
});
afterAll(async () => {
  await issuer.stop();
  await database.close();
});

async function handle(longestWaitForKeysMs?: number) {
  const jwt = {
    ...{ jwksUrl: issuer.url, jwksFile: '', issuer: ISSUER, audience: AUDIENCE, algorithms: ['RS256'] },
    ...{ longestLifetimeSeconds: 86_400, types: ['jwt'], namespaces: ['*'] },
    ...{ clockToleranceSeconds: 0, namespaceClaim: 'namespace', agentClaim: 'agent', permissionsClaim: 'permissions' },
  };
  const handler = new KafkaCommandHandler({
    ...{
      credentials: database.dataSource,
      service: database.service,
      bus: new CommandBus({} as never),
      trusted: false,
    },
    authenticator: new Authenticator(database.dataSource, () => new Date(), jwt),
    onUnforeseen: () => undefined,
    ...(longestWaitForKeysMs === undefined ? {} : { longestWaitForKeysMs }),
  });
  const authorization = `Bearer ${await issuer.sign({ namespace: 'a', agent: 'b', permissions: ['encode'] })}`;
  return handler.handle({ type: 'EncodeMemory', requestId: 'r-1', authorization, scope: null, fields: { text: 'a' } });
}

test('a command whose token cannot be judged comes again while the issuer is away', async () => {
  await expect(handle()).rejects.toMatchObject({ name: 'JwtKeysUnavailable' });
});

test('once the issuer is away for long it is answered, and holds up no other', async () => {
  expect(await handle(0)).toMatchObject({ request_id: 'r-1', status: 503, error: { code: 'engine.unavailable' } });
});
