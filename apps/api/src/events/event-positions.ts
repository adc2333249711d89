import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { LogPosition } from '#contracts/events.js';
import { SYSTEM_POOL } from '#database/database.module.js';
import { hasPosition } from '#event-store/scope-log.js';
import { Cursors } from '../http/cursors.js';
import { BadRequest } from '../http/problems.js';

/** Positions in a scope's events as callers see them: opaque, and bound to the scope. */
@Injectable()
export class EventPositions {
  constructor(
    private readonly cursors: Cursors,
    @Inject(SYSTEM_POOL) private readonly system: Pool,
  ) {}

  write(scopeId: string, { epoch, txid, position }: LogPosition): Promise<string> {
    return this.cursors.write(bindingOf(scopeId), [epoch, txid.toString(), position.toString()]);
  }

  /** @throws BadRequest for one of another scope, or one that the log no longer has */
  async read(scopeId: string, text: string): Promise<LogPosition> {
    const at = await this.cursors.read(bindingOf(scopeId), text).catch((error: unknown) => {
      if (!(error instanceof BadRequest)) throw error;
      throw new BadRequest('the position is not the id of an event of this scope; leave it out to begin now');
    });
    const [epoch, txid, position] = at as [number, string, string];
    const place = { epoch, txid: BigInt(txid), position: BigInt(position) };
    if (await hasPosition(this.system, place)) return place;
    throw new BadRequest(
      'the log was restored from a backup that does not have this position; leave it out, and read anew what you keep',
    );
  }
}

function bindingOf(scopeId: string): readonly unknown[] {
  return ['events', scopeId];
}
