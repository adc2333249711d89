import type { ComponentType } from 'preact';
import type { PageProps } from '../navigation/page-props.js';

/** A page of studio, by the first part of its hash. */
export interface StudioPage {
  readonly path: string;
  readonly title: string;
  /** Fetches its chunk: a module whose default export shows it. */
  readonly load: () => Promise<{ readonly default: ComponentType<PageProps> }>;
}

/** All pages, in the order of the navigation; the first one is shown where the hash names none. */
export const PAGES: readonly StudioPage[] = [
  { path: 'memories', title: 'Memories', load: () => import('../memories/memories-page.js') },
  { path: 'entities', title: 'Entities', load: () => import('../entities/entities-page.js') },
  { path: 'graph', title: 'Graph', load: () => import('../graph/graph-page.js') },
  { path: 'recall', title: 'Recall', load: () => import('../recall/recall-page.js') },
  { path: 'operation', title: 'Operation', load: () => import('../operation/operation-page.js') },
  { path: 'tour', title: 'Tour', load: () => import('../samples/tour-page.js') },
];
