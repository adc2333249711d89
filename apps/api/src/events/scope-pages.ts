import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { LogPosition } from '#contracts/events.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import type { LogPage } from '#event-store/read-log.js';
import { readScopeLog, type ScopeLogRange } from '#event-store/scope-log.js';

/** Bounds of what a stream has in memory. */
const LIMITS = { events: 500, bytes: 256 * 1024 };

/** Pages of scopes' logs. Streams that are at the same position share a read, and hold no connection between reads. */
@Injectable()
export class ScopePages {
  private readonly reads = new Map<string, Promise<LogPage>>();

  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** @throws the driver's error */
  read(scopeId: string, range: ScopeLogRange): Promise<LogPage> {
    const key = [scopeId, placeOf(range.after), placeOf(range.until), range.types ?? '*'].join(' ');
    const known = this.reads.get(key);
    if (known) return known;
    const read = readScopeLog(inScope(this.pool, scopeId), scopeId, range, LIMITS).finally(() => {
      this.reads.delete(key);
    });
    this.reads.set(key, read);
    return read;
  }
}

function placeOf({ epoch, txid, position }: LogPosition): string {
  return [epoch, txid, position].join('.');
}
