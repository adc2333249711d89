/** The data directory is held by another live process; two servers on one directory would destroy it. */
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

/** The data directory cannot be used as it is; `reason` says what to change. */
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

/** This machine lacks something that the embedded Postgres needs; `reason` says what to install or to use instead. */
export class EmbeddedPostgresUnavailable extends Error {
  override readonly name = 'EmbeddedPostgresUnavailable';
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`the embedded Postgres cannot run here: ${reason}`, options);
  }
}

/** The database exists but the file with its password is gone. */
export class PostgresPasswordMissing extends Error {
  override readonly name = 'PostgresPasswordMissing';
  constructor(readonly file: string) {
    super(`${file} is missing or empty, and the database beside it opens with no other password: restore the file`);
  }
}

/** The port asked for is taken by another process. */
export class PostgresPortInUse extends Error {
  override readonly name = 'PostgresPortInUse';
  constructor(readonly port: number) {
    super(`port ${port} on 127.0.0.1 is taken by another process`);
  }
}

/** initdb or postgres ended instead of doing its work; `logTail` holds the last lines it wrote. */
export class PostgresStartFailed extends Error {
  override readonly name = 'PostgresStartFailed';
  constructor(
    readonly program: 'initdb' | 'postgres',
    readonly exit: string,
    readonly logTail: string,
  ) {
    super(`${program} ended with ${exit}: ${lastFault(logTail)}`);
  }
}

function lastFault(logTail: string): string {
  const lines = logTail.split('\n').filter((line) => line.trim() !== '');
  const faults = lines.filter((line) => /FATAL|PANIC|error:/.test(line));
  return faults.at(-1) ?? lines.at(-1) ?? 'it wrote nothing';
}
