import { Name } from '../parts/name.js';
import { RawJson } from '../parts/raw-json.js';
import { Table } from '../parts/table.js';
import type { Recalled } from './recall-request.js';
import { partTitle } from './score-parts.js';
import type { Trace } from './trace.js';

/** How the question was asked: its terms, each retriever with its time and its best, and what was left out. */
export function RetrieverTable({ answer, trace }: { readonly answer: Recalled; readonly trace: Trace }) {
  const runs = trace.retrievers.map((run, at) => ({ ...run, key: String(at) }));
  const dropped = Object.entries(trace.dropped).filter(([, count]) => count > 0);
  return (
    <section class="card" aria-label="Retrieval">
      <h2>How it was found</h2>
      <Table
        caption="Retrievers"
        isCaptionHidden
        rows={runs}
        keyOf={({ key }) => key}
        columns={[
          { title: 'Retriever', cell: ({ name }) => partTitle(name) },
          { title: 'Found', cell: ({ candidates }) => found(candidates.length), isNumber: true },
          { title: 'ms', cell: ({ ms }) => ms.toFixed(1), isNumber: true },
        ]}
      />
      <dl class="facts">
        <dt>Terms</dt>
        <dd>
          <Name text={trace.terms.join(', ') || '–'} />
        </dd>
        {trace.sides.length > 0 && (
          <>
            <dt>Sides</dt>
            <dd>
              <Name text={trace.sides.join(' · ')} />
            </dd>
          </>
        )}
        {dropped.length > 0 && (
          <>
            <dt>Left out</dt>
            <dd>{dropped.map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`).join(', ')}</dd>
          </>
        )}
      </dl>
      <RawJson value={trace} title="Raw trace" />
      <RawJson value={{ ...answer, trace: undefined }} title="Raw answer" />
    </section>
  );
}

/** A trace has the first 20. */
function found(count: number): string {
  return count === 20 ? '20+' : String(count);
}
