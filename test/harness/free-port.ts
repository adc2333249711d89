import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports of one jest worker, all below 32768, where the range of ephemeral ports begins. */
const EACH = 5_000;
const RANGES = 4;
const first = 10_000 + EACH * (Number(process.env['JEST_WORKER_ID'] ?? 0) % RANGES);
let last = randomInt(EACH);

/**
 * A free TCP port of this machine. It stays free for some seconds: no other test worker and no outgoing connection gets
 * it, and this function does not return it again soon.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < EACH; tried += 1) {
    last = (last + 1) % EACH;
    const port = first + last;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${first} on is free`);
}

/** Whether nothing listens on the port, on any address. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    probe.listen(port, () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}
