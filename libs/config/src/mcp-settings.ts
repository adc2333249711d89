import { homedir } from 'node:os';
import { join } from 'node:path';

/** Settings of `engraph mcp`, which runs in the environment of an MCP client. */
export interface McpSettings {
  /** ENGRAPH_URL: the service to use; empty: one of its own. */
  readonly url: string;
  /** ENGRAPH_API_KEY: the credential to use there. */
  readonly apiKey: string;
  /** DATA_DIR: directory of a service of its own; `.engraph` in the home directory by default. */
  readonly dataDir: string;
  /** Environment of a service of its own, that listens on a port of this machine only. */
  readonly environmentOf: (port: number) => NodeJS.ProcessEnv;
}

/** Settings that a service of its own has whatever the environment says: its own Postgres, and no other listener. */
const OWN = {
  ...{ DATABASE_URL: '', DATABASE_URL_FILE: '', DATABASE_SERVICE_URL: '', DATABASE_SERVICE_URL_FILE: '' },
  ...{ ADMIN_TOKEN: '', ADMIN_TOKEN_FILE: '', METRICS_PORT: '0', HOST: '127.0.0.1' },
};

/** Reads the settings of `engraph mcp`. */
export function mcpSettings(variables: NodeJS.ProcessEnv = process.env): McpSettings {
  const of = (name: string): string => variables[name]?.trim() ?? '';
  const dataDir = of('DATA_DIR') || join(homedir(), '.engraph');
  // The key lies beside the data, readable by the same user only, and its service can be reached from here only.
  const chosen = { DEMO_KEY_DAYS: of('DEMO_KEY_DAYS') || '0', LOG_LEVEL: of('LOG_LEVEL') || 'warn', DATA_DIR: dataDir };
  return {
    ...{ url: of('ENGRAPH_URL'), apiKey: of('ENGRAPH_API_KEY'), dataDir },
    environmentOf: (port) => ({ ...variables, ...OWN, ...chosen, PORT: String(port) }),
  };
}
