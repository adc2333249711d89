import { expect, test } from '@jest/globals';
import { GroupCommit, type GroupCommitOptions, type Outcome, WriteQueueFull } from './group-commit.js';

/** A GroupCommit whose commits the test ends by hand, and the batches that were committed. */
function manualCommits(options: Partial<GroupCommitOptions<number, number>> = {}) {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const commits = new GroupCommit<number, number>({
    commit: (rows) => {
      batches.push(rows);
      return new Promise<Outcome<number>[]>((resolve) => {
        ends.push(() => {
          resolve(rows.map((row) => ({ ok: row * 10 })));
        });
      });
    },
    bytesOf: (row) => row,
    keyOf: (row) => (Number.isNaN(row) ? 'none' : 'one'),
    isRowFault: () => false,
    maxRows: 3,
    maxBytes: 1_000,
    maxBytesPerKey: 1_000,
    maxWaiting: 5,
    maxHeldBytes: 1_000_000,
    maxInFlight: 2,
    ...options,
  });
  return { commits, batches, end: () => ends.shift()?.() };
}

const eventLoopTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('writes of one turn of the event loop share a batch, and no more batches are in flight than allowed', async () => {
  const { commits, batches, end } = manualCommits({ maxWaiting: 100 });
  const writes = [1, 2, 3, 4, 5, 6, 7].map((row) => commits.write(row));
  await eventLoopTurn();
  await eventLoopTurn();
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  end();
  await eventLoopTurn();
  expect(batches[2]).toEqual([7]);
  end();
  end();
  expect(await Promise.all(writes)).toEqual([10, 20, 30, 40, 50, 60, 70]);
});

test('a batch is limited by bytes, and a row larger than the limit goes alone', async () => {
  const { commits, batches, end } = manualCommits({ maxBytes: 100, maxRows: 10, maxInFlight: 10 });
  const writes = [60, 30, 20, 500, 1].map((row) => commits.write(row));
  for (let i = 0; i < 5; i += 1) await eventLoopTurn();
  expect(batches).toEqual([[60, 30], [20], [500], [1]]);
  for (let i = 0; i < 4; i += 1) end();
  await Promise.all(writes);
});

test('a write beyond the limit of waiting writes is rejected at once', async () => {
  const { commits, end } = manualCommits({ maxInFlight: 1 });
  const taken = [1, 2, 3, 4, 5].map((row) => commits.write(row));
  await expect(commits.write(6)).rejects.toThrow(WriteQueueFull);
  await eventLoopTurn();
  end();
  await eventLoopTurn();
  end();
  expect(await Promise.all(taken)).toEqual([10, 20, 30, 40, 50]);
});

test('an error that no row caused fails the whole batch, once', async () => {
  let calls = 0;
  const commit = (): Promise<Outcome<number>[]> => {
    calls += 1;
    return Promise.reject(new Error('the database is gone'));
  };
  const { commits } = manualCommits({ commit });
  const outcomes = await Promise.allSettled([1, 2].map((row) => commits.write(row)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(calls).toBe(1);
});

test('a batch with bad rows is halved until each bad row is alone', async () => {
  const commit = (rows: readonly number[]): Promise<Outcome<number>[]> =>
    rows.some((row) => row < 0)
      ? Promise.reject(new Error('bad row'))
      : Promise.resolve(rows.map((row) => ({ ok: row * 10 })));
  const { commits } = manualCommits({ commit, isRowFault: () => true, maxRows: 100, maxWaiting: 100 });
  const outcomes = await Promise.allSettled([1, -2, 3, 4, -5].map((row) => commits.write(row)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected']);
});

test('drain waits for the writes that wait and those in flight', async () => {
  const { commits, end } = manualCommits({ maxRows: 1, maxInFlight: 1 });
  let drained = false;
  const writes = [commits.write(1), commits.write(2)];
  await eventLoopTurn();
  const drain = commits.drain().then(() => (drained = true));
  end();
  await eventLoopTurn();
  await eventLoopTurn();
  expect(drained).toBe(false);
  end();
  await drain;
  await Promise.all(writes);
  await expect(commits.drain()).resolves.toBeUndefined();
});

test('writes beyond the limit of bytes in memory are rejected until earlier ones have ended', async () => {
  const { commits, end } = manualCommits({ maxHeldBytes: 2, bytesOf: () => 1, maxWaiting: 100 });
  const held = [commits.write(1), commits.write(2)];
  await expect(commits.write(3)).rejects.toThrow(WriteQueueFull);
  await eventLoopTurn();
  end();
  await Promise.all(held);
  await eventLoopTurn();
  const later = commits.write(4);
  await eventLoopTurn();
  end();
  await expect(later).resolves.toBe(40);
});

/** Even rows belong to one key, odd rows to another. */
const keyOf = (row: number): string => (row % 2 === 0 ? 'flood' : 'other');

test('a write of another key is in the next batch, however many writes of one key wait', async () => {
  const { commits, batches, end } = manualCommits({ keyOf, maxInFlight: 1, maxWaiting: 100 });
  const writes = [2, 4, 6, 8, 10, 12, 14, 16, 1].map((row) => commits.write(row));
  await eventLoopTurn();
  expect(batches).toEqual([[2, 1, 4]]);
  for (let i = 0; i < 3; i += 1) {
    end();
    await eventLoopTurn();
  }
  await Promise.all(writes);
});

test('when the queue is full, the key with the most rows gives way to another key', async () => {
  const { commits, end } = manualCommits({ keyOf, maxInFlight: 1 });
  const flood = [2, 4, 6, 8, 10].map((row) => commits.write(row).catch((error: unknown) => error));
  const other = commits.write(1);
  await expect(commits.write(12)).rejects.toThrow(WriteQueueFull);
  for (let i = 0; i < 3; i += 1) {
    await eventLoopTurn();
    end();
  }
  expect(await other).toBe(10);
  expect((await Promise.all(flood)).filter((outcome) => outcome instanceof WriteQueueFull)).toHaveLength(1);
});

test('when the limit of bytes is reached, the key with the most bytes gives way to another key', async () => {
  const { commits, end } = manualCommits({ keyOf, maxInFlight: 1, maxHeldBytes: 30, maxWaiting: 100 });
  const flood = [10, 12, 14].map((row) => commits.write(row).catch((error: unknown) => error));
  const other = commits.write(1);
  for (let i = 0; i < 2; i += 1) {
    await eventLoopTurn();
    end();
  }
  expect(await other).toBe(10);
  expect((await flood[2]) instanceof WriteQueueFull).toBe(true);
  await Promise.all(flood);
});

test('an error of the store also rejects the writes that wait behind the batch', async () => {
  let tries = 0;
  const commit = (): Promise<never> => {
    tries += 1;
    return eventLoopTurn().then(() => Promise.reject(new Error('the store is gone')));
  };
  const { commits } = manualCommits({ commit, maxRows: 1, maxInFlight: 1, maxWaiting: 100 });
  const all = [1, 2, 3].map((row) => commits.write(row).catch(String));
  expect(await Promise.all(all)).toEqual(Array(3).fill('Error: the store is gone'));
  expect(tries).toBe(1);
});
