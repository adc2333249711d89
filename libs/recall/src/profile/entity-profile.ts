import { dayOf } from '#contracts/clock.js';
import { cutText } from '#contracts/cut-text.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { notExpiredSql } from '#database/expiry-sql.js';
import type { Sql } from '#database/sql.js';
import { verbalizeClaim, verbalizeName, verbalizePastClaim, verbalizeValue } from '#graph/queries/claim-wording.js';
import { getEntity, type ResolvedEntity } from '#graph/queries/get-entity.js';
import { claimsAt, endsOf, type GraphClaim } from '#graph/queries/graph-claims.js';
import { datesOf, timesSaid } from '../context/context-facts.js';
import { loadEntityNames, type NamedEntity } from '../context/load-entity-names.js';

/** Maximum numbers of current facts, of facts in the timeline, and of memories. */
const MAX_FACTS = 100;
const MAX_TIMELINE = 200;
const MAX_MEMORIES = 20;
/** Maximum length of a memory's text in characters; of a longer one the beginning is given. */
const MAX_TEXT = 1_000;

/** A fact of a profile. Times are in Unix nanoseconds, 0 when unset. */
export interface ProfileFact {
  /** Id of the relation or statement. */
  readonly id: string;
  readonly kind: 'relation' | 'statement';
  /** Sentence with the day since when or until when it holds, or on which it was told. */
  readonly text: string;
  readonly confidence: number;
  readonly valid_from_unix_nanos: bigint;
  readonly valid_to_unix_nanos: bigint;
  readonly memory_ids: readonly string[];
}

export interface ProfileMemory {
  readonly memory_id: string;
  readonly text: string;
  readonly speaker: string | null;
  readonly created_at_unix_nanos: bigint;
  readonly occurred_at_unix_nanos: bigint;
}

/** What is known of an entity. */
export interface EntityProfile {
  readonly entity: ResolvedEntity;
  /** What holds now, the surest first. */
  readonly facts: readonly ProfileFact[];
  /** What holds and what held, by its beginning; what began at an unknown time comes first. */
  readonly timeline: readonly ProfileFact[];
  /** Memories that mention it, the newest first. */
  readonly memories: readonly ProfileMemory[];
}

/** Profile of an entity, or of the survivor when it is merged; null when the scope has no such entity. */
export async function entityProfile(sql: Sql, scopeId: string, entityId: string): Promise<EntityProfile | null> {
  const entity = await getEntity(sql, scopeId, entityId);
  if (!entity) return null;
  const claims = await claimsAt(sql, scopeId, [entity.entity_id]);
  const names = await loadEntityNames(sql, scopeId, [...new Set(claims.flatMap(endsOf))]);
  const told = await timesSaid(sql, scopeId, claims);
  const worded = claims.flatMap((claim) => factOf(claim, names, told).map((fact) => ({ claim, fact })));
  const current = worded.filter(({ claim }) => claim.holds).sort((a, b) => surestFirst(a.claim, b.claim));
  const history = [...worded].sort((a, b) => earliestFirst(a.claim, b.claim)).slice(-MAX_TIMELINE);
  return {
    entity,
    facts: current.slice(0, MAX_FACTS).map(({ fact }) => fact),
    timeline: history.map(({ fact }) => fact),
    memories: await recentMemories(sql, scopeId, entity.entity_id),
  };
}

/** The profile as a text for a prompt. */
export function profileText({ entity, facts, timeline, memories }: EntityProfile): string {
  const current = new Set(facts.map(({ id }) => id));
  const past = timeline.filter(({ id }) => !current.has(id));
  const also = entity.aliases.length === 0 ? '' : `, also called ${entity.aliases.join(', ')}`;
  const kind = entity.entity_type.replace(/^core:/, '');
  const said = memories.map(({ text, speaker, created_at_unix_nanos, occurred_at_unix_nanos }) => {
    const day = dayOf(occurred_at_unix_nanos === 0n ? created_at_unix_nanos : occurred_at_unix_nanos);
    return `[${day}]${speaker === null ? '' : ` ${speaker}:`} ${text}`;
  });
  return [
    `${entity.canonical_name} (${kind})${also}`,
    ...section(
      'Facts:',
      facts.map(({ text }) => text),
    ),
    ...section(
      'Before:',
      past.map(({ text }) => text),
    ),
    ...section('What was said:', said),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `- ${line}`)];
}

/** Empty if one of its entities was removed between the statements. */
function factOf(claim: GraphClaim, names: ReadonlyMap<string, NamedEntity>, told: ReadonlySet<bigint>): ProfileFact[] {
  const subject = names.get(claim.subject)?.name;
  const object = claim.value === null ? names.get(claim.object)?.name : verbalizeValue(claim.value);
  if (subject === undefined || object === undefined) return [];
  const verbalize = claim.holds ? verbalizeClaim : verbalizePastClaim;
  const words = verbalize(
    claim.predicate,
    verbalizeName(subject),
    claim.value === null ? verbalizeName(object) : object,
  );
  return [
    {
      ...{ id: claim.id, kind: claim.isRelation ? 'relation' : 'statement', text: `${words}${datesOf(claim, told)}` },
      ...{ confidence: claim.confidence, valid_from_unix_nanos: claim.validFrom },
      ...{ valid_to_unix_nanos: claim.validTo, memory_ids: claim.memoryIds.map(memoryIdOfUuid) },
    },
  ];
}

function surestFirst(a: GraphClaim, b: GraphClaim): number {
  return b.confidence - a.confidence || (a.id < b.id ? -1 : 1);
}

function earliestFirst(a: GraphClaim, b: GraphClaim): number {
  if (a.validFrom !== b.validFrom) return a.validFrom < b.validFrom ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** The newest live memories that mention the entity by any of its names. */
async function recentMemories(sql: Sql, scopeId: string, survivor: string): Promise<ProfileMemory[]> {
  const { rows } = await sql.query<ProfileMemory>(
    `SELECT m.memory_id, left(m.text, ${String(MAX_TEXT + 1)}) AS text, m.speaker,
            m.created_at_nanos AS created_at_unix_nanos, m.occurred_at_nanos AS occurred_at_unix_nanos
     FROM (
       SELECT DISTINCT latest.memory_id FROM (
         SELECT $2::uuid AS id
         UNION ALL (SELECT entity_id FROM entities WHERE scope_id = $1 AND merged_into = $2 ORDER BY entity_id LIMIT 100)
       ) AS member CROSS JOIN LATERAL (
         SELECT memory_id FROM mentions WHERE scope_id = $1 AND entity_id = member.id
         ORDER BY created_at_nanos DESC LIMIT ${String(MAX_MEMORIES * 4)}) AS latest
     ) AS named JOIN memories AS m ON m.scope_id = $1 AND m.memory_id = named.memory_id
     WHERE m.state = 'active' AND ${notExpiredSql('m')}
     ORDER BY m.created_at_nanos DESC, m.memory_id DESC LIMIT ${String(MAX_MEMORIES)}`,
    [scopeId, survivor],
  );
  return rows.map((row) => ({ ...row, memory_id: memoryIdOfUuid(row.memory_id), text: cutText(row.text, MAX_TEXT) }));
}
