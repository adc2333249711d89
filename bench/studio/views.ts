import type { StudioScope } from './fill-studio.js';

/** A page of studio, and when its content is there. */
export interface View {
  readonly name: string;
  readonly hash: string;
  /** JavaScript that is true once the content is in the page. */
  readonly shown: string;
}

/** JavaScript: whether the page has an element. */
export const has = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})`;
/** JavaScript: how many there are of it. */
export const countOf = (selector: string): string => `document.querySelectorAll(${JSON.stringify(selector)}).length`;
/** JavaScript: whether a test holds for all of them. @param test a property of the element */
export const every = (selector: string, test: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].every((element) => element.${test})`;

export const ROW = 'ol.memories > li.memory';
export const EDGE_ROW = 'section[aria-label="Relations"] tbody tr';
export const ENTITY_ROW = '.table tbody tr';
export const FACT_ROW = 'td.timeline-fact';
const DRAWN = '.graph-label:not([hidden])';

/** The views that are measured. */
export function viewsOf({ memoryId, hub, questions: [question = ''] }: StudioScope): readonly View[] {
  return [
    { name: 'Memories', hash: '#/memories', shown: has(ROW) },
    { name: 'a memory', hash: `#/memories/${memoryId}`, shown: has('section[aria-label="Text"] .marked') },
    { name: 'Entities', hash: '#/entities', shown: has(ENTITY_ROW) },
    { name: 'the entity with most facts', hash: `#/entities/${hub.id}`, shown: has(FACT_ROW) },
    { name: 'its graph, as a table', hash: `#/graph/${hub.id}`, shown: has(EDGE_ROW) },
    { name: 'its graph, drawn', hash: `#/graph/${hub.id}`, shown: has(DRAWN) },
    { name: 'Recall', hash: `#/recall?q=${encodeURIComponent(question)}`, shown: has('.ranks > li') },
    { name: 'Operation', hash: '#/operation', shown: has('dl.figures') },
  ];
}
