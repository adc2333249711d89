import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirInUse, DataDirUnusable, EmbeddedPostgresUnavailable } from './embedded-postgres-errors.js';

/** A held data directory. */
export interface DataDirLock {
  /** Lets go of the directory; a second call does nothing. */
  release: () => void;
}

const FLOCK_CONFLICT = 1;

/**
 * Takes the data directory for this process, without waiting, by a kernel lock on `engraph.lock`. The kernel lets go of
 * it when the process ends, however it ends, so that no pid has to be judged stale; it also holds between containers
 * that share the directory, where pids mean nothing. The file's text, the holder's pid, only serves the error.
 *
 * Throws DataDirInUse if another process (or this one) holds it, DataDirUnusable if the file cannot be written, and
 * EmbeddedPostgresUnavailable if the `flock` program is missing.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const file = join(dataDir, 'engraph.lock');
  const fd = openLockFile(dataDir, file);
  try {
    flock(dataDir, file, fd);
    ftruncateSync(fd);
    writeSync(fd, `${process.pid}\n`, 0);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  let held = true;
  return {
    release: () => {
      if (held) closeSync(fd);
      held = false;
    },
  };
}

function openLockFile(dataDir: string, file: string): number {
  try {
    // Append mode creates without emptying: the text is the current holder's until the lock is ours.
    return openSync(file, 'a', 0o644);
  } catch (cause) {
    throw new DataDirUnusable(dataDir, `${file} cannot be written by user ${process.getuid?.() ?? '?'}`, { cause });
  }
}

/**
 * flock(2) belongs to the open file, not to the process that asked for it: the child locks the descriptor that it shares
 * with this process and ends, and the lock stays as long as this process keeps the descriptor open.
 */
function flock(dataDir: string, file: string, fd: number): void {
  const child = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', fd] });
  if (child.error) {
    throw new EmbeddedPostgresUnavailable('it needs the flock program (Debian package util-linux)', {
      cause: child.error,
    });
  }
  if (child.status === FLOCK_CONFLICT) throw new DataDirInUse(dataDir, holderPid(file));
  if (child.status !== 0) throw new DataDirUnusable(dataDir, `flock failed: ${child.stderr.toString().trim()}`);
}

function holderPid(file: string): number | undefined {
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return Number.isNaN(pid) ? undefined : pid;
}
