import { NO_OBSERVATIONS, type NameRef, type Observations } from '#contracts/observations.js';
import { statementKindOf } from '#contracts/ontology.js';
import { drawsOf } from '../chat-texts.js';
import { SELF, type ChatClaim, type ChatName, type ChatTurn, type Part } from './chat-turns.js';
import { InventedNames } from './invented-names.js';

/** A memory of a filled scope, with the observations of a perfect extraction. */
export interface ScopeMemory {
  /** UUID; the greater, the later. */
  readonly memoryId: string;
  readonly session: number;
  readonly speaker: string | null;
  readonly role: string;
  readonly text: string;
  /** Unix nanoseconds: when it was said and stored. */
  readonly at: bigint;
  readonly observations: Observations;
  readonly metadata?: Readonly<Record<string, number>>;
  /** The turns of the chats that it is made of, one or two. */
  readonly turns: readonly [ChatTurn, ...ChatTurn[]];
}

/** Turns of a session, which all follow one chat. */
const SESSION = 20;
/** The memories of a scope lie evenly in the two years before this day, whatever their number. */
const LAST = Date.UTC(2026, 9, 31);
const SPAN = 2 * 365 * 86_400_000;
const CONFIDENCE = 0.9;
/** A turn that is put behind another is as short as this, in characters. */
const SHORT = 80;

/** The memories of a scope of a given size: turns of chats, one or two together, with names of the scope's own. */
export class ScopeMemories {
  private readonly names: InventedNames;
  private readonly short: readonly ChatTurn[];
  private session = { number: -1, names: new Map<string, string>() };

  constructor(
    private readonly conversations: readonly (readonly ChatTurn[])[],
    readonly size: number,
  ) {
    const turns = conversations.flat();
    this.names = new InventedNames(turns, size);
    this.short = turns.filter(({ parts }) => parts.reduce((sum, part) => sum + lengthOf(part), 0) <= SHORT);
  }

  /** The n-th, from 0; the same at every call. */
  memory(n: number): ScopeMemory {
    const session = Math.floor(n / SESSION);
    const draw = drawsOf(n * 31 + this.size);
    const turns = this.turnsOf(n, session, draw);
    const [turn, ...more] = turns;
    const rendered = this.render(session, [...turn.parts, ...more.flatMap(({ parts }) => [' ', ...parts])]);
    const ms = LAST - SPAN + Math.floor(((n + 1) / this.size) * SPAN);
    const at = BigInt(ms) * 1_000_000n;
    const told = turn.claims.map((claim) => this.claim(session, claim, at));
    return {
      memoryId: memoryIdOf(ms, n),
      ...{ session, at, turns, text: rendered.text, role: turn.role },
      speaker: turn.speaker && this.nameIn(session, turn.speaker),
      observations: {
        ...NO_OBSERVATIONS,
        mentions: rendered.mentions,
        relations: told.flatMap(({ relations = [] }) => relations),
        statements: told.flatMap(({ statements = [] }) => statements),
      },
    };
  }

  private turnsOf(n: number, session: number, draw: (below: number) => number): ScopeMemory['turns'] {
    const begin = drawsOf(session * 17 + this.size);
    const chat = this.conversations[begin(this.conversations.length)] ?? [];
    const turn = chat[(begin(chat.length) + (n % SESSION)) % chat.length];
    const other = draw(2) === 0 ? this.short[draw(this.short.length)] : undefined;
    if (!turn) throw new Error('there are no chats');
    return other ? [turn, other] : [turn];
  }

  private render(session: number, parts: readonly Part[]): { text: string; mentions: Observations['mentions'] } {
    const mentions: Observations['mentions'][number][] = [];
    let text = '';
    let points = 0;
    for (const part of parts) {
      const written = typeof part === 'string' ? part : this.nameIn(session, part);
      const start = points;
      points += Array.from(written).length;
      text += written;
      if (typeof part !== 'string')
        mentions.push({
          type: part.type,
          name: written,
          start,
          end: points,
          confidence: CONFIDENCE,
          stage: 'classifier',
        });
    }
    return { text, mentions };
  }

  private claim(session: number, claim: ChatClaim, at: bigint): Partial<Observations> {
    const said = {
      polarity: claim.ended ? ('ended' as const) : ('asserted' as const),
      ...{ event_at_unix_nanos: at, confidence: CONFIDENCE, stage: 'classifier' as const },
    };
    const subject = this.ref(session, claim.subject);
    if (claim.kind === 'relation') {
      const to = this.ref(session, claim.object);
      if (to.name === subject.name) return {};
      return { relations: [{ type: claim.predicate, from: subject, to, ...said }] };
    }
    const kind = statementKindOf(claim.predicate);
    if (kind === null) return {};
    const value = { type: 'text' as const, value: this.render(session, claim.object).text };
    const text = `${subject.name} ${claim.predicate.replaceAll('_', ' ')} ${value.value}`;
    return {
      statements: [{ kind, predicate: claim.predicate, subject, object: { kind: 'value', value }, text, ...said }],
    };
  }

  private ref(session: number, name: ChatName): NameRef {
    return { type: name.type, name: this.nameIn(session, name) };
  }

  /** The same name throughout a session. */
  private nameIn(session: number, { type, key }: ChatName): string {
    if (key === SELF.key && type === SELF.type) return key;
    if (this.session.number !== session) this.session = { number: session, names: new Map() };
    const { names } = this.session;
    const of = `${type} ${key}`;
    const known = names.get(of);
    if (known !== undefined) return known;
    const draw = drawsOf(hashOf(`${String(session)} ${String(this.size)} ${of}`));
    const drawn = this.names.draw(type, (draw(32_768) * 32_768 + draw(32_768)) / 2 ** 30);
    names.set(of, drawn);
    return drawn;
  }
}

function lengthOf(part: Part): number {
  return typeof part === 'string' ? part.length : part.key.length;
}

/** A UUIDv7 of the time, with the number in the place of chance. */
function memoryIdOf(ms: number, n: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return hash >>> 0;
}
