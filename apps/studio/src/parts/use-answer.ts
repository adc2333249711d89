import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { EngraphClient } from '../../../../clients/typescript/src/index.js';
import { revision } from '../service/connection.js';
import { client, noteRefusal } from '../service/session.js';

/** An answer of the service, as far as it is there. */
export interface Answered<T> {
  /** The last answer; it stays while it is asked for again, and where that fails. */
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Asks again. */
  readonly reload: () => void;
}

/**
 * Asks the service, and again whenever `inputs` change, the service is there again after it was not, or another key is
 * used. An answer to other inputs is discarded.
 */
export function useAnswer<T>(
  ask: (client: EngraphClient, signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
): Answered<T> {
  const [state, setState] = useState<Omit<Answered<T>, 'reload'>>({ data: undefined, error: null, isLoading: true });
  const [asked, setAsked] = useState(0);
  const askNow = useRef(ask);
  askNow.current = ask;
  const since = revision.value;
  useEffect(() => {
    const gone = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    askNow.current(client, gone.signal).then(
      (data) => {
        if (!gone.signal.aborted) setState({ data, error: null, isLoading: false });
      },
      (error: unknown) => {
        if (gone.signal.aborted) return;
        noteRefusal(error);
        setState((before) => ({ ...before, error, isLoading: false }));
      },
    );
    return () => {
      gone.abort();
    };
  }, [...inputs, asked, since]);
  const reload = useCallback(() => {
    setAsked((times) => times + 1);
  }, []);
  return { ...state, reload };
}
