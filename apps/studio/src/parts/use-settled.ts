import { useEffect, useState } from 'preact/hooks';

/** The pause of typing after which something is asked for, in milliseconds. */
const PAUSE_MS = 150;

/** What was typed, after a pause: not each letter is asked for. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const pause = setTimeout(() => {
      setSettled(typed);
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
    };
  }, [typed]);
  return settled;
}
