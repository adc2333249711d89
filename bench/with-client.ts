import pg from 'pg';
import { exactTypes } from '#database/data-source.js';

/** Runs the work with a connection that reads columns as the service does: 64-bit integers are bigints. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, types: exactTypes });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
