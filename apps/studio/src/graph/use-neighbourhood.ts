import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../parts/use-answer.js';
import { loadGraphPart } from './load-graph-part.js';
import { merged, NOTHING, type GraphPart } from './graph-part.js';

/** Relations, and statements, of an entity that are asked for, and where somebody wants more. */
const LIMIT = 30;
const WIDE_LIMIT = 200;

/** A graph that grows, as far as it was asked for. */
export interface Grown {
  readonly graph: GraphPart;
  /** The entity in the middle; not the one that was asked for, where that was merged. */
  readonly focus: string;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Asks for more relations of the focus. */
  readonly widen: () => void;
  /** Leaves only the neighbourhood of the focus. */
  readonly prune: () => void;
  /** Takes an edge out that is no fact any more. */
  readonly drop: (edgeId: string) => void;
}

/** A graph that grows by the neighbourhood of each entity that is looked at; nothing else of the scope is asked for. */
export function useNeighbourhood(entityId: string): Grown {
  const [graph, setGraph] = useState(NOTHING);
  const [wide, setWide] = useState<string | null>(null);
  const known = useRef(graph.nodes);
  known.current = graph.nodes;
  const limit = wide === entityId ? WIDE_LIMIT : LIMIT;
  const { data, error, isLoading, reload } = useAnswer(
    async (client, signal) => ({
      asked: entityId,
      ...(await loadGraphPart(client, entityId, known.current, limit, signal)),
    }),
    [entityId, limit],
  );
  useEffect(() => {
    if (data) setGraph((before) => merged(before, data.found));
  }, [data]);
  const prune = (): void => {
    if (data?.asked === entityId) setGraph(data.found);
  };
  const widen = (): void => {
    setWide(entityId);
  };
  const drop = useCallback((edgeId: string) => {
    setGraph(({ nodes, edges }) => ({ nodes, edges: new Map([...edges].filter(([id]) => id !== edgeId)) }));
  }, []);
  const focus = data?.asked === entityId ? data.centre : entityId;
  return { graph, focus, error, isLoading, reload, widen, prune, drop };
}
