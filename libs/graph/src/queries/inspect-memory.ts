import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { StageReport } from '#contracts/observations.js';
import { inspectCandidates, type InspectedCandidate } from './inspect-candidates.js';
import { inspectCorrections, type InspectedCorrections } from './inspect-corrections.js';
import { inspectMentions, type InspectedMention } from './inspect-mentions.js';
import { inspectEdges, type InspectedEdge } from './inspect-edges.js';
import { inspectFacts, type InspectedFacts } from './inspect-facts.js';
import { inspectLinks, type InspectedLink } from './inspect-links.js';
import { inspectVerdicts, type InspectedVerdict } from './inspect-verdicts.js';
import { inspectNodes, type InspectedNode } from './inspect-nodes.js';
import type { ExactJson } from '#contracts/exact-json.js';
import { notExpiredSql } from '#database/expiry-sql.js';
import type { Sql } from '#database/sql.js';
import { documentTerms, isLanguageTerm, SPEAKER_MARK } from '#search/terms/terms.js';

/** A memory with everything derived from it. Times are in Unix nanoseconds, 0 when unset. */
export interface InspectedMemory {
  readonly found: true;
  /** Decimal id. */
  readonly memory_id: string;
  readonly text: string;
  readonly metadata: { [key: string]: ExactJson } | null;
  readonly tags: readonly string[];
  readonly artifact: InspectedCorrections & {
    readonly record: MemoryRecord & IsoTimesOf<MemoryRecord>;
    readonly vector: readonly number[];
    readonly keyword_fields: readonly { readonly field: string; readonly terms: readonly string[] }[];
    readonly hype_questions: readonly string[];
    readonly graph: { readonly nodes: readonly InspectedNode[]; readonly edges: readonly InspectedEdge[] };
    /** Facts for which the memory is evidence, or that callers state of what it says. */
    readonly relations: InspectedFacts['relations'];
    readonly statements: InspectedFacts['statements'];
    /** Claims that are no facts. */
    readonly candidates: readonly InspectedCandidate[];
    /** The LLM's verdicts on claims; absent without any. */
    readonly verdicts?: readonly InspectedVerdict[];
    /** Links from and to the memory. */
    readonly links: readonly InspectedLink[];
    readonly extraction: {
      readonly state: string;
      readonly stages: readonly StageReport[];
      readonly mentions: readonly InspectedMention[];
    };
  };
}

interface MemoryRecord {
  readonly memory_id: string;
  readonly kind: number;
  readonly state: number;
  readonly salience: number;
  readonly created_at_unix_nanos: bigint;
  readonly occurred_at_unix_nanos: bigint;
  readonly vector_dim: number;
  /** In code points. */
  readonly text_len: number;
}

/** Inspects a memory by its UUID, with its contribution to the graph; null when it is unknown or erased. */
export async function inspectMemory(sql: Sql, scopeId: string, memoryUuid: string): Promise<InspectedMemory | null> {
  const row = await readMemory(sql, scopeId, memoryUuid);
  if (!row) return null;
  const { text, speaker, metadata, tags, extraction, stages, ...record } = row;
  const memory_id = memoryIdOfUuid(memoryUuid);
  // A forgotten memory keeps its text for a week, but contributes nothing.
  const verdicts = record.state === 0 ? await inspectVerdicts(sql, scopeId, memoryUuid) : [];
  return {
    found: true,
    memory_id,
    text,
    metadata,
    tags,
    artifact: {
      record: withIsoTimes({ memory_id, ...record, vector_dim: 0 }),
      vector: [],
      keyword_fields: keywordFields(text, speaker),
      hype_questions: [],
      graph: {
        nodes: await inspectNodes(sql, scopeId, memoryUuid),
        edges: await inspectEdges(sql, scopeId, memoryUuid),
      },
      ...(await inspectFacts(sql, scopeId, memoryUuid)),
      candidates: await inspectCandidates(sql, scopeId, memoryUuid),
      ...(verdicts.length > 0 && { verdicts }),
      ...(await inspectCorrections(sql, scopeId, memoryUuid)),
      links: await inspectLinks(sql, scopeId, memoryUuid),
      extraction: { state: extraction, stages, mentions: await inspectMentions(sql, scopeId, memoryUuid) },
    },
  };
}

type MemoryRow = Omit<MemoryRecord, 'memory_id' | 'vector_dim'> & {
  readonly text: string;
  readonly speaker: string | null;
  readonly metadata: { [key: string]: ExactJson } | null;
  readonly tags: readonly string[];
  readonly extraction: string;
  readonly stages: readonly StageReport[];
};

/** Reads the row of a memory with its extraction state. */
export async function readMemory(sql: Sql, scopeId: string, memoryUuid: string): Promise<MemoryRow | undefined> {
  const { rows } = await sql.query<MemoryRow>(
    `SELECT m.text, m.speaker, m.metadata, coalesce(m.tags, '{}') AS tags, m.kind, (m.state = 'forgotten')::int AS state, m.salience, m.created_at_nanos AS created_at_unix_nanos,
            m.occurred_at_nanos AS occurred_at_unix_nanos, char_length(m.text) AS text_len,
            coalesce(x.state, 'pending') AS extraction, coalesce(x.stages, '[]') AS stages
     FROM memories AS m LEFT JOIN memory_extractions AS x ON x.scope_id = $1 AND x.memory_id = $2
     WHERE m.scope_id = $1 AND m.memory_id = $2 AND NOT m.erased AND (m.state = 'forgotten' OR ${notExpiredSql('m')})`,
    [scopeId, memoryUuid],
  );
  return rows[0];
}

/** Terms under which recall finds the memory, in the order of first use. */
function keywordFields(text: string, speaker: string | null): { field: string; terms: string[] }[] {
  const terms = [...documentTerms(text, speaker).frequencies.keys()].filter((term) => !isLanguageTerm(term));
  const ofSpeaker = terms
    .filter((term) => term.startsWith(SPEAKER_MARK))
    .map((term) => term.slice(SPEAKER_MARK.length));
  const fields = [{ field: 'text', terms: terms.filter((term) => !term.startsWith(SPEAKER_MARK)) }];
  return ofSpeaker.length === 0 ? fields : [...fields, { field: 'speaker', terms: ofSpeaker }];
}
