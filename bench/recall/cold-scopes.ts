import { Caller } from '../http/routes.js';
import { percentile } from '../statistics.js';
import { withClient } from '../with-client.js';
import type { ChatTurn } from './chat-turns.js';
import { fillScope, type Filling } from './fill-scope.js';
import { fillingOf } from './filling.js';
import type { MemoryVectors } from './memory-vectors.js';
import { questionsOf } from './questions.js';
import type { ScopeKeys } from './scope-keys.js';
import { ScopeMemories } from './scope-memories.js';
import { settleTables } from './table-bytes.js';

/** Milliseconds of the first question to each of many scopes, which no process holds, and of the next one to it. */
export interface ColdScopes {
  readonly scopes: number;
  /** Memories of each scope. */
  readonly size: number;
  readonly first: Times;
  readonly next: Times;
}

interface Times {
  readonly p50: number;
  readonly p95: number;
}

/** Memories of each scope: what an agent of some months has. */
const SIZE = 300;
/** Scopes that are asked before, so that only what belongs to a scope is cold. */
const WARM_UP = 20;

/**
 * Fills scopes with the same memories, and asks each two different questions by one connection: first each scope one,
 * then each another.
 */
export async function coldScopes(
  { url, port, keys, scopes }: { url: string; port: number; keys: ScopeKeys; scopes: number },
  chats: readonly (readonly ChatTurn[])[],
  vectors: MemoryVectors,
): Promise<ColdScopes> {
  const memories = new ScopeMemories(chats, SIZE);
  const filling = await filledOnce(fillingOf('', memories, vectors));
  const callers: Caller[] = [];
  await withClient(url, async (client) => {
    for (let n = 0; n < scopes + WARM_UP; n += 1) {
      const { scopeId, key } = await keys.make(`cold ${String(n)}`);
      await fillScope(client, { ...filling, scopeId });
      callers.push(new Caller(port, key));
    }
    await settleTables(client);
  });
  const questions = questionsOf(60, SIZE, filling.memory).map(({ text }) => text);
  const ask = async (caller: Caller, n: number): Promise<number> => {
    const query = questions[n % questions.length];
    return (await caller.call({ method: 'POST', path: '/v1/recall', body: { query } })).ms;
  };
  const [first, next]: [number[], number[]] = [[], []];
  for (const [n, caller] of callers.entries()) first.push(await ask(caller, n));
  for (const [n, caller] of callers.entries()) next.push(await ask(caller, n + 1));
  return { scopes, size: SIZE, first: timesOf(first.slice(WARM_UP)), next: timesOf(next.slice(WARM_UP)) };
}

/** The same filling, whose memories and vectors are made once. */
async function filledOnce(filling: Filling): Promise<Filling> {
  const memories = Array.from({ length: filling.size }, (_, n) => filling.memory(n));
  const vectors = await filling.vectorsOf(memories, 0);
  return {
    ...filling,
    memory: (n) => memories[n] ?? filling.memory(n),
    vectorsOf: (own, from) => Promise.resolve(vectors.slice(from, from + own.length)),
  };
}

function timesOf(values: readonly number[]): Times {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95) };
}
