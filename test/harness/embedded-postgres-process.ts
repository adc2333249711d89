import { startEmbeddedPostgres } from '#database/embedded-postgres.js';

/**
 * A process that owns an embedded Postgres on the directory in its first argument, for tests that kill it: prints one
 * JSON line, `{url, pid}` or `{error, message}`, and lives until SIGTERM.
 */
const [, , dataDir = ''] = process.argv;
try {
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => process.stderr.write(`${line}\n`) });
  process.stdout.write(`${JSON.stringify({ url: postgres.url, pid: postgres.pid })}\n`);
  const alive = setInterval(() => undefined, 60_000);
  process.once('SIGTERM', () => {
    clearInterval(alive);
    void postgres.stop();
  });
} catch (error) {
  const { name, message } = error as Error;
  process.stdout.write(`${JSON.stringify({ error: name, message })}\n`);
}
