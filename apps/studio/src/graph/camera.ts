interface Place {
  readonly x: number;
  readonly y: number;
}

/** What of a drawing says where things are in it. */
interface Stage {
  getDimensions(): { readonly width: number; readonly height: number };
  graphToFramedGraph(place: Place): Place;
  framedGraphToViewport(place: Place, by: { readonly cameraState: typeof WHOLE }): Place;
}

/** The camera that shows a graph as large as it fits. */
const WHOLE = { x: 0.5, y: 0.5, angle: 0, ratio: 1 };
/** Pixels that are left at each side for names. */
const MARGIN = { x: 60, y: 36 };
/** How near and how far the camera may be: two entities shall not fill the drawing. */
const RATIOS = { nearest: 0.4, farthest: 4 };

/**
 * Where the camera stands so that one place is in the middle and all others are seen.
 * @param others in the coordinates of the graph, as `middle` is
 */
export function cameraAround(
  stage: Stage,
  middle: Place,
  others: readonly Place[],
): Place & { readonly ratio: number } {
  const { width, height } = stage.getDimensions();
  const [origin, unit] = [0, 1].map((one) => stage.framedGraphToViewport({ x: one, y: one }, { cameraState: WHOLE }));
  const { x, y } = stage.graphToFramedGraph(middle);
  let ratio = RATIOS.nearest;
  for (const other of others) {
    const at = stage.graphToFramedGraph(other);
    const aside = Math.abs((at.x - x) * ((unit?.x ?? 0) - (origin?.x ?? 0)));
    const above = Math.abs((at.y - y) * ((unit?.y ?? 0) - (origin?.y ?? 0)));
    ratio = Math.max(ratio, aside / (width / 2 - MARGIN.x), above / (height / 2 - MARGIN.y));
  }
  return { x, y, ratio: Math.min(RATIOS.farthest, ratio) };
}
