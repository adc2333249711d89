import { useEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../app/theme.js';
import { Loading, Notice } from '../parts/notice.js';
import type { GraphDrawing, Picking, Shown } from './drawing.js';

type GraphViewProps = Shown & Picking;

/** The graph as a drawing, whose code is fetched when it is first shown; the table beside it has all that it shows. */
export function GraphView({ onNode, onEdge, graph, visible, focus, chosen }: GraphViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const isThere = graph.nodes.size > 0;
  const { drawing, isLost } = useDrawing(container, isThere, { onNode, onEdge });
  const scheme = useColourScheme();
  useEffect(() => {
    drawing?.show({ graph, visible, focus, chosen });
  }, [drawing, graph, visible, focus, chosen, scheme]);
  if (isLost)
    return (
      <Notice tone="info" title="This browser does not draw the graph">
        It has no WebGL 2, or it is switched off. The table below has the same relations.
      </Notice>
    );
  return (
    <div class="graph-view">
      <div
        ref={container}
        class="graph-drawing"
        role="img"
        aria-label={`Graph of ${visible.nodes.size} entities and ${visible.edges.length} relations; the table below has the same`}
      />
      {drawing && <Buttons drawing={drawing} />}
      {!drawing && isThere && <Loading what="Preparing the drawing" />}
    </div>
  );
}

/** Makes the drawing once there is something to draw, and the table has been painted: WebGL takes its time to begin. */
function useDrawing(container: { readonly current: HTMLDivElement | null }, isThere: boolean, picking: Picking) {
  const [drawing, setDrawing] = useState<GraphDrawing | null>(null);
  const [isLost, setLost] = useState(() => !hasWebGl());
  const pickNow = useRef(picking);
  pickNow.current = picking;
  useEffect(() => {
    if (!isThere) return;
    let made: GraphDrawing | null = null;
    let isGone = false;
    const make = async (): Promise<void> => {
      const [module] = await Promise.all([import('./drawing.js'), painted()]);
      if (isGone || !container.current) return;
      made = new module.GraphDrawing(container.current, {
        onNode: (id) => {
          pickNow.current.onNode(id);
        },
        onEdge: (id) => {
          pickNow.current.onEdge(id);
        },
      });
      setDrawing(made);
    };
    if (!isLost)
      make().catch(() => {
        setLost(true);
      });
    return () => {
      isGone = true;
      made?.stop();
    };
  }, [isThere]);
  return { drawing, isLost };
}

/** Resolves after the next paint; a hidden tab paints nothing, and waits. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      setTimeout(resolve);
    });
  });
}

/** The context that this tries is given back at once: a browser keeps few of them. */
function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** What the browser prefers, and what was chosen: a change of either changes the colours. */
function useColourScheme(): string {
  const [isDark, setDark] = useState(false);
  useEffect(() => {
    const preference = matchMedia('(prefers-color-scheme: dark)');
    const note = (): void => {
      setDark(preference.matches);
    };
    note();
    preference.addEventListener('change', note);
    return () => {
      preference.removeEventListener('change', note);
    };
  }, []);
  return `${theme.value} ${isDark}`;
}

function Buttons({ drawing }: { readonly drawing: GraphDrawing }) {
  return (
    <div class="graph-buttons">
      <button
        type="button"
        title="Larger"
        onClick={() => {
          drawing.zoom('in');
        }}
      >
        +<span class="unshown"> Larger</span>
      </button>
      <button
        type="button"
        title="Smaller"
        onClick={() => {
          drawing.zoom('out');
        }}
      >
        −<span class="unshown"> Smaller</span>
      </button>
      <button
        type="button"
        title="All of it, with the entity in the middle"
        onClick={() => {
          drawing.centre();
        }}
      >
        Centre
      </button>
    </div>
  );
}
