import { hostname, userInfo } from 'node:os';
import type { Operator } from '#access/audit.js';
import { uuidv7 } from '#contracts/uuid-v7.js';

/** Who runs this command, under a request id of its own, by which the audit knows it. */
export function cliOperator(): Operator {
  return { actor: 'cli', requestId: uuidv7(), origin: `${userName()}@${hostname()}` };
}

/** The user of a container may have a number alone. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${String(process.getuid?.() ?? '?')}`;
  }
}
