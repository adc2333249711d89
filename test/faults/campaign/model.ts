/** Expected state of an acknowledged memory. */
export interface KnownMemory {
  readonly scope: KnownScope;
  readonly id: string;
  text: string;
  /** Texts that it had before, which must be nowhere. */
  readonly formerTexts: string[];
  /** Empty if it was sent without one. */
  readonly requestId: string;
  /** The request, for replays. */
  readonly body: object;
  /** `busy`: a request about it is in progress, with unknown outcome. */
  state: 'active' | 'forgotten' | 'erased';
  busy: boolean;
  /** Incremented with each change: a read from before a change proves nothing after it. */
  version: number;
  /** Version that the service must have. */
  revision: number;
  /** Tag that it shares with those written together with it; null without one. */
  readonly group: string | null;
}

type Written = Pick<KnownMemory, 'id' | 'text' | 'requestId' | 'body'> & Partial<Pick<KnownMemory, 'group' | 'state'>>;

/** A memory as it was acknowledged. */
export function newMemory(scope: KnownScope, written: Written): KnownMemory {
  return { scope, group: null, state: 'active', ...written, formerTexts: [], busy: false, version: 0, revision: 1 };
}

/** Whether a memory is active, without a request in progress. */
export const isSettled = ({ state, busy }: KnownMemory): boolean => state === 'active' && !busy;

/** A tenant of the campaign. */
export interface KnownScope {
  readonly agent: string;
  readonly key: string;
  readonly memories: KnownMemory[];
  /** Set when its erasure begins. */
  erasing: boolean;
  erased: boolean;
}

export interface KnownLink {
  readonly scope: KnownScope;
  readonly source: KnownMemory;
  readonly target: KnownMemory;
}

/** A finding, with its seed, round and step. */
export interface Finding {
  readonly kind: string;
  readonly detail: string;
  /** The latest fault. */
  readonly step: string;
}

/** Expected state of the service, derived from its acknowledgements. */
export class Model {
  readonly scopes: KnownScope[] = [];
  readonly byId = new Map<string, KnownMemory>();
  readonly links: KnownLink[] = [];
  /** Texts sent once and not acknowledged: stored at most once. */
  readonly unanswered: string[] = [];
  readonly findings: Finding[] = [];
  /** The current or latest fault. */
  step = 'before the faults';
  readonly counts = {
    acks: 0,
    replays: 0,
    forgets: 0,
    restores: 0,
    links: 0,
    revisions: 0,
    batches: 0,
    imports: 0,
    webhookPosts: 0,
    reads: 0,
    erasures: 0,
    backups: 0,
    reextractions: 0,
    commands: 0,
    refused: 0,
    silent: 0,
  };

  finding(kind: string, detail: string): void {
    // One defect causes many findings; the first ones suffice.
    if (this.findings.filter((known) => known.kind === kind).length < 20)
      this.findings.push({ kind, detail, step: this.step });
  }

  remembered(memory: KnownMemory): void {
    const earlier = this.byId.get(memory.id);
    if (earlier) {
      this.finding('doubled id', `${memory.requestId} and ${earlier.requestId} were both given ${memory.id}`);
      return;
    }
    this.byId.set(memory.id, memory);
    memory.scope.memories.push(memory);
  }

  get open(): KnownScope[] {
    return this.scopes.filter((scope) => !scope.erasing);
  }
}
