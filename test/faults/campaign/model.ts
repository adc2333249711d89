/** What the campaign knows of a memory whose write was acknowledged. */
export interface KnownMemory {
  readonly scope: KnownScope;
  readonly id: string;
  readonly text: string;
  /** Empty where it was sent without one. */
  readonly requestId: string;
  /** What was asked, to be asked again. */
  readonly body: object;
  /** `busy`: a request about it is under way, whose outcome is not known. */
  state: 'active' | 'forgotten' | 'erased';
  busy: boolean;
  /** Grows with each change: what was read before one says nothing of after it. */
  version: number;
}

/** A tenant of the campaign. */
export interface KnownScope {
  readonly agent: string;
  readonly key: string;
  readonly memories: KnownMemory[];
  /** Set as soon as its erasure begins. */
  erasing: boolean;
  erased: boolean;
}

export interface KnownLink {
  readonly scope: KnownScope;
  readonly source: KnownMemory;
  readonly target: KnownMemory;
}

/** What went wrong: found with this seed, in this round, after this step of it. */
export interface Finding {
  readonly kind: string;
  readonly detail: string;
  /** The fault that was struck last. */
  readonly step: string;
}

/** What must be true of the service, from what it has acknowledged. */
export class Model {
  readonly scopes: KnownScope[] = [];
  readonly byId = new Map<string, KnownMemory>();
  readonly links: KnownLink[] = [];
  /** Texts that were sent once, without an acknowledgement: there at most once. */
  readonly unanswered: string[] = [];
  readonly findings: Finding[] = [];
  /** What is done to the service now, or was last. */
  step = 'before the faults';
  readonly counts = {
    acks: 0,
    replays: 0,
    forgets: 0,
    restores: 0,
    links: 0,
    reads: 0,
    erasures: 0,
    backups: 0,
    reextractions: 0,
    commands: 0,
    refused: 0,
    silent: 0,
  };

  finding(kind: string, detail: string): void {
    // One fault shows many times; the first ones tell enough.
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
