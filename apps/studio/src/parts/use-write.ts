import { useRef, useState } from 'preact/hooks';
import { newIdempotencyKey, type EngraphClient, type WriteOptions } from '../../../../clients/typescript/src/index.js';
import { client, noteRefusal } from '../service/session.js';

/** A write that somebody asked for. */
export interface Writing {
  readonly isBusy: boolean;
  /** Why the last attempt failed; null where it did not. */
  readonly error: unknown;
  /**
   * Makes the write. After one without an answer, the next attempt has the same idempotency key, so that it is done
   * once. @returns whether it is done
   */
  readonly write: (make: (client: EngraphClient, options: WriteOptions) => Promise<unknown>) => Promise<boolean>;
}

/** For a form or a button that writes. */
export function useWrite(): Writing {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null });
  const unanswered = useRef<string | null>(null);
  const write: Writing['write'] = async (make) => {
    setState({ isBusy: true, error: null });
    const idempotencyKey = unanswered.current ?? newIdempotencyKey();
    unanswered.current = idempotencyKey;
    try {
      await make(client, { idempotencyKey });
      unanswered.current = null;
      setState({ isBusy: false, error: null });
      return true;
    } catch (error) {
      noteRefusal(error);
      if (!hasNoAnswer(error)) unanswered.current = null;
      setState({ isBusy: false, error });
      return false;
    }
  };
  return { ...state, write };
}

function hasNoAnswer(error: unknown): boolean {
  return (error as { readonly status?: unknown }).status === 0;
}
