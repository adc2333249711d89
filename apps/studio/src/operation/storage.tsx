import { Loading } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { bytes, count, Figure } from './figure.js';

/** Rows and bytes of the scope. To count them reads all of it, so they are counted once, and again on request. */
export function Storage() {
  const { data, error, isLoading, reload } = useAnswer(
    (client, signal) => client.operationFigures({ storage: true }, { signal }),
    [],
  );
  const storage = data?.storage;
  return (
    <section class="card">
      <header class="page-head">
        <h2>Storage</h2>
        <button type="button" class="small" disabled={isLoading} onClick={reload}>
          {isLoading ? 'Counting…' : 'Count again'}
        </button>
      </header>
      {error !== null && <Problem error={error} />}
      {!storage && isLoading && <Loading what="Counting" />}
      {storage && (
        <dl class="figures">
          <Figure label="Memories" value={count(storage.memories)} note={bytes(storage.text_bytes)} />
          <Figure label="Entities" value={count(storage.entities)} />
          <Figure label="Relations" value={count(storage.relations)} />
          <Figure label="Statements" value={count(storage.statements)} />
          <Figure label="Events in the log" value={count(storage.events)} note={bytes(storage.event_bytes)} />
        </dl>
      )}
    </section>
  );
}
