/** How much of answers may wait to be read by clients. */
export interface UnreadAnswerOptions {
  /** Bytes of all scopes, and of one. */
  readonly maxBytes: number;
  readonly maxBytesPerScope: number;
  /** A client that reads nothing for so long is cut off. */
  readonly timeoutMs: number;
}

/** Sixteen pages of 4 MiB, four of them of one scope. */
export const UNREAD_ANSWERS: UnreadAnswerOptions = {
  maxBytes: 64 * 1024 * 1024,
  maxBytesPerScope: 16 * 1024 * 1024,
  timeoutMs: 15_000,
};

/** One answer on its way to its client. */
interface Delivery {
  readonly scope: string;
  readonly bytes: number;
  /** When the client last took something, by the clock of the process. */
  readAt: number;
  readonly cut: () => void;
}

/** Answers that clients have not read to the end: bounded in bytes by scope and in all, and in time. */
export class UnreadAnswers {
  /** The oldest first. */
  private readonly deliveries = new Set<Delivery>();
  private readonly perScope = new Map<string, number>();
  private held = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: UnreadAnswerOptions) {}

  /** Bytes that are held. */
  get bytes(): number {
    return this.held;
  }

  /**
   * Takes an answer in; null where the client's scope leaves too much unread. Where all scopes together do, the one that
   * has most unread loses its oldest answer.
   * @param cut ends the connection
   */
  begin(scope: string, bytes: number, cut: () => void): Delivery | null {
    const { maxBytes, maxBytesPerScope } = this.options;
    const own = (this.perScope.get(scope) ?? 0) + bytes;
    // One answer is always sent: its size is bounded by its route.
    if (own > maxBytesPerScope && own > bytes) return null;
    while (this.held + bytes > maxBytes && this.held > 0) {
      const longest = this.longestScope();
      if (longest === scope) return null;
      this.cutOldestOf(longest);
    }
    return this.add(scope, bytes, cut);
  }

  /** Takes an answer in, however much is unread. */
  add(scope: string, bytes: number, cut: () => void): Delivery {
    const { timeoutMs } = this.options;
    const delivery: Delivery = { scope, bytes, readAt: performance.now(), cut };
    this.deliveries.add(delivery);
    this.perScope.set(scope, (this.perScope.get(scope) ?? 0) + bytes);
    this.held += bytes;
    this.timer ??= setInterval(() => {
      this.cutIdle();
    }, timeoutMs / 4).unref();
    return delivery;
  }

  /** The client took something of it. */
  read(delivery: Delivery): void {
    delivery.readAt = performance.now();
  }

  /** It was read to its end, or its connection is gone. */
  end(delivery: Delivery): void {
    if (!this.deliveries.delete(delivery)) return;
    const { scope, bytes } = delivery;
    const left = (this.perScope.get(scope) ?? 0) - bytes;
    if (left > 0) this.perScope.set(scope, left);
    else this.perScope.delete(scope);
    this.held -= bytes;
    if (this.deliveries.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private longestScope(): string {
    let longest = ['', 0] as readonly [string, number];
    for (const entry of this.perScope) if (entry[1] > longest[1]) longest = entry;
    return longest[0];
  }

  private cutOldestOf(scope: string): void {
    for (const delivery of this.deliveries)
      if (delivery.scope === scope) {
        this.end(delivery);
        delivery.cut();
        return;
      }
  }

  private cutIdle(): void {
    const since = performance.now() - this.options.timeoutMs;
    for (const delivery of [...this.deliveries])
      if (delivery.readAt < since) {
        this.end(delivery);
        delivery.cut();
      }
  }
}
