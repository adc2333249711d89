/** Limits of response bytes that clients have not read. */
export interface UnreadAnswerOptions {
  /** Maximum bytes, for all scopes together and for one scope. */
  readonly maxBytes: number;
  readonly maxBytesPerScope: number;
  /** A client that reads nothing for this long is disconnected. */
  readonly timeoutMs: number;
}

/** Sixteen pages of 4 MiB, four of them of one scope. */
export const UNREAD_ANSWERS: UnreadAnswerOptions = {
  maxBytes: 64 * 1024 * 1024,
  maxBytesPerScope: 16 * 1024 * 1024,
  timeoutMs: 15_000,
};

/** One response being delivered. */
interface Delivery {
  readonly scope: string;
  readonly bytes: number;
  /** Time of the client's last read, by performance.now(). */
  readAt: number;
  readonly cut: () => void;
}

/** Responses that clients have not read completely: bounded in bytes, per scope and in total, and in time. */
export class UnreadAnswers {
  /** Oldest first. */
  private readonly deliveries = new Set<Delivery>();
  private readonly perScope = new Map<string, number>();
  private unreadBytes = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: UnreadAnswerOptions) {}

  /** Unread bytes of all scopes. */
  get bytes(): number {
    return this.unreadBytes;
  }

  /**
   * Registers a long response; null if the client's own scope has too much unread. If all scopes together have too
   * much, the scope with the most unread bytes loses its oldest response.
   * @param cut closes the connection
   */
  begin(scope: string, bytes: number, cut: () => void): Delivery | null {
    const { maxBytes, maxBytesPerScope } = this.options;
    const own = (this.perScope.get(scope) ?? 0) + bytes;
    // A scope may always have one response, whose size its route bounds.
    if (own > maxBytesPerScope && own > bytes) return null;
    while (this.unreadBytes + bytes > maxBytes && this.unreadBytes > 0) {
      const longest = this.largestScope();
      if (longest === scope) return null;
      this.cutOldestOf(longest);
    }
    return this.add(scope, bytes, cut);
  }

  /** Registers a response without applying the limits. */
  add(scope: string, bytes: number, cut: () => void): Delivery {
    const { timeoutMs } = this.options;
    const delivery: Delivery = { scope, bytes, readAt: performance.now(), cut };
    this.deliveries.add(delivery);
    this.perScope.set(scope, (this.perScope.get(scope) ?? 0) + bytes);
    this.unreadBytes += bytes;
    this.timer ??= setInterval(() => {
      this.cutIdle();
    }, timeoutMs / 4).unref();
    return delivery;
  }

  /** Records that the client read a slice. */
  read(delivery: Delivery): void {
    delivery.readAt = performance.now();
  }

  /** Removes a response that was read completely or whose connection closed. */
  end(delivery: Delivery): void {
    if (!this.deliveries.delete(delivery)) return;
    const { scope, bytes } = delivery;
    const left = (this.perScope.get(scope) ?? 0) - bytes;
    if (left > 0) this.perScope.set(scope, left);
    else this.perScope.delete(scope);
    this.unreadBytes -= bytes;
    if (this.deliveries.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private largestScope(): string {
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
