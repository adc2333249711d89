import { useState } from 'preact/hooks';
import { Loading } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { bytes, count, Figure } from './figure.js';

/** Rows and bytes of the scope. To count them reads all of it, so they are counted on request only. */
export function Storage() {
  const [isAsked, setAsked] = useState(false);
  const { data, error, isLoading, reload } = useAnswer(
    async (client, signal) => (isAsked ? client.operationFigures({ storage: true }, { signal }) : undefined),
    [isAsked],
  );
  const countAll = (): void => {
    if (isAsked) reload();
    else setAsked(true);
  };
  const storage = data?.storage;
  return (
    <section class="card">
      <header class="page-head">
        <h2>Storage</h2>
        <button type="button" class="small" disabled={isAsked && isLoading} onClick={countAll}>
          {isAsked && isLoading ? 'Counting…' : storage ? 'Count again' : 'Count'}
        </button>
      </header>
      {error !== null && <Problem error={error} />}
      {!isAsked && <p class="quiet">Rows and bytes are counted on request, since all of the scope is read for them.</p>}
      {isAsked && !storage && isLoading && <Loading what="Counting" />}
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
