import { MultiDirectedGraph } from 'graphology';
import Sigma from 'sigma';
import { extremityArrow, pathCurved, pathLine, pathLoop } from 'sigma/rendering';
import { shortName } from '../parts/badge.js';
import { cameraAround } from './camera.js';
import { coloursOf } from './colours.js';
import { Labels, type Label } from './labels.js';
import { Layout } from './layout.js';
import type { GraphPart } from './graph-part.js';
import { placeBeside } from './places.js';
import { degreesOf, type VisibleGraph } from './visible-graph.js';

/** What a drawing shows. */
export interface Shown {
  readonly graph: GraphPart;
  readonly visible: VisibleGraph;
  /** Id of the entity in the middle. */
  readonly focus: string;
  /** Id of the edge whose fact is shown; null for none. */
  readonly chosen: string | null;
}

/** What is told of clicks. */
export interface Picking {
  readonly onNode: (id: string) => void;
  readonly onEdge: (id: string) => void;
}

interface NodeLook {
  x: number;
  y: number;
  size: number;
  color: string;
  visibility: 'visible' | 'hidden';
}
interface EdgeLook {
  zIndex: number;
  size: number;
  color: string;
  visibility: 'visible' | 'hidden';
}

/** Radius of a node in pixels. */
const SIZES = { focus: 13, grown: 10, seen: 7 };
/** Edges of the focus up to which their types are written on them. */
const NAMED_EDGES = 14;

/** A graph drawn by WebGL into an element. It moves until its layout is at rest, with the focus in the middle. */
export class GraphDrawing {
  private readonly graph = new MultiDirectedGraph<NodeLook, EdgeLook>();
  private readonly layout = new Layout(({ positions, isOver }) => {
    this.move(positions);
    if (isOver) this.container.ariaBusy = 'false';
  });
  private readonly labels: Labels;
  private readonly sigma;
  private shown: Shown | null = null;
  /** Whether the camera keeps the focus in the middle; not any more once somebody moved it. */
  private isFollowing = true;

  /** @throws Error where the browser has no WebGL 2 */
  constructor(
    private readonly container: HTMLElement,
    { onNode, onEdge }: Picking,
  ) {
    this.sigma = new Sigma<NodeLook, EdgeLook>(this.graph, container, OPTIONS);
    this.labels = new Labels(container);
    this.sigma.on('clickNode', ({ node }) => {
      onNode(node);
    });
    this.sigma.on('clickEdge', ({ edge }) => {
      onEdge(edge);
    });
    for (const gesture of ['downStage', 'wheelStage', 'doubleClickStage'] as const)
      this.sigma.on(gesture, () => {
        this.isFollowing = false;
      });
    // Only then are places of the graph known as places of the drawing.
    this.sigma.on('afterProcess', () => {
      this.follow();
    });
    this.sigma.on('afterRender', () => {
      this.label();
    });
  }

  /** Shows a graph in the colours of the theme; new entities come in beside those that they are related to. */
  show(shown: Shown): void {
    if (shown.focus !== this.shown?.focus) this.isFollowing = true;
    this.shown = shown;
    if (this.take(shown.graph)) this.layOut();
    this.paint(shown);
  }

  /** Makes it larger or smaller. */
  zoom(direction: 'in' | 'out'): void {
    this.isFollowing = false;
    const camera = this.sigma.getCamera();
    void (direction === 'in' ? camera.zoomIn() : camera.zoomOut());
  }

  /** Puts the focus back into the middle. */
  centre(): void {
    this.isFollowing = true;
    this.follow();
  }

  stop(): void {
    this.layout.stop();
    this.sigma.kill();
  }

  /** @returns whether nodes or edges came or went */
  private take({ nodes, edges }: GraphPart): boolean {
    const gone = this.graph.filterNodes((id) => !nodes.has(id));
    for (const id of gone) this.graph.dropNode(id);
    const came = placeBeside(this.graph, nodes, edges);
    for (const [id, at] of came) this.graph.addNode(id, { ...at, ...HIDDEN_NODE });
    let changes = gone.length + came.size;
    for (const { id, from, to } of edges.values()) {
      if (this.graph.hasEdge(id)) continue;
      this.graph.addEdgeWithKey(id, from, to, HIDDEN_EDGE);
      changes += 1;
    }
    return changes > 0;
  }

  private layOut(): void {
    const ids = this.graph.nodes();
    const numbers = new Map(ids.map((id, at) => [id, at]));
    const places = ids.flatMap((id) => [this.graph.getNodeAttribute(id, 'x'), this.graph.getNodeAttribute(id, 'y')]);
    const ends = this.graph.mapEdges((_, __, from, to) => [numbers.get(from) ?? 0, numbers.get(to) ?? 0]);
    this.container.ariaBusy = 'true';
    this.layout.start({ positions: Float32Array.from(places), edges: Uint32Array.from(ends.flat()) });
  }

  private move(positions: Float32Array): void {
    // Of a graph that has changed since.
    if (positions.length !== 2 * this.graph.order) return;
    let at = 0;
    this.graph.updateEachNodeAttributes(
      (_, look) => {
        const [x = 0, y = 0] = positions.subarray(at, (at += 2));
        return { ...look, x, y };
      },
      { attributes: ['x', 'y'] },
    );
  }

  private paint({ graph, visible, focus, chosen }: Shown): void {
    const colours = coloursOf(this.container);
    const visibleEdges = new Set(visible.edges.map(({ id }) => id));
    this.graph.updateEachNodeAttributes((id, look) => {
      const node = graph.nodes.get(id);
      const size = id === focus ? SIZES.focus : node?.isGrown ? SIZES.grown : SIZES.seen;
      const visibility = visible.nodes.has(id) ? 'visible' : 'hidden';
      return { ...look, size, visibility, color: colours.ofType(node?.type ?? '') };
    });
    // As `zIndex` may change, sigma indexes edges before it paints them, which some of them may need that are new.
    this.graph.updateEachEdgeAttributes(
      (id, { zIndex }, from, to) => ({
        zIndex,
        size: id === chosen ? 4 : from === focus || to === focus ? 2 : 1.2,
        color: id === chosen ? colours.chosen : graph.edges.get(id)?.isUnsettled ? colours.faint : colours.line,
        visibility: visibleEdges.has(id) ? 'visible' : 'hidden',
      }),
      { attributes: ['zIndex'] },
    );
  }

  private follow(): void {
    if (!this.isFollowing || !this.shown || !this.graph.hasNode(this.shown.focus)) return;
    const { visible, focus } = this.shown;
    const places = [...visible.nodes]
      .filter((id) => this.graph.hasNode(id))
      .map((id) => this.graph.getNodeAttributes(id));
    this.sigma.getCamera().setState(cameraAround(this.sigma, this.graph.getNodeAttributes(focus), places));
  }

  private label(): void {
    if (!this.shown) return;
    const { graph, visible, focus } = this.shown;
    const degrees = degreesOf(visible.edges);
    const important = [...visible.nodes]
      .filter((id) => this.graph.hasNode(id))
      .sort((a, b) => Number(b === focus) - Number(a === focus) || (degrees.get(b) ?? 0) - (degrees.get(a) ?? 0));
    const names = important.map((id): Label => {
      const { x, y } = this.placeOf(id);
      const size = this.sigma.scaleSize(this.graph.getNodeAttribute(id, 'size'));
      const text = graph.nodes.get(id)?.name ?? '';
      return { id, text, x, y: y + size + 1, class: id === focus ? 'graph-label focus' : 'graph-label' };
    });
    this.labels.show([...names, ...this.edgeLabels(this.shown)]);
  }

  private edgeLabels({ visible, focus }: Shown): Label[] {
    const own = visible.edges.filter(({ from, to }) => from === focus || to === focus);
    if (own.length > NAMED_EDGES) return [];
    return own
      .filter(({ id }) => this.graph.hasEdge(id))
      .map(({ id, from, to, type }) => {
        const [a, b] = [this.placeOf(from), this.placeOf(to)];
        return { id, text: shortName(type), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 8, class: 'graph-label edge' };
      });
  }

  private placeOf(id: string): { readonly x: number; readonly y: number } {
    return this.sigma.graphToViewport(this.graph.getNodeAttributes(id));
  }
}

const HIDDEN_NODE = { size: SIZES.seen, color: 'rgb(128, 128, 128)', visibility: 'hidden' as const };
const HIDDEN_EDGE = { zIndex: 0, size: 1, color: 'rgb(128, 128, 128)', visibility: 'hidden' as const };

const OPTIONS = {
  primitives: {
    edges: { paths: [pathLine(), pathCurved(), pathLoop()], extremities: [extremityArrow()], defaultHead: 'arrow' },
  },
  styles: {
    nodes: {
      x: { attribute: 'x' },
      y: { attribute: 'y' },
      size: { attribute: 'size' },
      color: { attribute: 'color' },
      visibility: { attribute: 'visibility' },
      cursor: 'pointer',
    },
    edges: {
      size: { attribute: 'size' },
      color: { attribute: 'color' },
      visibility: { attribute: 'visibility' },
      cursor: 'pointer',
      head: 'arrow',
      parallelPath: 'curved',
    },
  },
  settings: {
    renderLabels: false,
    itemSizesReference: 'screen',
    nodePickingPadding: 6,
    enableEdgeEvents: true,
    edgePickingPadding: 8,
    stagePadding: 50,
    // A finger scrolls the page; the buttons make the drawing larger.
    gestureTarget: matchMedia('(pointer: coarse)').matches ? 'page' : 'graph',
  },
} as const;
