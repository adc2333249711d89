import { until } from '../harness/until.js';
import type { Target } from './floods.js';

/** Fills the scope of a noisy tenant with memories of one hub entity, and waits until they are in the graph. */
export async function prepareTarget(port: number, key: string, memories: number): Promise<Target> {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (answer.status !== 200) throw new Error(`${path} was answered with ${String(answer.status)}`);
    return answer.json();
  };
  const memoryIds = await Promise.all(
    Array.from({ length: memories }, async (_, n) => {
      const text = `Maya works with ${PEOPLE[n % PEOPLE.length] ?? ''} in ${PLACES[n % PLACES.length] ?? ''}, as of day ${String(n)}.`;
      return ((await call('POST', '/v1/memories', { text })) as { memory_id: string }).memory_id;
    }),
  );
  const hub = await until(
    async () => {
      const { entities } = (await call('GET', '/v1/entities?prefix=Maya')) as {
        entities: { entity_id: string; mention_count: number }[];
      };
      return entities.find(({ mention_count }) => mention_count >= memories);
    },
    240_000,
    'the graph of the noisy tenant',
  );
  return { port, key, memoryIds, hubId: hub.entity_id };
}

const PEOPLE = ['Oskar', 'Lena', 'Omar', 'Ines', 'Pavel', 'Ruth', 'Tomas'];
const PLACES = ['Lisbon', 'Oslo', 'Porto', 'Vienna', 'Turin'];
