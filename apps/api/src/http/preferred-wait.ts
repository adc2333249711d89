const MAX_WAIT_SECONDS = 30;

/** Seconds of a `Prefer: wait=N` header, at most 30; 0 if absent. */
export function preferredWait(prefer: string | string[] | undefined): number {
  if (prefer === undefined) return 0;
  const seconds = /(?:^|[,;]\s*)wait\s*=\s*"?([0-9]{1,9})"?/i.exec([prefer].flat().join(','))?.[1];
  return Math.min(MAX_WAIT_SECONDS, Number(seconds ?? 0));
}
