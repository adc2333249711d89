import { STOP_WORDS } from '#search/terms/stop-words.js';
import { fold } from '#contracts/fold.js';
import { drawsOf } from '../chat-texts.js';
import type { ScopeMemory } from './scope-memories.js';

/** A question, and the memory that it was made from. */
export interface Question {
  readonly text: string;
  readonly memoryId: string;
}

type Draw = (below: number) => number;
type Ask = (memory: ScopeMemory, draw: Draw) => string | null;

/** What a claim is asked for by, in words that its memory need not have. */
const CLAIM_QUESTIONS: Readonly<Record<string, (name: string) => string>> = {
  works_at: (name) => `Who pays ${name}'s salary?`,
  reports_to: (name) => `Who is the boss of ${name}?`,
  lives_in: (name) => `Where is ${name}'s home?`,
  born_in: (name) => `Where does ${name} come from?`,
  visited: (name) => `Which places has ${name} been to?`,
  owns: (name) => `What belongs to ${name}?`,
  uses: (name) => `Which gadgets does ${name} have?`,
  friend_of: (name) => `Who are the friends of ${name}?`,
  sibling_of: (name) => `Who is the brother or sister of ${name}?`,
  parent_of: (name) => `Who are the children of ${name}?`,
  knows: (name) => `Whom has ${name} met?`,
  occupation: (name) => `What does ${name} do for a living?`,
  allergic_to: (name) => `What must ${name} not eat?`,
  likes: (name) => `What makes ${name} happy?`,
  dislikes: (name) => `What can ${name} not stand?`,
  hobby: (name) => `How does ${name} spend free evenings?`,
  did: (name) => `What happened to ${name} that day?`,
  plans: (name) => `What is ${name} going to do?`,
};

/** Kinds in rotation: of ten questions, four are of the first kind, and two, two, one and one of the others. */
const KINDS: readonly Ask[] = [
  inItsWords,
  misspelt,
  inOtherWords,
  inItsWords,
  ofItsTime,
  inItsWords,
  misspelt,
  inOtherWords,
  inItsWords,
  ofNow,
];

/** Distinct questions to memories from all of a scope, the same at every call. */
export function questionsOf(count: number, size: number, memory: (n: number) => ScopeMemory): Question[] {
  const draw = drawsOf(size);
  const questions = new Map<string, Question>();
  for (let tries = 0; questions.size < count; tries += 1) {
    if (tries > count * 200) throw new Error('too few memories to ask for');
    const about = memory(draw(size));
    const text = KINDS[questions.size % KINDS.length]?.(about, draw) ?? null;
    if (text !== null && !questions.has(text)) questions.set(text, { text, memoryId: about.memoryId });
  }
  return [...questions.values()];
}

/** Two to four of its words, in their order, and a name where it has one. */
function inItsWords(memory: ScopeMemory, draw: Draw): string | null {
  const words = wordsOf(memory, draw, 2 + draw(3));
  const name = nameOf(memory, draw);
  if (words.length < 2) return null;
  const [first, ...others] = words;
  return name === null
    ? `What was that about ${words.join(' ')}?`
    : `What did ${name} say of ${String(first)} and ${others.join(' ')}?`;
}

/** The same with two letters of a word transposed. */
function misspelt(memory: ScopeMemory, draw: Draw): string | null {
  const text = inItsWords(memory, draw);
  const long = text?.match(/\b[a-z]{6,}\b/g) ?? [];
  const word = long[draw(Math.max(1, long.length))];
  if (text === null || word === undefined) return null;
  const at = 1 + draw(word.length - 3);
  return text.replace(word, `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`);
}

function inOtherWords({ observations }: ScopeMemory): string | null {
  const [relation] = observations.relations;
  const [statement] = observations.statements;
  const [asked, name] = relation
    ? [relation.type, relation.from.name]
    : [statement?.predicate, statement?.subject.name];
  if (asked === undefined || name === undefined || name === 'user') return null;
  return CLAIM_QUESTIONS[asked]?.(name) ?? null;
}

function ofItsTime(memory: ScopeMemory, draw: Draw): string | null {
  const words = wordsOf(memory, draw, 2);
  const month = new Date(Number(memory.at / 1_000_000n)).toLocaleString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return words.length < 2 ? null : `What happened with ${words.join(' and ')} in ${month}?`;
}

function ofNow(memory: ScopeMemory, draw: Draw): string | null {
  const words = wordsOf(memory, draw, 2);
  return words.length < 2 ? null : `What is the latest on ${words.join(' and ')}?`;
}

function wordsOf({ text }: ScopeMemory, draw: Draw, count: number): string[] {
  const words = [...new Set(text.match(/\b[a-z]{4,}\b/g))].filter((word) => !STOP_WORDS.has(fold(word)));
  while (words.length > count) words.splice(draw(words.length), 1);
  return words;
}

function nameOf({ speaker, observations }: ScopeMemory, draw: Draw): string | null {
  const names = [...(speaker === null ? [] : [speaker]), ...observations.mentions.map(({ name }) => name)];
  return names[draw(Math.max(1, names.length))] ?? null;
}
