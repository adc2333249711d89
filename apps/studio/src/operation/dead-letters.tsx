import { hrefOf } from '../navigation/route.js';
import { Visible } from '../parts/name.js';
import { Empty } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { Table } from '../parts/table.js';
import { useWrite } from '../parts/use-write.js';
import { count } from './figure.js';
import type { Figures } from './use-figures.js';

interface DeadLettersProps {
  readonly letters: Figures['dead_letters'];
  readonly parked: Figures['extraction']['parked'];
  readonly onDone: () => void;
}

/** Memories whose reading was given up, with why, and a button that has them read again. */
export function DeadLetters({ letters, parked, onDone }: DeadLettersProps) {
  const { isBusy, error, write } = useWrite();
  const redrive = async (memoryId: string | null): Promise<void> => {
    const of = memoryId === null ? {} : { memory_id: memoryId };
    if (await write((client, options) => client.redriveExtractions(of, options))) onDone();
  };
  return (
    <section class="card">
      <header class="page-head">
        <h2>Dead letters</h2>
        {letters.length > 1 && (
          <button type="button" disabled={isBusy} onClick={() => void redrive(null)}>
            Read all {count(parked)} again
          </button>
        )}
      </header>
      {error !== null && <Problem error={error} />}
      {letters.length === 0 ? (
        <Empty>No memory was given up.</Empty>
      ) : (
        <Table
          caption="Memories that could not be read; they are stored and found by their words"
          rows={letters}
          keyOf={(letter) => letter.memory_id}
          columns={[
            {
              title: 'Memory',
              cell: ({ memory_id }) => (
                <a href={hrefOf('memories', memory_id)}>
                  <code>…{memory_id.slice(-8)}</code>
                </a>
              ),
            },
            { title: 'Reason', cell: ({ reason }) => <Visible text={reason || 'unknown'} /> },
            { title: 'Attempts', cell: ({ attempts }) => count(attempts), isNumber: true },
            {
              title: 'Again',
              cell: ({ memory_id }) => (
                <button
                  type="button"
                  class="small"
                  disabled={isBusy}
                  aria-label={`Read again: memory ${memory_id}`}
                  onClick={() => void redrive(memory_id)}
                >
                  Read again
                </button>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
