import { afterEach, expect, test } from '@jest/globals';
import { LOG_START, readLog } from '#event-store/read-log.js';
import { encodeMemories, encodeRow, useStore } from '../event-store/store-setup.js';
import { startProgram, type Program } from '../harness/program.js';
import { until } from '../harness/until.js';

const store = useStore();
const LIMITS = { events: 1_000, bytes: 8e6 };
let program: Program | undefined;

afterEach(async () => {
  await program?.kill();
});

async function isReadable(id: string): Promise<boolean> {
  const { events } = await readLog(store.pool(), LOG_START, LIMITS, ['MemoryEncoded']);
  return events.some((event) => event.streamId === id);
}

/** Ten seconds, plus the pauses between probes. */
const FREED_WITHIN_MS = 20_000;

/** Events written after the start of an open transaction cannot be read from the log before its end. */
test.each(['idle', 'reading'])(
  'a process that is frozen within a transaction, %s, lets go of the readers of the log by itself',
  async (how) => {
    const scope = await store.newScope();
    program = startProgram('test/faults/writing-process.ts', [store.url(), scope.scopeId, how]);
    await program.prints('writing');
    program.freeze();
    const row = encodeRow(scope);
    await encodeMemories(store.pool()).write(row);
    expect(await isReadable(row.memoryUuid)).toBe(false);
    await until(() => isReadable(row.memoryUuid), FREED_WITHIN_MS, 'the end of the transaction');
  },
);
