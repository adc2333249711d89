import type { ClientBase } from 'pg';
import type { ClaimThresholds } from '../../claim-thresholds.js';
import type { ClaimRow } from '../contributions/contribution.js';
import type { DecisionRow } from '../decisions/decision-rows.js';
import { loadSurvivors } from '../clustering/entity-rows.js';
import { recordInvalidations } from '#search/changes/search-changes.js';
import { reclusterEntities, type ClusteringChanges } from '../clustering/recluster-entities.js';
import { projectEvidence } from '../timelines/project-evidence.js';
import { projectUnsettled } from '../timelines/project-unsettled.js';
import { projectTimelines, type RowChanges, type TimelineChanges } from '../timelines/project-timelines.js';
import { refreshEntities } from './refresh-entities.js';

export interface GraphChanges extends TimelineChanges {
  readonly entities: RowChanges;
}

/** Result of a projection that changed nothing. */
export const NO_CHANGES: GraphChanges = {
  entities: { upserted: [], removed: [] },
  relations: { upserted: [], removed: [] },
  statements: { upserted: [], removed: [] },
};

/** The changes of two projections of one transaction, the second after the first. */
export function mergeChanges(first: GraphChanges, second: GraphChanges): GraphChanges {
  const merge = (a: RowChanges, b: RowChanges): RowChanges => {
    const [upserted, removed] = [new Set(b.upserted), new Set(b.removed)];
    return {
      upserted: [...new Set([...a.upserted.filter((id) => !removed.has(id)), ...upserted])],
      removed: [...new Set([...a.removed.filter((id) => !upserted.has(id)), ...removed])],
    };
  };
  return {
    entities: merge(first.entities, second.entities),
    relations: merge(first.relations, second.relations),
    statements: merge(first.statements, second.statements),
  };
}

/** Changes that a projection wrote, before the read models are refreshed. */
export interface ProjectionChanges extends ClusteringChanges {
  /** Claims that were added or removed. */
  readonly claims: readonly ClaimRow[];
  /** Decisions of callers about facts that were added or changed. */
  readonly decisions?: readonly DecisionRow[];
  /** Thresholds of the graph, which a projection reads first. */
  readonly thresholds: ClaimThresholds;
}

/** Refreshes clusters, timelines and entity rows after a projection; returns what changed. */
export async function refreshReadModels(
  tx: ClientBase,
  scopeId: string,
  written: ProjectionChanges,
): Promise<GraphChanges> {
  const { affected, former } = await reclusterEntities(tx, scopeId, written);
  const evidence = await projectEvidence(tx, scopeId, written, former);
  const timelines = await projectTimelines(tx, scopeId, evidence);
  const { removed: gone, added, restated, candidates } = evidence;
  const candidateEnds = candidates.flatMap(({ entityA, entityB }) => (entityB === null ? entityA : [entityA, entityB]));
  const changedEnds = [...new Set([...timelines.ends, ...candidateEnds])];
  const pairs = [...new Set([...gone, ...added, ...restated, ...candidates].map(({ pairId }) => pairId))];
  const withdrawn = [...new Set(gone.map(({ memoryId }) => memoryId))];
  const touched = { entityIds: changedEnds, pairs, closed: timelines.closed, withdrawn };
  const unsettled = await projectUnsettled(tx, scopeId, touched, written.thresholds);
  const current = await loadSurvivors(tx, scopeId, new Set([...written.named, ...affected]));
  const survivors = new Set(current.values());
  // A fact attests both of its ends, and a decision the names that it is about.
  const ends = await loadSurvivors(tx, scopeId, new Set([...timelines.ends, ...written.touched]));
  await refreshEntities(tx, scopeId, [...new Set([...survivors, ...ends.values()])]);
  const upserted = [...new Set([...current.keys(), ...survivors])].sort();
  const removed = written.gone.map((node) => node.entityId);
  await recordInvalidations(tx, scopeId, new Set([...upserted, ...removed, ...changedEnds, ...unsettled.ends]));
  return {
    entities: { upserted, removed },
    relations: withUpserted(timelines.relations, unsettled.relations),
    statements: withUpserted(timelines.statements, unsettled.statements),
  };
}

function withUpserted({ upserted, removed }: RowChanges, ids: readonly string[]): RowChanges {
  return { upserted: [...new Set([...upserted, ...ids])], removed };
}
