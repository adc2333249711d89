import { pino, type Logger } from 'pino';

/** Creates the process's log: JSON lines on standard output. Log facts only, never text of a memory or a credential. */
export function createLog(service: string, level: string): Logger {
  return pino({ level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime });
}
