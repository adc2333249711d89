import type { ClientBase } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import { groupBy } from '#contracts/group-by.js';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import type { Sql } from '#database/sql.js';
import { failpoint } from '#failpoints/failpoints.js';
import { loadThresholds, withoutWeakClaims } from '../claim-thresholds.js';
import { dropUnsupportedClaims } from './contributions/claim-dependencies.js';
import { contributionOf, type Contribution } from './contributions/contribution.js';
import {
  deleteContributions,
  changedEvidenceEnds,
  insertContributions,
  loadContributions,
  type ContributionRows,
} from './contributions/contribution-rows.js';
import { endsBeforeValues } from './contributions/ends-before-values.js';
import { applyNames, deleteUnsupported, ensureEntities } from './clustering/entity-rows.js';
import { NO_CHANGES, refreshReadModels, type GraphChanges } from './read-models/refresh-read-models.js';
import type { ProjectedMemory } from './contributions/recorded-memory.js';

/**
 * Projects the observations of memories into the graph of a scope. Their earlier contribution is replaced, so the
 * function is idempotent and independent of the order of calls. The caller holds the scope's lock in this transaction
 * (`lockScope`). A claim counts while all memories it depends on are active; one that is neither fact nor candidate
 * contributes nothing.
 * @param states session from which the states of memories are read, at the snapshot of the observations
 */
export async function projectMemories(
  tx: ClientBase,
  scopeId: string,
  memories: readonly ProjectedMemory[],
  states: Sql = tx,
): Promise<GraphChanges> {
  const observed = memories.flatMap(({ memoryId, observations }) => (observations ? [{ memoryId, observations }] : []));
  const thresholds = await loadThresholds(tx);
  const supported = await dropUnsupportedClaims(states, scopeId, observed);
  const contributions = memories.map((memory) => ({
    memoryId: memory.memoryId,
    rows: contributionOf(
      { scopeId, ...memory },
      withoutWeakClaims(endsBeforeValues(supported.get(memory.memoryId) ?? NO_OBSERVATIONS), thresholds),
    ),
  }));
  const before = await loadContributions(
    tx,
    scopeId,
    memories.map((m) => m.memoryId),
  );
  const { removed, added, entities } = contributionChanges(before, contributions);
  const touched = new Set([...removed.mentions, ...added.mentions].map((row) => row.entityId));
  if (touched.size === 0) return NO_CHANGES;

  await replaceContributions(tx, scopeId, removed, added);
  failpoint('project.after-contributions');
  const fresh = await ensureEntities(tx, scopeId, entities);
  await applyNames(tx, scopeId, removed.mentions, added.mentions);
  const gone = await deleteUnsupported(
    tx,
    scopeId,
    removed.mentions.map((row) => row.entityId),
  );
  failpoint('project.after-entities');
  const ends = await changedEvidenceEnds(tx, scopeId, [...removed.aliases, ...added.aliases]);
  const claims = [...removed.claims, ...added.claims];
  return refreshReadModels(tx, scopeId, {
    touched: [...new Set([...fresh, ...ends])],
    gone,
    named: [...touched],
    claims,
    thresholds,
  });
}

/** Old and new rows of the memories whose contribution changed, and the entities that the new rows need. */
function contributionChanges(
  before: ContributionRows,
  contributions: readonly { memoryId: string; rows: Contribution }[],
) {
  const mentions = groupBy(before.mentions, (row) => row.memoryId);
  const aliases = groupBy(before.aliases, (row) => row.memoryId);
  const claims = groupBy(before.claims, (row) => row.memoryId);
  const storedRows = (memoryId: string): ContributionRows => ({
    mentions: mentions.get(memoryId) ?? [],
    aliases: aliases.get(memoryId) ?? [],
    claims: claims.get(memoryId) ?? [],
  });
  const changed = contributions.filter(({ memoryId, rows }) => digestOf(storedRows(memoryId)) !== digestOf(rows));
  return {
    removed: concat(changed.map(({ memoryId }) => storedRows(memoryId))),
    added: concat(changed.map(({ rows }) => rows)),
    entities: new Map(changed.flatMap(({ rows }) => [...rows.entities])).values(),
  };
}

function concat(list: readonly ContributionRows[]): ContributionRows {
  return {
    mentions: list.flatMap((rows) => rows.mentions),
    aliases: list.flatMap((rows) => rows.aliases),
    claims: list.flatMap((rows) => rows.claims),
  };
}

/** Digest that is equal for equal rows, whatever the order of rows and columns. */
function digestOf({ mentions, aliases, claims }: ContributionRows): string {
  const lines = [...mentions, ...aliases, ...claims].map((row) =>
    stringifyExact(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
  return lines.sort().join('\n');
}

async function replaceContributions(
  tx: ClientBase,
  scopeId: string,
  removed: ContributionRows,
  added: ContributionRows,
): Promise<void> {
  const stale = new Set([...removed.mentions, ...removed.aliases, ...removed.claims].map((row) => row.memoryId));
  if (stale.size > 0) await deleteContributions(tx, scopeId, [...stale]);
  await insertContributions(tx, scopeId, added);
}
