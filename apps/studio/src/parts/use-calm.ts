import { useEffect, useRef } from 'preact/hooks';

/** Milliseconds; changes come in bursts, after each of which one looks once. */
const CALM_MS = 400;

/** A call that is made once, a while after the first of many. */
export function useCalm(call: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(call);
  latest.current = call;
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, CALM_MS);
  };
}
