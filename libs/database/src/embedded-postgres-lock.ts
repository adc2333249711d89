import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirInUse, DataDirUnusable, EmbeddedPostgresUnavailable } from './embedded-postgres-errors.js';

/** A locked data directory. */
export interface DataDirLock {
  /** Releases the directory; a second call does nothing. */
  release: () => void;
}

const FLOCK_CONFLICT = 1;

/**
 * Locks the data directory for this process, without waiting, by a kernel lock on `engraph.lock`. The kernel releases
 * it when the process ends in any way, so there are no stale pids. It also works between containers that share the
 * directory, where pids mean nothing. The file contains the holder's pid, which is used only in the error.
 *
 * Throws DataDirInUse if another process (or this one) holds the lock, DataDirUnusable if the file cannot be written,
 * and EmbeddedPostgresUnavailable if the `flock` program is missing.
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
    // Append mode creates the file without emptying it: the text is the current holder's until we have the lock.
    return openSync(file, 'a', 0o644);
  } catch (cause) {
    throw new DataDirUnusable(dataDir, `${file} cannot be written by user ${process.getuid?.() ?? '?'}`, { cause });
  }
}

/**
 * Locks the file. flock(2) belongs to the open file, not to the process that requested it: the child locks the
 * descriptor it shares with this process and exits, and the lock stays while this process keeps the descriptor open.
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
