import { hostname, userInfo } from 'node:os';
import type { Operator } from '#access/audit.js';
import { uuidv7 } from '#contracts/uuid-v7.js';

/** Operator of this command, with its own request id for the audit log. */
export function cliOperator(): Operator {
  return { actor: 'cli', requestId: uuidv7(), origin: `${userName()}@${hostname()}` };
}

/** Name of the user; in a container the user may have only a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${String(process.getuid?.() ?? '?')}`;
  }
}
