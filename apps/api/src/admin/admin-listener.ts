import type { Logger } from 'pino';
import type { Config } from '#config/settings.js';
import type { Database } from '#database/database.js';
import { createApp, listenOn, type AppOptions } from '../http/create-app.js';
import type { AdminOptions } from './admin-options.js';
import { AdminModule } from './admin.module.js';

/** ADMIN_PORT is in use by another program. */
export class AdminPortTaken extends Error {
  override readonly name = 'AdminPortTaken';
  constructor(readonly port: number) {
    super(`port ${String(port)} is taken; choose another with ADMIN_PORT=…`);
  }
}

/** The running admin listener. */
export interface AdminListener {
  /** Completes requests in flight, then releases the port. */
  close(): Promise<void>;
}

/** Serves the admin routes on ADMIN_PORT if ADMIN_TOKEN is set; otherwise starts nothing. @throws AdminPortTaken */
export async function serveAdmin(
  config: Pick<Config, 'ADMIN_TOKEN' | 'ADMIN_PORT' | 'ADMIN_HOST'> & Pick<AdminOptions, 'peppers' | 'readiness'>,
  database: Database,
  log: Logger,
  served: AppOptions,
): Promise<AdminListener> {
  if (config.ADMIN_TOKEN === '') return { close: () => Promise.resolve() };
  const { ADMIN_TOKEN: token, peppers, readiness } = config;
  const root = AdminModule.of(database, { token, peppers, readiness, now: database.clock.now });
  const app = await createApp(root, log, served);
  try {
    await listenOn(app, config.ADMIN_PORT, config.ADMIN_HOST);
  } catch (error) {
    await app.close();
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new AdminPortTaken(config.ADMIN_PORT);
    throw error;
  }
  return app;
}
