import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#database/database.js';
import { inScope } from '#database/in-scope.js';

/**
 * A process with an extractor's connections that stays within a transaction which has written, for ever: `idle` between
 * two statements, or `reading` an answer that is larger than what the sockets hold.
 */
const [, , url = '', scopeId = '', how = 'idle'] = process.argv;
const { service } = await openDatabase({ url, poolSize: 6, connectTimeoutMs: 5_000, statementTimeoutMs: 60_000 });
await inScope(service, scopeId).transaction(async (tx) => {
  await tx.query('SELECT pg_current_xact_id()');
  process.stdout.write('writing\n');
  if (how === 'reading') await tx.query(`SELECT repeat('x', 1000) FROM generate_series(1, 10000000)`);
  await delay(3_600_000);
});
