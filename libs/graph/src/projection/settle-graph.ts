import type { ClientBase } from 'pg';
import type { ClaimRow } from './contribution.js';
import { loadSurvivors } from './entity-rows.js';
import { noteAround } from '../search/search-changes.js';
import { regroupEntities, type GroupingChanges } from './group-entities.js';
import { projectEvidence } from './project-evidence.js';
import { projectTimelines, type RowChanges, type TimelineChanges } from './project-timelines.js';
import { refreshEntities } from './refresh-entities.js';

export interface GraphChanges extends TimelineChanges {
  readonly entities: RowChanges;
}

/** Of a projection that found all as it shall be. */
export const NO_CHANGES: GraphChanges = {
  entities: { upserted: [], removed: [] },
  relations: { upserted: [], removed: [] },
  statements: { upserted: [], removed: [] },
};

/** What a projection has written when it settles the graph. */
export interface WrittenRows extends GroupingChanges {
  /** Claims that came or went. */
  readonly claims: readonly ClaimRow[];
}

/** Brings groups, timelines and the entities' own rows up to what a projection has written. */
export async function settleGraph(tx: ClientBase, scopeId: string, written: WrittenRows): Promise<GraphChanges> {
  const { affected, former } = await regroupEntities(tx, scopeId, written);
  const evidence = await projectEvidence(tx, scopeId, written.claims, [...former.keys()]);
  const { ends, ...timelines } = await projectTimelines(tx, scopeId, evidence);
  const current = await loadSurvivors(tx, scopeId, new Set([...written.named, ...affected]));
  const survivors = new Set(current.values());
  await refreshEntities(tx, scopeId, [...survivors]);
  const upserted = [...new Set([...current.keys(), ...survivors])].sort();
  const removed = written.gone.map((node) => node.entityId);
  await noteAround(tx, scopeId, new Set([...upserted, ...removed, ...ends]));
  return { entities: { upserted, removed }, ...timelines };
}
