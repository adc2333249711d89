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
  /** The address that shows the fact of an edge. */
  readonly factHrefOf: (edgeId: string) => string;
  /** Id of the edge whose fact is shown. */
  readonly chosen: string | null;
}

/** Rows of a page. */
const PAGE = 50;

/**
 * The edges that the drawing shows, for keyboard and screen reader: the link of an entity puts it into the middle, that
 * of a relation shows its fact.
 */
export function EdgeTable({ graph, edges, hrefOf, factHrefOf, chosen }: EdgeTableProps) {
  const [shown, setShown] = useState(PAGE);
  const end = (id: string) => (
    <a href={hrefOf(id)}>
      <Name text={graph.nodes.get(id)?.name ?? id} />
    </a>
  );
  if (edges.length === 0) return <Empty>No relation of it held then, among those that are shown.</Empty>;
  return (
    <div data-arrows>
      <Table
        caption="Relations in the graph"
        isCaptionHidden
        rows={edges.slice(0, shown)}
        keyOf={({ id }) => id}
        columns={[
          { title: 'From', cell: ({ from }) => end(from) },
          {
            title: 'Relation',
            cell: (edge) => <Relation edge={edge} href={factHrefOf(edge.id)} isChosen={edge.id === chosen} />,
          },
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
    </div>
  );
}

interface RelationProps {
  readonly edge: ShownEdge;
  readonly href: string;
  readonly isChosen: boolean;
}

function Relation({ edge: { type, isUnsettled }, href, isChosen }: RelationProps) {
  return (
    <>
      <a href={href} data-arrow-stop aria-current={isChosen ? 'true' : undefined} title="Which words say it">
        {shortName(type)}
      </a>{' '}
      {isUnsettled && (
        <Badge tone="waiting" title="Later, weaker claims contradict it">
          unsettled
        </Badge>
      )}
    </>
  );
}
