import { Badge } from '../parts/badge.js';
import { Empty } from '../parts/notice.js';
import { Table, type Column } from '../parts/table.js';
import type { Inspected } from './inspected.js';

type Extraction = Inspected['artifact']['extraction'];
type StageReport = Extraction['stages'][number];

const TONES = { done: 'good', partial: 'waiting', skipped: 'neutral', failed: 'bad' } as const;

const COLUMNS: readonly Column<StageReport>[] = [
  { title: 'Stage', cell: ({ stage }) => stage },
  { title: 'Version', cell: ({ version }) => <code>{version}</code> },
  {
    title: 'Outcome',
    cell: ({ state, error }) => (
      <>
        <Badge tone={TONES[state]}>{state}</Badge> {error}
      </>
    ),
  },
  { title: 'Mentions', cell: ({ mentions }) => mentions, isNumber: true },
  { title: 'Relations', cell: ({ relations }) => relations, isNumber: true },
  { title: 'Statements', cell: ({ statements }) => statements, isNumber: true },
  { title: 'Time', cell: ({ duration_ms }) => `${duration_ms.toFixed(1)} ms`, isNumber: true },
];

/** How each stage read the memory. */
export function Stages({ extraction }: { readonly extraction: Extraction }) {
  return (
    <section class="card">
      <h2>How it was read</h2>
      {extraction.stages.length === 0 ? (
        <Empty>{extraction.state === 'pending' ? 'It is still to be read.' : 'No stage has read it.'}</Empty>
      ) : (
        <Table
          caption="Stages of extraction"
          isCaptionHidden
          columns={COLUMNS}
          rows={extraction.stages}
          keyOf={({ stage }) => stage}
        />
      )}
    </section>
  );
}
