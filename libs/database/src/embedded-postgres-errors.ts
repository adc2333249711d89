/** Thrown when another live process holds the data directory; two servers on one directory would destroy it. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
  constructor(
    readonly dataDir: string,
    readonly holderPid: number | undefined,
  ) {
    super(
      `data directory ${dataDir} is in use by ${holderPid === undefined ? 'another process' : `process ${holderPid}`}`,
    );
  }
}

/** Thrown when the data directory cannot be used; `reason` says what to change. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable';
  constructor(
    readonly dataDir: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`data directory ${dataDir} cannot be used: ${reason}`, options);
  }
}

/**
 * Thrown when the machine lacks something the embedded Postgres needs; `reason` says what to install or use instead.
 */
export class EmbeddedPostgresUnavailable extends Error {
  override readonly name = 'EmbeddedPostgresUnavailable';
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`the embedded Postgres cannot run here: ${reason}`, options);
  }
}

/** Thrown when the database exists but the file with its password is missing. */
export class PostgresPasswordMissing extends Error {
  override readonly name = 'PostgresPasswordMissing';
  constructor(readonly file: string) {
    super(`${file} is missing or empty, and the database cannot be opened without it: restore the file`);
  }
}

/** Thrown when another process uses the requested port. */
export class PostgresPortInUse extends Error {
  override readonly name = 'PostgresPortInUse';
  constructor(readonly port: number) {
    super(`port ${port} on 127.0.0.1 is in use by another process`);
  }
}

/** Thrown when initdb or postgres exits early; `logTail` holds the last lines it wrote. */
export class PostgresStartFailed extends Error {
  override readonly name = 'PostgresStartFailed';
  constructor(
    readonly program: 'initdb' | 'postgres',
    readonly exit: string,
    readonly logTail: string,
  ) {
    super(`${program} exited with ${exit}: ${lastFault(logTail)}`);
  }
}

function lastFault(logTail: string): string {
  const lines = logTail.split('\n').filter((line) => line.trim() !== '');
  const faults = lines.filter((line) => /FATAL|PANIC|error:/.test(line));
  return faults.at(-1) ?? lines.at(-1) ?? 'it wrote nothing';
}
