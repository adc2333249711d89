import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A directory on a separate disk that can be filled. */
export interface SmallDisk {
  /** Fills the free space for this time. */
  fill: (ms: number, wait: (ms: number) => Promise<unknown>) => Promise<void>;
  remove: () => Promise<void>;
}

const CHUNK = Buffer.alloc(1024 * 1024);

/** Mounts a small disk on an empty directory; null without permission. */
export async function mountSmallDisk(dir: string, megabytes: number): Promise<SmallDisk | null> {
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m`, 'tmpfs', dir]).catch(
    () => null,
  );
  if (mounted === null) return null;
  const filler = join(dir, 'filler');
  return {
    fill: async (ms, wait) => {
      await takeAll(filler);
      await wait(ms);
      await rm(filler, { force: true });
    },
    remove: async () => {
      await run('umount', ['--lazy', dir]);
    },
  };
}

async function takeAll(filler: string): Promise<void> {
  const file = await open(filler, 'w');
  try {
    for (;;) await file.write(CHUNK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}
