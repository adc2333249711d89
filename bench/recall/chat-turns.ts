import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  isEntityType,
  isRelationType,
  relationAllows,
  statementKindOf,
  type EntityType,
  type RelationType,
  type StatementPredicate,
} from '#contracts/ontology.js';

/** The chats that the classifier was trained on: our own, with names and claims marked. */
const CHATS = fileURLToPath(new URL('../../training/chats/', import.meta.url));

/** A name in a chat; all forms of a name share a `key`. */
export interface ChatName {
  readonly type: EntityType;
  readonly key: string;
}

/** Text, and names that can be replaced. */
export type Part = string | ChatName;

export type ChatClaim = { readonly subject: ChatName; readonly ended: boolean } & (
  | { readonly kind: 'relation'; readonly predicate: RelationType; readonly object: ChatName }
  | { readonly kind: 'statement'; readonly predicate: StatementPredicate; readonly object: readonly Part[] }
);

export interface ChatTurn {
  /** Its place among the turns of all chats. */
  readonly place: number;
  /** null: `user` or `assistant`. */
  readonly speaker: ChatName | null;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly Part[];
  readonly claims: readonly ChatClaim[];
}

const NAME = /\[([^[\]|]+)\|([a-z]+)(?:\|([^[\]|]+))?\]/g;
/** The person who says "I" without a name. */
export const SELF: ChatName = { type: 'person', key: 'user' };

/** The turns of every conversation; names are kept as names, so that others can be put in their places. */
export function chatConversations(): ChatTurn[][] {
  const files = readdirSync(CHATS).filter((name) => name.endsWith('.chat'));
  const conversations: ChatTurn[][] = [];
  let place = 0;
  for (const file of files.sort())
    for (const lines of blocksOf(readFileSync(`${CHATS}${file}`, 'utf8'))) {
      const turns = turnsOf(lines, place);
      place += turns.length;
      if (turns.length > 0) conversations.push(turns);
    }
  return conversations;
}

/** A blank line, or a line `# …`, begins a new conversation. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]];
  for (const line of text.split('\n'))
    if (/^\s*$|^#/.test(line)) blocks.push([]);
    else blocks.at(-1)?.push(line);
  return blocks;
}

function turnsOf(lines: readonly string[], firstPlace: number): ChatTurn[] {
  const names = namesOf(lines);
  const turns: (ChatTurn & { readonly claims: ChatClaim[] })[] = [];
  for (const line of lines) {
    if (/^\s/.test(line)) turns.at(-1)?.claims.push(...claimOf(line.trim(), names));
    else if (!line.startsWith('q ')) {
      const colon = line.indexOf(': ');
      const speaker = line.slice(0, colon);
      turns.push({
        place: firstPlace + turns.length,
        speaker: speaker === 'user' || speaker === 'assistant' ? null : { type: 'person', key: speaker },
        role: speaker === 'assistant' ? 'assistant' : 'user',
        parts: partsOf(line.slice(colon + 2)),
        claims: [],
      });
    }
  }
  return turns;
}

/** All names of a conversation by key; speakers are persons. */
function namesOf(lines: readonly string[]): Map<string, ChatName> {
  const names = new Map<string, ChatName>([[SELF.key, SELF]]);
  for (const line of lines.filter((each) => !/^\s|^q /.test(each))) {
    const speaker = line.slice(0, line.indexOf(': '));
    if (speaker !== 'assistant') names.set(speaker, { type: 'person', key: speaker });
    for (const part of partsOf(line)) if (typeof part !== 'string') names.set(part.key, part);
  }
  return names;
}

/** Dates stay text, because they cannot be replaced. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { 0: whole, 1: written = '', 2: type = '', 3: key, index } of text.matchAll(NAME)) {
    parts.push(text.slice(at, index), isEntityType(type) && type !== 'date' ? { type, key: key ?? written } : written);
    at = index + whole.length;
  }
  return [...parts, text.slice(at)].filter((part) => part !== '');
}

function claimOf(line: string, names: ReadonlyMap<string, ChatName>): ChatClaim[] {
  const [head = '', predicate = '', object = '', state = ''] = line.split('|').map((field) => field.trim());
  const subject = names.get(head.slice(2));
  if (!subject || state === 'retracted') return [];
  const ended = state === 'ended';
  if (!head.startsWith('s ')) return relationOf(subject, predicate, names.get(object), ended);
  if (statementKindOf(predicate) === null) return [];
  const told = { predicate: predicate as StatementPredicate, object: withNames(object, names) };
  return [{ kind: 'statement', subject, ...told, ended }];
}

/** None of a type that is judged along chains of pairs. */
function relationOf(subject: ChatName, predicate: string, object: ChatName | undefined, ended: boolean): ChatClaim[] {
  if (!object || !isRelationType(predicate) || predicate === 'spouse_of') return [];
  return relationAllows(predicate, subject.type, object.type)
    ? [{ kind: 'relation', subject, predicate, object, ended }]
    : [];
}

function withNames(text: string, names: ReadonlyMap<string, ChatName>): Part[] {
  const known = [...names.keys()].filter((key) => key !== SELF.key && text.includes(key));
  const found = known.sort((a, b) => b.length - a.length)[0];
  const name = names.get(found ?? '');
  if (found === undefined || !name || name.type === 'date') return [text];
  const at = text.indexOf(found);
  return [text.slice(0, at), name, text.slice(at + found.length)].filter((part) => part !== '');
}
