import { typeClass } from '../parts/badge.js';

/** Colours of the theme, in a form that WebGL programs read: `rgb(…)`. */
export interface Colours {
  readonly line: string;
  readonly faint: string;
  /** Of the edge whose fact is shown. */
  readonly chosen: string;
  readonly ofType: (type: string) => string;
}

/** The colours that the styles of the page give now. */
export function coloursOf(container: HTMLElement): Colours {
  const probe = document.createElement('span');
  container.append(probe);
  const read = (className: string): string => {
    probe.className = `colour-probe ${className}`;
    return getComputedStyle(probe).color;
  };
  const types = new Map<string, string>();
  return {
    line: read('line'),
    faint: read('faint'),
    chosen: read('chosen'),
    ofType: (type) => {
      const known = types.get(type) ?? read(`of-type ${typeClass(type)}`);
      types.set(type, known);
      return known;
    },
  };
}
