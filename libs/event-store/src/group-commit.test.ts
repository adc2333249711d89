import { expect, test } from '@jest/globals';
import { GroupCommit, type GroupCommitOptions, type Outcome, WriteQueueFull } from './group-commit.js';

/** A commit that the test ends by hand, and the batches it was given. */
function heldCommits(options: Partial<GroupCommitOptions<number, number>> = {}) {
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

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('writes of one turn share a batch, and no more batches are in flight than allowed', async () => {
  const { commits, batches, end } = heldCommits({ maxWaiting: 100 });
  const writes = [1, 2, 3, 4, 5, 6, 7].map((row) => commits.write(row));
  await turn();
  await turn();
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  end();
  await turn();
  expect(batches[2]).toEqual([7]);
  end();
  end();
  expect(await Promise.all(writes)).toEqual([10, 20, 30, 40, 50, 60, 70]);
});

test('a batch is cut by bytes, and a row larger than the limit goes alone', async () => {
  const { commits, batches, end } = heldCommits({ maxBytes: 100, maxRows: 10, maxInFlight: 10 });
  const writes = [60, 30, 20, 500, 1].map((row) => commits.write(row));
  for (let i = 0; i < 5; i += 1) await turn();
  expect(batches).toEqual([[60, 30], [20], [500], [1]]);
  for (let i = 0; i < 4; i += 1) end();
  await Promise.all(writes);
});

test('a write past the limit of waiting ones is refused at once', async () => {
  const { commits, end } = heldCommits({ maxInFlight: 1 });
  const taken = [1, 2, 3, 4, 5].map((row) => commits.write(row));
  await expect(commits.write(6)).rejects.toThrow(WriteQueueFull);
  await turn();
  end();
  await turn();
  end();
  expect(await Promise.all(taken)).toEqual([10, 20, 30, 40, 50]);
});

test('a fault that lies in no row fails the whole batch, once', async () => {
  let calls = 0;
  const commit = (): Promise<Outcome<number>[]> => {
    calls += 1;
    return Promise.reject(new Error('the database is gone'));
  };
  const { commits } = heldCommits({ commit });
  const outcomes = await Promise.allSettled([1, 2].map((row) => commits.write(row)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(calls).toBe(1);
});

test('a batch that rows spoil is halved until each bad one stands alone', async () => {
  const commit = (rows: readonly number[]): Promise<Outcome<number>[]> =>
    rows.some((row) => row < 0)
      ? Promise.reject(new Error('bad row'))
      : Promise.resolve(rows.map((row) => ({ ok: row * 10 })));
  const { commits } = heldCommits({ commit, isRowFault: () => true, maxRows: 100, maxWaiting: 100 });
  const outcomes = await Promise.allSettled([1, -2, 3, 4, -5].map((row) => commits.write(row)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected']);
});

test('a drain waits for what waits and what is in flight', async () => {
  const { commits, end } = heldCommits({ maxRows: 1, maxInFlight: 1 });
  let drained = false;
  const writes = [commits.write(1), commits.write(2)];
  await turn();
  const drain = commits.drain().then(() => (drained = true));
  end();
  await turn();
  await turn();
  expect(drained).toBe(false);
  end();
  await drain;
  await Promise.all(writes);
  await expect(commits.drain()).resolves.toBeUndefined();
});

test('writes of more bytes than may be held are refused until some have ended', async () => {
  const { commits, end } = heldCommits({ maxHeldBytes: 2, bytesOf: () => 1, maxWaiting: 100 });
  const held = [commits.write(1), commits.write(2)];
  await expect(commits.write(3)).rejects.toThrow(WriteQueueFull);
  await turn();
  end();
  await Promise.all(held);
  await turn();
  const later = commits.write(4);
  await turn();
  end();
  await expect(later).resolves.toBe(40);
});

/** Even rows are one key's, odd rows another's. */
const keyOf = (row: number): string => (row % 2 === 0 ? 'flood' : 'other');

test('a write of another key is in the next batch, however many of one key wait', async () => {
  const { commits, batches, end } = heldCommits({ keyOf, maxInFlight: 1, maxWaiting: 100 });
  const writes = [2, 4, 6, 8, 10, 12, 14, 16, 1].map((row) => commits.write(row));
  await turn();
  expect(batches).toEqual([[2, 1, 4]]);
  for (let i = 0; i < 3; i += 1) {
    end();
    await turn();
  }
  await Promise.all(writes);
});

test('where no more may wait, the key that has most gives way to another', async () => {
  const { commits, end } = heldCommits({ keyOf, maxInFlight: 1 });
  const flood = [2, 4, 6, 8, 10].map((row) => commits.write(row).catch((error: unknown) => error));
  const other = commits.write(1);
  await expect(commits.write(12)).rejects.toThrow(WriteQueueFull);
  for (let i = 0; i < 3; i += 1) {
    await turn();
    end();
  }
  expect(await other).toBe(10);
  expect((await Promise.all(flood)).filter((outcome) => outcome instanceof WriteQueueFull)).toHaveLength(1);
});

test('where no more bytes may be held, the key that has most of them gives way to another', async () => {
  const { commits, end } = heldCommits({ keyOf, maxInFlight: 1, maxHeldBytes: 30, maxWaiting: 100 });
  const flood = [10, 12, 14].map((row) => commits.write(row).catch((error: unknown) => error));
  const other = commits.write(1);
  for (let i = 0; i < 2; i += 1) {
    await turn();
    end();
  }
  expect(await other).toBe(10);
  expect((await flood[2]) instanceof WriteQueueFull).toBe(true);
  await Promise.all(flood);
});

test('a store that fails is told to those who wait behind the batch as well', async () => {
  let tries = 0;
  const commit = (): Promise<never> => {
    tries += 1;
    return turn().then(() => Promise.reject(new Error('the store is gone')));
  };
  const { commits } = heldCommits({ commit, maxRows: 1, maxInFlight: 1, maxWaiting: 100 });
  const all = [1, 2, 3].map((row) => commits.write(row).catch(String));
  expect(await Promise.all(all)).toEqual(Array(3).fill('Error: the store is gone'));
  expect(tries).toBe(1);
});
