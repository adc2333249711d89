import { useMemo } from 'preact/hooks';
import type { PageProps } from '../navigation/page-props.js';
import { goTo, hrefOf } from '../navigation/route.js';
import { EntitySearch } from '../parts/entity-search.js';
import { Empty, Loading } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { EdgeCard } from './edge-card.js';
import { EdgeTable } from './edge-table.js';
import { FocusCard } from './focus-card.js';
import { GraphView } from './graph-view.js';
import { TimeSlider } from './time-slider.js';
import { TypeFilter } from './type-filter.js';
import { useNeighbourhood, type Grown } from './use-neighbourhood.js';
import { firstDayOf, typesIn, visibleIn, type VisibleGraph } from './visible-graph.js';
import './graph.css';

/** The neighbourhood of an entity, `#/graph/ID`; without an id, of the one that is mentioned most. */
export default function GraphPage({ id, query }: PageProps) {
  const first = useAnswer(
    async (client, signal) =>
      id === null ? (await client.listEntities({ limit: 1 }, { signal })).entities[0] : undefined,
    [id],
  );
  const entityId = id ?? first.data?.entity_id;
  return (
    <>
      <div class="page-head">
        <h1>Graph</h1>
      </div>
      {entityId !== undefined && <Graph entityId={entityId} query={query} />}
      {entityId === undefined && <NoEntity {...first} />}
    </>
  );
}

function NoEntity({ error, isLoading }: { readonly error: unknown; readonly isLoading: boolean }) {
  if (isLoading) return <Loading />;
  if (error) return <Problem error={error} />;
  return <Empty>No entity is known yet: store a memory that names somebody.</Empty>;
}

interface GraphProps extends Pick<PageProps, 'query'> {
  readonly entityId: string;
}

function Graph({ entityId, query }: GraphProps) {
  const grown = useNeighbourhood(entityId);
  const { graph, focus, error, isLoading, reload, drop } = grown;
  const { day, hidden, visible } = useVisible(graph, focus, query);
  const given = Object.fromEntries(query);
  const chosen = query.get('fact');
  const entityHref = (picked: string): string => hrefOf('graph', picked, { ...given, fact: '' });
  const factHref = (fact: string): string => hrefOf('graph', entityId, { ...given, fact });
  const pick = (picked: string): void => {
    goTo(entityHref(picked));
  };
  const change = (name: string, value: string): void => {
    goTo(hrefOf('graph', entityId, { ...given, [name]: value }), { replace: true });
  };
  return (
    <>
      {error !== null && !isLoading && (
        <Problem error={error}>
          <button type="button" onClick={reload}>
            Try again
          </button>
        </Problem>
      )}
      <div class="graph card" aria-busy={isLoading}>
        <GraphView
          {...{ graph, visible, focus, chosen }}
          onNode={pick}
          onEdge={(picked) => {
            goTo(factHref(picked));
          }}
        />
        <Side {...{ grown, visible, hidden, change }} onPick={pick} />
        <TimeSlider
          day={day}
          first={firstDayOf(graph)}
          onDay={(picked) => {
            change('day', picked ?? '');
          }}
        />
      </div>
      {chosen !== null && (
        <EdgeCard
          key={chosen}
          id={chosen}
          kind={graph.edges.get(chosen)?.kind ?? null}
          closeHref={factHref('')}
          onDone={reload}
          onGone={drop}
        />
      )}
      <section class="card" aria-label="Relations">
        <h2>The same as a table</h2>
        <EdgeTable graph={graph} edges={visible.edges} hrefOf={entityHref} factHrefOf={factHref} chosen={chosen} />
      </section>
    </>
  );
}

interface SideProps {
  readonly grown: Grown;
  readonly visible: VisibleGraph;
  readonly hidden: ReadonlySet<string>;
  readonly change: (name: string, value: string) => void;
  readonly onPick: (entityId: string) => void;
}

/** What stands beside the drawing. */
function Side({ grown, visible, hidden, change, onPick }: SideProps) {
  const { graph, focus, isLoading, widen, prune } = grown;
  const node = graph.nodes.get(focus);
  return (
    <div class="graph-side">
      <EntitySearch
        label="Find an entity"
        onPick={({ entity_id: picked }) => {
          onPick(picked);
        }}
      />
      {node && (
        <FocusCard {...{ node, isLoading }} edges={ownEdges(visible.edges, focus)} onMore={widen} onPrune={prune} />
      )}
      <TypeFilter
        types={typesIn(graph, visible.nodes)}
        hidden={hidden}
        onHidden={(types) => {
          change('hide', [...types].join());
        }}
      />
    </div>
  );
}

/** What the address leaves of a graph. */
function useVisible(graph: Parameters<typeof visibleIn>[0], focus: string, query: URLSearchParams) {
  const given = query.get('day') ?? '';
  const day = /^\d{4}-\d\d-\d\d$/.test(given) ? given : null;
  const hide = query.get('hide') ?? '';
  const hidden = useMemo(() => new Set(hide.split(',').filter((type) => type !== '')), [hide]);
  const visible = useMemo(() => visibleIn(graph, { day, hiddenTypes: hidden, focus }), [graph, day, hidden, focus]);
  return { day, hidden, visible };
}

function ownEdges(edges: readonly { readonly from: string; readonly to: string }[], id: string): number {
  return edges.filter(({ from, to }) => from === id || to === id).length;
}
