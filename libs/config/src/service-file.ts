import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the service of a data directory can be reached. */
export interface RunningService {
  readonly url: string;
  readonly pid: number;
}

/**
 * Writes into a data directory where its service can be reached, for other processes of the same user.
 * @returns a function that removes it
 */
export async function writeServiceFile(dataDir: string, service: RunningService): Promise<() => Promise<void>> {
  const file = serviceFile(dataDir);
  // Write to a temporary file and rename it, so that no reader sees a part.
  await writeFile(`${file}.new`, JSON.stringify(service), { mode: 0o600 });
  await chmod(`${file}.new`, 0o600);
  await rename(`${file}.new`, file);
  return () => rm(file, { force: true });
}

/** The service of a data directory; null if none is known, or its process has ended. */
export async function readServiceFile(dataDir: string): Promise<RunningService | null> {
  try {
    const { url, pid } = JSON.parse(await readFile(serviceFile(dataDir), 'utf8')) as RunningService;
    process.kill(pid, 0);
    return { url, pid };
  } catch {
    return null;
  }
}

function serviceFile(dataDir: string): string {
  return join(dataDir, 'service.json');
}
