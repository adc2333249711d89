import type { EngraphCalls } from '../calls/engraph-calls.js';
import { plainAnswer } from '../answers/plain-answer.js';
import { DATA_NOTE, quotedData } from '../answers/quoted-data.js';
import { typedFactIdOf, type FactKind } from './fact-ids.js';
import { memoryLine, picked, type ToolAnswer } from './memory-tool.js';

/** What is told of an entity, its facts and its memories, of all that the API tells. */
export const OF_ENTITY = ['entity_id', 'canonical_name', 'entity_type', 'aliases', 'mention_count'] as const;
export const OF_FACT = ['text', 'confidence', 'valid_from', 'valid_to', 'memory_ids'] as const;
export const OF_MEMORY = ['memory_id', 'text', 'speaker', 'created_at', 'occurred_at'] as const;

interface Fact {
  readonly id: string;
  readonly kind: FactKind;
  readonly text: string;
}

interface Profile {
  readonly entity: {
    readonly entity_id: string;
    readonly canonical_name: string;
    readonly entity_type: string;
    readonly aliases: readonly string[];
  };
  readonly facts: readonly Fact[];
  readonly timeline: readonly Fact[];
  readonly memories: readonly Parameters<typeof memoryLine>[0][];
}

/** Text and data of an entity's profile. @throws CallRefused if there is no such entity */
export async function profileOf(calls: EngraphCalls, id: string): Promise<ToolAnswer> {
  const profile = (await calls.call('entityProfile', { id })).body as Profile;
  const current = new Set(profile.facts.map((fact) => fact.id));
  const earlier = profile.timeline.filter((fact) => !current.has(fact.id));
  const data = {
    ...{ outcome: 'found', note: DATA_NOTE, entity: picked(plainAnswer(profile.entity), OF_ENTITY) },
    ...{ facts: profile.facts.map(factData), earlier: earlier.map(factData) },
    memories: profile.memories.map((memory) => picked(plainAnswer(memory), OF_MEMORY)),
  };
  return { text: quotedData(profileText(profile, earlier)), data };
}

function factData(fact: Fact) {
  return { fact_id: typedFactIdOf(fact.kind, fact.id), ...picked(plainAnswer(fact), OF_FACT) };
}

function profileText({ entity, facts, memories }: Profile, earlier: readonly Fact[]): string {
  const also = entity.aliases.length === 0 ? '' : `, also called ${entity.aliases.join(', ')}`;
  const kind = entity.entity_type.replace(/^core:/, '');
  return [
    `[entity ${entity.entity_id}] ${entity.canonical_name} (${kind})${also}`,
    ...section('Facts:', facts.map(factLine)),
    ...section('Before:', earlier.map(factLine)),
    ...section('What was said:', memories.map(memoryLine)),
  ].join('\n');
}

function factLine({ kind, id, text }: Fact): string {
  return `[${typedFactIdOf(kind, id)}] ${text}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `- ${line}`)];
}
