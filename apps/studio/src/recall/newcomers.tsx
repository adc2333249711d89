import { hrefOf } from '../navigation/route.js';
import { Visible } from '../parts/name.js';
import type { RankMove } from './moves.js';
import { MoveBadge } from './ranked-memory.js';

/** Memories that come among the first when a retriever is switched off. */
export function Newcomers({ moves }: { readonly moves: readonly RankMove[] }) {
  if (moves.length === 0) return null;
  return (
    <>
      <h3>These come in</h3>
      <ul class="newcomers">
        {moves.map((move) => (
          <li key={move.memory.memory_id}>
            <MoveBadge move={move} />{' '}
            <a class="ranked-text" dir="auto" href={hrefOf('memories', move.memory.memory_id)}>
              <Visible text={move.memory.text.slice(0, SHOWN)} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Characters of a text. */
const SHOWN = 300;
