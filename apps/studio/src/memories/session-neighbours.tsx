import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { hrefOf } from '../navigation/route.js';
import { MemoryRow } from './memory-row.js';
import type { Stored } from './inspected.js';

/** The latest memories of the same session. */
export function SessionNeighbours({ memory: { memory_id, session } }: { readonly memory: Stored }) {
  const { data, error } = useAnswer(
    async (client, signal) =>
      session === null ? null : client.listMemories({ session: String(session), limit: 6 }, { signal }),
    [session],
  );
  const others = data?.items.filter((one) => one.memory_id !== memory_id) ?? [];
  return (
    <section class="card">
      <h2>In the same session</h2>
      {session === null && <p class="quiet">It was stored outside of any session.</p>}
      {error !== null && <Problem error={error} />}
      {data && others.length === 0 && <p class="quiet">It is alone in its session.</p>}
      <ol class="memories">
        {others.map((one) => (
          <MemoryRow key={one.memory_id} {...one} session={null} />
        ))}
      </ol>
      {session !== null && <a href={hrefOf('memories', null, { session: String(session) })}>All of the session</a>}
    </section>
  );
}
