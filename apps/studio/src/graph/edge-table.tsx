import { useState } from 'preact/hooks';
import { Badge, shortName } from '../parts/badge.js';
import { Confidence } from '../parts/bars.js';
import { Name } from '../parts/name.js';
import { Empty } from '../parts/notice.js';
import { Pager } from '../parts/pager.js';
import { Table } from '../parts/table.js';
import { Day } from '../parts/time.js';
import type { ShownEdge, GraphPart } from './graph-part.js';

interface EdgeTableProps {
  readonly graph: GraphPart;
  readonly edges: readonly ShownEdge[];
  /** The address that shows an entity in the middle. */
  readonly hrefOf: (entityId: string) => string;
}

/** Rows of a page. */
const PAGE = 50;

/** The edges that the drawing shows, for keyboard and screen reader: a link of an entity puts it into the middle. */
export function EdgeTable({ graph, edges, hrefOf }: EdgeTableProps) {
  const [shown, setShown] = useState(PAGE);
  const end = (id: string) => (
    <a href={hrefOf(id)}>
      <Name text={graph.nodes.get(id)?.name ?? id} />
    </a>
  );
  if (edges.length === 0) return <Empty>No relation of it held then, among those that are shown.</Empty>;
  return (
    <>
      <Table
        caption="Relations in the graph"
        isCaptionHidden
        rows={edges.slice(0, shown)}
        keyOf={({ id }) => id}
        columns={[
          { title: 'From', cell: ({ from }) => end(from) },
          { title: 'Relation', cell: (edge) => <Relation edge={edge} /> },
          { title: 'To', cell: ({ to }) => end(to) },
          { title: 'Since', cell: ({ since }) => <Day iso={since} /> },
          { title: 'Until', cell: ({ until }) => <Day iso={until} /> },
          { title: 'Confidence', cell: ({ confidence }) => <Confidence value={confidence} /> },
        ]}
      />
      <Pager
        {...{
          hasMore: edges.length > shown,
          isLoading: false,
          shown: Math.min(shown, edges.length),
          what: ['relation', 'relations'],
        }}
        onMore={() => {
          setShown(shown + PAGE);
        }}
      />
    </>
  );
}

function Relation({ edge: { type, isUnsettled } }: { readonly edge: ShownEdge }) {
  return (
    <>
      {shortName(type)}{' '}
      {isUnsettled && (
        <Badge tone="waiting" title="Later, weaker claims contradict it">
          unsettled
        </Badge>
      )}
    </>
  );
}
