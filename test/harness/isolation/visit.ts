import { expect } from '@jest/globals';
import { newMemoryUuid } from '#contracts/memory-id.js';
import { visitors } from './state.js';

interface Visit {
  readonly fixture: string[];
  readonly service: unknown;
}

/** The visits of earlier test files of this process. */
const KEPT = Symbol.for('engraph.visits');
const kept = globalThis as unknown as Record<symbol, Visit[] | undefined>;

/** Leaves traces, and expects those of no earlier file but what files share. */
export function visit(name: string): void {
  const earlier = (kept[KEPT] ??= []);
  expect([visitors, process.env['VISITOR'], process.env['HOME']]).toEqual([[], undefined, expect.any(String)]);
  for (const { fixture, service } of earlier) {
    expect(fixture).not.toBe(visitors);
    expect(service).toBe(newMemoryUuid);
  }
  visitors.push(name);
  process.env['VISITOR'] = name;
  delete process.env['HOME'];
  if (earlier.push({ fixture: visitors, service: newMemoryUuid }) === 2) process.stdout.write('both were here\n');
}
