import { useEffect, useRef } from 'preact/hooks';
import type { ScopeEvent } from '../../../../clients/typescript/src/index.js';
import { revision } from '../service/connection.js';
import { client, noteRefusal } from '../service/session.js';

/**
 * Hears of what happens in the scope while the page is shown. A hidden tab closes its stream, of which browsers allow
 * few for one host, and goes on from where it was when it is shown again.
 * @param types such as MemoryEncoded
 */
export function useEvents(types: readonly string[], hear: (event: ScopeEvent) => void): void {
  const hearNow = useRef(hear);
  hearNow.current = hear;
  const position = useRef<string | undefined>(undefined);
  const since = revision.value;
  useEffect(() => {
    let stream = new AbortController();
    const follow = (): void => {
      stream.abort();
      if (document.hidden) return;
      stream = new AbortController();
      void listen(stream.signal);
    };
    const listen = async (signal: AbortSignal): Promise<void> => {
      const onPosition = (at: string): void => {
        position.current = at;
      };
      const after = position.current === undefined ? {} : { after: position.current };
      try {
        for await (const event of client.events({ types, signal, onPosition, ...after })) hearNow.current(event);
      } catch (error) {
        if (!signal.aborted) noteRefusal(error);
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stream.abort();
    };
  }, [types.join(), since]);
}
