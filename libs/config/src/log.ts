import { pino, type Logger } from 'pino';

/** The process's log: JSON lines on standard output. Facts only, never text of a memory or a credential. */
export function createLog(service: string, level: string): Logger {
  return pino({ level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime });
}
