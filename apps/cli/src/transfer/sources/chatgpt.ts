import { parseExact, type ExactJson } from '#contracts/exact-json.js';
import {
  isEntry,
  LeftOut,
  nanosOfTime,
  textIn,
  type Entry,
  type SourceFile,
  type SourceMemory,
} from './source-memory.js';

const ROLES = ['user', 'assistant', 'system', 'tool'] as const;

/**
 * Turns of conversations.json, as ChatGPT exports it: of each conversation the branch that ends at `current_node`.
 * @throws SyntaxError, or Error for another shape
 */
export function readChatgpt(text: string): SourceFile {
  const conversations = parseExact(text);
  if (!Array.isArray(conversations)) throw new Error('this is no conversations.json: it is not a list');
  const leftOut = new LeftOut();
  const memories = conversations.flatMap((conversation, i) =>
    isEntry(conversation) ? turnsOf(conversation, i, leftOut) : leftOut.add('not a conversation'),
  );
  return { memories, leftOut: leftOut.counts };
}

function turnsOf(conversation: Entry, place: number, leftOut: LeftOut): SourceMemory[] {
  const { mapping, title } = conversation;
  if (!isEntry(mapping)) return leftOut.add('a conversation without messages');
  const id = textIn(conversation['conversation_id']) ?? textIn(conversation['id']) ?? `conversation ${String(place)}`;
  const begun = nanosOfTime(conversation['create_time']);
  return branchOf(mapping, conversation['current_node']).flatMap(([node, message]) => {
    const role = ROLES.find((one) => isEntry(message['author']) && message['author']['role'] === one);
    const said = textOf(message, leftOut);
    if (said === null) return [];
    if (!role) return leftOut.add('a message of nobody');
    const metadata = textIn(title) === null ? null : { title: title ?? null };
    const atNanos = nanosOfTime(message['create_time']) ?? begun;
    return [{ id: `${id} ${node}`, text: said, role, genre: 'chat', conversation: id, metadata, atNanos } as const];
  });
}

/** Messages from the root to a node, each with the id of its node; of a tree without a current one, to the last. */
function branchOf(mapping: Readonly<Record<string, ExactJson>>, current: ExactJson | undefined): [string, Entry][] {
  const branch: [string, Entry][] = [];
  const seen = new Set<string>();
  let id = textIn(current) ?? Object.keys(mapping).at(-1) ?? null;
  while (id !== null && !seen.has(id)) {
    seen.add(id);
    const node = Object.hasOwn(mapping, id) ? mapping[id] : undefined;
    if (!isEntry(node)) break;
    if (isEntry(node['message'])) branch.push([id, node['message']]);
    id = textIn(node['parent']);
  }
  return branch.reverse();
}

/** What a message says; null if it says nothing to a person, which is counted unless it is a hidden message. */
function textOf({ content, metadata }: Entry, leftOut: LeftOut): string | null {
  if (isEntry(metadata) && metadata['is_visually_hidden_from_conversation'] === true) return null;
  if (!isEntry(content)) return null;
  const type = textIn(content['content_type']) ?? 'unknown';
  const parts = Array.isArray(content['parts']) ? content['parts'] : [];
  const text = parts.filter((part) => typeof part === 'string').join('\n');
  if (type !== 'text' && type !== 'multimodal_text') leftOut.add(`a message of type ${type}`);
  else if (text.trim() !== '') return text;
  else if (parts.some((part) => typeof part !== 'string')) leftOut.add('a message without text');
  return null;
}
