import { visibleParts } from '../parts/visible-text.js';

/** A text at a place of the drawing, in its pixels. */
export interface Label {
  readonly id: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly class: string;
}

/** Size of a letter, about; measuring each label would hold up the drawing. */
const LETTER = { width: 6.6, height: 17 };
const LONGEST = 28;

/**
 * Texts over the drawing, as elements: browsers join letters and turn directions right, which a drawing of letter by
 * letter does not. A label that would cover one before it is left out.
 */
export class Labels {
  private readonly layer = document.createElement('div');
  private readonly elements = new Map<string, { readonly element: HTMLElement; readonly text: string }>();

  constructor(container: HTMLElement) {
    this.layer.className = 'graph-labels';
    container.append(this.layer);
  }

  /** @param labels the most important first */
  show(labels: readonly Label[]): void {
    const placed: Box[] = [];
    const shown = new Set<string>();
    for (const label of labels) {
      const box = boxOf(label);
      if (placed.some((other) => overlap(box, other))) continue;
      placed.push(box);
      shown.add(label.id);
      const { style } = this.elementOf(label);
      style.transform = `translate(${label.x.toFixed(1)}px, ${label.y.toFixed(1)}px) translateX(-50%)`;
    }
    for (const [id, { element }] of this.elements) element.hidden = !shown.has(id);
  }

  private elementOf({ id, text, class: className }: Label): HTMLElement {
    const known = this.elements.get(id);
    if (known?.text === text) {
      known.element.className = className;
      return known.element;
    }
    known?.element.remove();
    const element = document.createElement('bdi');
    element.className = className;
    element.append(...visibleParts(shortened(text)).map(nodeOfPart));
    this.layer.append(element);
    this.elements.set(id, { element, text });
    return element;
  }
}

function nodeOfPart({ text, isMark }: { readonly text: string; readonly isMark: boolean }): Node {
  if (!isMark) return document.createTextNode(text);
  const mark = document.createElement('span');
  mark.className = 'unseen';
  mark.textContent = text;
  return mark;
}

function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : text;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function boxOf({ text, x, y }: Label): Box {
  const width = Math.min(text.length, LONGEST) * LETTER.width;
  return { left: x - width / 2, right: x + width / 2, top: y, bottom: y + LETTER.height };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
